import MartletStore
import MartletWire

/// Answers the links of a group with their codes, to those who may make some.
enum ListLinksRequest: ReadingRequest {
  typealias Message = Wire.ListLinks

  static func answer(
    _ request: Wire.ListLinks, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    let allowed = reading.kinds.policy(of: id).permissions[.admit]
    guard !allowed.isEmpty else { return .failure(Wire.Failure(.notSupportedHere)) }
    guard let record = try await reading.conversation(id, of: caller) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let roles = Roles(of: record.role(of: caller.user)).union(.member)
    guard reading.isOfApp || !allowed.isDisjoint(with: roles) else { return .failure(Wire.Failure(.notPermitted)) }
    return .links(Wire.Links(conversation: id.text, links: record.rules?.links.map(\.wire) ?? []))
  }
}
