import MartletWire

/// A message to be sent at a given time.
package struct ScheduledMessage: Sendable, Equatable {
  package var app: AppID
  package var user: UserID
  /// Its name among the user's scheduled messages.
  package var clientID: ClientID
  package var conversation: ConversationID
  package var type: String
  package var content: String
  package var details: Details?
  /// The message to which it replies; 0 for none.
  package var parent: UInt64
  /// Its first properties, if it is expandable; nil if it is not.
  package var properties: [AnnotationItem]?
  /// The time at which to send it, in milliseconds since 1970.
  package var time: Int64

  package init(
    app: AppID, user: UserID, clientID: ClientID, conversation: ConversationID, type: String, content: String,
    details: Details? = nil, parent: UInt64 = 0, properties: [AnnotationItem]? = nil, time: Int64
  ) {
    self.app = app
    self.user = user
    self.clientID = clientID
    self.conversation = conversation
    self.type = type
    self.content = content
    self.details = details
    // No log is as long as that, and databases have signed numbers.
    self.parent = min(parent, UInt64(Int64.max))
    self.properties = properties
    self.time = time
  }

  package var key: ScheduledKey { ScheduledKey(owner: UserKey(app: app, user: user), clientID: clientID) }
  var weight: Int { 1 &+ (content.utf8.count &+ (details?.bytes.count ?? 0)) / 256 &+ (properties?.count ?? 0) }
}

/// The name of a user's scheduled message.
package struct ScheduledKey: Hashable, Sendable {
  package let owner: UserKey
  package let clientID: ClientID

  package init(owner: UserKey, clientID: ClientID) {
    self.owner = owner
    self.clientID = clientID
  }
}

/// A place in the order in which scheduled messages are due: by time, and of the same time by user, client id and app.
package struct ScheduledPlace: Sendable, Hashable {
  /// In milliseconds since 1970.
  package let time: Int64
  package let key: ScheduledKey

  /// The place of a message.
  package init(of message: ScheduledMessage) { (time, key) = (message.time, message.key) }

  /// Whether a message comes after this place.
  package func isBefore(_ message: ScheduledMessage) -> Bool {
    (time, key.owner.user, key.clientID.text, key.owner.app.text)
      < (message.time, message.user, message.clientID.text, message.app.text)
  }
}

/// A message to schedule, and the data that recognises a retry.
package struct Schedule: Sendable, Equatable {
  package var message: ScheduledMessage
  /// A hash of everything the request asks for; a retry must bring the same.
  package var fingerprint: [UInt8]
  /// The time of the request, in milliseconds since 1970.
  package var time: Int64
  /// Whether the message may be scheduled, unless it was before: a retry is recognised either way.
  package var isAllowed: Bool
  /// The number of messages that the user may have scheduled.
  package var limit: Int

  package init(_ message: ScheduledMessage, fingerprint: [UInt8], time: Int64, isAllowed: Bool = true, limit: Int) {
    self.message = message
    self.fingerprint = fingerprint
    self.time = time
    self.isAllowed = isAllowed
    self.limit = limit
  }
}

/// The outcome of a `Schedule`.
package enum ScheduleOutcome: Sendable, Equatable {
  /// It is scheduled now.
  case scheduled
  /// The same request scheduled it before; it may have been sent or taken back since.
  case repeated
  /// The user scheduled something else under the same client id.
  case conflict
  /// It is no retry and may not be scheduled.
  case refused
  /// The user has so many scheduled already.
  case tooMany
}

/// The reason why a message is no longer scheduled; the numbers are those of the tables.
package enum ScheduleEnd: Int64, Sendable, CaseIterable {
  case sent = 1
  /// The user cancelled it.
  case cancelled
  /// It could not be sent.
  case dropped
}

/// The outcome of ending a scheduled message.
package enum UnscheduleOutcome: Sendable, Equatable {
  /// It is no longer scheduled.
  case ended
  /// It ended before, like this.
  case already(ScheduleEnd)
  /// No message is known to have been scheduled under that name.
  case unknown
}

/// The data that recognises the retry of a request that scheduled a message, and answers it.
package struct RememberedSchedule: Sendable, Equatable {
  /// Empty if it is not known: the message was scheduled before requests were remembered.
  package var fingerprint: [UInt8]
  /// Nil while it is scheduled.
  package var end: ScheduleEnd?
  /// The time of the request, or of the end of the message, in milliseconds since 1970.
  package var time: Int64

  /// Whether a request is the one remembered here.
  func matches(_ request: Schedule) -> Bool { fingerprint.isEmpty || fingerprint == request.fingerprint }
}
