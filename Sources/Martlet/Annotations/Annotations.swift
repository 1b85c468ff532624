import MartletWire

/// What members attached to a message after it was sent: its reactions, properties, votes and replies.
///
/// Holds how many there are; who they are is read with `Chat.annotators(of:at:after:limit:)`.
public struct Annotations: Hashable, Sendable {
  /// How many members attached one key, and whether this user is among them.
  public struct Tally: Hashable, Sendable {
    /// Of a reaction the emoji or whatever stands for it.
    public let key: String
    /// How many members; at least 1.
    public let count: Int
    /// Whether this user is one of them; never where votes are secret.
    public let isMine: Bool
  }

  /// That a message is pinned to its conversation.
  public struct Pin: Hashable, Sendable {
    /// Who pinned it.
    public let user: UserID
    /// The position of the entry by which it was pinned.
    public let seq: UInt64
  }

  /// The reactions, in ascending order of keys.
  public let reactions: [Tally]
  /// The votes for choices of a poll, by the choices' indexes; those without votes are missing.
  public let votes: [Int: Tally]
  /// Whether the poll's sender closed it.
  public let isPollClosed: Bool
  /// The message's properties.
  public let properties: [String: String]
  /// Whether members may set properties.
  public let isExpandable: Bool
  /// Who pinned the message; nil where it is not pinned.
  public let pin: Pin?
  /// How many messages reply to it.
  public let replyCount: Int
}

extension Annotations {
  /// Nothing.
  static let none = Annotations(Wire.Annotations())

  /// What the wire says; of what a peer may have put there, what makes no sense is left out.
  init(_ wire: Wire.Annotations) {
    func tallies(_ kind: Wire.AnnotationKind) -> [Tally] {
      wire.tallies.filter { $0.kind == kind && $0.count > 0 }
        .map { Tally(key: $0.key, count: Int(clamping: $0.count), isMine: $0.mine) }
    }
    reactions = tallies(.reaction)
    votes = Dictionary(tallies(.vote).compactMap { tally in Int(tally.key).map { ($0, tally) } }, uniquingKeysWith: { $1 })
    isPollClosed = wire.closed
    properties = Dictionary(wire.properties.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    isExpandable = wire.expandable
    pin = UserID(wire.pinnedBy).map { Pin(user: $0, seq: wire.pinnedAt) }
    replyCount = tallies(.reply).first?.count ?? 0
  }
}

/// A change of what is attached to a message: as it is asked for, and as a log tells of it.
///
/// A log names what really changed: what was there already is not among it.
public enum AnnotationChange: Hashable, Sendable {
  /// Reactions of one member.
  case reactions(added: [String], removed: [String])
  /// Properties of the message.
  case properties(set: [String: String], removed: [String])
  /// Asked for: the user's whole ballot, the indexes of the choices taken; none takes the votes back.
  case ballot([Int])
  /// Told: choices voted for, and choices no longer voted for, by one member.
  case votes(added: [Int], removed: [Int])
  /// The message was pinned, or taken off.
  case pin(Bool)
  /// The poll takes no more votes.
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

  /// What is asked for.
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

  /// What a log tells; nil for a kind that this version does not know, and for what was lost with a recall.
  init?(_ wire: Wire.Annotated) {
    let (added, removed) = (wire.items.filter { !$0.removed }, wire.items.filter(\.removed).map(\.key))
    guard let first = wire.items.first else { return nil }
    switch wire.kind {
    case .reaction: self = .reactions(added: added.map(\.key), removed: removed)
    case .property:
      self = .properties(set: Dictionary(added.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }), removed: removed)
    case .vote: self = .votes(added: added.compactMap { Int($0.key) }, removed: removed.compactMap { Int($0) })
    case .pin: self = .pin(!first.removed)
    case .closing: self = .pollClosed
    default: return nil
    }
  }

  /// What a request asks for; nil for a kind that this version does not know.
  init?(_ wire: Wire.Annotate) {
    switch wire.kind {
    case .vote: self = .ballot(wire.items.filter { !$0.removed }.compactMap { Int($0.key) })
    // What changes nothing the server refuses; until then it waits as any other.
    case .reaction where wire.items.isEmpty: self = .reactions(added: [], removed: [])
    case .property where wire.items.isEmpty: self = .properties(set: [:], removed: [])
    default: self.init(Wire.Annotated(kind: wire.kind, items: wire.items))
    }
  }
}

/// A page of those who attached something to a message.
public struct AnnotatorPage: Hashable, Sendable {
  /// In ascending order.
  public let users: [UserID]
  /// Whether there are more after these.
  public let hasMore: Bool
}

/// What is counted, for reading who is among it.
public enum AnnotationKey: Hashable, Sendable {
  /// A reaction.
  case reaction(String)
  /// A choice of a poll, by its index.
  case choice(Int)
}
