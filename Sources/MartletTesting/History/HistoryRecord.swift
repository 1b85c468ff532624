/// One event of a run: a device's request, an answer to it, or an entry that it saw.
///
/// The checker reads only a history of them and a dump of the store. Each is one line of JSON.
package struct HistoryRecord: Sendable, Equatable {
  /// Its place in the history, from 0.
  package var number: Int
  /// The time, in nanoseconds of one clock that never goes back.
  package var at: UInt64
  /// The acting device; empty for events without one, such as a restart of the server.
  ///
  /// An installation has one name as long as its local data lives, and a new one after that.
  package var device: String
  /// The device's user, or the user acted upon; may be empty.
  package var user: String
  package var event: HistoryEvent

  package init(number: Int, at: UInt64, device: String, user: String, event: HistoryEvent) {
    self.number = number
    self.at = at
    self.device = device
    self.user = user
    self.event = event
  }
}

/// An event.
///
/// A call is named by a number of its own in the whole history, and has one end at most.
package enum HistoryEvent: Sendable, Equatable {
  /// A request was begun.
  case invoke(call: UInt64, Operation)
  /// It took effect.
  ///
  /// `seq` depends on the operation: an append's position; the new position of a marker or revocation; the head of a page's log;
  /// 1 if a list has more; otherwise 0.
  case ok(call: UInt64, seq: UInt64)
  /// It was refused, and had no effect.
  case refused(call: UInt64, code: UInt32)
  /// Whether it had an effect will not be known; a repetition is another call.
  case unknown(call: UInt64)
  /// An entry of a conversation's log came to the device.
  case entry(EntryFact, Source)
  /// A read marker came to the device.
  case marker(conversation: String, user: String, read: UInt64, Source)
  /// An entry of the user's own log came to the device.
  case told(UserEntryFact, Source)
  /// A line of the user's list of conversations came to the device.
  case summary(SummaryFact, Source)
  /// The device's session is open from here on. It was asked for at that time, with a token that was had at that time; 0
  /// where either is not known. The newest entry of the user's log was then `userHead`, if that is known; later ones are pushed.
  case opened(tokenAt: UInt64, askedAt: UInt64 = 0, userHead: UInt64? = nil)
  /// The session ended for any reason; the code is that of an error of the registry, or 0.
  case closed(code: UInt32)
  /// The server (no device named) or the device was started again. `how` is for people: `kill -9`, `SIGTERM`.
  case restarted(how: String)
  /// The server's data was copied; the number names the copy.
  case backedUp(UInt64)
  /// The server was restored from a copy and forgot everything after it.
  case wentBack(to: UInt64)
  /// A fault begins or ends.
  ///
  /// Delays are measured only between `heal` and `fault`.
  case phase(Phase)
  /// From here on the device's times say nothing about when the server sent things: its network delays, or it reads slowly.
  case delayed
  /// So many nanoseconds the recorder itself did not run: times before are that much in doubt.
  case stalled(nanoseconds: UInt64)

  /// Whether faults are at work.
  package enum Phase: String, Sendable {
    case fault, heal
  }

  /// The way in which something reached a device.
  package enum Source: Sendable, Equatable {
    /// The server sent it unasked.
    case push
    /// It is part of the answer to this call.
    case answer(UInt64)
    /// It is one of those that this call picked out of a log.
    case selection(UInt64)
    /// An app was shown it by the client library, which keeps a copy of the logs.
    case shown
  }
}

