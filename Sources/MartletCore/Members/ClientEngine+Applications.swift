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
    listOutsiders(for: operation, then: then) { after in
      .listApplications(Wire.ListApplications(conversation: destination.description, after: after, limit: 100))
    } page: { body in
      guard case .applications(let page) = body else { return nil }
      return (page.applications.compactMap { GroupApplication($0) }, page.more ? page.applications.last?.user : nil)
    }
  }
}
