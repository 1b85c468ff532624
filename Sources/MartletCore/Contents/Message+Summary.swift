import MartletWire

extension Message {
  /// Returns one line for the conversation list and for notifications, untranslated.
  ///
  /// Notices and recalled messages are in brackets. The line does not name the sender.
  ///
  /// - Parameter registry: The known content types; by default the built-in ones.
  /// - Returns: The line.
  public func summary(in registry: ContentRegistry = .standard) -> String {
    func names(_ users: [UserID]) -> String { users.map { $0.text }.joined(separator: ", ") }
    if case .content(let content) = kind { return content.summary(in: registry) }
    if isRecalled { return "[taken back]" }
    if case .notice(.groupCreated(let title, _, _)) = kind { return "[made the group \(title)]" }
    if case .notice(.membersAdded(let users)) = kind { return "[added \(names(users))]" }
    if case .notice(.membersRemoved(let users, _, _)) = kind { return users == [sender] ? "[left]" : "[removed \(names(users))]" }
    if case .notice(.conversationChanged(let title, _)) = kind {
      return title.map { "[called the group \($0)]" } ?? "[changed the group]"
    }
    return "[something new]"
  }
}
