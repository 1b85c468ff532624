import MartletWire

/// The fields of a message besides its content.
///
/// An edit does not change them. If they exceed a server limit, the send ends with `.server(.fieldInvalid)` and the name of
/// the field.
public struct MessageDetails: Hashable, Sendable {
  /// The mentions; nil for none.
  public var mentions: Mentions?
  /// Custom fields of the sender: a JSON object, or empty.
  public var extra: String
  /// How to show the sender of this message; nil for the default.
  public var senderInfo: SenderInfo?
  /// The priority of the message under load.
  public var priority: Priority
  /// The group members who receive the message, besides its sender; empty for all.
  public var directedTo: [UserID]
  /// The push notification for members who are offline.
  public var push: PushDetails
  /// A text that notifications and search use instead of the content; empty to use the content.
  public var text: String
  /// Deviations from the defaults of the content type.
  public var policy: MessagePolicy
  /// The position of the message in the same conversation that this one replies to; nil for none.
  public var replyTo: UInt64?
  /// The initial properties of a message whose properties members may change; may be empty.
  ///
  /// Nil for a message without properties. For a stored message, read `Message.annotations` instead.
  public var properties: [String: String]?

  /// Creates details; omitted arguments are those of a plain message.
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

  /// True if there is nothing besides the content.
  public var isEmpty: Bool { self == MessageDetails() }

  /// The users whom a message mentions, each of whom counts it as an unread mention.
  public struct Mentions: Hashable, Sendable {
    /// True to mention every member.
    public var all: Bool
    /// The mentioned users; with `all`, those to highlight.
    public var users: [UserID]
    /// The notification text for mentioned users; empty for the default.
    public var text: String

    /// Creates a mention of users or of everyone.
    public init(users: [UserID] = [], all: Bool = false, text: String = "") {
      self.users = users
      self.all = all
      self.text = text
    }
  }

  /// How to show the sender of one message.
  public struct SenderInfo: Hashable, Sendable {
    /// The display name.
    public var name: String
    /// The URL of a picture.
    public var picture: String
    /// Custom fields: a JSON object, or empty.
    public var extra: String

    /// Creates sender information.
    public init(name: String = "", picture: String = "", extra: String = "") {
      self.name = name
      self.picture = picture
      self.extra = extra
    }
  }

  /// The priority of a message under load.
  @nonexhaustive
  public enum Priority: String, Hashable, Sendable {
    /// Waits longest.
    case low
    /// The default.
    case normal
    /// Waits least.
    case high
  }

  /// The push notification of a message for members who are offline.
  public struct PushDetails: Hashable, Sendable {
    /// True to send no notification.
    public var isDisabled: Bool
    /// The title; empty for the default.
    public var title: String
    /// The text; empty for the default.
    public var text: String
    /// Data for the app, not shown.
    public var data: String

    /// Creates a notification.
    public init(isDisabled: Bool = false, title: String = "", text: String = "", data: String = "") {
      self.isDisabled = isDisabled
      self.title = title
      self.text = text
      self.data = data
    }
  }
}

/// How the server treats a message.
///
/// A nil value uses the default of the content type, which is true unless the server is configured otherwise.
public struct MessagePolicy: Hashable, Sendable {
  /// Whether the message counts as unread.
  public var isCounted: Bool?
  /// Whether the message becomes the conversation's last message.
  public var isListed: Bool?
  /// Whether the message is pushed to connected members at once; it is in the log either way.
  public var isLive: Bool?
  /// Whether members who are offline get a notification.
  public var isPushed: Bool?

  /// Creates a policy.
  public init(isCounted: Bool? = nil, isListed: Bool? = nil, isLive: Bool? = nil, isPushed: Bool? = nil) {
    self.isCounted = isCounted
    self.isListed = isListed
    self.isLive = isLive
    self.isPushed = isPushed
  }
}

// Details that a send request carries in separate fields.
extension MessageDetails {
  /// Reads the details from a request.
  init(_ send: Wire.Send) {
    self.init(send.details ?? Wire.Details())
    replyTo = send.replyTo == 0 ? nil : send.replyTo
    if send.expandable {
      properties = Dictionary(latest: send.properties.map { ($0.key, $0.value) })
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

// The wire form. A peer may have written anything there; values that make no sense are left out.
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
      mentions: mentions.map { Wire.Mentions(all: $0.all, users: $0.users.map { $0.text }, text: $0.text) }, extra: extra,
      sender: senderInfo?.wire,
      priority: priority == .low ? .low : priority == .high ? .high : .normal, directed: directedTo.map { $0.text },
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
