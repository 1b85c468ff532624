import MartletStore
import MartletWire

/// Takes back what the caller has scheduled; a dropped message is not sent either.
enum CancelScheduledRequest: ServedRequest {
  typealias Message = Wire.CancelScheduled

  static var effort: RequestEffort { .write }

  static func serve(_ cancel: Wire.CancelScheduled, for context: RequestContext) throws(Refusal) {
    let scheduled = try Form.clientID(cancel.clientId)
    let (user, now) = (context.user, context.now)
    context.read { [engine = context.gateway.engine] reading in
      let (body, isNew) = try await answer(scheduled, for: user, now: now, from: reading)
      if isNew { engine.tell(Wire.ScheduleChange(ended: scheduled.text, how: .cancelled), to: user) }
      return body
    }
  }

  /// A dropped message counts as cancelled, because it is not sent either.
  ///
  /// - Returns: The answer, and true if the message was scheduled until now.
  private static func answer(
    _ id: ClientID, for caller: UserKey, now: Int64, from reading: Reading
  ) async throws -> (answer: Wire.ServerPacket.Body, isNew: Bool) {
    switch try await reading.store.unschedule(id, of: caller.user, app: caller.app, as: .cancelled, at: now) {
    case .ended: (.done(Wire.Done()), true)
    case .already(.cancelled), .already(.dropped): (.done(Wire.Done()), false)
    case .already(.sent): (.failure(Wire.Failure(.alreadySent)), false)
    case .unknown: (.failure(Wire.Failure(.targetUnknown)), false)
    }
  }
}
