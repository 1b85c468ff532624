/// Something that changed on this device, after it was written to the local database.
///
/// Whoever shows `conversations()` and then applies these events shows what `conversations()` would say now.
public enum Event: Hashable, Sendable {
  /// A conversation is new in the list or changed; this is all of it.
  case conversation(Conversation)
  /// A conversation left the list. Where the user is a member no more the removal says whose doing that was; it is nil where the
  /// user took the conversation out of the list, and where this device was not told.
  case conversationRemoved(ConversationID, Removal? = nil)
  /// A message or notice was appended to a conversation. Each position comes once, in order within a conversation.
  case message(Message)
  /// A message held on this device was edited or taken back, or something was attached to it; this is all of it.
  case messageChanged(Message)
  /// What stands at these positions, and everything up to `upTo`, 0 for nothing, is to be seen no more: the user hid it, or
  /// it was recalled silently.
  case hidden(ConversationID, upTo: UInt64, [UInt64])
  /// The server will not hide this on the user's other devices; on this one it stays hidden.
  case hidingRefused(ConversationID, upTo: UInt64, [UInt64], MartletError)
  /// A setting may have another value now. Where it is of a conversation in the list, `.conversation` comes as well.
  case setting(Setting.Name)
  /// What is attached to a message has changed so, by a member; nil where that is not told, as of secret votes. Comes after
  /// `messageChanged` with all of the message where this device holds it.
  case annotated(EntryID, AnnotationChange, by: UserID?)
  /// A member's read marker moved. Only the largest counts.
  case read(ConversationID, by: UserID, upTo: UInt64)
  /// A device of a member holds the log up to here. Only the largest counts; who has read has it as well.
  case delivered(ConversationID, by: UserID, upTo: UInt64)
  /// The user scheduled a message, on whatever device; it may be told more than once. What changes while there is no connection
  /// is not told: `MartletClient.scheduled()` has all of it.
  case scheduled(ScheduledMessage)
  /// What was scheduled under this name is so no more.
  case scheduledEnded(ClientID, ScheduledMessage.End)
  /// A member signals something, which is nowhere stored. What comes while nobody listens is lost.
  case signal(Signal)
  /// A member writes a message of this content type. Nil: does so no more, for having stopped, sent it, or not been heard of for
  /// 6 seconds.
  case typing(ConversationID, by: UserID, String?)
  /// Something was put in the outbox, or its state changed.
  case pending(PendingSend)
  /// Something left the outbox, because its entry has arrived or because it was discarded.
  case pendingRemoved(ClientID)
  /// Local messages or local fields of a conversation changed.
  case localMessages(ConversationID)
  /// After connecting: everything that happened meanwhile has been fetched.
  case caughtUp
  /// The local database was damaged, or did not fit the server's data any more, and was begun anew; everything is
  /// fetched again.
  ///
  /// `keptAt` is where a damaged file was put aside, nil where there was no damage. What was in the outbox was carried
  /// over where `outboxKept`, and with it local messages, and settings and hidings that the server was yet to be told;
  /// otherwise it can only be found in that file.
  case localDataReset(keptAt: String?, outboxKept: Bool)
  /// The listener was too slow: the events it had not taken were dropped. Read `conversations()` and the open history again.
  case missed
}

/// How a user ceased to be a member of a conversation.
public struct Removal: Hashable, Sendable {
  /// Whose doing it is: the user's own, for leaving.
  public let by: UserID
  /// What that one says of it; empty for nothing.
  public let reason: String
}

/// How the connection to the server stands.
public enum ConnectionState: Hashable, Sendable {
  /// Not connected and not trying: before `connect()`, and after `disconnect()`.
  case offline
  /// Trying. `attempt` counts from 1 since the last connection; `retryIn` says how long until that attempt begins, nil while
  /// it is under way and while there is no network.
  case connecting(attempt: Int, retryIn: Duration?)
  /// The server has let this device in.
  case online
  /// The server will not let this device in, or closed the connection for good; `connect()` tries anew.
  case ended(MartletError)
}
