import MartletWire

extension MessageID {
  /// The position of a message that has to be of a conversation.
  package func position(in id: ConversationID, field: String = "message") throws(MartletError) -> UInt64 {
    guard conversation == id else { throw .invalid("the message is of another conversation: \(conversation)", field: field) }
    return seq
  }
}
