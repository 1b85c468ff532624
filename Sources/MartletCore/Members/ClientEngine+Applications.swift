import MartletWire

// Applications to join a group.
extension ClientEngine {
  /// Applies to join a group, or withdraws the application.
  package func apply(
    to group: ConversationID, text: String = "", sharedBy: UserID? = nil, way: String = "", isWithdrawn: Bool = false,
    for operation: Operation, then: @escaping Completion<Void>
  ) {
    append(
      .applyToGroup(
        Wire.ApplyToGroup(
          conversation: group.text, clientId: newClientID().text, text: text, sharedBy: sharedBy?.text ?? "", way: way,
          withdrawn: isWithdrawn)), for: operation, then: then)
  }

  /// Accepts applications, or refuses them.
  package func answerApplications(
    of users: [UserID], to destination: Destination, isAccepted: Bool, reason: String = "", for operation: Operation,
    then: @escaping Completion<Void>
  ) {
    changeMembers(users.map { $0.text }[...], for: operation, then: then) { part, id in
      .answerApplications(
        Wire.AnswerApplications(
          conversation: destination.description, clientId: id, users: part, accepted: isAccepted, reason: reason))
    }
  }

  /// All applications, from the server.
  package func applications(
    to destination: Destination, for operation: Operation, then: @escaping Completion<[GroupApplication]>
  ) {
    listApplications(to: destination, after: "", found: [], for: operation, then: then)
  }

  private func listApplications(
    to destination: Destination, after: String, found: [GroupApplication], for operation: Operation,
    then: @escaping Completion<[GroupApplication]>
  ) {
    let request = Wire.ListApplications(conversation: destination.description, after: after, limit: 100)
    call(.read(.listApplications(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .applications(let page) = body else { throw .unexpectedAnswer }
        let found = found + page.applications.compactMap { GroupApplication($0) }
        guard page.more, let last = page.applications.last?.user, after.utf8.lexicographicallyPrecedes(last.utf8) else {
          return then(.success(found))
        }
        listApplications(to: destination, after: last, found: found, for: operation, then: then)
      }
    }
  }
}
