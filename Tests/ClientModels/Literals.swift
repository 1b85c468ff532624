import MartletCore
import MartletWire

// Values a test writes down; one of the wrong form is the test's own fault and ends it.

extension UserID {
  package static func of(_ text: String) -> UserID { known(UserID(text), text) }
}

extension ConversationID {
  package static func of(_ text: String) -> ConversationID { known(ConversationID(text), text) }
}

extension ClientID {
  package static func of(_ text: String) -> ClientID { known(ClientID(text), text) }
}

extension Destination {
  package static func of(_ text: String) -> Destination { known(Destination(text), text) }
}

private func known<Value>(_ value: Value?, _ text: String) -> Value {
  guard let value else { preconditionFailure("\(text) is no \(Value.self)") }
  return value
}
