/// A message on this device alone: the server and the other devices never see it.
///
/// It has no position in the conversation's log; `after` says between which messages it is shown. It is not fetched again
/// when the app's data is lost, counts as nothing unread, and is not the last message of the list.
public struct LocalMessage: Hashable, Sendable, Identifiable {
  /// Its number on this device, growing with each insertion.
  public let id: Int64
  /// The conversation it is shown in.
  public let conversation: ConversationID
  /// Whose message it is shown as.
  public let sender: UserID
  /// The time it is shown with.
  public let time: Timestamp
  /// What it says.
  public let content: MessageContent
  /// It is shown after the message at this position and before the next one, among others there by time and number; 0 is
  /// before everything.
  public let after: UInt64
  /// What the app notes with it.
  public let fields: ContentFields
  /// The app's own name for it; nil where it gave none.
  public let name: String?
}

/// A local message to be inserted.
public struct LocalDraft: Hashable, Sendable {
  /// What it says.
  public var content: MessageContent
  /// Whose message it is shown as; nil means the user.
  public var sender: UserID?
  /// The time it is shown with, which decides where it is shown; nil means now, after everything this device holds.
  public var time: Timestamp?
  /// What the app notes with it.
  public var fields: ContentFields
  /// A name of the app's own, 1 to 128 bytes, by which another insertion of the same is recognised; nil for none.
  public var name: String?

  /// A local message to be inserted.
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

  /// How many may be inserted at once.
  static let atOnce = 500

  static func check(_ drafts: [LocalDraft]) throws(MartletError) {
    guard drafts.count <= atOnce else {
      throw MartletError(
        .argumentInvalid, "\(drafts.count) messages are too many for one insertion: insert them in several", field: "drafts",
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
