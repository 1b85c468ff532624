import MartletWire

extension ConversationSettings {
  /// An unsent message.
  public struct Draft: Hashable, Sendable {
    /// The text; may be empty.
    public let text: String
    /// The time when it was saved.
    public let at: Timestamp
    /// True if the draft stays on this device.
    public let isLocal: Bool
    /// The position of the message to reply to; nil for none.
    public let replyTo: UInt64?
    /// The mentions; nil for none.
    public let mentions: MessageDetails.Mentions?
    /// The app's own data, such as chosen pictures; nil for none.
    public let extra: ContentValue?

    package init(
      text: String, at: Timestamp, isLocal: Bool, replyTo: UInt64?, mentions: MessageDetails.Mentions?, extra: ContentValue?
    ) {
      self.text = text
      self.at = at
      self.isLocal = isLocal
      self.replyTo = replyTo
      self.mentions = mentions
      self.extra = extra
    }

    /// The details for sending the draft: `chat.send(.text(draft.text), details: draft.details)`.
    public var details: MessageDetails { MessageDetails(mentions: mentions, replyTo: replyTo) }
  }
}

// The JSON form of the setting. Another client may have written anything there; values that make no sense are left out.
extension ConversationSettings.Draft {
  init?(_ value: ContentValue?, isLocal: Bool) {
    guard let fields = value?.fieldsValue, let text = fields["text"]?.textValue, let at = Timestamp(fields["at"]) else {
      return nil
    }
    self.init(
      text: text, at: at, isLocal: isLocal,
      replyTo: fields["reply"]?.integerValue.flatMap { UInt64(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil },
      mentions: fields["mentions"]?.fieldsValue.map { MessageDetails.Mentions(draft: $0) }, extra: fields["extra"])
  }

  /// Whether there is anything to keep.
  package var isEmpty: Bool { text.isEmpty && replyTo == nil && mentions == nil && extra == nil }

  package var value: ContentValue {
    var fields = ContentFields(["text": .text(text), "at": .integer(at.milliseconds)])
    fields.set("reply", replyTo.map { Int64(clamping: $0) })
    fields["mentions"] = mentions.map { .fields($0.draft) }
    fields["extra"] = extra
    return .fields(fields)
  }
}

extension MessageDetails.Mentions {
  fileprivate init(draft fields: ContentFields) {
    var users: [UserID] = []
    if case .list(let names)? = fields["users"] { users = names.compactMap { $0.textValue.flatMap { UserID($0) } } }
    self.init(users: users, all: fields["all"] == .flag(true), text: fields["text"]?.textValue ?? "")
  }

  fileprivate var draft: ContentFields {
    var fields = ContentFields()
    if !users.isEmpty { fields["users"] = .list(users.map { .text($0.text) }) }
    if all { fields.set("all", true) }
    if !text.isEmpty { fields.set("text", text) }
    return fields
  }
}
