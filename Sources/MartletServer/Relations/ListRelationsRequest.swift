import MartletStore
import MartletWire

/// Answers a page of what the caller has set about others.
enum ListRelationsRequest: ReadingRequest {
  typealias Message = Wire.ListRelations

  static func answer(
    _ request: Wire.ListRelations, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    let after = UserID(request.after)
    guard after != nil || request.after.isEmpty else { return reading.invalid("after") }
    guard let flags = request.kind == .any ? [] : RelationFlags(request.kind) else { return reading.invalid("kind") }
    let found = try await reading.store.relations(
      of: caller.user, app: caller.app, flags, after: after, limit: reading.page(request.limit, default: 100))
    // Requests to become friends have texts.
    let count = reading.fitting(found.relations) { (bytes: 200 + $0.text.utf8.count, text: $0.text.utf8.count) }
    return .relations(
      Wire.Relations(
        relations: found.relations.prefix(count).map(\.wire), head: found.head,
        more: found.more || found.relations.count > count))
  }
}
