import MartletStore
import MartletWire

/// Answers the links of a group with their codes, to those who may make some.
enum ListLinksRequest: ReadingRequest {
  typealias Message = Wire.ListLinks

  static func answer(
    _ request: Wire.ListLinks, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    try await reading.group(request.conversation, of: caller, to: .admit) { id, record in
      .links(Wire.Links(conversation: id.text, links: record.rules?.links.map(\.wire) ?? []))
    }
  }
}
