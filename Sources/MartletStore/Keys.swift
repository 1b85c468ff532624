import MartletWire

/// A conversation of an app.
package struct ConversationKey: Hashable, Sendable {
  package let app: AppID
  package let id: ConversationID

  package init(app: AppID, id: ConversationID) {
    self.app = app
    self.id = id
  }
}

/// A user of an app.
package struct UserKey: Hashable, Sendable {
  package let app: AppID
  package let user: UserID

  package init(app: AppID, user: UserID) {
    self.app = app
    self.user = user
  }
}
