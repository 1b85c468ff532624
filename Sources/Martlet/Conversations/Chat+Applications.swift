import MartletWire

// Applications to join a group.
extension Chat {
  /// Lets everybody apply to join the group, or no longer.
  ///
  /// Every user of the app who knows the group's id may then apply with ``MartletClient/apply(to:text:sharedBy:way:)``, and the
  /// owner and admins accept or refuse. Only they may change this. All members are told by
  /// ``Notice/conversationChanged(title:attributes:isSilenced:isOpen:history:takesApplications:)`` and by
  /// ``Conversation/takesApplications``. Applications that wait for an answer stay.
  ///
  /// - Parameter takesApplications: Whether everybody may apply.
  /// - Throws: As ``setOpen(_:)``.
  public func setTakesApplications(_ takesApplications: Bool) async throws(MartletError) {
    try await client.outcome { [destination] in
      $0.change(destination, takesApplications: takesApplications, for: $1, then: $2)
    }
  }

  /// Returns the users who have applied to join the group and wait for an answer.
  ///
  /// It asks the server. Only the owner and admins may do this; they are told of each new application by
  /// ``Notice/applied(_:until:)``.
  ///
  /// - Returns: The applications, in ascending byte order of the users' ids.
  /// - Throws: `.server(.notPermitted)` for plain members; `.server(.notSupportedHere)` in direct conversations;
  ///   `.conversationUnknown`; `.cancelled`, `.notConnected` and `.timedOut`.
  public func applications() async throws(MartletError) -> [GroupApplication] {
    try await client.outcome { [destination] in $0.applications(to: destination, for: $1, then: $2) }
  }

  /// Makes users members who have applied to join the group.
  ///
  /// Only the owner and admins may do this. All members are told by ``Notice/membersAdded(_:arrival:)``. Users who are members
  /// already are ignored. If the connection is lost, the request is retried and takes effect once.
  ///
  /// - Parameter users: The users. More than 200 are sent in several requests.
  /// - Throws: `.server(.applicationUnknown)` if one of them has not applied, or the application has ended;
  ///   `.server(.groupFull)`; and as ``applications()``. After `.cancelled`, `.notConnected` and `.timedOut` the users may or may
  ///   not have been accepted.
  public func accept(_ users: [UserID]) async throws(MartletError) {
    try await client.outcome { [destination] in
      $0.answerApplications(of: users, to: destination, isAccepted: true, for: $1, then: $2)
    }
  }

  /// Refuses users who have applied to join the group.
  ///
  /// Only the owner and admins may do this. The users are told by ``Event/application(_:_:)``, and may apply again; `ban` keeps
  /// them from it.
  ///
  /// - Parameters:
  ///   - users: The users. More than 200 are sent in several requests.
  ///   - reason: The reason, at most 256 bytes, which the users see.
  /// - Throws: As ``accept(_:)``.
  public func refuse(_ users: [UserID], reason: String = "") async throws(MartletError) {
    try await client.outcome { [destination] in
      $0.answerApplications(of: users, to: destination, isAccepted: false, reason: reason, for: $1, then: $2)
    }
  }
}

extension MartletClient {
  /// Applies to join a group that takes applications.
  ///
  /// The owner and admins accept or refuse it. If they accept, the group appears in the list; if they refuse,
  /// ``Event/application(_:_:)`` tells it on all of the user's devices. An application ends after the server's
  /// `limits.application_lifetime`, and ``describe(_:)`` tells when. Another application replaces an earlier one. For members,
  /// nothing changes. If the connection is lost, the request is retried and takes effect once.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - text: What the owner and admins should know; at most 2,048 bytes.
  ///   - sharedBy: The user who passed the group on, for the app's statistics.
  ///   - way: How the user came to the group, for the app's statistics: 1 to 64 bytes of `[a-z0-9._-]`.
  /// - Throws: `.server(.conversationUnknown)` for a group that takes no applications; `.server(.banned)`;
  ///   `.server(.applicationsFull)`; `.server(.conversationDismissed)`; `.server(.fieldInvalid)`. After `.cancelled`,
  ///   `.notConnected` and `.timedOut` the user may or may not have applied.
  public func apply(
    to group: ConversationID, text: String = "", sharedBy: UserID? = nil, way: String = ""
  ) async throws(MartletError) {
    try await outcome { $0.apply(to: group, text: text, sharedBy: sharedBy, way: way, for: $1, then: $2) }
  }

  /// Withdraws the user's application to join a group.
  ///
  /// If there is none, nothing changes.
  ///
  /// - Parameter group: The group.
  /// - Throws: As ``apply(to:text:sharedBy:way:)``.
  public func withdrawApplication(to group: ConversationID) async throws(MartletError) {
    try await outcome { $0.apply(to: group, isWithdrawn: true, for: $1, then: $2) }
  }
}
