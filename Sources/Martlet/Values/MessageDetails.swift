import MartletWire

/// What a message carries besides its content.
///
/// An edit leaves it as it is. What exceeds what a server takes ends the send with `.server(.fieldInvalid)` and the field.
public struct MessageDetails: Hashable, Sendable {
  /// Whom the message mentions; nil for nobody.
  public var mentions: Mentions?
  /// The sender's own fields: a JSON object, or empty.
  public var extra: String
  /// How the sender wishes to be shown with this message; nil as usual.
  public var senderInfo: SenderInfo?
  /// What may wait where there is too much.
  public var priority: Priority
  /// Of a group's members only these get the message, besides its sender; empty for all of them.
  public var directedTo: [UserID]
  /// What is told of the message to those who are not connected.
  public var push: PushDetails
  /// What notifications and search say of the message in place of its content; empty for the content.
  public var text: String
  /// Where the message departs from what is usual for its content type.
  public var policy: MessagePolicy
  /// The position of the message of the same conversation that this one replies to; nil for none.
  public var replyTo: UInt64?
  /// The first properties of a message whose properties members may set later, which may be none; nil for one without.
  ///
  /// Of a message that was stored, `Message.annotations` has them.
  public var properties: [String: String]?

  /// Makes details; what is left out is as for a plain message.
  public init(
    mentions: Mentions? = nil, extra: String = "", senderInfo: SenderInfo? = nil, priority: Priority = .normal,
    directedTo: [UserID] = [], push: PushDetails = PushDetails(), text: String = "", policy: MessagePolicy = MessagePolicy(),
    replyTo: UInt64? = nil, properties: [String: String]? = nil
  ) {
    self.mentions = mentions
    self.extra = extra
    self.senderInfo = senderInfo
    self.priority = priority
    self.directedTo = directedTo
    self.push = push
    self.text = text
    self.policy = policy
    self.replyTo = replyTo
    self.properties = properties
  }

  /// Whether there is nothing besides the content.
  public var isEmpty: Bool { self == MessageDetails() }

  /// Whom a message mentions: it counts among their unread mentions.
  public struct Mentions: Hashable, Sendable {
    /// Every member.
    public var all: Bool
    /// These users; with `all`, those who are meant above others.
    public var users: [UserID]
    /// What a notification tells those mentioned; empty for the usual.
    public var text: String

    /// Mentions users, or everyone.
    public init(users: [UserID] = [], all: Bool = false, text: String = "") {
      self.users = users
      self.all = all
      self.text = text
    }
  }

  /// The sender as one message shows it.
  public struct SenderInfo: Hashable, Sendable {
    /// The name to show.
    public var name: String
    /// The address of a picture.
    public var picture: String
    /// Further fields: a JSON object, or empty.
    public var extra: String

    /// Names the sender.
    public init(name: String = "", picture: String = "", extra: String = "") {
      self.name = name
      self.picture = picture
      self.extra = extra
    }
  }

  /// What may wait where there is too much.
  public enum Priority: String, Hashable, Sendable {
    /// Waits longest.
    case low
    /// As usual.
    case normal
    /// Waits least.
    case high
  }

  /// What is told of a message to those who are not connected.
  public struct PushDetails: Hashable, Sendable {
    /// Nothing is.
    public var isDisabled: Bool
    /// The title; empty for the usual.
    public var title: String
    /// The text; empty for the usual.
    public var text: String
    /// For the app, not shown.
    public var data: String

    /// Shapes the notification.
    public init(isDisabled: Bool = false, title: String = "", text: String = "", data: String = "") {
      self.isDisabled = isDisabled
      self.title = title
      self.text = text
      self.data = data
    }
  }
}

/// What becomes of a message; nil leaves it to the content type, which says yes unless the server is told otherwise.
public struct MessagePolicy: Hashable, Sendable {
  /// Whether it counts as unread.
  public var isCounted: Bool?
  /// Whether it becomes the conversation's last message.
  public var isListed: Bool?
  /// Whether those connected are told at once; in the log it stands all the same.
  public var isLive: Bool?
  /// Whether those who are not connected are told by a notification.
  public var isPushed: Bool?

  /// Says what becomes of a message.
  public init(isCounted: Bool? = nil, isListed: Bool? = nil, isLive: Bool? = nil, isPushed: Bool? = nil) {
    self.isCounted = isCounted
    self.isListed = isListed
    self.isLive = isLive
    self.isPushed = isPushed
  }
}

// What goes with a request to send, each in a field of its own.
extension MessageDetails {
  /// What a request asks for.
  init(_ send: Wire.Send) {
    self.init(send.details ?? Wire.Details())
    replyTo = send.replyTo == 0 ? nil : send.replyTo
    if send.expandable {
      properties = Dictionary(send.properties.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }
  }

  package func write(to send: inout Wire.Send) {
    let wire = wire
    send.details = wire == Wire.Details() ? nil : wire
    send.replyTo = replyTo ?? 0
    guard let properties else { return }
    send.expandable = true
    send.properties = properties.sorted { $0.key < $1.key }.map { Wire.AnnotationItem(key: $0.key, value: $0.value) }
  }
}

// The form on the wire. What a peer wrote there may be anything: what makes no sense is left out.
extension MessageDetails {
  init(_ wire: Wire.Details) {
    self.init(
      mentions: wire.mentions.map { Mentions(users: $0.users.compactMap { UserID($0) }, all: $0.all, text: $0.text) },
      extra: wire.extra,
      senderInfo: wire.sender.map { SenderInfo($0) },
      priority: wire.priority == .low ? .low : wire.priority == .high ? .high : .normal,
      directedTo: wire.directed.compactMap { UserID($0) },
      push: wire.push.map { PushDetails($0) } ?? PushDetails(),
      text: wire.text, policy: wire.policy.map { MessagePolicy($0) } ?? MessagePolicy())
  }

  package var wire: Wire.Details {
    Wire.Details(
      mentions: mentions.map { Wire.Mentions(all: $0.all, users: $0.users.map(\.text), text: $0.text) }, extra: extra,
      sender: senderInfo?.wire,
      priority: priority == .low ? .low : priority == .high ? .high : .normal, directed: directedTo.map(\.text),
      push: push == PushDetails() ? nil : push.wire,
      text: text, policy: policy == MessagePolicy() ? nil : policy.wire)
  }
}

extension MessageDetails.SenderInfo {
  init(_ wire: Wire.SenderInfo) { self.init(name: wire.name, picture: wire.picture, extra: wire.extra) }

  var wire: Wire.SenderInfo { Wire.SenderInfo(name: name, picture: picture, extra: extra) }
}

extension MessageDetails.PushDetails {
  init(_ wire: Wire.PushDetails) {
    self.init(isDisabled: wire.disabled, title: wire.title, text: wire.text, data: wire.data)
  }

  var wire: Wire.PushDetails { Wire.PushDetails(disabled: isDisabled, title: title, text: text, data: data) }
}

extension MessagePolicy {
  fileprivate init(_ wire: Wire.MessagePolicy) {
    func said(_ choice: Wire.Choice) -> Bool? { choice == .yes ? true : choice == .no ? false : nil }
    self.init(isCounted: said(wire.counted), isListed: said(wire.listed), isLive: said(wire.live), isPushed: said(wire.pushed))
  }

  fileprivate var wire: Wire.MessagePolicy {
    func choice(_ said: Bool?) -> Wire.Choice { said.map { $0 ? .yes : .no } ?? .asType }
    return Wire.MessagePolicy(
      counted: choice(isCounted), listed: choice(isListed), live: choice(isLive), pushed: choice(isPushed))
  }
}
