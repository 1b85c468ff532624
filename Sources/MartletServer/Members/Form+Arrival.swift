import MartletStore
import MartletWire

// How users come to a group.
extension Form {
  /// A word of the app for its statistics; may be empty.
  static func way(_ way: String) throws(Refusal) -> String {
    guard way.isEmpty || NameForm.isContentType(way) else { throw Refusal(field: "way", limit: Limits.idBytes, way.utf8.count) }
    return way
  }

  /// A user whom a request need not name.
  static func optionalUser(_ user: String, _ field: String) throws(Refusal) -> UserID? {
    guard !user.isEmpty else { return nil }
    guard let user = UserID(user) else { throw Refusal(field: field) }
    return user
  }

  /// The user who passed a group on; may be empty.
  static func sharer(_ user: String) throws(Refusal) -> String {
    try optionalUser(user, "shared_by")?.text ?? ""
  }

  /// The form in which it is kept; nil if nothing is said.
  static func arrival(_ arrival: Wire.Arrival) -> Details? {
    arrival == Wire.Arrival() ? nil : Details(Wire.Details(arrival: arrival))
  }

  /// The group that a user wants to join, and the code of the link, if there is one.
  static func joined(
    _ conversation: String, _ code: String, _ kinds: Kinds, caller: UserID
  ) throws(Refusal) -> (conversation: ConversationID, code: String?) {
    let named = conversation.isEmpty ? nil : kinds.id(conversation, caller: caller)
    if named == nil, !conversation.isEmpty || code.isEmpty { throw Refusal(field: "conversation") }
    if code.isEmpty, let named { return (named, nil) }
    guard let led = LinkCode.conversation(of: code, kinds), named ?? led == led else { throw Refusal(.linkInvalid) }
    return (led, code)
  }
}

/// The codes of links: the conversation's id and a secret, which only the server makes.
enum LinkCode {
  /// No id has it.
  private static let separator: Character = "~"

  /// A new code.
  static func make(for conversation: ConversationID, secret: String) -> String { "\(conversation.text)\(separator)\(secret)" }

  /// The conversation of a code; nil if it is malformed.
  static func conversation(of code: String, _ kinds: Kinds) -> ConversationID? {
    let parts = code.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, code.utf8.count <= 256 else { return nil }
    return kinds.id(String(parts[0]), caller: nil)
  }
}
