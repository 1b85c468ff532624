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

  /// Nil for an empty text.
  static func optionalUser(_ text: String, _ field: String) throws(MartletError) -> UserID? {
    try users(text.isEmpty ? [] : [text], field).first
  }

  static func clientID(_ text: String) throws(MartletError) -> ClientID {
    guard let id = ClientID(text) else { throw .malformed("the client id", "id") }
    return id
  }

  static func conversation(_ text: String, _ field: String) throws(MartletError) -> ConversationID {
    guard let id = ConversationID(text) else { throw .malformed("the conversation's id", field) }
    return id
  }

  static func conversations(_ texts: [String], _ field: String) throws(MartletError) -> [ConversationID] {
    var ids: [ConversationID] = []
    for text in texts { ids.append(try conversation(text, field)) }
    return ids
  }

  /// A destination, or nil for an empty text.
  static func place(_ text: String) throws(MartletError) -> Destination? { text.isEmpty ? nil : try Destination(to: text) }

  static func tag(_ text: String, _ field: String) throws(MartletError) -> TagID {
    guard let tag = TagID(text) else { throw .malformed("the tag", field) }
    return tag
  }

  /// A level; nil for an empty text.
  static func level(_ text: String, _ field: String) throws(MartletError) -> NotificationLevel? {
    guard !text.isEmpty else { return nil }
    guard let level = NotificationLevel(rawValue: text) else { throw .invalid("the level is unknown", field: field) }
    return level
  }

  /// Where a page begins; nil for the first page.
  static func cursor(_ text: String) throws(MartletError) -> PageCursor? {
    guard !text.isEmpty else { return nil }
    guard let cursor = PageCursor(text: text) else { throw .malformed("the cursor", "after") }
    return cursor
  }

  /// A JSON object; an empty text is an empty one.
  static func fields(_ json: String, _ field: String) throws(MartletError) -> ContentFields {
    guard !json.isEmpty else { return ContentFields() }
    guard let fields = try? ContentFields(json: json) else { throw .malformed("the JSON object", field) }
    return fields
  }

  /// Bits in decimal digits.
  static func bits(_ text: String, _ field: String) throws(MartletError) -> UInt64 {
    guard !text.isEmpty else { return 0 }
    guard let bits = UInt64(text) else { throw .malformed("the number", field) }
    return bits
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
  package init(_ action: Bridge.Action?) throws(MartletError) {
    switch action?.action {
    case .send(let send)?: self = .send(.custom(type: send.type, json: send.content))
    case .edit(let edit)?: self = .edit(edit.position, .custom(type: edit.type, json: edit.content))
    case .recall(let recall)?: self = .recall(recall.position, RecallDetails(recall.details))
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
    case .ballot(let ballot)?: self = .ballot(ballot.choices.map { Int(clamping: $0) })
    case .pin(let flag)?: self = .pin(flag.on)
    case .closePoll?: self = .pollClosed
    case .votes?, nil: throw MartletError.malformed("the change", "action.annotate")
    }
  }
}

extension RecallDetails {
  fileprivate init(_ details: Bridge.RecallDetails?) {
    self.init()
    guard let details else { return }
    isSilent = details.silent
    senderInfo = MessageDetails.SenderInfo(details.senderName, details.senderPicture, details.senderExtra)
    extra = details.extra
    push = MessageDetails.PushDetails(details.push)
  }
}

extension MessageDetails.SenderInfo {
  /// Nil if all parts are empty.
  fileprivate init?(_ name: String, _ picture: String, _ extra: String) {
    if name.isEmpty, picture.isEmpty, extra.isEmpty { return nil }
    self.init(name: name, picture: picture, extra: extra)
  }
}

extension MessageDetails.PushDetails {
  fileprivate init(_ push: Bridge.PushDetails?) {
    self.init(
      isDisabled: push?.disabled ?? false, title: push?.title ?? "", text: push?.text ?? "", data: push?.data ?? "")
  }
}

