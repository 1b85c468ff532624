import MartletWire

/// The client's decisions, as a state machine without I/O, clock or randomness: inputs in, actions out.
///
/// Inputs are the app's requests, events of the connection, and the passing of time. Each may produce actions. The owner takes
/// them with `takeActions()`, first commits all writes of the turn, and then performs the others in order: nothing is sent,
/// published or answered before it is on the disk. The owner has the local database; this value mirrors only what decisions
/// need, such as cursors and the range held of each conversation.
///
/// The rules of syncing:
/// - A conversation is held as one range without gaps. Entry n+1 follows n; after a jump, the missing entries are fetched.
/// - The user log is applied in order from the cursor. Without a cursor, all conversations are listed.
/// - `stamp` is the newest change of a conversation that was seen; later ones are listed after connecting.
/// - Late summaries and pages cannot undo newer state: positions and markers only grow.
/// - If the server has another copy of its data than before, everything fetched is dropped and fetched again.
package struct Sync {
  // Durable: mirrors the local database.
  var user: UserID?
  /// The position up to which the user log is applied; nil before the first complete listing.
  var cursor: UInt64?
  var stamp: UInt64
  /// The server's name for the copy of its data that this device has synced with; nil before the first Welcome.
  var generation: String?
  /// What the app leaves to fewer users, as the local database has it.
  var permissionBounds: PermissionBounds?
  package var shelves: [ConversationID: Shelf]
  var lanes: OutboxLanes
  /// Files that rows of the outbox wait for.
  var uploads: UploadQueue
  /// Read markers that the server has not confirmed.
  var marks: [ConversationID: UInt64]
  var settings = SettingProgress()
  var profiles = ProfileProgress()
  /// Not durable, but lasting over connections.
  package internal(set) var presence = PresenceProgress()
  var hiding = HidingProgress()
  /// Delivered markers that the server has not confirmed.
  var deliveries: [ConversationID: UInt64]
  /// True to tell other users neither what this user reads nor what this device holds.
  var hidesReceipts = false
  /// The kinds of conversations in which others are told; nil for all.
  var receiptKinds: Set<ConversationID.Kind>?
  /// Conversations whose local state is doubtful: a summary is needed.
  var doubts: Set<ConversationID>

  let bounds: Bounds

  // The connection.
  let device: Wire.Device
  var phase = Phase.idle
  var token: String?
  /// Consecutive tokens that the server called expired.
  var tokenRefusals = 0
  /// The reason why the last connection failed.
  package var lastFailure: MartletError?
  var backoff = Backoff()
  /// False while the app says that the device has no network.
  package var hasNetwork = true
  /// Time an app's request may take, in nanoseconds.
  var callLimit = Self.usualCallLimit
  /// True to give way to other devices of its class when reconnecting.
  var yieldsWhenReconnecting = false
  /// True if there was a session since `start`.
  var wasOpen = false
  var attempt = 0
  var dice: SplitMix64
  var now: UInt64 = 0
  var lastSent: UInt64 = 0
  var lastHeard: UInt64 = 0
  /// The time of an unanswered probe of the open connection.
  var doubtedSince: UInt64?
  var limits = ServerLimits()
  /// The server's clock, and the own clock at the same moment.
  package var clock: (server: Int64, own: UInt64)?

  // The session: reset with each connection.
  var requests: [UInt32: Request] = [:]
  var nextID: UInt32 = 1
  var listing: Listing?
  /// The change to another copy of the server's data, while it is in progress.
  var otherCopy: OtherCopy?
  /// The ranges held of the previous copy, until the new one is listed.
  var formerly: [ConversationID: (first: UInt64, last: UInt64)]?
  var userLog = UserLogProgress()
  package var isCaughtUp = false
  /// Conversations with known missing entries.
  var behind: Set<ConversationID> = []
  var fetchQueue = Fifo<ConversationID>()
  /// Times at which to check conversations again: a fetch to retry, or an own message that should have been pushed.
  var later: [ConversationID: UInt64] = [:]
  /// Conversations whose summaries are needed.
  var wanted = DistinctFifo<ConversationID>()
  /// News of conversations that arrived before their summaries.
  var notes: [ConversationID: Note] = [:]
  /// During a snapshot: the user-log position up to which hidings are applied to the cached data.
  var hidesHeld: UInt64 = 0
  /// Conversations that the user left in this session, with positions: older summaries may still arrive.
  var departed: [ConversationID: UInt64] = [:]
  var marksUnderWay: Set<ConversationID> = []
  var marksHeldUntil: UInt64 = 0
  /// End of the batching delay of delivered markers, and the batch in flight.
  var deliveriesHeldUntil: UInt64 = 0
  var deliveriesUnderWay: [ConversationID: UInt64] = [:]
  /// Typing indicators, of others and of the own user.
  var typing = TypingStates()
  var askAgainAt: UInt64 = 0
  /// When the app's requests may be sent again after a read over the rate; 0 if they need not wait.
  var callsHeldUntil: UInt64 = 0
  /// The app's requests to send, in order.
  var calls: [(id: CallID, call: Call)] = []
  /// The app's requests in flight.
  var unansweredCalls: [CallID: Call] = [:]
  /// The time-outs of both.
  var callDeadlines: [CallID: UInt64] = [:]

  private(set) var actions: [Action] = []
  /// How often the connection has ended until the next `start`; a caller that began to wait after an end is not meant by it.
  package internal(set) var endings = 0

  /// Restores the state from the local database.
  init(restoring state: StoredState, device: Wire.Device, seed: UInt64, bounds: Bounds = Bounds()) {
    self.bounds = bounds
    user = state.user
    cursor = state.cursor
    stamp = state.stamp
    generation = state.generation
    permissionBounds = state.permissionBounds
    // There may be very many: reserve room for all.
    shelves = Dictionary(minimumCapacity: state.shelves.count)
    for (id, shelf) in state.shelves { shelves[id] = shelf }
    (lanes, uploads) = Self.outbox(of: state, bounds)
    marks = state.marks
    settings.waiting = state.settings
    hiding.waiting = state.hides
    deliveries = state.deliveries
    doubts = state.doubts
    // An interrupted first listing may have left conversations without pages.
    for (id, shelf) in state.shelves.prefix(bounds.prefetched) where shelf.first > shelf.last && shelf.first > shelf.start {
      shelves[id]?.needsPage = true
    }
    self.device = device
    dice = SplitMix64(seed: seed)
  }

  private static func outbox(of state: StoredState, _ bounds: Bounds) -> (OutboxLanes, UploadQueue) {
    var lanes = OutboxLanes([])
    var uploads = UploadQueue(limit: bounds.uploads)
    for (row, conversation) in state.outbox {
      let upload = state.uploads[row]
      if let upload { uploads.add(row, upload, conversation) }
      let isAwaited = upload.map { !$0.isReady } ?? false
      // A row without a place in the order gets one when its file is uploaded.
      if isAwaited, upload?.isFree == true { continue }
      lanes.add(row, conversation)
      if isAwaited { lanes.await(row) }
    }
    return (lanes, uploads)
  }

  /// Removes and returns the actions, in order.
  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  mutating func act(_ action: Action) {
    switch action {
    case .state(.offline), .state(.ended): endings += 1
    default: break
    }
    actions.append(action)
  }

  mutating func write(_ write: Write) {
    // Merge a burst of entries into one write.
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
  /// The state of the connection.
  enum Phase: Equatable {
    /// The app wants no connection.
    case idle
    /// Waiting for the next attempt.
    case waiting(until: UInt64)
    /// Waiting for a token.
    case obtaining(since: UInt64)
    case dialling(since: UInt64)
    /// Waiting for Welcome.
    case greeting(since: UInt64)
    case open(since: UInt64)
    /// Ended by the server, or by a failure that reconnecting cannot fix.
    case ended
  }

  /// An instruction to the owner.
  enum Action {
    case write(Write)
    case obtainToken
    /// Ignore a token that arrives from now on.
    case cancelToken
    case dial
    case hangUp
    case send(Wire.ClientPacket)
    /// Send the request of an outbox row with this id.
    case transmit(id: UInt32, row: Int64)
    /// Upload the file of an outbox row.
    case upload(row: Int64)
    /// Stop that.
    case cancelUpload(row: Int64)
    case state(ConnectionState)
    case answer(CallID, Result<Wire.ServerPacket.Body, MartletError>)
    case publish(Event)
  }

  /// A change of the local database.
  ///
  /// All writes of a turn are one transaction.
  enum Write {
    /// The user whose data this is.
    case user(UserID)
    /// What the app leaves to fewer users than the kinds of conversation do.
    case bounds(PermissionBounds)
    case cursor(UInt64)
    case stamp(UInt64)
    /// Merges a summary. In a new conversation, the range held starts after `anchor`.
    case adopt(Summary, anchor: UInt64)
    /// Adds entries after the range held.
    case append(ConversationID, [Wire.Entry])
    /// Adds entries before the range held.
    case prepend(ConversationID, [Wire.Entry])
    /// Replaces the range held.
    case replace(ConversationID, [Wire.Entry])
    /// Drops the range held; the new one starts after `anchor`.
    case restart(ConversationID, anchor: UInt64)
    /// Sets the first position that the user can see.
    case first(ConversationID, UInt64)
    /// Removes the conversation from the list, with the reason if known.
    case remove(ConversationID, Removal? = nil)
    /// Tells the app of a change of the user's application to join a group.
    case application(ConversationID, ApplicationState)
    /// Raises the user's read marker.
    case read(ConversationID, UInt64)
    /// The server has a delivered marker.
    case deliverySettled(ConversationID, UInt64)
    /// Raises another member's markers.
    case marker(ConversationID, UserID, read: UInt64, delivered: UInt64)
    /// The server has the read marker.
    case markSettled(ConversationID)
    /// Hides everything up to a position, and single positions; `revision` is the entry in the user log.
    case hide(ConversationID, until: UInt64, [UInt64], revision: UInt64)
    /// What the user hid before leaving is visible to the user who has returned; the first position to see is `start`.
    case unhide(ConversationID, start: UInt64)
    /// The server has a hiding, or refused it for good.
    case hideSettled(row: Int64, isHidden: Bool)
    /// Sets settings, unless newer values are held.
    case settings([Wire.Setting])
    /// Takes a page of all settings, and sets those given.
    case settingsPage(Wire.Settings, after: Wire.Setting?, [Wire.Setting])
    /// Adopts relations, unless newer ones are held.
    case relations([Wire.Relation])
    /// Takes a page of all relations, after a user.
    case relationsPage(Wire.Relations, after: String)
    /// Notes that relations are of a kind, or not, as an entry of the user log is going to say.
    case related([UserID], RelationFlags, Bool)
    /// The same of friendship.
    case befriended([UserID], Friendship)
    /// Keeps a profile.
    case profile(Wire.Profile)
    /// Applies a change to a cached profile.
    case profileChanged(Wire.ProfileChange)
    /// Drops the settings of a conversation that the user left.
    case settingsEnded(ConversationID)
    /// The server has this value, or refused it for good.
    case settingSettled(Setting.Name, String)
    case confirm(row: Int64, MessageID, time: Int64)
    case refuse(row: Int64, Wire.Failure)
    /// A row changed nothing on the server.
    case settle(row: Int64)
    /// So many bytes of a row's file have arrived.
    case uploadReached(row: Int64, Int64)
    /// The file of a row is whole where it belongs.
    case uploaded(row: Int64, FilePlace)
    /// The server no longer has the file of a row.
    case uploadAgain(row: Int64)
    /// Drops sent rows whose conversations are not in the list: their entries will not arrive.
    case tidyOutbox
    /// Stores the server's name for its copy of the data.
    case generation(String)
    /// Asks the database which conversations to compare with another copy.
    case survey
    /// Changes to another copy: drops everything fetched.
    ///
    /// The proofs give the positions up to which both copies agree.
    case startOver(generation: String?, [ConversationID: [EntryProof]])
    /// The list is complete: drops carried data of conversations that are not in it.
    case listed
  }

  /// A request in flight.
  enum Request: Equatable {
    case hello
    case ping
    /// A ping that tests a doubtful connection.
    case probe
    case userLog
    case list
    /// Summaries of these conversations.
    case ask([ConversationID])
    case fetch(ConversationID, Fetch)
    /// A page of another copy of the server's data.
    case compare(ConversationID)
    case outbox(row: Int64)
    case mark(ConversationID, UInt64)
    case settings([Setting.Name: String])
    case settingsPage(after: Wire.Setting?)
    case relationsPage(after: String)
    case hide(row: Int64)
    case profiles([UserID])
    /// About watches of these users, or about something else of presence if there are none.
    case presence([UserID])
    case deliveries
    case call(CallID)
    /// The summary of a conversation that a call waits for.
    case held(CallID, ConversationID)
    /// A signal; its answer is ignored.
    case signal
    /// The answer is ignored.
    case abandoned
  }

  enum Fetch: Equatable {
    /// Entries after the range held.
    case forward
    /// The newest page, to merge with the range held, or to replace it if it is too far behind.
    case newest(replacing: Bool)
    /// The page before the range held, for a call.
    case older(CallID, before: UInt64)
  }

  /// Identifies a request of the app.
  package struct CallID: Hashable, Comparable {
    let number: UInt64

    package init(number: UInt64) {
      self.number = number
    }
    package static func < (left: CallID, right: CallID) -> Bool { left.number < right.number }
  }

  /// A request of the app.
  package enum Call {
    case request(Wire.ClientPacket.Request)
    /// A request that changes nothing, so it is asked again if it comes too fast for the server.
    case read(Wire.ClientPacket.Request)
    /// A request that must not be repeated on another connection.
    case once(Wire.ClientPacket.Request)
    /// Extend the range held backwards by up to this many entries.
    case older(ConversationID, limit: Int)
    /// Hold a conversation up to the known head.
    case held(ConversationID)
  }

  /// A listing in progress.
  struct Listing {
    /// True if it replaces the whole list.
    var isSnapshot: Bool
    /// The stamp of the first page, which applies to the whole list.
    var stamp: UInt64?
    var listed: Set<ConversationID> = []
    /// Known conversations that no page named, and that `verify` asks about.
    var asked: [ConversationID] = []
    /// Those of them that were answered.
    var verified: Set<ConversationID> = []
  }

  struct UserLogProgress {
    /// The newest known position.
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

  /// The state in the local database at start.
  package struct StoredState {
    var user: UserID?
    var cursor: UInt64?
    var stamp: UInt64 = 0
    var generation: String?
    var permissionBounds: PermissionBounds?
    package var shelves: [(ConversationID, Shelf)] = []
    /// Unconfirmed rows in order, each with the conversation as its request names it.
    var outbox: [(row: Int64, conversation: String)] = []
    /// The files of those of them that have one.
    var uploads: [Int64: LocalStore.UploadState] = [:]
    var marks: [ConversationID: UInt64] = [:]
    /// Settings that the server has not confirmed.
    var settings: [Setting.Name: String] = [:]
    var hides: [WaitingHide] = []
    var deliveries: [ConversationID: UInt64] = [:]
    var doubts: Set<ConversationID> = []
  }

  package typealias Bounds = SyncBounds

  /// Larger positions are invalid: arithmetic on them could overflow.
  package static let lastPosition = UInt64(Int64.max / 2)
}

/// Limits of a client's requests and cached data.
package struct SyncBounds: Sendable {
  /// A larger gap is not filled: the range is replaced.
  package var forward: UInt64 = 1_000
  /// Conversations of a first listing whose newest pages are prefetched.
  package var prefetched = 100
  package var prefetchPage = 50
  /// Summaries per request.
  package var asked = 50
  /// Pushed entries kept per conversation while a gap before them is filled.
  package var ahead = 512
  /// Conversations noted before their summaries arrive.
  package var notes = 10_000
  package var callsWaiting = 1_000
  /// Uploads at a time.
  package var uploads = 2

  package init() {}
}

/// The server's limits, with defaults for missing or invalid values.
struct ServerLimits: Equatable {
  /// Maximum entries per request.
  private static let page = 100

  var heartbeat: UInt64 = 30_000_000_000
  var packetBytes = 64 << 10
  var pageEntries = Self.page
  var requestsInFlight = 8
  var deliveredMembers: UInt64 = 0
  /// Users per request about presence.
  var presenceUsers = 200
  /// How long a watch lasts, in nanoseconds.
  var presenceLongest = Self.week

  /// Whether a request to become friends needs no consent.
  var makesFriendsAtOnce = false

  private static let week: UInt64 = 604_800_000_000_000

  init() {}

  init(_ wire: Wire.Limits) {
    heartbeat = UInt64(min(max(wire.heartbeatMs == 0 ? 30_000 : wire.heartbeatMs, 250), 3_600_000)) * 1_000_000
    packetBytes = wire.packetBytes == 0 ? packetBytes : Int(clamping: min(max(wire.packetBytes, 1 << 10), 64 << 20))
    pageEntries = wire.pageEntries == 0 ? pageEntries : min(Int(clamping: wire.pageEntries), Self.page)
    deliveredMembers = UInt64(min(wire.deliveredMembers, 10_000))
    makesFriendsAtOnce = wire.friends == .withoutConsent
    if wire.presenceUsers > 0 { presenceUsers = min(Int(clamping: wire.presenceUsers), 1_000) }
    if wire.presenceLongestMs > 0 { presenceLongest = min(max(wire.presenceLongestMs, 1_000), 2_592_000_000) * 1_000_000 }
    requestsInFlight = wire.requestsInFlight == 0 ? requestsInFlight : min(Int(clamping: wire.requestsInFlight), 4_096)
  }
}
