import MartletStore
import MartletWire

/// What the server allows, and how long it waits.
///
/// Every limit is told to clients or named in the error it causes, and has a key in the configuration file (a row of
/// `ConfigurationKey.all`), many of them also for single apps.
package struct Limits: Sendable, Equatable {
  /// Connections open at once; the system's limit on open files bounds them besides.
  package var connections = Int.max
  /// Connections that one network address may have open.
  package var connectionsPerAddress = 2000
  /// New connections of one network address: the sustained rate, 0 for no limit, and the burst.
  package var handshakesPerSecond = 100
  package var handshakesAtOnce = 2000
  /// Malformed or forged tokens of one network address before its clients are turned away for a while; 0 is no limit.
  package var failedTokensPerMinute = 60
  /// Addresses without those three limits: proxies, and programs of this machine.
  package var exemptAddresses = AddressRanges.loopback
  /// A client that sent nothing for this long is expected to send Ping.
  package var heartbeat: Duration = .seconds(30)
  /// A connection that was silent for this long is closed.
  package var idle: Duration = .seconds(75)
  /// How long a new connection may take to say Hello.
  package var hello: Duration = .seconds(10)
  /// Bytes of one packet.
  package var packetBytes = 256 << 10
  /// Bytes of one packet before the session is open.
  package var helloBytes = 16 << 10
  /// Bytes of a message's content.
  package var contentBytes = 64 << 10
  /// Bytes of what a message carries besides its content.
  package var detailsBytes = 16 << 10
  /// How messages are treated by their content types, where that is not as usual.
  package var types = TypePolicies.standard
  /// Members of a group.
  package var groupMembers = 3000
  /// Attributes of a conversation, which all its members see, and bytes of all their keys and values.
  package var attributes = 100
  package var attributeBytes = 16 << 10
  /// Who may change a group's title and attributes.
  package var changeConversationBy = Changers.member
  /// Members of a conversation up to which each is told of the others' read markers as they move.
  package var markersPushed = 200
  /// How long after sending a message its sender may recall it; zero for no limit.
  ///
  /// A group's owner may at any time.
  package var recallWindow: Duration = .zero
  /// Who may recall a message so that others see that there was one, and so that nothing is shown in its place.
  package var recallBy = Recallers.senderOrOwner
  package var silentRecallBy = Recallers.owner
  /// Reactions of one member to one message.
  package var reactionsEach = 20
  /// Different reactions to one message.
  package var reactionKinds = 100
  /// Properties of one message.
  package var properties = 300
  /// Properties set or taken away by one request.
  package var propertiesPerRequest = 20
  /// Characters of a property's value, that is, Unicode scalars.
  package var propertyCharacters = 4096
  /// Bytes of the names and values of all properties of one message.
  package var propertyBytesOfMessage = 1280 << 10
  /// Messages pinned to one conversation.
  package var pins = 100
  /// Whether in a group only the owner pins messages.
  package var ownerPins = false
  /// Members of a conversation up to which it is kept what each of them has.
  package var deliveredMembers = 50
  /// Members of a conversation up to which it is counted who has a message and who has read it.
  package var receiptMembers = 1000
  /// Signals which one user may send in a second, for as long as one likes, and how many of them at once.
  package var signalsPerSecond = 5
  package var signalsAtOnce = 20
  /// Bytes of a signal's content.
  package var signalBytes = 4 << 10
  /// Messages that one user may have scheduled.
  package var scheduledMessages = 100
  /// How far ahead a message is scheduled at least and at most.
  package var scheduledLeast: Duration = .seconds(60)
  package var scheduledMost: Duration = .seconds(30 * 86_400)
  /// Users named in one request.
  package var usersPerRequest = 500
  /// Bytes of a setting's value.
  package var settingBytes = 16 << 10
  /// Settings changed in one request.
  package var settingsPerRequest = 100
  /// Settings of one user, and of them those of one conversation.
  package var settingsOfUser = 20_000
  package var settingsOfConversation = 100
  /// Bytes of the values of all settings of one user, with 128 more for each.
  package var settingBytesOfUser = 4 << 20
  /// Tags of one user, and conversations that have the same one.
  package var tags = 20
  package var tagConversations = 1000
  /// Single entries hidden in one request.
  package var hiddenPerRequest = 100
  /// Single entries of one conversation that a user may have hidden.
  package var hiddenOfConversation = 10_000
  /// Entries, conversations, members or settings in one answer.
  package var pageEntries = 200
  /// Requests of one session that may be unanswered; `firstRequests` or more.
  package var requestsInFlight = 256
  /// What a client may send before it is told its limits: Hello, and requests that need no answer to it.
  package static let firstRequests = 4
  /// Requests that write which one user may make in a second, for as long as one likes; 0 is no limit.
  ///
  /// Large ones count as several.
  package var writesPerSecond = 100
  /// How many of them at once, by a user who made none for a while.
  package var writesAtOnce = 2000
  /// Requests that read: the sustained rate of one user, 0 for no limit, and the burst.
  ///
  /// Those that name many conversations or messages count as several.
  package var readsPerSecond = 500
  package var readsAtOnce = 5000
  /// Bytes waiting to be written to one connection before it counts as slow and is closed.
  package var queuedBytes = 4 << 20
  /// How long client ids are remembered that say when they were made.
  package var clientIDWindow: Duration = .seconds(7 * 86_400)
  /// How far in the future a client id may say it was made.
  package var clientIDAhead: Duration = .seconds(86_400)
  /// Devices of each class one user may have connected; beyond it the oldest is closed.
  package var devicesPerClass: [Wire.DeviceClass: Int] = [.mobile: 1, .tablet: 1, .desktop: 1, .web: 10, .tool: 16]
  /// Requests on conversations of one loop that may be unanswered before more are refused as overloaded.
  package var requestsWaiting = 20_000
  /// Bytes that they may have together, and that what waits to be pushed by a loop may have.
  package var bytesWaiting = 64 << 20
  /// About how many rows a shard has the store write at once.
  package var batchRows = 4000
  /// How long a conversation that nobody uses stays in memory.
  package var conversationIdle: Duration = .seconds(600)
  /// Conversations in memory on one loop beyond which those stay only that were used in the last ten seconds.
  package var conversationsInMemory = 100_000
  /// How long a draining server waits for what is under way.
  package var drain: Duration = .seconds(10)
  /// Over how long at most a draining server spreads its clients' reconnecting.
  package var reconnectSpread: Duration = .seconds(30)

  /// How long a token is valid for which nothing else is asked, and at most.
  package var tokenLifetime: Duration = .seconds(7 * 86_400)
  package var tokenLifetimeMost: Duration = .seconds(366 * 86_400)

  /// The limits of the apps that have their own; the dictionaries within these are empty.
  private(set) var ofApps: [AppID: Limits] = [:]

  /// How often silent connections are looked for; a timeout may come late by this much.
  static let sweepInterval = Duration.seconds(1)
  /// After how many of them something is forgotten that was not asked for.
  static let sweepsUntilUnused = 10

  package init() {}

  /// The limits of an app.
  package func of(_ app: AppID) -> Limits { ofApps.isEmpty ? self : ofApps[app] ?? self }

  /// Gives an app limits of its own.
  mutating func setOwn(_ limits: Limits, of app: AppID) {
    var limits = limits
    limits.ofApps = [:]
    ofApps[app] = limits
  }
}

