import MartletWire

/// Everything one stored append changes, settled: performing it needs no further decision.
///
/// A class because it goes through many hands unchanged.
package final class AppendEffects: Sendable {
  /// The conversation with the append applied.
  package let conversation: ConversationState
  /// The conversation's earlier value of `shown`.
  package let shownBefore: UInt64
  /// Whether the append makes the conversation.
  package let isNew: Bool
  package let entry: LogEntry
  /// Whether the entry counts as unread.
  package let counts: Bool
  package let fingerprint: [UInt8]
  package let fold: Fold?
  /// Changes of annotations, of this message and of others.
  package let annotations: [AnnotationChange]
  package let joins: [MemberRecord]
  package let leaves: [UserID]
  /// True if the entry is a message.
  ///
  /// It becomes its sender's newest, if the sender is a member.
  package let isMessage: Bool
  package let userEntries: [AddressedUserEntry]
  /// The idempotency key of the request.
  let request: RequestName

  /// Makes the request's name if `request` is nil.
  init(
    conversation: ConversationState, shownBefore: UInt64, isNew: Bool, entry: LogEntry, counts: Bool, fingerprint: [UInt8],
    fold: Fold?,
    annotations: [AnnotationChange] = [], joins: [MemberRecord], leaves: [UserID], isMessage: Bool,
    userEntries: [AddressedUserEntry], request: RequestName? = nil
  ) {
    self.conversation = conversation
    self.shownBefore = shownBefore
    self.isNew = isNew
    self.entry = entry
    self.counts = counts
    self.fingerprint = fingerprint
    self.fold = fold
    self.annotations = annotations
    self.joins = joins
    self.leaves = leaves
    self.isMessage = isMessage
    self.userEntries = userEntries
    self.request = request ?? RequestName(entry.clientID, of: UserKey(app: conversation.app, user: entry.sender))
  }

  /// The effect of an edit or recall on earlier entries.
  package enum Fold: Sendable, Equatable {
    /// The target gets this content.
    ///
    /// `previous` is the edit folded into it before, 0 for none.
    case edit(target: UInt64, type: String, content: String, previous: UInt64)
    /// The target loses its content and its annotations, and these edits and annotations of it are erased.
    ///
    /// `counted` tells whether the target counts as unread.
    case recall(target: UInt64, edits: [UInt64], counted: Bool)
  }

  /// True if it becomes the conversation's last message for every member.
  package var isListed: Bool { isMessage && entry.details?.isListedForAll ?? true }

  var outcome: AppendOutcome {
    let record = conversation.record
    var stored = Stored(
      position: Position(conversation: record.id, seq: entry.seq, time: entry.time), countable: entry.countable,
      stamp: record.stamp, details: entry.details, userEntries: userEntries, relations: record.relations)
    switch entry.event {
    case .annotated, .conversationChanged, .usersBanned, .announced: stored.settled = Shared(entry.event)
    case .message, .edited, .recalled, .groupCreated, .membersAdded, .membersRemoved, .rolesSet, .membersSilenced, .applied,
      .applicationsRefused, .memberNamed:
      break
    }
    return .stored(stored)
  }
}

extension AppendEffects: Equatable {
  package static func == (one: AppendEffects, other: AppendEffects) -> Bool {
    one.conversation == other.conversation && one.shownBefore == other.shownBefore && one.isNew == other.isNew
      && one.entry == other.entry
      && one.counts == other.counts && one.fingerprint == other.fingerprint && one.fold == other.fold
      && one.annotations == other.annotations && one.joins == other.joins && one.leaves == other.leaves
      && one.isMessage == other.isMessage
      && one.userEntries == other.userEntries
  }
}
