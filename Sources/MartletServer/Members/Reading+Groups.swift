import MartletStore
import MartletWire

extension Reading {
  /// The answer of `body` for a group in which the caller has a role that an operation needs; otherwise the refusal.
  func group(
    _ conversation: String, of caller: UserKey, to operation: Permission,
    _ body: (ConversationID, ConversationRecord) async throws -> Wire.ServerPacket.Body
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = kinds.id(conversation, caller: caller.user) else { return invalid("conversation") }
    let allowed = kinds.policy(of: id).permissions[operation]
    guard !allowed.isEmpty else { return .failure(Wire.Failure(.notSupportedHere)) }
    guard let record = try await self.conversation(id, of: caller) else { return .failure(Wire.Failure(.conversationUnknown)) }
    let roles = Roles(of: record.role(of: caller.user)).union(.member)
    guard isOfApp || !allowed.isDisjoint(with: roles) else { return .failure(Wire.Failure(.notPermitted)) }
    return try await body(id, record)
  }
}
