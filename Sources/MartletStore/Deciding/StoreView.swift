import MartletWire

/// What a decision has to know, as of the moment: with all earlier writes, those of the same commit included.
///
/// An engine answers from its tables, or from memory over them. Decisions are the same for every engine.
protocol StoreView {
  /// The kinds of conversation.
  var kinds: Kinds { get }

  /// The newest stamp given in an app.
  func stamp(of app: AppID) -> UInt64

  func conversation(_ id: ConversationID, app: AppID) throws -> ConversationState?

  /// The short name that the next new conversation gets; throws where there are too many.
  func nextNumber() throws -> Int64

  func member(_ user: UserID, of conversation: ConversationState) throws -> MemberRecord?

  /// The message at a position; nil where there is none, or another kind of entry.
  func message(at seq: UInt64, in conversation: ConversationState) throws -> MessageState?

  /// The edit of the same target before the edit at a position; 0 for none.
  func editBefore(_ edit: UInt64, in conversation: ConversationState) throws -> UInt64

  /// The newest message before a position that is for all and not recalled; 0 for none.
  func shownMessage(before seq: UInt64, in conversation: ConversationState) throws -> UInt64

  /// The content of a message as it is now; nil where there is none.
  func content(at seq: UInt64, in conversation: ConversationState) throws -> (type: String, content: String)?

  /// What is attached to a message under one kind for one owner, by name; of long values only the beginning.
  func annotations(
    of target: UInt64, kind: AnnotationKind, owner: String, in conversation: ConversationState
  ) throws -> [String: AnnotationValue]

  /// The entries that changed what is attached to a message, in no order.
  func annotating(_ target: UInt64, in conversation: ConversationState) throws -> [UInt64]

  /// The messages pinned to the conversation.
  func pinned(in conversation: ConversationState) throws -> Set<UInt64>

  /// What an earlier append of the sender with the same client id left to recognise it by.
  func remembered(_ id: ClientID, sender: UserID, app: AppID) throws -> RememberedAppend?

  /// The newest position of a user's log; 0 for an empty one.
  func userHead(_ user: UserID, app: AppID) throws -> UInt64

  /// Which single positions a member hid.
  func hidden(from user: UserID, in conversation: ConversationState) throws -> Set<UInt64>

  /// All settings of a user.
  func settings(of user: UserKey) throws -> UserSettings

  func user(_ id: UserID, app: AppID) throws -> UserRecord?

  /// Whether a user has something scheduled under a name.
  func isScheduled(_ id: ClientID, of owner: UserKey) throws -> Bool
}

/// A conversation as the writer knows it.
struct ConversationState: Sendable, Equatable {
  var app: AppID
  /// The engine's own short name for it, assigned when it is made.
  var number: Int64
  var record: ConversationRecord
  /// The newest message that is for all and not recalled; 0 for none.
  var shown: UInt64
}

/// Of a stored message, what decisions look at.
struct MessageState: Sendable, Equatable {
  var sender: UserID
  /// Milliseconds since 1970.
  var time: Int64
  var revision: UInt64
  var isRecalled: Bool
  var counts: Bool
  /// The message that it replies to; 0 for none.
  var parent: UInt64
  var details: Details?

  func isVisible(to user: UserID) -> Bool { details?.isVisible(to: user, sender: sender) ?? true }
}

/// What recognises a retry and answers it.
struct RememberedAppend: Sendable, Equatable {
  /// Nil if there was nothing to change.
  var position: Position?
  var fingerprint: [UInt8]
}

/// An append that had nothing to change, as far as it is remembered.
struct UnchangedAppend: Sendable, Equatable {
  var sender: UserKey
  var clientID: ClientID
  var fingerprint: [UInt8]
  /// When it came, in milliseconds since 1970.
  var time: Int64

  init(sender: UserKey, clientID: ClientID, fingerprint: [UInt8], time: Int64) {
    self.sender = sender
    self.clientID = clientID
    self.fingerprint = fingerprint
    self.time = time
  }

  init(_ append: Append) {
    self.init(
      sender: UserKey(app: append.app, user: append.sender), clientID: append.clientID, fingerprint: append.fingerprint,
      time: append.time)
  }
}
