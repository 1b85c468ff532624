import MartletWire

/// What to look for among the user's conversations on the server; all conditions that are set must hold.
public struct ConversationSearch: Hashable, Sendable {
  /// Users who are all members, beside this user; at most 20.
  public var members: [UserID]
  /// True if nobody else is a member.
  public var exactly: Bool
  /// The title; nil for any.
  public var title: String?
  /// Shared attributes, each with the values of which it must have one; at most 20 values in all.
  ///
  /// Values compare as their JSON text.
  public var attributes: [String: [ContentValue]]
  /// The newest entry is from this time or later; nil for any time.
  public var activeFrom: Timestamp?
  /// The newest entry is from before this time; nil for any time.
  public var activeBefore: Timestamp?

  /// Creates a search; without conditions it finds all conversations.
  ///
  /// - Parameters:
  ///   - members: Users who are all members.
  ///   - exactly: True if nobody else is a member.
  ///   - title: The title; nil for any.
  ///   - attributes: Shared attributes, each with the values of which it must have one.
  ///   - activeFrom: The newest entry is from this time or later; nil for any time.
  ///   - activeBefore: The newest entry is from before this time; nil for any time.
  public init(
    members: [UserID] = [], exactly: Bool = false, title: String? = nil, attributes: [String: [ContentValue]] = [:],
    activeFrom: Timestamp? = nil, activeBefore: Timestamp? = nil
  ) {
    self.members = members
    self.exactly = exactly
    self.title = title
    self.attributes = attributes
    self.activeFrom = activeFrom
    self.activeBefore = activeBefore
  }
}

extension ClientEngine {
  /// Looks for conversations on the server.
  package func find(
    _ search: ConversationSearch, after cursor: UInt64?, limit: Int, for operation: Operation,
    then: @escaping Completion<Page<ConversationID>>
  ) {
    let attributes = search.attributes.sorted { $0.key < $1.key }.flatMap { key, values in
      values.map { Wire.Attribute(key: key, value: $0.json) }
    }
    let request = Wire.FindConversations(
      members: search.members.map { $0.text }, exactly: search.exactly, title: search.title, attributes: attributes,
      activeFrom: search.activeFrom?.milliseconds ?? 0, activeBefore: search.activeBefore?.milliseconds ?? 0,
      before: cursor ?? 0, limit: UInt32(min(max(limit, 1), 200)))
    call(.read(.findConversations(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .foundConversations(let found) = body else { throw .unexpectedAnswer }
        let next = found.next > 0 ? PageCursor(.position(found.next)) : nil
        then(.success(Page(items: found.ids.compactMap { ConversationID($0) }, next: next)))
      }
    }
  }
}
