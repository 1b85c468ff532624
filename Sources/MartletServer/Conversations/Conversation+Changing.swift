import MartletStore
import MartletWire

extension Conversation {
  /// States what must hold for a change of what all members see; what it comes to is settled by the store.
  func decideChange(_ append: Append, _ change: ConversationChange, limits: Shared<Limits>) -> Decision {
    guard key.id.kind == .group else { return .answer(.failure(Wire.Failure(.notSupportedHere))) }
    var append = append
    append.event = .conversationChanged(change)
    if limits.value.changeConversationBy == .owner { append.conditions.append(.owner(append.sender)) }
    append.conditions += [
      .conversationChanges, .attributesAtMost(limits.value.attributes), .attributeBytesAtMost(limits.value.attributeBytes),
    ]
    return .append(Shared(append))
  }
}
