import MartletStore
import MartletWire

/// Answers what a message said and says.
enum ListVersionsRequest: ReadingRequest {
  typealias Message = Wire.ListVersions

  static func answer(
    _ request: Wire.ListVersions, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    let limit = reading.page(request.limit, default: 100)
    let found = try await reading.store.versions(
      of: request.target, in: id, app: caller.app, for: caller.user, after: request.after, limit: limit + 1)
    return reading.messages(found, of: id, limit: limit)
  }
}
