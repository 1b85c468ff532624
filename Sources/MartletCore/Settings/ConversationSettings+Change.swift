import MartletWire

extension ConversationSettings {
  /// A change of the user's own settings of a conversation.
  package enum Change {
    case pin(countsAsActivity: Bool)
    case unpin
    case level(NotificationLevel?)
    case muted(Bool)
    case alias(String?)
    case ringTone(String?)
    /// Deletes the draft if it is empty.
    case draft(ConversationSettings.Draft)
    /// Drops the conversation from the list until a message after this position.
    case removed(upTo: UInt64)

    /// The settings to change.
    ///
    /// - Parameters:
    ///   - id: The conversation.
    ///   - now: The time of the change.
    /// - Throws: `.argumentInvalid` with the field that is too long.
    /// - Returns: The settings.
    package func settings(of id: ConversationID, at now: Timestamp) throws(MartletError) -> [Setting] {
      switch self {
      case .pin(let countsAsActivity):
        var fields = ContentFields(["at": .integer(now.milliseconds)])
        if countsAsActivity { fields["touch"] = .flag(true) }
        return [Setting("pin", of: id, .fields(fields))]
      case .unpin: return [Setting("pin", of: id, nil)]
      case .level(let level): return [Setting("level", of: id, level.map { .text($0.rawValue) })]
      case .muted(let isMuted): return [Setting("mute", of: id, isMuted ? .flag(true) : nil)]
      case .alias(let alias):
        try ContentCheck.bytes(alias ?? "", "alias", atMost: 256)
        return [Setting("alias", of: id, alias.flatMap { $0.isEmpty ? nil : .text($0) })]
      case .ringTone(let name):
        try ContentCheck.bytes(name ?? "", "name", atMost: 256)
        return [Setting("ring", of: id, name.map { .text($0) })]
      case .draft(let draft):
        try ContentCheck.bytes(draft.text, "text", atMost: 12 << 10)
        let value = draft.isEmpty ? nil : draft.value
        try ContentCheck.bytes(value?.json ?? "", "draft", atMost: 16 << 10)
        // Otherwise the other draft would show again.
        return [
          Setting("draft", of: id, draft.isLocal ? nil : value), Setting("_draft", of: id, draft.isLocal ? value : nil),
        ]
      case .removed(let head): return [Setting("removed", of: id, .integer(Int64(clamping: head)))]
      }
    }
  }
}
