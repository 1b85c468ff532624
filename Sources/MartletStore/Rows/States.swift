import MartletWire

/// A conversation as it is stored.
package struct ConversationState: Sendable, Equatable {
  package var app: AppID
  /// The engine's unique number of the conversation, assigned when it is made.
  package var number: Int64
  package var record: ConversationRecord
  /// The newest message that is listed for all and not recalled; 0 for none.
  package var shown: UInt64

  package init(app: AppID, number: Int64, record: ConversationRecord, shown: UInt64) {
    self.app = app
    self.number = number
    self.record = record
    self.shown = shown
  }
}

/// The parts of a stored message on which decisions depend.
package struct MessageState: Sendable, Equatable {
  package var sender: UserID
  /// Milliseconds since 1970.
  package var time: Int64
  package var revision: UInt64
  package var isRecalled: Bool
  package var counts: Bool
  /// The message to which it replies; 0 for none.
  package var parent: UInt64
  package var details: Details?

  package init(
    sender: UserID, time: Int64, revision: UInt64, isRecalled: Bool, counts: Bool, parent: UInt64, details: Details?
  ) {
    self.sender = sender
    self.time = time
    self.revision = revision
    self.isRecalled = isRecalled
    self.counts = counts
    self.parent = parent
    self.details = details
  }

  func isVisible(to user: UserID) -> Bool { details?.isVisible(to: user, sender: sender) ?? true }
}

/// The data that recognises a retry and answers it.
package struct RememberedAppend: Sendable, Equatable {
  /// Nil if the append changed nothing.
  package var position: Position?
  package var fingerprint: [UInt8]

  package init(position: Position?, fingerprint: [UInt8]) {
    self.position = position
    self.fingerprint = fingerprint
  }
}

/// The remembered part of an append that changed nothing.
package struct UnchangedAppend: Sendable, Equatable {
  package var sender: UserKey
  package var clientID: ClientID
  package var fingerprint: [UInt8]
  /// The time of the request, in milliseconds since 1970.
  package var time: Int64

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
