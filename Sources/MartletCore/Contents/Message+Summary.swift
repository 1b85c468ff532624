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
    if case .notice(.membersAdded(let users, _)) = kind { return users == [sender] ? "[joined]" : "[added \(names(users))]" }
    if case .notice(.membersRemoved(let users, _, _)) = kind { return users == [sender] ? "[left]" : "[removed \(names(users))]" }
    if case .notice(.conversationChanged(let title, _, let isSilenced, let isOpen, let history, let applications)) = kind {
      if let title { return "[called the group \(title)]" }
      if let isOpen { return isOpen ? "[opened the group to everybody]" : "[closed the group]" }
      if let applications { return applications ? "[lets others apply to join]" : "[takes no more applications]" }
      if history != nil { return "[changed what new members may read]" }
      return isSilenced.map { $0 ? "[silenced the group]" : "[let everyone write again]" } ?? "[changed the group]"
    }
    if case .notice(.rolesSet(let users, let role)) = kind {
      return role == .owner
        ? "[handed the group over to \(names(users))]"
        : "[\(role == .admin ? "made" : "ended") \(names(users)) \(role == .admin ? "admin" : "as admin")]"
    }
    if case .notice(.speakersSet(let users)) = kind { return "[made \(names(users)) speaker]" }
    if case .notice(.membersSilenced(let users, let until)) = kind {
      return until == nil ? "[let \(names(users)) write again]" : "[silenced \(names(users))]"
    }
    if case .notice(.usersBanned(let users, let until, _, _, _)) = kind {
      return until == nil ? "[lifted the ban of \(names(users))]" : "[banned \(names(users))]"
    }
    if case .notice(.applied(let text, let until)) = kind {
      return until == nil ? "[withdrew the application]" : text.isEmpty ? "[applies to join]" : "[applies to join] \(text)"
    }
    if case .notice(.applicationsRefused(let users, _)) = kind { return "[refused the application of \(names(users))]" }
    if case .notice(.memberNamed(let user, let name)) = kind {
      let whose = user == sender ? "the own name" : "the name of \(user.text)"
      return name.isEmpty ? "[removed \(whose)]" : "[changed \(whose) to \(name)]"
    }
    if case .notice(.announced(let text)) = kind { return text.isEmpty ? "[removed the announcement]" : "[announced] \(text)" }
    if case .notice(.linkMade) = kind { return "[made a link]" }
    if case .notice(.linksRevoked) = kind { return "[revoked a link]" }
    if case .notice(.dismissed) = kind { return "[dismissed the group]" }
    return "[something new]"
  }
}
