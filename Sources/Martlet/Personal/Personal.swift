/// What is the user's own of one conversation: the same on all of the user's devices, and told to nobody else.
public struct Personal: Hashable, Sendable {
  /// That a conversation is pinned to the top of the list.
  public struct Pin: Hashable, Sendable {
    /// When it was pinned; those pinned later come first.
    public let at: Timestamp
    /// Whether pinning counts as activity of the conversation, so that it moves up among others as well.
    public let countsAsActivity: Bool
  }

  /// That a conversation has a tag.
  public struct Tagging: Hashable, Sendable {
    /// When it got the tag.
    public let at: Timestamp
    /// When it was pinned among the conversations of the tag; nil where it is not.
    public let pinned: Timestamp?
  }

  /// Whether, and since when, it is pinned.
  public let pin: Pin?
  /// Of which messages the user wants to be notified; nil leaves it to the kind of conversation.
  public let level: NotificationLevel?
  /// Whether it makes no sound and no badge.
  public let isMuted: Bool
  /// What the user calls it; nil for its own name.
  public let remark: String?
  /// The sound of its notifications, by a name of the app's; nil for the usual one.
  public let ringTone: String?
  /// What the user has begun to write; of one that follows the user and one of this device, the later.
  public let draft: Draft?
  /// Its tags, by their ids.
  public let tags: [TagID: Tagging]
  /// What the app keeps with it for the user.
  public let attributes: [String: ContentValue]
  /// Bits of the app's choice.
  public let flags: UInt64
  /// It was removed from the list, and comes back with a message after this position; 0 for not.
  public let removedUpTo: UInt64

  init(_ settings: [String: ContentValue]) {
    pin = settings["pin"]?.fieldsValue.flatMap { fields in
      Timestamp(fields["at"]).map { Pin(at: $0, countsAsActivity: fields["touch"] == .flag(true)) }
    }
    level = settings["level"]?.textValue.flatMap { NotificationLevel(rawValue: $0) }
    isMuted = settings["mute"] == .flag(true)
    remark = settings["remark"]?.textValue
    ringTone = settings["ring"]?.textValue
    draft = [Draft(settings["draft"], isLocal: false), Draft(settings["_draft"], isLocal: true)].compactMap { $0 }
      .max { $0.at.milliseconds < $1.at.milliseconds }
    var (tags, attributes): ([TagID: Tagging], [String: ContentValue]) = ([:], [:])
    for (key, value) in settings {
      if key.hasPrefix(Self.tagPrefix), let tag = TagID(String(key.dropFirst(Self.tagPrefix.count))),
        let fields = value.fieldsValue, let at = Timestamp(fields["at"])
      {
        tags[tag] = Tagging(at: at, pinned: Timestamp(fields["pin"]))
      } else if key.hasPrefix(Self.attributePrefix) {
        attributes[String(key.dropFirst(Self.attributePrefix.count))] = value
      }
    }
    (self.tags, self.attributes) = (tags, attributes)
    flags = settings["flags"]?.integerValue.map { UInt64(bitPattern: $0) } ?? 0
    removedUpTo = settings["removed"]?.integerValue.flatMap { UInt64(exactly: $0) } ?? 0
  }

  static let tagPrefix = "tag."
  static let attributePrefix = "attr."
}

extension Timestamp {
  init?(_ value: ContentValue?) {
    guard let milliseconds = value?.integerValue else { return nil }
    self.init(milliseconds: milliseconds)
  }
}

/// Of which messages a user wants to be notified.
public enum NotificationLevel: String, Hashable, Sendable, CaseIterable {
  /// Of all.
  case all
  /// Of those that mention the user or everyone.
  case mentions
  /// Of those that mention the user.
  case mentionsOfMe = "mentions_me"
  /// Of those that mention everyone.
  case mentionsOfAll = "mentions_all"
  /// Of none.
  case nothing = "none"
}

/// Names a tag: 1 to 10 of `[A-Za-z0-9_.-]`.
public struct TagID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The text form.
  public let text: String

  /// - Returns: Nil where the text is not of the form.
  public init?(_ text: String) {
    guard (1...10).contains(text.utf8.count), Setting.Name(text).isValid else { return nil }
    self.text = text
  }

  /// The text form.
  public var description: String { text }

  /// In the order of their bytes.
  public static func < (one: TagID, other: TagID) -> Bool { one.text < other.text }
}

/// A tag that the user puts on conversations.
public struct Tag: Hashable, Sendable, Identifiable {
  /// Names it.
  public let id: TagID
  /// What the user calls it.
  public let name: String
  /// When it was made.
  public let made: Timestamp
}

/// Hours in which the user wants no notifications, or fewer.
public struct QuietHours: Hashable, Sendable {
  /// When they begin, in minutes since midnight; 0 to 1439.
  public var from: Int
  /// When they end, in minutes since midnight; before `from`, on the next day.
  public var to: Int
  /// What is added to UTC where the user is, in minutes; -840 to 840.
  ///
  /// An app sets it anew when its time zone has another offset, such as in summer.
  public var zoneOffset: Int
  /// Of what the user is notified meanwhile, at most.
  public var level: NotificationLevel

  /// Hours of each day.
  ///
  /// - Parameters:
  ///   - from: When they begin, in minutes since midnight.
  ///   - to: When they end.
  ///   - zoneOffset: What is added to UTC where the user is, in minutes.
  ///   - level: Of what the user is notified meanwhile.
  public init(from: Int, to: Int, zoneOffset: Int, level: NotificationLevel = .nothing) {
    self.from = from
    self.to = to
    self.zoneOffset = zoneOffset
    self.level = level
  }

  /// Whether a moment lies in them.
  public func contains(_ time: Timestamp) -> Bool {
    let minutes = (time.milliseconds / 60_000) + Int64(zoneOffset)
    let minute = Int(((minutes % 1440) + 1440) % 1440)
    return from <= to ? (from..<to).contains(minute) : minute >= from || minute < to
  }

  init?(_ value: ContentValue?) {
    guard let fields = value?.fieldsValue, let from = fields["from"]?.integerValue, let to = fields["to"]?.integerValue,
      let zone = fields["zone"]?.integerValue, let level = fields["level"]?.textValue.flatMap({ NotificationLevel(rawValue: $0) })
    else { return nil }
    self.init(from: Int(clamping: from), to: Int(clamping: to), zoneOffset: Int(clamping: zone), level: level)
    guard isValid else { return nil }
  }

  var isValid: Bool {
    (0..<1440).contains(from) && (0..<1440).contains(to) && (-840...840).contains(zoneOffset)
  }

  var value: ContentValue {
    .fields(
      ContentFields([
        "from": .integer(Int64(from)), "to": .integer(Int64(to)), "zone": .integer(Int64(zoneOffset)),
        "level": .text(level.rawValue),
      ]))
  }
}
