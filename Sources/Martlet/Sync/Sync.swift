import MartletWire

/// What a client does, decided without I/O, clock or randomness of its own: inputs in, actions out.
///
/// Inputs are what the app asks for, what the connection brings and the passing of time. Each may leave actions, which
/// the owner takes with `takeActions()` and performs in order, except that all writes of a turn are committed first:
/// nothing is sent, published or answered before it is on the disk. The local database is the owner's; this value
/// mirrors only what decisions need: cursors, and the range of each conversation that is held.
///
/// The rules of synchronisation:
/// - A conversation is held as one range without gaps. Entry n+1 is applied after n; one that jumps is fetched up to.
/// - The user log is applied in order from the cursor. Without a cursor the conversations are listed afresh.
/// - `stamp` says up to where changes of conversations were seen; later ones are listed after connecting.
/// - What a summary or page brings late cannot undo what came earlier: positions and markers only grow.
struct Sync {
  // Durable, as in the local database.
  var user: UserID?
  /// The position up to which the user log is applied; nil before the first complete listing.
  var cursor: UInt64?
  var stamp: UInt64
  var shelves: [ConversationID: Shelf]
  var lanes: OutboxLanes
  /// Read markers to be told to the server.
  var marks: [ConversationID: UInt64]
  var settings = SettingProgress()
  var hiding = HidingProgress()
  /// Positions up to which this device holds logs, to be told to the server.
  var deliveries: [ConversationID: UInt64]
  /// Nobody is to be told what this user reads and this device holds.
  var isQuiet = false
  /// Conversations whose folded state is in doubt until the server says it.
  var doubts: Set<ConversationID>

  let bounds: Bounds

  // The connection.
  let device: Wire.Device
  var phase = Phase.idle
  var token: String?
  /// How many tokens in a row the server called expired.
  var tokenRefusals = 0
  /// Why the last connection failed, or could not be made.
  var lastFailure: MartletError?
  var backoff = Backoff()
  /// Whether there is a network at all, as far as the app said.
  var hasNetwork = true
  /// Whether, after a connection that worked, this device gives way to others of its class.
  var yieldsWhenReconnecting = false
  /// Whether there was a connection since the app asked for one.
  var wasOpen = false
  var attempt = 0
  var dice: SplitMix64
  var now: UInt64 = 0
  var lastSent: UInt64 = 0
  var lastHeard: UInt64 = 0
  var limits = ServerLimits()
  /// What the server's clock showed at a moment of ours.
  var clock: (server: Int64, own: UInt64)?

  // The session; begun anew with each connection.
  var requests: [UInt32: Request] = [:]
  var nextID: UInt32 = 1
  var listing: Listing?
  var userLog = UserLogProgress()
  var isCaughtUp = false
  /// Conversations held less far than they are known to reach.
  var behind: Set<ConversationID> = []
  var fetchQueue = Fifo<ConversationID>()
  /// Conversations to look at again at a time: a fetch to repeat, or an own message that should have arrived.
  var later: [ConversationID: UInt64] = [:]
  /// Conversations to ask the server about.
  var wanted = DistinctFifo<ConversationID>()
  /// What came about conversations before their summary did.
  var notes: [ConversationID: Note] = [:]
  /// Up to where in the user log what was hidden is known to be applied to what is held, while a snapshot is listed.
  var hidesHeld: UInt64 = 0
  /// Conversations the user left in this session, and where: older summaries of them may still arrive.
  var departed: [ConversationID: UInt64] = [:]
  var marksUnderWay: Set<ConversationID> = []
  var marksHeldUntil: UInt64 = 0
  /// Deliveries are gathered until then; those that were told wait for the answer.
  var deliveriesHeldUntil: UInt64 = 0
  var deliveriesUnderWay: [ConversationID: UInt64] = [:]
  /// Who is writing, and until when that is shown; and when one's own writing was told.
  var typing = TypingStates()
  var askAgainAt: UInt64 = 0
  /// The app's requests wait until then, because the user read too fast; 0 where they do not.
  var callsHeldUntil: UInt64 = 0
  /// The app's requests that wait to be sent, in order.
  var calls: [(id: CallID, call: Call)] = []
  /// Those that were sent.
  var unansweredCalls: [CallID: Call] = [:]

  private(set) var actions: [Action] = []

