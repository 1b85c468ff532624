// Names of members in a group, and its announcements.
extension Chat {
  /// Gives a member a name in the group, which all members see.
  ///
  /// Every member may choose the own name; the owner also those of admins and members, an admin those of plain members. It ends
  /// with the membership. All members are told by ``Notice/memberNamed(_:_:)`` and by ``Member/nickname``. If the connection is
  /// lost, the request is retried and takes effect once.
  ///
  /// - Parameters:
  ///   - name: The name, at most 256 bytes; empty to remove it.
  ///   - user: The member; nil for this user.
  /// - Throws: `.server(.notPermitted)` for members of this user's role or a higher one; `.server(.memberUnknown)`;
  ///   `.server(.silenced)` and `.server(.conversationSilenced)` for the own name of a user who may not write;
  ///   `.server(.notSupportedHere)` in direct conversations; `.server(.conversationDismissed)`; `.server(.fieldInvalid)`;
  ///   `.conversationUnknown`. After `.cancelled`, `.notConnected` and `.timedOut` the name may or may not have been changed.
  public func setNickname(_ name: String, of user: UserID? = nil) async throws(MartletError) {
    try await client.outcome { [destination] in $0.setNickname(name, of: user, in: destination, for: $1, then: $2) }
  }

  /// Changes the group's announcement, which all members see.
  ///
  /// Only the owner and admins may do this. All members are told by ``Notice/announced(_:)`` and by
  /// ``Conversation/announcement``. If the connection is lost, the request is retried and takes effect once.
  ///
  /// - Parameter text: The text, at most 2,048 bytes; empty to remove the announcement.
  /// - Throws: As ``setNickname(_:of:)``, with `.server(.notPermitted)` for plain members.
  public func announce(_ text: String) async throws(MartletError) {
    try await client.outcome { [destination] in $0.announce(text, in: destination, for: $1, then: $2) }
  }

  /// Returns the group's announcements, newest first: the present one, and earlier ones.
  ///
  /// It asks the server. Earlier ones are those that this user may read in the log. One that was removed has an empty text.
  ///
  /// - Parameters:
  ///   - limit: The largest number of announcements; 1 to 50.
  ///   - cursor: `Page.next` of the previous page; nil for the first page.
  /// - Returns: The announcements.
  /// - Throws: `.server(.notSupportedHere)` in direct conversations; `.argumentInvalid` for a cursor of another call;
  ///   `.conversationUnknown`; `.cancelled`, `.notConnected` and `.timedOut`.
  public func announcements(
    limit: Int = 20, after cursor: PageCursor? = nil
  ) async throws(MartletError) -> Page<GroupAnnouncement> {
    let place = try PageCursor.position(cursor)
    return try await client.outcome { [destination] in
      $0.announcements(of: destination, after: place, limit: limit, for: $1, then: $2)
    }
  }
}
