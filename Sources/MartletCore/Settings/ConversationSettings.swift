/// The user's own settings for one conversation, synced to all of the user's devices and not visible to others.
public struct ConversationSettings: Hashable, Sendable {
  /// A pin of a conversation to the top of the list.
  public struct Pin: Hashable, Sendable {
    /// The time of pinning; the latest pin comes first.
    public let at: Timestamp
    /// True if pinning counts as activity, which moves the conversation up in the order by activity.
    public let countsAsActivity: Bool
  }

  /// A tag of a conversation.
  public struct Tagging: Hashable, Sendable {
    /// The time when the tag was added.
    public let at: Timestamp
    /// The time when the conversation was pinned within the tag; nil if it is not.
    public let pinned: Timestamp?
  }

  /// The pin; nil if the conversation is not pinned.
  public let pin: Pin?
  /// The notification level; nil for the default of the kind of conversation.
  public let level: NotificationLevel?
  /// True if the conversation has no sound and no badge.
  public let isMuted: Bool
  /// The user's alias for the conversation; nil for none.
  public let alias: String?
  /// The notification sound, by a name that the app defines; nil for the default.
  public let ringTone: String?
  /// The draft: the synced one or the one of this device, whichever is later.
  public let draft: Draft?
  /// The tags by id.
  public let tags: [TagID: Tagging]
  /// The app's own attributes for this user.
  public let attributes: [String: ContentValue]
  /// The flags, whose bits the app defines.
  public let flags: UInt64
  /// The position after which a message returns the conversation to the list; 0 if it was not removed.
  public let removedUpTo: UInt64

  package init(_ settings: [String: ContentValue]) {
    pin = settings["pin"]?.fieldsValue.flatMap { fields in
      Timestamp(fields["at"]).map { Pin(at: $0, countsAsActivity: fields["touch"] == .flag(true)) }
    }
    level = settings["level"]?.textValue.flatMap { NotificationLevel(rawValue: $0) }
    isMuted = settings["mute"] == .flag(true)
    alias = settings["alias"]?.textValue
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

  package static let tagPrefix = "tag."
  package static let attributePrefix = "attr."
}

extension Timestamp {
  init?(_ value: ContentValue?) {
    guard let milliseconds = value?.integerValue else { return nil }
    self.init(milliseconds: milliseconds)
  }
}

/// The messages that notify a user.
@nonexhaustive
public enum NotificationLevel: String, Hashable, Sendable, CaseIterable {
  /// All messages.
  case all
  /// Messages that mention the user or everyone.
  case mentions
  /// Messages that mention the user.
  case mentionsOfMe = "mentions_me"
  /// Messages that mention everyone.
  case mentionsOfAll = "mentions_all"
  /// No messages.
  case nothing = "none"
}

/// The id of a tag: 1 to 10 bytes of `[A-Za-z0-9_.-]`.
public struct TagID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The text form.
  public let text: String

  /// Creates an id.
  ///
  /// - Returns: Nil if the text is malformed.
  public init?(_ text: String) {
    guard (1...10).contains(text.utf8.count), Setting.Name(text).isValid else { return nil }
    self.text = text
  }

  /// The text form.
  public var description: String { text }

  /// Orders ids by bytes.
  public static func < (one: TagID, other: TagID) -> Bool { one.text < other.text }
}

/// A tag that the user adds to conversations.
public struct Tag: Hashable, Sendable, Identifiable {
  /// The tag's id.
  public let id: TagID
  /// The tag's name.
  public let name: String
  /// The time of creation.
  public let made: Timestamp
}

/// A daily period in which the user gets no or fewer notifications.
public struct QuietHours: Hashable, Sendable {
  /// The start, in minutes since midnight; 0 to 1439.
  public var from: Int
  /// The end, in minutes since midnight; on the next day if it is before `from`.
  public var to: Int
  /// The user's offset from UTC, in minutes; -840 to 840.
  ///
  /// The app must set it again when the offset changes, for example with daylight saving time.
  public var zoneOffset: Int
  /// The level to which notifications are reduced.
  public var level: NotificationLevel

  /// Creates a daily period.
  ///
  /// - Parameters:
  ///   - from: The start, in minutes since midnight.
  ///   - to: The end, in minutes since midnight.
  ///   - zoneOffset: The user's offset from UTC, in minutes.
  ///   - level: The level to which notifications are reduced.
  public init(from: Int, to: Int, zoneOffset: Int, level: NotificationLevel = .nothing) {
    self.from = from
    self.to = to
    self.zoneOffset = zoneOffset
    self.level = level
  }

  /// Returns whether a time is within the period.
  public func contains(_ time: Timestamp) -> Bool {
    let minutes = (time.milliseconds / 60_000) + Int64(zoneOffset)
    let minute = Int(clamping: ((minutes % 1440) + 1440) % 1440)
    return from <= to ? (from..<to).contains(minute) : minute >= from || minute < to
  }

  package init?(_ value: ContentValue?) {
    guard let fields = value?.fieldsValue, let from = fields["from"]?.integerValue, let to = fields["to"]?.integerValue,
      let zone = fields["zone"]?.integerValue, let level = fields["level"]?.textValue.flatMap({ NotificationLevel(rawValue: $0) })
    else { return nil }
    self.init(from: Int(clamping: from), to: Int(clamping: to), zoneOffset: Int(clamping: zone), level: level)
    guard isValid else { return nil }
  }

  package var isValid: Bool {
    (0..<1440).contains(from) && (0..<1440).contains(to) && (-840...840).contains(zoneOffset)
  }

  package var value: ContentValue {
    .fields(
      ContentFields([
        "from": .integer(Int64(from)), "to": .integer(Int64(to)), "zone": .integer(Int64(zoneOffset)),
        "level": .text(level.rawValue),
      ]))
  }
}
