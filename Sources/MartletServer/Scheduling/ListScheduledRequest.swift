import MartletStore
import MartletWire

/// Answers a page of what the caller has scheduled.
enum ListScheduledRequest: ReadingRequest {
  typealias Message = Wire.ListScheduled

  static func answer(
    _ request: Wire.ListScheduled, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    var after: ClientID?
    if !request.after.isEmpty {
      guard let id = ClientID(request.after) else { return reading.invalid("after") }
      after = id
    }
    let limit = reading.page(request.limit, default: 100)
    let found = try await reading.store.scheduled(of: caller.user, app: caller.app, after: after, limit: limit + 1)
    let count = min(limit, reading.fitting(found) { (bytes: $0.bytes, text: $0.content.utf8.count) })
    return .scheduledMessages(
      Wire.ScheduledMessages(messages: found.prefix(count).map(Wire.Schedule.init), more: found.count > count))
  }
}

extension ScheduledMessage {
  /// About how many bytes it has on the wire.
  fileprivate var bytes: Int {
    let properties = properties ?? []
    return 200 + content.utf8.count + (details?.bytes.count ?? 0)
      + properties.reduce(0) { $0 + 50 + ($1.value?.utf8.count ?? 0) }
  }
}
