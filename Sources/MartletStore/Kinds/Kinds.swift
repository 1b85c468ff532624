import MartletWire

/// A server's kinds of conversation.
package struct Kinds: Sendable, Equatable {
  private var policies: [KindPolicy]

  /// Direct conversations, groups and system conversations.
  package static let standard = Kinds([.direct, .group, .system])

  package init(_ policies: [KindPolicy]) { self.policies = policies }

  /// The standard kinds and one more.
  package static func standard(and policy: KindPolicy) -> Kinds { Kinds(standard.policies + [policy]) }

  /// The rules of a conversation; the rules of an unknown kind allow nothing.
  package func policy(of id: ConversationID) -> KindPolicy {
    let kind = id.kind
    return policies.first { $0.kind == kind } ?? .closed(kind)
  }

  /// Parses the id of a conversation of one of these kinds; nil if it is malformed or of another kind.
  ///
  /// - Parameters:
  ///   - text: The text form.
  ///   - caller: The user who completes the short form of a direct conversation.
  /// - Returns: The id.
  package func id(_ text: String, caller: UserID?) -> ConversationID? {
    guard let id = ConversationID(text, caller: caller) else { return nil }
    let kind = id.kind
    return policies.contains { $0.kind == kind && $0.allows(id) } ? id : nil
  }

  /// The id of a conversation to be made: of a group by its name, of another kind by its whole id; nil if it cannot be made.
  package func idToMake(_ name: String) -> ConversationID? {
    if let group = ConversationID.group(name) { return group }
    guard let id = id(name, caller: nil), id.kind != .group, !policy(of: id).permissions[.create].isEmpty else { return nil }
    return id
  }

  /// The kinds that any user of the app may read.
  var open: [KindPolicy] { policies.filter { $0.permissions.isOpen(.read) } }

  /// The kinds whose logs are rings.
  var rings: [KindPolicy] { policies.filter { $0.log != .durable } }
}
