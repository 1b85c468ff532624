import MartletCore
import MartletWire

// What JavaScript asks for, in the core's values. JavaScript may have put anything there, so each throws `.argumentInvalid` with
// the field.

extension MartletError {
  fileprivate static func malformed(_ what: String, _ field: String) -> MartletError {
    .invalid("\(what) is malformed", field: field)
  }
}

extension Destination {
  /// Parses the field `to`.
  init(to text: String) throws(MartletError) {
    guard let destination = Destination(text) else {
      throw MartletError.malformed("the destination must be direct:USER or a conversation's id; it", "to")
    }
    self = destination
  }
}

enum Parsed {
  static func users(_ texts: [String], _ field: String) throws(MartletError) -> [UserID] {
    var users: [UserID] = []
    for text in texts {
      guard let user = UserID(text) else { throw .malformed("a user's id", field) }
      users.append(user)
    }
    return users
  }

  static func clientID(_ text: String) throws(MartletError) -> ClientID {
    guard let id = ClientID(text) else { throw .malformed("the client id", "id") }
    return id
  }

  static func conversation(_ text: String, _ field: String) throws(MartletError) -> ConversationID {
    guard let id = ConversationID(text) else { throw .malformed("the conversation's id", field) }
    return id
  }

  /// JSON texts by key; an empty text is nil.
  static func values(_ texts: [String: String]) throws(MartletError) -> [String: ContentValue?] {
    var values: [String: ContentValue?] = [:]
    for (key, text) in texts {
      values[key] = .some(text.isEmpty ? nil : try ContentFields(json: "{\"value\":\(text)}")["value"])
    }
    return values
  }
}

extension PendingSend.Action {
  init(_ action: Bridge.Action?) throws(MartletError) {
    switch action?.action {
    case .send(let send)?: self = .send(.custom(type: send.type, json: send.content))
    case .edit(let edit)?: self = .edit(edit.position, .custom(type: edit.type, json: edit.content))
    case .recall(let recall)?: self = .recall(recall.position, RecallDetails(isSilent: recall.silent))
    case .annotate(let annotate)?: self = .annotate(annotate.position, try AnnotationChange(annotate.change))
    case nil: throw MartletError.malformed("the action", "action")
    }
  }
}

extension AnnotationChange {
  fileprivate init(_ change: Bridge.AnnotateAction.Change?) throws(MartletError) {
    switch change {
    case .reactions(let keys)?: self = .reactions(added: keys.added, removed: keys.removed)
    case .properties(let change)?: self = .properties(set: change.set, removed: change.removed)
    case .ballot(let ballot)?: self = .ballot(ballot.choices.map { Int($0) })
    case .pin(let flag)?: self = .pin(flag.on)
    case .closePoll?: self = .pollClosed
    case nil: throw MartletError.malformed("the change", "action.annotate")
    }
  }
}

extension MessageDetails {
  init(_ details: Bridge.MessageDetails?) throws(MartletError) {
    self.init()
    guard let details else { return }
    if !details.mentions.isEmpty || details.mentionsAll {
      mentions = Mentions(
        users: try Parsed.users(details.mentions, "details.mentions"), all: details.mentionsAll, text: details.mentionText)
    }
    extra = details.extra
    directedTo = try Parsed.users(details.directedTo, "details.directedTo")
    replyTo = details.replyTo > 0 ? details.replyTo : nil
    text = details.text
    if !details.senderName.isEmpty || !details.senderPicture.isEmpty {
      senderInfo = SenderInfo(name: details.senderName, picture: details.senderPicture)
    }
  }
}

extension ConversationQuery {
  init(_ filter: Bridge.UnreadQuery?) throws(MartletError) {
    self.init()
    guard let filter else { return }
    if !filter.kinds.isEmpty {
      var kinds: Set<ConversationID.Kind> = []
      for text in filter.kinds {
        guard let kind = ConversationID.Kind(rawValue: text) else { throw .malformed("a kind", "filter.kinds") }
        kinds.insert(kind)
      }
      self.kinds = kinds
    }
    (isUnread, isMentioned, isPinned) = (filter.unread, filter.mentioned, filter.pinned)
    guard !filter.tag.isEmpty else { return }
    guard let tag = TagID(filter.tag) else { throw .malformed("the tag", "filter.tag") }
    self.tag = tag
  }
}

extension Device {
  init(_ opening: Bridge.Opening) throws(MartletError) {
    guard let kind = Class(rawValue: opening.deviceClass) else {
      throw MartletError(
        .configurationInvalid, "the device's class must be mobile, tablet, desktop, web or tool", field: "device.class")
    }
    guard opening.deviceName.utf8.count <= 64 else {
      throw MartletError(.configurationInvalid, "the device's name is too long", field: "device.name", limit: 64)
    }
    self.init(class: kind, name: opening.deviceName)
  }
}
