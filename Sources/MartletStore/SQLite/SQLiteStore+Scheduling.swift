import MartletWire

// Scheduled messages.
extension SQLiteStore {
  package func schedule(_ request: ScheduleRequest) async throws -> ScheduleOutcome {
    let message = request.message
    return try await writer.write(weight: 1 &+ message.weight) { view in
      if let known = try view.rememberedSchedule(message.key) { return known.matches(request) ? .repeated : .conflict }
      // Scheduled by a version that did not remember requests.
      if let same = try view.scheduled(message.key) { return same == message ? .repeated : .conflict }
      guard request.isAllowed else { return .refused }
      guard try view.countScheduled(of: message.key.owner, limit: request.limit) < request.limit else { return .tooMany }
      view.perform(message, RememberedSchedule(fingerprint: request.fingerprint, end: nil, time: request.time))
      return .scheduled
    }
  }

  package func unschedule(
    _ id: ClientID, of user: UserID, app: AppID, as end: ScheduleEnd, at milliseconds: Int64
  ) async throws -> UnscheduleOutcome {
    let owner = UserKey(app: app, user: user)
    let key = ScheduledKey(owner: owner, clientID: id)
    return try await writer.write(weight: 2) { view in
      guard try view.isScheduled(id, of: owner) else {
        return try view.rememberedSchedule(key)?.end.map { .already($0) } ?? .unknown
      }
      try view.unschedule(key, as: end, at: milliseconds)
      return .ended
    }
  }

  package func scheduled(of user: UserID, app: AppID, after: ClientID?, limit: Int) async throws -> [ScheduledMessage] {
    try await read { try $0.scheduled(of: user, app: app, after: after, limit: max(0, limit)) }
  }

  package func scheduled(after: ScheduledPlace?, limit: Int) async throws -> [ScheduledMessage] {
    try await read { try $0.scheduled(after: after, limit: max(0, limit)) }
  }
}
