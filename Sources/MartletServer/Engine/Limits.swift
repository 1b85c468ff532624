import MartletStore
import MartletWire

/// The server's limits and timeouts.
///
/// Every limit is told to clients or named in the error it causes, and has a key in the configuration file (a row of
/// `ConfigurationKey.all`), many of them also for single apps.
package struct Limits: Sendable, Equatable {
  /// Connections open at once.
  ///
  /// The system's limit on open files applies too.
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
  /// The time a new connection has to send Hello.
  package var hello: Duration = .seconds(10)
  /// Bytes of one packet.
  package var packetBytes = 256 << 10
  /// Bytes of one packet before the session is open.
  package var helloBytes = 16 << 10
  /// Bytes of a message's content.
  package var contentBytes = 64 << 10
  /// Bytes of one file that a message names; uploads of one user that are not complete; bytes of all files of one user.
  package var mediaBytes = 256 << 20
  package var mediaUploads = 32
  package var mediaBytesOfUser = 10 << 30
  /// How long an upload may take, and after that a message that names the file.
  package var mediaWaits: Duration = .seconds(86_400)
  /// How long a link to a file can be used.
  package var mediaLink: Duration = .seconds(3600)
  /// Bytes of a message's details.
  package var detailsBytes = 16 << 10
  /// Policies of content types that differ from the default.
  package var types = TypePolicies.standard
  /// The profile fields that the app declares, and who sees the profiles of users who did not choose.
  package var profileFields = ProfileFields.standard
  package var profileVisibility = ProfileViewers.nobody
  /// Whether users find each other by name.
  package var directory = false
  /// Whether the app has presence, and who sees that of users who did not choose.
  package var presence = true
  package var presenceVisibility = ProfileViewers.everyone
  /// Users in one request for presence, users whom one session watches, and sessions that watch one user.
  package var presenceUsers = 200
  package var presenceWatched = 1000
  package var presenceWatchers = 5000
  /// The longest time for which a request watches.
  package var presenceLongest: Duration = .seconds(7 * 86_400)
  /// How long a device may be away before others are told.
  package var presenceGrace: Duration = .seconds(5)
  /// Characters of a status text, that is, Unicode scalars.
  package var presenceText = 128
  /// Members of a group.
  package var groupMembers = 3000
  /// Admins of a group.
  package var groupAdmins = 50
  /// Links by which users join a group.
  package var groupLinks = 10
  /// Users who are banned from a group at one time.
  package var groupBans = 1000
  /// Applications to join a group at one time, and how long each lasts.
  package var groupApplications = 200
  package var applicationLifetime: Duration = .seconds(30 * 86_400)
  /// Entries before their joining that new members of a group may read, unless the group says otherwise; `UInt32.max` for all.
  package var groupHistory = 0
  /// Shared attributes of a conversation, and bytes of all their keys and values.
  package var attributes = 100
  package var attributeBytes = 16 << 10
  /// The members who may change a group's title and attributes.
  package var changeConversationBy = Changers.member
  /// Members of a conversation up to which the members' read markers are pushed as they move.
  package var markersPushed = 200
  /// The time after sending in which a sender may recall a message; zero for no limit.
  ///
  /// A group's owner and admins may recall at any time.
  package var recallWindow: Duration = .zero
  /// The members who may recall a message with a notice in its place, and silently.
  package var recallBy = Recallers.senderOrAdmin
  package var silentRecallBy = Recallers.admin
  /// Reactions of one member to one message.
  package var reactionsEach = 20
  /// Different reactions to one message.
  package var reactionKinds = 100
  /// Properties of one message.
  package var properties = 300
  /// Properties set or removed by one request.
  package var propertiesPerRequest = 20
  /// Characters of a property's value, that is, Unicode scalars.
  package var propertyCharacters = 4096
  /// Bytes of the names and values of all properties of one message.
  package var propertyBytesOfMessage = 1280 << 10
  /// Messages pinned to one conversation.
  package var pins = 100
  /// Whether in a group only the owner and the admins pin messages.
  package var ownerPins = false
  /// Members of a conversation up to which delivered markers are kept.
  package var deliveredMembers = 50
  /// Members of a conversation up to which receipts are counted.
  package var receiptMembers = 1000
  /// Signals of one user: the sustained rate per second, and the burst.
  package var signalsPerSecond = 5
  package var signalsAtOnce = 20
  /// Bytes of a signal's content.
  package var signalBytes = 4 << 10
  /// Scheduled messages of one user.
  package var scheduledMessages = 100
  /// The shortest and the longest time ahead for which a message can be scheduled.
  package var scheduledLeast: Duration = .seconds(60)
  package var scheduledMost: Duration = .seconds(30 * 86_400)
  /// Users named in one request.
  package var usersPerRequest = 500
  /// Bytes of a setting's value.
  package var settingBytes = 16 << 10
  /// Settings changed in one request.
  package var settingsPerRequest = 100
  /// Settings of one user in total, and for one conversation.
  package var settingsOfUser = 20_000
  package var settingsOfConversation = 100
  /// Bytes of the values of all settings of one user, with 128 more for each.
  package var settingBytesOfUser = 4 << 20
  /// Tags of one user, and conversations with the same tag.
  package var tags = 20
  package var tagConversations = 1000
  /// Users whom one user blocks.
  package var blockedUsers = 3000
  /// Users on the allow list of one user.
  package var allowedUsers = 3000
  /// Whether only allowed users may write to anybody.
  package var onlyAllowed = false
  /// How users become friends.
  package var friends = FriendMaking.withConsent
  /// Friends of one user.
  package var friendsOfUser = 3000
  /// Requests to become friends that wait for answers: of one user, and to one user.
  package var friendRequests = 100
  /// Single entries hidden in one request.
  package var hiddenPerRequest = 100
  /// Single entries of one conversation that a user may have hidden.
  package var hiddenOfConversation = 10_000
  /// Entries, conversations, members or settings in one answer.
  package var pageEntries = 200
  /// Requests of one session that may be unanswered; `firstRequests` or more.
  package var requestsInFlight = 256
  /// Requests that a client may send before it knows its limits: Hello, and requests that need no answer to it.
  package static let firstRequests = 4
  /// Requests of one user that write: the sustained rate per second; 0 is no limit.
  ///
  /// Large ones count as several.
  package var writesPerSecond = 100
  /// The burst of those requests, after a pause.
  package var writesAtOnce = 2000
  /// How many calls of an app's server a node takes per second, and how many at once; 0 for any number.
  package var callsPerSecond = 1000
  package var callsAtOnce = 10_000
  /// Requests that read: the sustained rate of one user, 0 for no limit, and the burst.
  ///
  /// Those that name many conversations or messages count as several.
  package var readsPerSecond = 500
  package var readsAtOnce = 5000
  /// Bytes waiting to be written to one connection before it counts as slow and is closed.
  package var queuedBytes = 4 << 20
  /// The time for which client ids with a creation time are remembered.
  package var clientIDWindow: Duration = .seconds(7 * 86_400)
  /// The largest time by which a client id's creation time may be ahead.
  package var clientIDAhead: Duration = .seconds(86_400)
  /// Connected devices of one user in each class.
  ///
  /// One more closes the oldest.
  package var devicesPerClass: [Wire.DeviceClass: Int] = [.mobile: 1, .tablet: 1, .desktop: 1, .web: 10, .tool: 16]
  /// Requests on conversations of one loop that may be unanswered before more are refused as overloaded.
  package var requestsWaiting = 20_000
  /// Bytes of those requests; also the limit of the bytes waiting to be pushed by a loop.
  package var bytesWaiting = 64 << 20
  /// About how many rows a shard has the store write at once.
  package var batchRows = 4000
  /// The time for which an unused conversation stays in memory.
  package var conversationIdle: Duration = .seconds(600)
  /// Conversations in memory on one loop.
  ///
  /// Beyond it, the loop evicts all that were not used in the last ten seconds.
  package var conversationsInMemory = 100_000
  /// The time that a draining server waits for pending requests.
  package var drain: Duration = .seconds(10)
  /// The longest time over which a draining server spreads its clients' reconnects.
  package var reconnectSpread: Duration = .seconds(30)

  /// Whether a user comes into being who signs in with a valid token, for whom a token is made, or whom another user names.
  package var makesUsers = false
  /// The default and the maximum lifetime of a token.
  package var tokenLifetime: Duration = .seconds(7 * 86_400)
  package var tokenLifetimeMost: Duration = .seconds(366 * 86_400)

  /// The limits of the apps that have their own; the dictionaries within these are empty.
  private(set) var ofApps: [AppID: Limits] = [:]

  /// The interval of checks for silent connections; a timeout may be late by this much.
  static let sweepInterval = Duration.seconds(1)
  /// After how many of them something is forgotten that was not asked for.
  static let sweepsUntilUnused = 10

  package init() {}

  /// The limits of an app.
  package func of(_ app: AppID) -> Limits { ofApps.isEmpty ? self : ofApps[app] ?? self }

  /// Sets an app's own limits.
  mutating func setOwn(_ limits: Limits, of app: AppID) {
    var limits = limits
    limits.ofApps = [:]
    ofApps[app] = limits
  }
}

extension Limits {
  /// The failure for a client id that is too old or too new to be recognised; nil if it is neither.
  func failure(of id: ClientID, now: Int64) -> Wire.Failure? {
    guard let made = id.madeAt else { return nil }
    let (window, ahead) = (clientIDWindow.milliseconds, clientIDAhead.milliseconds)
    if made < now &- window { return Wire.Failure(.clientIdExpired, limit: UInt64(clamping: window / 1000)) }
    if made > now &+ ahead { return Wire.Failure(.clientIdAhead, limit: UInt64(clamping: ahead / 1000)) }
    return nil
  }
}

extension Duration {
  /// Whole milliseconds, clamped to the type's range.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    return overflow
      ? (seconds < 0 ? .min : .max) : product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue
  }

  /// Whole nanoseconds, clamped to the type's range.
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