extension Limits {
  /// Why a request with this client id is too old or too new to be recognised; nil if it is neither.
  func failure(of id: ClientID, now: Int64) -> Wire.Failure? {
    guard let made = id.madeAt else { return nil }
    let (window, ahead) = (clientIDWindow.milliseconds, clientIDAhead.milliseconds)
    if made < now &- window { return Wire.Failure(.clientIdExpired, limit: UInt64(clamping: window / 1000)) }
    if made > now &+ ahead { return Wire.Failure(.clientIdAhead, limit: UInt64(clamping: ahead / 1000)) }
    return nil
  }
}

extension Duration {
  /// Whole milliseconds, clamped to what fits.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    return overflow
      ? (seconds < 0 ? .min : .max) : product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue
  }

  /// Whole nanoseconds, clamped to what fits.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : product &+ UInt64(attoseconds / 1_000_000_000)
  }
}

/// The limits of each app, as one object each: a request looks at two or three of them.
struct AppLimits: Sendable {
  private let usual: Shared<Limits>
  private let own: [AppID: Shared<Limits>]

  init(_ limits: Limits) {
    usual = Shared(limits)
    own = limits.ofApps.mapValues { Shared($0) }
  }

  func of(_ app: AppID) -> Shared<Limits> { own.isEmpty ? usual : own[app] ?? usual }
}