  /// What is known from the local database.
  init(restoring state: StoredState, device: Wire.Device, seed: UInt64, bounds: Bounds = Bounds()) {
    self.bounds = bounds
    user = state.user
    cursor = state.cursor
    stamp = state.stamp
    // There may be very many: room for all of them is made at once.
    shelves = Dictionary(minimumCapacity: state.shelves.count)
    for (id, shelf) in state.shelves { shelves[id] = shelf }
    lanes = OutboxLanes(state.outbox)
    marks = state.marks
    settings.waiting = state.settings
    hiding.waiting = state.hides
    deliveries = state.deliveries
    doubts = state.doubts
    // A first listing may have ended before it got to the pages.
    for (id, shelf) in state.shelves.prefix(bounds.prefetched) where shelf.first > shelf.last && shelf.first > shelf.start {
      shelves[id]?.needsPage = true
    }
    self.device = device
    dice = SplitMix64(seed: seed)
  }

  /// Hands over what there is to do, in order.
  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  mutating func act(_ action: Action) { actions.append(action) }

  mutating func write(_ write: Write) {
    // A burst of entries becomes one write.
    if case .append(let id, let more) = write, case .write(.append(id, var entries))? = actions.last {
      actions.removeLast()
      entries += more
      actions.append(.write(.append(id, entries)))
    } else {
      actions.append(.write(write))
    }
  }
}

extension Sync {
  /// How far the connection is.
  enum Phase: Equatable {
    /// Not wanted.
    case idle
    /// The next attempt begins at a time.
    case waiting(until: UInt64)
    /// The app is asked for a token.
    case obtaining(since: UInt64)
    case dialling(since: UInt64)
    /// Hello was sent.
    case greeting(since: UInt64)
    case open(since: UInt64)
    /// The server will not have us.
    case ended
  }

  /// What the owner is to do.
  enum Action {
    case write(Write)
    case obtainToken
    /// A token that comes now counts for nothing.
    case cancelToken
    case dial
    case hangUp
    case send(Wire.ClientPacket)
    /// Send the request of an outbox row under this id.
    case transmit(id: UInt32, row: Int64)
    case state(ConnectionState)
    case answer(CallID, Result<Wire.ServerPacket.Body, MartletError>)
    case publish(Event)
  }

  /// A change of the local database.
  ///
  /// All changes of a turn are stored together or not at all.
  enum Write {
    /// Whose database it is.
    case user(UserID)
    case cursor(UInt64)
    case stamp(UInt64)
    /// Takes over what the server says of a conversation. Where it is new, what follows `anchor` will be held.
    case adopt(Summary, anchor: UInt64)
    /// The entries follow the range held.
    case append(ConversationID, [Wire.Entry])
    /// The entries precede the range held.
    case prepend(ConversationID, [Wire.Entry])
    /// The entries take the place of the range held.
    case replace(ConversationID, [Wire.Entry])
    /// Nothing is held any more, and what follows `anchor` will be.
    case restart(ConversationID, anchor: UInt64)
    /// The user cannot see entries before this position.
    case first(ConversationID, UInt64)
    /// The conversation is in the list no more; the removal is what is known of why.
    case remove(ConversationID, Removal? = nil)
    /// The user's read marker stands here at least.
    case read(ConversationID, UInt64)
    /// What this device holds up to a position was told to the server.
    case deliverySettled(ConversationID, UInt64)
    /// A member's markers; they only grow.
    case marker(ConversationID, UserID, read: UInt64, delivered: UInt64)
    /// No marker is to be told to the server any more.
    case markSettled(ConversationID)
    /// The user hid everything up to a position, and these besides, by the user log's entry `revision`.
    case hide(ConversationID, until: UInt64, [UInt64], revision: UInt64)
    /// The server was told what a row says is hidden, or will not have it.
    case hideSettled(row: Int64)
    /// Settings have these values, unless later ones are held.
    case settings([Wire.Setting])
    /// A page of all settings, and those of it that are to be taken over.
    case settingsPage(Wire.Settings, after: Wire.Setting?, [Wire.Setting])
    /// The user is in the conversation no more, and its settings with it.
    case settingsEnded(ConversationID)
    /// The server was told this value, or will not have it.
    case settingSettled(Setting.Name, String)
    case confirm(row: Int64, EntryID, time: Int64)
    case refuse(row: Int64, Wire.Failure)
    /// What a row asks for was so already.
    case settle(row: Int64)
    /// Stored sends wait for entries that will not come, where their conversation is not in the list.
    case tidyOutbox
    /// Forgets everything but the user and the outbox.
    case reset
  }

  /// A request that waits for its answer.
  enum Request: Equatable {
    case hello
    case ping
    case userLog
    case list
    /// A summary of these conversations.
    case ask([ConversationID])
    case fetch(ConversationID, Fetch)
    case outbox(row: Int64)
    case mark(ConversationID, UInt64)
    case settings([Setting.Name: String])
    case settingsPage(after: Wire.Setting?)
    case hide(row: Int64)
    case deliveries
    case call(CallID)
    /// A summary of a conversation that a call waits for.
    case held(CallID, ConversationID)
    /// Something whose answer nobody waits for, as far as it is one.
    case signal
    /// The app no longer waits for the answer.
    case abandoned
  }

