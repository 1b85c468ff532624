import MartletStore
import MartletWire

/// Schedules a message in the store.
///
/// The conversation's home is not asked before the message is sent.
enum ScheduleRequest: ServedRequest {
  typealias Message = Wire.Schedule

  static var effort: RequestEffort { .write }

  static func named(_ schedule: Wire.Schedule) -> Int { schedule.send.map(SendRequest.named) ?? 0 }

  static func serve(_ schedule: Wire.Schedule, for context: RequestContext) throws(Refusal) {
    guard let send = schedule.send else { throw Refusal(field: "send") }
    let checked = try SendRequest.check(send, for: context)
    // Files are kept for a message that is sent soon.
    guard checked.form.media.isEmpty else { throw Refusal(.contentInvalid, field: "content.media") }
    let (form, user, now) = (checked.form, context.user, context.now)
    let ahead = schedule.at.subtractingReportingOverflow(now)
    let limits = context.limits
    let hasTime =
      !ahead.overflow && ahead.partialValue > limits.value.scheduledLeast.milliseconds
      && ahead.partialValue <= limits.value.scheduledMost.milliseconds
    let message = ScheduledMessage(
      app: user.app, user: user.user, clientID: checked.clientID, conversation: checked.conversation, type: form.type,
      content: form.content, details: form.details, parent: form.parent, properties: form.properties, time: schedule.at)
    let fingerprint = Fingerprint.of { body in
      form.forEachPart(in: message.conversation, body)
      body("at \(message.time)")
    }
    context.read { [engine = context.gateway.engine] reading in
      let (body, isNew) = try await answer(message, fingerprint: fingerprint, hasTime: hasTime, now: now, from: reading)
      if isNew {
        engine.noteDue(at: message.time)
        engine.tell(Wire.ScheduleChange(made: Wire.Schedule(message)), to: user)
      }
      return body
    }
  }

  /// Schedules a message in checked form; `hasTime` tells whether its time is one that a new message may have.
  ///
  /// - Returns: The answer, and whether the message is scheduled now and was not before.
  private static func answer(
    _ message: ScheduledMessage, fingerprint: [UInt8], hasTime: Bool, now: Int64, from reading: Reading
  ) async throws -> (answer: Wire.ServerPacket.Body, isNew: Bool) {
    let limits = reading.limits.of(message.app)
    if let failure = limits.failure(of: message.clientID, now: now) { return (.failure(failure), false) }
    // A retry gets the same answer as before, even if the request would now be refused.
    var refusal = try await refusal(of: message, reading, now)
    if refusal == nil, !hasTime {
      refusal = Wire.Failure(.fieldInvalid, field: "at", limit: UInt64(clamping: limits.scheduledMost.milliseconds))
    }
    let limit = limits.scheduledMessages
    let request = Schedule(
      message, fingerprint: fingerprint, time: now, isAllowed: refusal == nil, limit: limit)
    switch try await reading.store.schedule(request) {
    case .scheduled: return (.done(Wire.Done()), true)
    case .repeated: return (.done(Wire.Done()), false)
    case .conflict: return (.failure(Wire.Failure(.clientIdConflict)), false)
    case .refused: return (.failure(refusal ?? Wire.Failure(.internal)), false)
    case .tooMany: return (.failure(Wire.Failure(.tooManyScheduled, limit: UInt64(clamping: limit))), false)
    }
  }

  /// The reason why the user may not write there, as far as it is known before the message is sent.
  private static func refusal(of message: ScheduledMessage, _ reading: Reading, _ now: Int64) async throws -> Wire.Failure? {
    let (id, app) = (message.conversation, message.app)
    guard id.pair != nil else {
      return try await reading.store.member(message.user, of: id, app: app) == nil ? Wire.Failure(.conversationUnknown) : nil
    }
    guard let peer = id.peer(of: message.user) else { return Wire.Failure(.conversationUnknown) }
    guard message.details?.isDirected != true else { return Wire.Failure(.notSupportedHere) }
    let made = reading.limits.of(app).makesUsers ? now : nil
    let isKnown = try await reading.store.user(peer, app: app, madeAt: made) != nil
    guard isKnown else { return Wire.Failure(.peerUnknown, field: peer.text) }
    return reading.kinds.policy(of: id).permissions[.send].contains(.member) ? nil : Wire.Failure(.notPermitted)
  }
}

extension Wire.Schedule {
  init(_ message: ScheduledMessage) {
    self.init(
      send: Wire.Send(
        conversation: message.conversation.text, clientId: message.clientID.text, type: message.type, content: message.content,
        details: message.details?.wire, replyTo: message.parent, expandable: message.properties != nil,
        properties: message.properties?.map { Wire.AnnotationItem($0) } ?? []),
      at: message.time)
  }
}
