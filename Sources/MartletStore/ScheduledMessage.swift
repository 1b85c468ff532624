import MartletWire

/// A message that is to be sent at a time to come.
package struct ScheduledMessage: Sendable, Equatable {
  package var app: AppID
  package var user: UserID
  /// Names it among what the user has scheduled.
  package var clientID: ClientID
  package var conversation: ConversationID
  package var type: String
  package var content: String
  package var details: Details?
  /// The message that it replies to; 0 for none.
  package var parent: UInt64
  /// Its first properties, where it is one that may have some; nil where it is not.
  package var properties: [AnnotationItem]?
  /// When, in milliseconds since 1970.
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
    self.parent = parent
    self.properties = properties
    self.time = time
  }

  var key: ScheduledKey { ScheduledKey(owner: UserKey(app: app, user: user), clientID: clientID) }
  var weight: Int { 1 &+ (content.utf8.count &+ (details?.bytes.count ?? 0)) / 256 &+ (properties?.count ?? 0) }
}

/// Names what a user has scheduled.
struct ScheduledKey: Hashable, Sendable {
  let owner: UserKey
  let clientID: ClientID
}

/// What became of scheduling a message.
package enum ScheduleOutcome: Sendable, Equatable {
  /// It is scheduled, now or by the same request before.
  case scheduled
  /// The client id names something else that is scheduled.
  case conflict
  /// The user has so many scheduled already.
  case tooMany
}