/// The operation that a call requests.
package struct Operation: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    // Operations that append to a log, under a client id.
    case send, edit, recall, annotate, createGroup, addMembers, removeMembers, changeConversation,
      setRoles, silenceMembers, banUsers, applyToGroup, answerApplications, setNickname, announce, joinGroup, makeLink,
      revokeLinks, dismissGroup
    // Operations that do not.
    case mark, hide, changeSettings, setRelations, revoke, schedule, cancelScheduled, read
    // Reads all that a message said, each wording as a message where the entry stands that brought it.
    case readVersions
    // Reads a log from `target` to `until`, 0 for its ends; reads the list of conversations from its beginning.
    case readPage, readList
  }

  package var kind: Kind
  /// In its full form; empty for `revoke`.
  package var conversation: String
  /// Identifies the request together with its user; empty for operations that do not append.
  package var clientID: String
  /// `PayloadHash` of a message's content; otherwise 0.
  package var payload: UInt64
  /// The message that is edited, recalled or annotated, or whose wordings are read; the position to mark, or up to which all
  /// is hidden, or to read from.
  package var target: UInt64
  /// The last position to read; and whether it is read from there downwards.
  package var until: UInt64 = 0
  package var isNewestFirst = false
  /// The users to add, to remove, to form a group, to get a role, to be silenced, or to be related to.
  package var users: [String]
  /// A message's details.
  package var details = DetailsFact()
  /// The kind of an annotation, or `expandable`; with its changes.
  ///
  /// For a group: the changes of attributes; or the role. Of relations, `relation`.
  package var annotation = ""
  package var changes: [String] = []
  /// Single positions to hide.
  package var targets: [UInt64] = []
  /// The settings to change, in the order of names.
  package var settings: [SettingFact] = []
  /// The time at which to send a scheduled message, or from which silenced members may write, or banned users may join, in
  /// milliseconds since 1970.
  package var time: Int64 = 0
  /// Whether others are not told of a marker.
  package var isQuiet = false
  /// The title of a group, if stated.
  package var title = ""
  package var isTitled = false

  package init(
    _ kind: Kind, conversation: String, clientID: String = "", payload: UInt64 = 0, target: UInt64 = 0, users: [String] = []
  ) {
    self.kind = kind
    self.conversation = conversation
    self.clientID = clientID
    self.payload = payload
    self.target = target
    self.users = users
  }

  /// The annotation of an operation that sets or unsets a kind of relation.
  ///
  /// The flag is as in `RelationFact`.
  package static func relation(_ flag: UInt64, _ isSet: Bool) -> String { "\(isSet ? "+" : "-")\(flag)" }

  /// The kind of relation that it sets or unsets; nil for another operation.
  package var relation: (flag: UInt64, isSet: Bool)? {
    guard kind == .setRelations, let flag = UInt64(annotation.dropFirst()) else { return nil }
    return (flag, annotation.hasPrefix("+"))
  }

  /// Whether it puts an entry at the end of a log.
  package var appends: Bool {
    switch kind {
    case .send, .edit, .recall, .annotate, .createGroup, .addMembers, .removeMembers, .changeConversation, .setRoles,
      .silenceMembers, .banUsers, .applyToGroup, .answerApplications, .setNickname, .announce, .joinGroup, .makeLink,
      .revokeLinks, .dismissGroup:
      true
    case .mark, .hide, .changeSettings, .setRelations, .revoke, .schedule, .cancelScheduled, .read, .readVersions, .readPage,
      .readList:
      false
    }
  }
}

/// Tells contents apart without keeping them: a history holds nothing anyone wrote.
package enum PayloadHash {
  /// Of a content type and a content; never 0.
  ///
  /// Empty content was taken back, and is 0.
  package static func of(type: String, content: String) -> UInt64 {
    content.isEmpty ? 0 : of([Array(type.utf8), Array(content.utf8)])
  }

  /// Of the form in which something is stored or sent; 0 of nothing.
  package static func of(_ bytes: [UInt8]) -> UInt64 { bytes.isEmpty ? 0 : of([bytes]) }

  private static func of(_ parts: [[UInt8]]) -> UInt64 {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for (index, part) in parts.enumerated() {
      if index > 0 { hash = (hash ^ 0xFF) &* 0x100_0000_01B3 }
      for byte in part { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return hash == 0 ? 1 : hash
  }
}
