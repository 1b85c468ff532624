import MartletWire

extension MessageID {
  /// The position of a message that has to be of a conversation.
  package func position(in id: ConversationID, field: String = "message") throws(MartletError) -> UInt64 {
    guard conversation == id else { throw .invalid("the message is of another conversation: \(conversation)", field: field) }
    return seq
  }
}

extension [MessageID] {
  /// The positions of messages that have to be of one conversation.
  package func positions(in id: ConversationID) throws(MartletError) -> [UInt64] {
    try map { message throws(MartletError) in try message.position(in: id, field: "messages") }
  }
}

extension ConversationID {
  /// Values by message, of values by position.
  package func messages<Value>(_ values: [UInt64: Value]) -> [MessageID: Value] {
    Dictionary(values.map { (message(at: $0), $1) }) { $1 }
  }
}
