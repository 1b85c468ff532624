/// A message on this device only, unknown to the server and to other devices.
///
/// It has no position in the conversation's log; `after` says where it is shown. It cannot be fetched again if the app's data
/// is lost. It does not count as unread, and is not the last message of the list.
public struct LocalMessage: Hashable, Sendable, Identifiable {
  /// The id on this device, which grows with each insertion.
  public let id: Int64
  /// The conversation.
  public let conversation: ConversationID
  /// The user shown as its sender.
  public let sender: UserID
  /// The time shown with it.
  public let time: Timestamp
  /// The content.
  public let content: MessageContent
  /// The position of the log message after which it is shown; 0 for before everything.
  ///
  /// Local messages after the same position are ordered by time, then by id.
  public let after: UInt64
  /// The app's own fields.
  public let fields: ContentFields
  /// The app's own name for it; nil for none.
  public let name: String?
}

/// A local message to insert.
public struct LocalDraft: Hashable, Sendable {
  /// The content.
  public var content: MessageContent
  /// The user shown as its sender; nil for the client's user.
  public var sender: UserID?
  /// The time shown with it, which determines its place; nil for now, after all cached messages.
  public var time: Timestamp?
  /// The app's own fields.
  public var fields: ContentFields
  /// A name chosen by the app, 1 to 128 bytes, for deduplicating insertions; nil for none.
  public var name: String?

  /// Creates a draft.
  public init(
    _ content: MessageContent, sender: UserID? = nil, time: Timestamp? = nil, fields: ContentFields = ContentFields(),
    name: String? = nil
  ) {
    self.content = content
    self.sender = sender
    self.time = time
    self.fields = fields
    self.name = name
  }

  /// The largest number of messages in one insertion.
  static let atOnce = 500

  package static func check(_ drafts: [LocalDraft]) throws(MartletError) {
    guard drafts.count <= atOnce else {
      throw MartletError(
        .argumentInvalid, "\(drafts.count) messages are too many for one insertion; insert them in several", field: "drafts",
        limit: UInt64(atOnce), actual: UInt64(drafts.count))
    }
    for draft in drafts {
      try ContentCheck.bytes(draft.content.json, "content", atMost: MessageContent.bytesAtMost)
      try ContentCheck.bytes(draft.fields.json, "fields", atMost: MessageContent.bytesAtMost)
      if let name = draft.name {
        try ContentCheck.notEmpty(name, "name")
        try ContentCheck.bytes(name, "name", atMost: 128)
      }
      guard (try? ContentFields(json: draft.content.json)) != nil else {
        throw MartletError(.argumentInvalid, "the content of a local message is not a JSON object", field: "content")
      }
    }
  }
}
