import MartletWire

// Roles and silences in a group.
extension Chat {
  /// Gives members of the group a role; only the owner may do this.
  ///
  /// Admins may remove and silence members, recall any message, and silence the group; see ``Member/Role``. With `.owner`, the
  /// group is handed over: there is one new owner, and this user becomes a plain member. Members who have the role already keep
  /// it. All members are told by `Event.conversation` and in the log by ``Notice/rolesSet(_:_:)``. The call waits while the
  /// client is connecting. If the connection is lost, the request is retried and takes effect once.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - users: The members; exactly one for `.owner`. More than 200 are sent in several requests.
  /// - Throws: `.server(.notPermitted)` for anybody but the owner; `.server(.memberUnknown)` for a user who is no member;
  ///   `.server(.adminsFull)` beyond the server's `limits.group_admins`; `.server(.notSupportedHere)` in direct conversations;
  ///   `.argumentInvalid` for several owners; `.conversationUnknown`. After `.cancelled`, `.notConnected` and `.timedOut` the
  ///   roles may or may not have been set.
  public func setRole(_ role: Member.Role, of users: [UserID]) async throws(MartletError) {
    try await client.outcome { [destination] in $0.setRole(role, of: users, in: destination, for: $1, then: $2) }
  }

  /// Keeps members of the group from writing for a while.
  ///
  /// They read, recall and leave as before; sending, editing, reacting, pinning and typing fail with `.server(.silenced)`. The
  /// owner may silence admins and members, an admin plain members. A later call replaces the end of an earlier one. All members
  /// are told by ``Notice/membersSilenced(_:until:)``; a silenced user also by ``Conversation/silencedUntil``.
  ///
  /// - Parameters:
  ///   - users: The members. More than 200 are sent in several requests.
  ///   - until: When they may write again, by the server's clock; nil for not before ``endSilence(of:)``.
  /// - Throws: As ``setRole(_:of:)``, and `.server(.notPermitted)` also for members of this user's role or a higher one.
  public func silence(_ users: [UserID], until: Timestamp? = nil) async throws(MartletError) {
    // 0 would end the silence.
    let end = max(until?.milliseconds ?? .max, 1)
    try await client.outcome { [destination] in $0.silence(users, in: destination, until: end, for: $1, then: $2) }
  }

  /// Makes members speakers: they may write even while the group is silenced.
  ///
  /// It ends with ``endSilence(of:)``, ``silence(_:until:)`` and the membership. All members are told by
  /// ``Notice/speakersSet(_:)``, and by ``Member/isSpeaker``; a speaker also by ``Conversation/isSpeaker``.
  ///
  /// - Parameter users: The members. More than 200 are sent in several requests. Those who are silenced may write at once.
  /// - Throws: As ``silence(_:until:)``.
  public func makeSpeakers(_ users: [UserID]) async throws(MartletError) {
    try await client.outcome { [destination] in
      $0.silence(users, in: destination, until: Wire.SilenceMembers.speaker, for: $1, then: $2)
    }
  }

  /// Lets members write again whom somebody has silenced, and makes speakers plain members.
  ///
  /// - Parameter users: The members. Those who may write already are told again.
  /// - Throws: As ``silence(_:until:)``.
  public func endSilence(of users: [UserID]) async throws(MartletError) {
    try await client.outcome { [destination] in $0.silence(users, in: destination, until: 0, for: $1, then: $2) }
  }

  /// Keeps everyone but the owner, the admins and the speakers from writing in the group, or lets everyone write again.
  ///
  /// Only the owner and admins may do this. Others then get `.server(.conversationSilenced)` where they write. All members are
  /// told by ``Notice/conversationChanged(title:attributes:isSilenced:isOpen:history:takesApplications:)``
  /// and by ``Conversation/isSilenced``.
  ///
  /// - Parameter isSilenced: Whether only the owner, the admins and the speakers may write.
  /// - Throws: As ``setRole(_:of:)``.
  public func setSilenced(_ isSilenced: Bool) async throws(MartletError) {
    try await client.outcome { [destination] in $0.change(destination, isSilenced: isSilenced, for: $1, then: $2) }
  }
}