  enum Fetch: Equatable {
    /// What follows the range held.
    case forward
    /// The newest page, to be joined to the range held, or to take its place where that is too far behind.
    case newest(replacing: Bool)
    /// The page before a position, where the range held begins, for a caller.
    case older(CallID, before: UInt64)
  }

  /// Names a request of the app.
  struct CallID: Hashable, Comparable {
    let number: UInt64
    static func < (left: CallID, right: CallID) -> Bool { left.number < right.number }
  }

  /// A request of the app that is answered to it alone.
  enum Call {
    case request(Wire.ClientPacket.Request)
    /// Only on this connection: not repeated on another.
    case once(Wire.ClientPacket.Request)
    /// Hold up to this many entries more before the range held.
    case older(ConversationID, limit: Int)
    /// Hold a conversation as far as the server is known to have it.
    case held(ConversationID)
  }

  /// A listing of conversations under way.
  struct Listing {
    /// All conversations, and nothing else remains in the list.
    var isSnapshot: Bool
    /// The stamp of the first page: what the whole listing reaches up to.
    var stamp: UInt64?
    var listed: Set<ConversationID> = []
    /// Those that no page named and that are asked about by name.
    var asked: [ConversationID] = []
    /// Those of them that an answer settled.
    var verified: Set<ConversationID> = []
  }

  struct UserLogProgress {
    /// The newest position known of.
    var head: UInt64 = 0
    var isAsked = false
  }

  struct Note {
    var head: UInt64 = 0
    var read: UInt64 = 0
    /// Markers of members.
    var markers: [UserID: (read: UInt64, delivered: UInt64)] = [:]
    var hides: [Hide] = []

    struct Hide {
      let until: UInt64
      let targets: [UInt64]
      let revision: UInt64
    }
  }

  /// What is known from the local database when a client begins.
  struct StoredState {
    var user: UserID?
    var cursor: UInt64?
    var stamp: UInt64 = 0
    var shelves: [(ConversationID, Shelf)] = []
    /// Unconfirmed rows in order, each with the conversation as its request names it.
    var outbox: [(row: Int64, conversation: String)] = []
    var marks: [ConversationID: UInt64] = [:]
    /// What the server is yet to be told.
    var settings: [Setting.Name: String] = [:]
    var hides: [WaitingHide] = []
    var deliveries: [ConversationID: UInt64] = [:]
    var doubts: Set<ConversationID> = []
  }

  typealias Bounds = SyncBounds

  /// Positions beyond this are nonsense, and arithmetic on them could overflow.
  static let lastPosition = UInt64(Int64.max / 2)
}

/// Bounds of what one client asks for and holds.
package struct SyncBounds: Sendable {
  /// A range further behind than this is dropped rather than filled.
  package var forward: UInt64 = 1_000
  /// The conversations of a first listing whose newest page is fetched at once.
  package var prefetched = 100
  package var prefetchPage = 50
  /// Summaries asked for at once.
  package var asked = 50
  /// Pushed entries of a conversation kept while what lies before them is fetched.
  package var ahead = 512
  /// Conversations noted before their summary comes.
  package var notes = 10_000
  package var callsWaiting = 1_000

  package init() {}
}

/// What a server allows, with a client's own bounds where it says nothing or nonsense.
struct ServerLimits: Equatable {
  /// Entries asked for at once.
  private static let page = 100

  var heartbeat: UInt64 = 30_000_000_000
  var packetBytes = 64 << 10
  var pageEntries = Self.page
  var requestsInFlight = 8
  var deliveredMembers: UInt64 = 0

  init() {}

  init(_ wire: Wire.Limits) {
    heartbeat = UInt64(min(max(wire.heartbeatMs == 0 ? 30_000 : wire.heartbeatMs, 250), 3_600_000)) * 1_000_000
    packetBytes = wire.packetBytes == 0 ? packetBytes : Int(min(max(wire.packetBytes, 1 << 10), 64 << 20))
    pageEntries = wire.pageEntries == 0 ? pageEntries : min(Int(wire.pageEntries), Self.page)
    deliveredMembers = UInt64(min(wire.deliveredMembers, 10_000))
    requestsInFlight = wire.requestsInFlight == 0 ? requestsInFlight : min(Int(wire.requestsInFlight), 4_096)
  }
}