extension MessageDetails {
  package init(_ details: Bridge.MessageDetails?) throws(MartletError) {
    self.init()
    guard let details else { return }
    if !details.mentions.isEmpty || details.mentionsAll || !details.mentionText.isEmpty {
      mentions = Mentions(
        users: try Parsed.users(details.mentions, "details.mentions"), all: details.mentionsAll, text: details.mentionText)
    }
    extra = details.extra
    directedTo = try Parsed.users(details.directedTo, "details.directedTo")
    replyTo = details.replyTo > 0 ? details.replyTo : nil
    text = details.text
    senderInfo = SenderInfo(details.senderName, details.senderPicture, details.senderExtra)
    if !details.priority.isEmpty {
      guard let priority = Priority(rawValue: details.priority) else { throw .malformed("the priority", "details.priority") }
      self.priority = priority
    }
    push = PushDetails(details.push)
    if let policy = details.policy {
      self.policy = MessagePolicy(
        isCounted: policy.counted, isListed: policy.listed, isLive: policy.live, isPushed: policy.pushed)
    }
    if details.expandable || !details.properties.isEmpty { properties = details.properties }
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
    if !filter.tag.isEmpty { tag = try Parsed.tag(filter.tag, "filter.tag") }
    if !filter.levels.isEmpty {
      var levels: Set<NotificationLevel> = []
      for text in filter.levels { if let level = try Parsed.level(text, "filter.levels") { levels.insert(level) } }
      self.levels = levels
    }
    attributes = try Parsed.values(filter.attributes).compactMapValues { $0 }
    sharedAttributes = try Parsed.values(filter.sharedAttributes).compactMapValues { $0 }
    includesRemoved = filter.includesRemoved
    order.pinnedFirst = filter.order?.pinnedFirst ?? true
    order.countsDrafts = filter.order?.countsDrafts ?? true
    order.countsUnsent = filter.order?.countsUnsent ?? true
  }
}

extension SearchQuery {
  init(_ search: Bridge.Search) throws(MartletError) {
    let sender = search.sender.isEmpty ? nil : try Parsed.users([search.sender], "sender").first
    self.init(
      search.text, sender: sender, types: search.types, since: search.since.map { Timestamp(milliseconds: $0) },
      until: search.until.map { Timestamp(milliseconds: $0) })
  }
}

extension ConversationSettings.Draft {
  init(_ draft: Bridge.Draft, at time: Timestamp) throws(MartletError) {
    var mentions: MessageDetails.Mentions?
    if !draft.mentions.isEmpty || draft.mentionsAll || !draft.mentionText.isEmpty {
      mentions = MessageDetails.Mentions(
        users: try Parsed.users(draft.mentions, "draft.mentions"), all: draft.mentionsAll, text: draft.mentionText)
    }
    self.init(
      text: draft.text, at: time, isLocal: draft.local, replyTo: draft.replyTo > 0 ? draft.replyTo : nil, mentions: mentions,
      extra: try Parsed.values(["extra": draft.extra])["extra"] ?? nil)
  }
}

extension LocalDraft {
  init(_ draft: Bridge.LocalDraft) throws(MartletError) {
    self.init(
      .custom(type: draft.type, json: draft.content),
      sender: draft.sender.isEmpty ? nil : try Parsed.users([draft.sender], "sender").first,
      time: draft.time.map { Timestamp(milliseconds: $0) }, fields: try Parsed.fields(draft.fields, "fields"),
      name: draft.name.isEmpty ? nil : draft.name)
  }
}

extension QuietHours {
  init(_ hours: Bridge.QuietHours) throws(MartletError) {
    self.init(
      from: Int(clamping: hours.from), to: Int(clamping: hours.to), zoneOffset: Int(clamping: hours.zoneOffset),
      level: try Parsed.level(hours.level, "hours.level") ?? .nothing)
  }
}

extension ReceiptState {
  init(_ text: String) throws(MartletError) {
    switch text {
    case "any": self = .any
    case "read", "": self = .read
    case "unread": self = .unread
    case "delivered": self = .delivered
    case "undelivered": self = .undelivered
    default: throw .malformed("the state", "state")
    }
  }
}

extension ForwardContent.Entry {
  init(_ message: Bridge.CombinedMessage) throws(MartletError) {
    guard let sender = UserID(message.sender) else { throw .malformed("a user's id", "messages") }
    guard !message.type.isEmpty else { throw .invalid("a message has no content to forward", field: "messages") }
    self.init(
      sender: sender, name: message.name, time: Timestamp(milliseconds: message.time),
      content: .custom(type: message.type, json: message.content))
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
