import MartletWire

/// The annotations of a message: its reactions, properties, votes, pin and replies.
///
/// Holds counts only; `Chat.annotators(of:at:limit:after:)` returns the users.
public struct Annotations: Hashable, Sendable {
  /// The number of members who set one key, and whether this user is among them.
  public struct Tally: Hashable, Sendable {
    /// The key; for a reaction the emoji, or any text that stands for it.
    public let key: String
    /// The number of members; at least 1.
    public let count: Int
    /// True if this user is one of them; always false for secret votes.
    public let isMine: Bool
  }

  /// A message's pin to its conversation.
  public struct Pin: Hashable, Sendable {
    /// The user who pinned the message.
    public let user: UserID
    /// The position of the entry that pinned the message.
    public let seq: UInt64
  }

  /// The reactions, in ascending order of keys.
  public let reactions: [Tally]
  /// The votes of a poll by index of the choice; choices without votes are missing.
  public let votes: [Int: Tally]
  /// True if the poll's sender closed it.
  public let isPollClosed: Bool
  /// The message's properties.
  public let properties: [String: String]
  /// True if members may set properties.
  public let isExpandable: Bool
  /// The pin; nil if the message is not pinned.
  public let pin: Pin?
  /// The number of messages that reply to this one.
  public let replyCount: Int
}

extension Annotations {
  /// Nothing.
  static let none = Annotations(Wire.Annotations())

  /// Reads the wire form.
  ///
  /// Leaves out values of a peer that make no sense.
  init(_ wire: Wire.Annotations) {
    func tallies(_ kind: Wire.AnnotationKind) -> [Tally] {
      wire.tallies.filter { $0.kind == kind && $0.count > 0 }
        .map { Tally(key: $0.key, count: Int(clamping: $0.count), isMine: $0.mine) }
    }
    reactions = tallies(.reaction)
    votes = Dictionary(latest: tallies(.vote).compactMap { tally in Int(tally.key, radix: 10).map { ($0, tally) } })
    isPollClosed = wire.closed
    properties = Dictionary(latest: wire.properties.map { ($0.key, $0.value) })
    isExpandable = wire.expandable
    pin = UserID(wire.pinnedBy).map { Pin(user: $0, seq: wire.pinnedAt) }
    replyCount = tallies(.reply).first?.count ?? 0
  }
}

/// A change of a message's annotations, as requested or as recorded in a log.
///
/// A log entry names only what actually changed.
@nonexhaustive
public enum AnnotationChange: Hashable, Sendable {
  /// One member added or removed reactions.
  case reactions(added: [String], removed: [String])
  /// Properties of the message were set or removed.
  case properties(set: [String: String], removed: [String])
  /// In requests: the user's whole ballot as indexes of choices; an empty one withdraws all votes.
  case ballot([Int])
  /// In logs: the choices that one member voted for, and those the member no longer votes for.
  case votes(added: [Int], removed: [Int])
  /// The message was pinned (true) or unpinned (false).
  case pin(Bool)
  /// The poll was closed.
  case pollClosed
}

extension AnnotationChange {
  package var kind: Wire.AnnotationKind {
    switch self {
    case .reactions: .reaction
    case .properties: .property
    case .ballot, .votes: .vote
    case .pin: .pin
    case .pollClosed: .closing
    }
  }

  /// The items of the request.
  package var items: [Wire.AnnotationItem] {
    switch self {
    case .reactions(let added, let removed): Self.items(added, removed)
    case .properties(let set, let removed):
      set.sorted { $0.key < $1.key }.map { Wire.AnnotationItem(key: $0.key, value: $0.value) } + Self.items([], removed)
    case .ballot(let choices): Self.items(choices.map(String.init), [])
    case .votes(let added, let removed): Self.items(added.map(String.init), removed.map(String.init))
    case .pin(let isPinned): [Wire.AnnotationItem(removed: !isPinned)]
    case .pollClosed: [Wire.AnnotationItem()]
    }
  }

  private static func items(_ added: [String], _ removed: [String]) -> [Wire.AnnotationItem] {
    added.map { Wire.AnnotationItem(key: $0) } + removed.map { Wire.AnnotationItem(key: $0, removed: true) }
  }

  /// Reads a log entry.
  ///
  /// Nil for a kind that this version does not know, and for a change erased by a recall.
  init?(_ wire: Wire.Annotated) {
    let (added, removed) = (wire.items.filter { !$0.removed }, wire.items.filter { $0.removed }.map { $0.key })
    guard let first = wire.items.first else { return nil }
    switch wire.kind {
    case .reaction: self = .reactions(added: added.map { $0.key }, removed: removed)
    case .property:
      self = .properties(set: Dictionary(latest: added.map { ($0.key, $0.value) }), removed: removed)
    case .vote:
      self = .votes(added: added.compactMap { Int($0.key, radix: 10) }, removed: removed.compactMap { Int($0, radix: 10) })
    case .pin: self = .pin(!first.removed)
    case .closing: self = .pollClosed
    default: return nil
    }
  }

  /// Reads a request.
  ///
  /// Nil for a kind that this version does not know.
  init?(_ wire: Wire.Annotate) {
    switch wire.kind {
    case .vote: self = .ballot(wire.items.filter { !$0.removed }.compactMap { Int($0.key, radix: 10) })
    // The server refuses a request that changes nothing. Until then it waits like any other.
    case .reaction where wire.items.isEmpty: self = .reactions(added: [], removed: [])
    case .property where wire.items.isEmpty: self = .properties(set: [:], removed: [])
    default: self.init(Wire.Annotated(kind: wire.kind, items: wire.items))
    }
  }
}

/// An annotation whose users can be listed.
@nonexhaustive
public enum AnnotationKey: Hashable, Sendable {
  /// A reaction.
  case reaction(String)
  /// A choice of a poll, by its index.
  case choice(Int)
}
