/// A change on this device, published after it was written to the local database.
///
/// Applying these events to the result of `conversations()` yields what `conversations()` would return now.
@nonexhaustive
public enum Event: Hashable, Sendable {
  /// A conversation is new in the list or changed; carries its whole new state.
  case conversation(Conversation)
  /// A conversation left the list.
  ///
  /// If the user is no longer a member, the removal says who caused that. It is nil if the user removed the conversation from
  /// the list, or if this device was not told.
  case conversationRemoved(ConversationID, Removal? = nil)
  /// The user's application to join a group changed: the user applied or withdrew, on any device, or it was refused.
  ///
  /// A device that was offline is told when it is connected again. An accepted application is told by `.conversation`.
  case application(ConversationID, ApplicationState)
  /// A message or notice was appended to a conversation.
  ///
  /// Each position is published once, in order within a conversation.
  case message(Message)
  /// A cached message was edited, recalled or annotated; carries its whole new state.
  case messageChanged(Message)
  /// These positions, and all up to `upTo` (0 for none), are now hidden.
  ///
  /// The user hid them, or they were recalled silently.
  case hidden(ConversationID, upTo: UInt64, [UInt64])
  /// The server refused to hide these positions on the user's other devices; on this device they stay hidden.
  case hidingRefused(ConversationID, upTo: UInt64, [UInt64], MartletError)
  /// A setting may have changed.
  ///
  /// For a conversation in the list, `.conversation` is published too.
  case setting(Setting.Name)
  /// The server refused a change of a setting, which has its previous value again.
  case settingRefused(Setting.Name, MartletError)
  /// The list of members that this device holds of a conversation changed.
  ///
  /// It holds the list of each conversation whose members the app has read; see `Chat.cachedMembers(matching:)`.
  case members(ConversationID)
  /// A profile at which the app looked, or the user's own, differs from what was cached; carries its whole new state.
  ///
  /// `changed` names the fields that differ. It is empty if only the account number or the visibility does.
  case profile(Profile, changed: Set<Profile.Field>)
  /// What the user has set about another user differs from what was cached; carries its whole new state.
  case relation(Relation)
  /// A member changed the annotations of a message.
  ///
  /// The user is nil if it is secret, as for secret votes. If this device holds the message, `messageChanged` comes first.
  case annotated(MessageID, AnnotationChange, by: UserID?)
  /// A member's read marker moved; only the largest position counts.
  case read(ConversationID, by: UserID, upTo: UInt64)
  /// A device of a member received entries up to this position; only the largest position counts.
  ///
  /// A read position implies delivery.
  case delivered(ConversationID, by: UserID, upTo: UInt64)
  /// The user scheduled a message, on any device; may be published more than once.
  ///
  /// Changes while offline are not published: call `MartletClient.scheduled()` for the complete list.
  case scheduled(ScheduledMessage)
  /// A scheduled message was sent, cancelled or dropped.
  case scheduledEnded(ClientID, ScheduledMessage.End)
  /// A member sent a signal, which is not stored; signals without a listener are lost.
  case signal(Signal)
  /// A member is typing a message of this content type; nil when typing ends.
  ///
  /// Typing ends when the member stops, sends the message, or has not signalled for 6 seconds.
  case typing(ConversationID, by: UserID, String?)
  /// An operation was added to the outbox, or its state changed.
  case pending(PendingSend)
  /// An operation left the outbox, because its entry arrived or because it was discarded.
  case pendingRemoved(ClientID)
  /// Local messages or local fields of a conversation changed.
  case localMessages(ConversationID)
  /// After connecting, all missed entries have been fetched.
  case caughtUp
  /// The local database was started over, and everything is fetched again: it was damaged, or the server has another copy of
  /// its data than before.
  ///
  /// `keptAt` is the path of the damaged file, nil if there was no damage. If `outboxKept` is true, the outbox was carried
  /// over, together with local messages and with settings and hidings that the server did not have yet. Otherwise they exist
  /// only in that file.
  ///
  /// After another copy, `.resynced` follows once the list is complete. Unsent edits, recalls, reactions and replies to messages
  /// that the new copy may not have fail with `.server(.targetUnknown)`.
  case localDataReset(keptAt: String?, outboxKept: Bool)
  /// The server's data was restored from a backup, or set up anew, and the list is complete again.
  ///
  /// `missing` is the number of positions that this device held and the server no longer has. It can be too low: positions that
  /// the server has given again since then are not counted. Messages that the server had acknowledged are not sent again.
  case resynced(missing: Int)
  /// Events were dropped, because the listener was too slow, or there were none, because another client used the local data
  /// while this one was suspended; read `conversations()` and the open history again.
  case missed
}

/// How a user stopped being a member of a conversation.
public struct Removal: Hashable, Sendable {
  /// The user who caused the removal; the user itself after leaving.
  public let by: UserID
  /// The stated reason; empty for none.
  public let reason: String
  /// The end of the ban with which the user was removed; nil if the user is not banned.
  public let bannedUntil: Timestamp?

  package init(by: UserID, reason: String, bannedUntil: Timestamp? = nil) {
    self.by = by
    self.reason = reason
    self.bannedUntil = bannedUntil
  }
}

/// The state of the connection to the server.
@nonexhaustive
public enum ConnectionState: Hashable, Sendable {
  /// Not connected and not trying: before `connect()` and after `disconnect()`.
  case offline
  /// Not connected, because the app said with `MartletClient.networkChanged(isAvailable:)` that the device has no network.
  ///
  /// The client waits, and connects as soon as the app says that there is a network.
  case waitingForNetwork
  /// Connecting.
  ///
  /// `attempt` counts from 1 since the last connection. `retryIn` is the time until that attempt starts; nil while it is in
  /// progress.
  case connecting(attempt: Int, retryIn: Duration?)
  /// Connected and authenticated.
  case online
  /// The server refused this device or closed the connection for good; `connect()` tries again.
  case ended(MartletError)
}
