import MartletWire

// Ways into a group, and its end.
extension Chat {
  /// Opens the group to everybody, or closes it again.
  ///
  /// Every user of the app who knows the id of an open group may join it with ``MartletClient/join(_:sharedBy:way:)``. Only the
  /// owner and admins may open and close it. All members are told by
  /// ``Notice/conversationChanged(title:attributes:isSilenced:isOpen:history:takesApplications:)``
  /// and by ``Conversation/isOpen``. The call
  /// waits while the client is connecting. If the connection is lost, the request is retried and takes effect once.
  ///
  /// - Parameter isOpen: Whether everybody may join.
  /// - Throws: `.server(.notPermitted)` for plain members; `.server(.notSupportedHere)` in direct conversations;
  ///   `.server(.conversationDismissed)`; `.conversationUnknown`. After `.cancelled`, `.notConnected` and `.timedOut` the group
  ///   may or may not have been changed.
  public func setOpen(_ isOpen: Bool) async throws(MartletError) {
    try await client.outcome { [destination] in $0.change(destination, isOpen: isOpen, for: $1, then: $2) }
  }

  /// Decides what new members may read of the group's log from before their joining.
  ///
  /// Those who are members already see what they see. What new members may read does not count as unread for them. Only the owner
  /// and admins may decide it. All members are told by
  /// ``Notice/conversationChanged(title:attributes:isSilenced:isOpen:history:takesApplications:)``
  /// and by ``Conversation/history``.
  ///
  /// - Parameter history: What they may read.
  /// - Throws: As ``setOpen(_:)``.
  public func setHistory(_ history: GroupHistory) async throws(MartletError) {
    try await client.outcome { [destination] in $0.change(destination, history: history, for: $1, then: $2) }
  }

  /// Makes a link by which users join the group.
  ///
  /// Only the owner and admins may do this, and only they can read the code of a link. All members are told by
  /// ``Notice/linkMade(id:until:uses:)``.
  ///
  /// - Parameters:
  ///   - until: When it stops letting users in, by the server's clock; nil for never. After that, it lets nobody in.
  ///   - uses: How many users it lets in, at least 1; nil for any number.
  /// - Returns: The link.
  /// - Throws: As ``setOpen(_:)``; `.server(.linksFull)` beyond the server's `limits.group_links`; `.argumentInvalid` for fewer
  ///   than one use.
  public func makeLink(until: Timestamp? = nil, uses: Int? = nil) async throws(MartletError) -> GroupLink {
    guard uses ?? 1 > 0, let number = UInt32(exactly: uses ?? 0) else {
      throw MartletError(.argumentInvalid, "a link lets in one user at least", field: "uses")
    }
    return try await client.outcome { [destination] in
      $0.makeLink(to: destination, until: until?.milliseconds ?? 0, uses: number, for: $1, then: $2)
    }
  }

  /// Returns the group's links with their codes, in the order in which they were made.
  ///
  /// - Returns: The links, among them expired and used-up ones.
  /// - Throws: As ``setOpen(_:)``.
  public func links() async throws(MartletError) -> [GroupLink] {
    try await client.outcome { [destination] in $0.links(of: destination, for: $1, then: $2) }
  }

  /// Ends links, so that nobody joins by them any more.
  ///
  /// Members who joined by these links stay members.
  ///
  /// - Parameter links: The ids of the links; those that are gone already are ignored.
  /// - Throws: As ``setOpen(_:)``.
  public func revokeLinks(_ links: [GroupLink.ID]) async throws(MartletError) {
    try await client.outcome { [destination] in $0.revokeLinks(links, of: destination, for: $1, then: $2) }
  }

  /// Ends the group for all members, for ever.
  ///
  /// Only the owner may do this. Members keep the log and may leave; everything else fails with
  /// `.server(.conversationDismissed)`. All are told by ``Notice/dismissed`` and by ``Conversation/isDismissed``.
  ///
  /// - Throws: As ``setOpen(_:)``, and `.server(.notPermitted)` for anybody but the owner.
  public func dismiss() async throws(MartletError) {
    try await client.outcome { [destination] in $0.dismiss(destination, for: $1, then: $2) }
  }
}

extension MartletClient {
  /// Joins a group that is open, or one that a link leads to.
  ///
  /// Returns when this device holds the group. All members are told by ``Notice/membersAdded(_:arrival:)``. A user who is a
  /// member already stays one, and no use of the link is counted. If the connection is lost, the request is retried and takes
  /// effect once.
  ///
  /// - Parameters:
  ///   - entrance: The group, or the code of a link.
  ///   - sharedBy: The user who passed it on, for the app's statistics.
  ///   - way: How the user came to the group, for the app's statistics: 1 to 64 bytes of `[a-z0-9._-]`.
  /// - Returns: The group's id.
  /// - Throws: `.server(.linkInvalid)` for a link that is unknown, revoked, expired or used up; `.server(.conversationUnknown)`
  ///   for a group that is not open; `.server(.groupFull)`; `.server(.conversationDismissed)`; `.server(.fieldInvalid)`. After
  ///   `.cancelled`, `.notConnected` and `.timedOut` the user may or may not have joined.
  @discardableResult
  public func join(_ entrance: GroupEntrance, sharedBy: UserID? = nil, way: String = "") async throws(MartletError)
    -> ConversationID
  {
    try await outcome { $0.join(entrance, sharedBy: sharedBy, way: way, for: $1, then: $2) }
  }

  /// Describes a group that this user could join, or is a member of.
  ///
  /// - Parameter entrance: The group, or the code of a link.
  /// - Returns: What users who are not members may know of it.
  /// - Throws: As ``join(_:sharedBy:way:)``, but for `.server(.groupFull)` and `.server(.conversationDismissed)`.
  public func describe(_ entrance: GroupEntrance) async throws(MartletError) -> GroupCard {
    try await outcome { $0.describe(entrance, for: $1, then: $2) }
  }
}
