import MartletStore
import MartletWire

extension ConfigurationKey {
  /// Every key, in the order of the shipped file.
  ///
  /// To add a limit, add a property of `Limits` and a row here; `martlet serve --default-config` then prints the new
  /// `docs/martlet.conf`.
  package static let all: [ConfigurationKey] =
    server + connections + sizes + media + scheduling + types + groups + annotations + personal + profiles + presence
    + devices + tokens + memory + store

  /// The key of this name.
  static func named(_ name: String) -> ConfigurationKey? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The name of the one key that a running server takes over.
  package static let reloadable = "log.level"

  private static let server: [ConfigurationKey] = [
    .server(
      "server.data", \.dataDirectory, .path, example: "/srv/martlet",
      "The data directory; --data overrides it. Only one server at a time can use it."),
    .server(
      "server.store", \.storeAddress, .database, example: "postgres://martlet@db.example/martlet",
      """
      A PostgreSQL database for the messages; --store overrides it. Without it they are in the data directory. A
      password belongs into ~/.pgpass.
      """),
    .server(
      "server.bus", \.busAddress, .bus, example: "nats://bus.example:4222",
      """
      The NATS servers through which nodes that use one database tell each other what changes; --bus overrides it. Several
      addresses are separated by commas. Without it, this server is the only one on its database.
      """),
    .server(
      "server.bus_secret", \.busSecretFile, .path, example: "/etc/martlet/bus.secret",
      """
      A file that only its owner can read, with the password of the user in server.bus, or a token if there is no user in
      it; --bus-secret overrides it.
      """),
    .server(
      "server.listen", \.listen, .address,
      """
      The address to listen on; --listen overrides it. Port 0 picks a free port; 0.0.0.0 and [::]
      listen on all addresses of the machine.
      """
    ),
    .server(
      "server.loops", \.loops, .count(1...256, or: "auto", for: 0),
      "The number of event loops, each with a thread; --loops overrides it. auto: one per processor."),
    .server(
      "tls.certificate", \.certificateFile, .path, example: "/etc/martlet/chain.pem",
      "The TLS certificate chain as a PEM file; --tls-cert overrides it. Without it the server speaks plain ws: and http:."),
    .server(
      "tls.key", \.keyFile, .path, example: "/etc/martlet/key.pem",
      "The private key of the certificate as a PEM file that only its owner can read; --tls-key overrides it."),
    .server(
      "log.level", \.logLevel, .logLevel, "The lowest level that is logged; --log-level overrides it. SIGHUP applies a change."),
  ]

  private static let connections: [ConfigurationKey] = [
    .limit(
      "limits.connections", \.connections, .count(1...10_000_000, or: "unlimited", for: .max),
      "Maximum number of open connections. The system's limit on open files also applies."),
    .limit(
      "limits.connections_per_address", \.connectionsPerAddress, .count(1...10_000_000, or: "unlimited", for: .max),
      """
      Maximum number of open connections of a network address. The server refuses more. An address is an IPv4 address,
      or an IPv6 network of 64 bits.
      """),
    .limit(
      "limits.handshakes_per_second", \.handshakesPerSecond, .count(1...1_000_000, or: "unlimited", for: 0),
      "Sustained rate limit of new connections from a network address, per second. The server refuses more."),
    .limit(
      "limits.handshakes_at_once", \.handshakesAtOnce, .count(1...1_000_000),
      "Burst limit: new connections that a network address can open at once after a pause."),
    .limit(
      "limits.failed_tokens_per_minute", \.failedTokensPerMinute, .count(1...1_000_000, or: "unlimited", for: 0),
      """
      Rate limit of malformed and forged tokens from a network address, per minute. Above it the server refuses the
      clients at that address until the rate is lower. Expired and revoked tokens do not count.
      """),
    .limit(
      "limits.exempt_addresses", \.exemptAddresses, .addresses,
      """
      Addresses to which the three limits above do not apply. The default is this machine, where a reverse proxy
      usually runs. Add proxies on other machines. Let the proxy limit its own clients.
      """),
    .limit(
      "limits.heartbeat", \.heartbeat, .duration(.seconds(1)...(.seconds(3600))),
      "The server tells clients to send a ping after this much silence."),
    .limit(
      "limits.idle", \.idle, .duration(.seconds(2)...(.seconds(7200))),
      "The server closes a connection after this much silence."),
    .limit(
      "limits.hello", \.hello, .duration(.seconds(1)...(.seconds(300))),
      "The time in which a new connection must sign in."),
    .limit(
      "limits.requests_in_flight", \.requestsInFlight, .count(Limits.firstRequests...65_536),
      "Maximum number of unanswered requests per session."),
    .limit(
      "limits.writes_per_second", \.writesPerSecond, .count(1...1_000_000, or: "unlimited", for: 0), for: .app,
      """
      Sustained rate limit of a user's writing requests, per second; --writes-per-second overrides it.
      A request counts once, and once more for each further 4 KiB and for each further eight users or
      settings that it names.
      """),
    .limit(
      "limits.writes_at_once", \.writesAtOnce, .count(1...1_000_000), for: .app,
      "Burst limit: writing requests that a user can make at once after a pause."),
    .limit(
      "limits.calls_per_second", \.callsPerSecond, .count(1...1_000_000, or: "unlimited", for: 0), for: .app,
      """
      Sustained rate limit of an app's signed REST calls at one server, per second. A call counts once, and
      once more for each KiB of its body.
      """),
    .limit(
      "limits.calls_at_once", \.callsAtOnce, .count(1...1_000_000), for: .app,
      "Burst limit: signed REST calls that an app can make at once after a pause."),
    .limit(
      "limits.reads_per_second", \.readsPerSecond, .count(1...1_000_000, or: "unlimited", for: 0), for: .app,
      """
      Sustained rate limit of a user's reading requests, such as pages of history, per second, on all devices;
      --reads-per-second overrides it. A request that names many conversations or messages counts several times.
      """),
    .limit(
      "limits.reads_at_once", \.readsAtOnce, .count(1...1_000_000), for: .app,
      "Burst limit: reading requests that a user can make at once after a pause."),
    .limit(
      "limits.signals_per_second", \.signalsPerSecond, .count(1...10_000), for: .app,
      "Sustained rate limit of a user's signals (such as typing), per second."),
    .limit(
      "limits.signals_at_once", \.signalsAtOnce, .count(1...10_000), for: .app,
      "Burst limit: signals that a user can send at once after a pause."),
    .limit(
      "limits.queued_bytes", \.queuedBytes, .bytes(64 << 10...1 << 30),
      "Maximum number of bytes queued for a connection. Beyond it the server closes the connection as slow."),
    .limit(
      "limits.drain", \.drain, .duration(.milliseconds(100)...(.seconds(600))),
      "The time that a server waits for pending requests when it shuts down."),
    .limit(
      "limits.reconnect_spread", \.reconnectSpread, .duration(.milliseconds(1)...(.seconds(3600))),
      "When a server shuts down, it spreads its clients' reconnects over at most this time: about 1,000 a second."),
  ]

  private static let sizes: [ConfigurationKey] = [
    // Decoders accept up to 4 MiB at once (`DecodingLimits`). That has to cover a packet in JSON, where a text may be twice as
    // long, a content by itself, and everything the server builds from them. With larger limits the server would accept packets
    // that receivers refuse.
    .limit("limits.packet_bytes", \.packetBytes, .bytes(4096...2 << 20), "Maximum size of a packet."),
    .limit(
      "limits.hello_bytes", \.helloBytes, .bytes(1024...1 << 20), "Maximum size of a packet before the session is open."),
    .limit("limits.content_bytes", \.contentBytes, .bytes(64...1 << 20), for: .app, "Maximum size of a message's content."),
    .limit("limits.signal_bytes", \.signalBytes, .bytes(64...64 << 10), for: .app, "Maximum size of a signal's content."),
    .limit(
      "limits.details_bytes", \.detailsBytes, .bytes(64...1 << 20), for: .app,
      "Maximum size of a message's details: mentions, the sender's own fields, the text of notifications."),
    .limit(
      "limits.users_per_request", \.usersPerRequest, .count(1...10_000), for: .app,
      "Maximum number of users named in a request."),
    .limit(
      "limits.page_entries", \.pageEntries, .count(10...1000),
      "Maximum number of entries, conversations or members in an answer."),
    .limit(
      "limits.client_id_window", \.clientIDWindow, .duration(.seconds(3600)...(.seconds(90 * 86_400))),
      "How long the server recognises a retry by its client id (deduplication). It refuses older client ids."),
    .limit(
      "limits.client_id_ahead", \.clientIDAhead, .duration(.seconds(60)...(.seconds(7 * 86_400))),
      "Maximum time by which a client id may be ahead of the server's clock."),
  ]

  private static let types: [ConfigurationKey] = [
    .limit(
      "limits.types", \.types, .types, for: .app,
      """
      Policies of content types. By default a message is stored, counted (as unread), listed (as its
      conversation's last message), live (sent at once to connected members) and pushed (as a notification to
      the others). Each type here names the properties it does not have. A message can override all of them
      except stored. A type that is not stored can only be signalled. All other types have the default policy.
      """)
  ]

  private static let scheduling: [ConfigurationKey] = [
    .limit(
      "limits.scheduled_messages", \.scheduledMessages, .count(0...100_000), for: .app,
      "Maximum number of scheduled messages per user."),
    .limit(
      "limits.scheduled_least", \.scheduledLeast, .duration(.seconds(1)...(.seconds(86_400))), for: .app,
      "Minimum time between scheduling a message and sending it."),
    .limit(
      "limits.scheduled_most", \.scheduledMost, .duration(.seconds(60)...(.seconds(366 * 86_400))), for: .app,
      "Maximum time between scheduling a message and sending it."),
  ]

  private static let groups: [ConfigurationKey] = [
    .limit("limits.group_members", \.groupMembers, .count(2...100_000), for: .app, "Maximum number of members of a group."),
    .limit("limits.group_admins", \.groupAdmins, .count(0...1000), for: .app, "Maximum number of admins of a group."),
    .limit(
      "limits.group_history", \.groupHistory, .count(0...Int(UInt32.max)), for: .app,
      "How many entries from before their joining new members of a group may read, unless it says otherwise.\n4294967295 for all."
    ),
    .limit("limits.group_links", \.groupLinks, .count(0...100), for: .app, "Maximum number of links to join a group."),
    .limit(
      "limits.group_bans", \.groupBans, .count(0...10_000), for: .app,
      "Maximum number of users banned from a group at one time."),
    .limit(
      "limits.group_applications", \.groupApplications, .count(0...10_000), for: .app,
      "Maximum number of applications to join a group that wait for an answer."),
    .limit(
      "limits.application_lifetime", \.applicationLifetime, .duration(.seconds(60)...(.seconds(366 * 86_400))), for: .app,
      "An application to join a group ends after this long without an answer."),
    .limit(
      "limits.change_conversation_by", \.changeConversationBy, .word, for: .app,
      "The members who may change a group's title and attributes."),
    .limit("limits.attributes", \.attributes, .count(0...1000), for: .app, "Maximum number of attributes of a group."),
    .limit(
      "limits.attribute_bytes", \.attributeBytes, .bytes(64...128 << 10), for: .app,
      "Maximum size of all attributes of a group together, keys and values."),
    .limit(
      "limits.markers_pushed", \.markersPushed, .count(0...10_000), for: .app,
      "Conversations with more members than this do not push the members' markers as they move."),
    .limit(
      "limits.delivered_members", \.deliveredMembers, .count(0...10_000), for: .app,
      "Conversations with more members than this have no delivered markers."),
    .limit(
      "limits.receipt_members", \.receiptMembers, .count(0...10_000), for: .app,
      "Conversations with more members than this have no receipts."),
  ]

  private static let annotations: [ConfigurationKey] = [
    .limit(
      "limits.recall_window", \.recallWindow, .duration(.seconds(1)...(.seconds(3660 * 86_400)), or: "unlimited", for: .zero),
      for: .app, "How long after sending a message its sender may recall it. A group's owner and admins may recall at any time."),
    .limit(
      "limits.recall_by", \.recallBy, .word, for: .app,
      "The members who may recall a message: it is erased for everyone, and a notice remains."),
    .limit(
      "limits.silent_recall_by", \.silentRecallBy, .word, for: .app,
      "The members who may recall a message silently: it is erased for everyone, and nothing remains visible."),
    .limit(
      "limits.reactions_each", \.reactionsEach, .count(1...1000), for: .app,
      "Maximum number of reactions of a member to a message."),
    .limit(
      "limits.reaction_kinds", \.reactionKinds, .count(1...1000), for: .app, "Maximum number of different reactions to a message."
    ),
    .limit("limits.properties", \.properties, .count(0...1000), for: .app, "Maximum number of properties of a message."),
    .limit(
      "limits.properties_per_request", \.propertiesPerRequest, .count(1...1000), for: .app,
      "Maximum number of properties that a request sets or removes."),
    .limit(
      "limits.property_characters", \.propertyCharacters, .count(16...16_384), for: .app,
      "Maximum number of characters of a property's value; each Unicode scalar counts as one."),
    .limit(
      "limits.property_bytes_of_message", \.propertyBytesOfMessage, .bytes(1024...2 << 20), for: .app,
      "Maximum size of the names and values of all properties of a message."),
    .limit("limits.pins", \.pins, .count(0...1000), for: .app, "Maximum number of pinned messages of a conversation."),
    .limit(
      "limits.owner_pins", \.ownerPins, .yesOrNo, for: .app, "Whether only a group's owner and admins may pin messages."),
  ]

  private static let profiles: [ConfigurationKey] = [
    .limit(
      "limits.profile_fields", \.profileFields, .profileFields, for: .app,
      "Profile fields of the app beside the standard ones. Users can set no others."),
    .limit(
      "limits.profile_visibility", \.profileVisibility, .word, for: .app,
      """
      The users who see more of a profile than name and picture, and find it by account number, unless its user has chosen.
      """),
    .limit(
      "limits.directory", \.directory, .yesOrNo, for: .app,
      "Whether users find each other by name, but for those who hide their profiles."),
  ]

  private static let presence: [ConfigurationKey] = [
    .limit(
      "limits.presence", \.presence, .yesOrNo, for: .app,
      "Whether users can see who is connected. Without it nothing is stored of when users were last seen."),
    .limit(
      "limits.presence_visibility", \.presenceVisibility, .word, for: .app,
      "The users who see the presence of others, unless these have chosen."),
    .limit(
      "limits.presence_users", \.presenceUsers, .count(1...1000), for: .app,
      "Maximum number of users whose presence a request asks for."),
    .limit(
      "limits.presence_watched", \.presenceWatched, .count(1...10_000), for: .app,
      "Maximum number of users whose presence a session watches."),
    .limit(
      "limits.presence_watchers", \.presenceWatchers, .count(1...1_000_000), for: .app,
      "Maximum number of sessions that watch the presence of one user; each node counts its own."),
    .limit(
      "limits.presence_longest", \.presenceLongest, .duration(.seconds(60)...(.seconds(30 * 86_400))), for: .app,
      "The longest time for which a session watches without asking again."),
    .limit(
      "limits.presence_grace", \.presenceGrace, .duration(.milliseconds(0)...(.seconds(300))), for: .app,
      "How long a device may be away before others are told. One that reconnects within this time was never away."),
    .limit(
      "limits.presence_text", \.presenceText, .count(1...1024), for: .app,
      "Maximum number of characters of a status text; each Unicode scalar counts as one."),
  ]

  private static let personal: [ConfigurationKey] = [
    .limit(
      "limits.setting_bytes", \.settingBytes, .bytes(64...1 << 20), for: .app,
      "Maximum size of the value of a user's setting, such as a draft."),
    .limit(
      "limits.settings_per_request", \.settingsPerRequest, .count(1...1000), for: .app,
      "Maximum number of settings that a request changes."),
    .limit(
      "limits.settings_of_user", \.settingsOfUser, .count(10...1_000_000), for: .app, "Maximum number of settings of a user."),
    .limit(
      "limits.settings_of_conversation", \.settingsOfConversation, .count(1...10_000), for: .app,
      "Maximum number of a user's settings for one conversation."),
    .limit(
      "limits.setting_bytes_of_user", \.settingBytesOfUser, .bytes(1024...64 << 20), for: .app,
      "Maximum size of the values of all settings of a user; each setting adds 128 bytes."),
    .limit("limits.tags", \.tags, .count(0...1000), for: .app, "Maximum number of tags of a user."),
    .limit(
      "limits.tag_conversations", \.tagConversations, .count(1...100_000), for: .app,
      "Maximum number of conversations that a user gives the same tag."),
    .limit("limits.blocked_users", \.blockedUsers, .count(0...100_000), for: .app, "Maximum number of users whom a user blocks."),
    .limit(
      "limits.allowed_users", \.allowedUsers, .count(0...100_000), for: .app,
      "Maximum number of users on a user's allow list."),
    .limit(
      "limits.only_allowed", \.onlyAllowed, .yesOrNo, for: .app,
      "Whether users can write only to friends and to users who have them on the allow list. Without it, each user chooses."),
    .limit(
      "limits.friends", \.friends, .word, for: .app,
      "How users become friends: not by themselves, when the other one accepts, or at once. The app's server always can."),
    .limit(
      "limits.friends_of_user", \.friendsOfUser, .count(0...100_000), for: .app, "Maximum number of a user's friends."),
    .limit(
      "limits.friend_requests", \.friendRequests, .count(1...10_000), for: .app,
      "Maximum number of friend requests without an answer that a user has made, and that a user has received."),
    .limit(
      "limits.hidden_per_request", \.hiddenPerRequest, .count(1...10_000), for: .app,
      "Maximum number of entries that a user hides with one request."),
    .limit(
      "limits.hidden_of_conversation", \.hiddenOfConversation, .count(10...1_000_000), for: .app,
      "Maximum number of entries that a user has hidden one by one in a conversation."),
  ]

  private static let devices: [ConfigurationKey] = [
    .limit(
      "limits.devices_mobile", \.devicesPerClass[knownClass: .mobile], .count(1...100), for: .app,
      "Maximum number of a user's phones connected at once. One more disconnects the oldest, as in each device class."),
    .limit(
      "limits.devices_tablet", \.devicesPerClass[knownClass: .tablet], .count(1...100), for: .app,
      "Maximum number of a user's tablets."),
    .limit(
      "limits.devices_desktop", \.devicesPerClass[knownClass: .desktop], .count(1...100), for: .app,
      "Maximum number of a user's computers."),
    .limit(
      "limits.devices_web", \.devicesPerClass[knownClass: .web], .count(1...100), for: .app,
      "Maximum number of a user's browser tabs; each tab is a device."),
    .limit(
      "limits.devices_tool", \.devicesPerClass[knownClass: .tool], .count(1...10_000), for: .app,
      "Maximum number of a user's programs, such as bots and the martlet command."),
  ]

  private static let tokens: [ConfigurationKey] = [
    .limit(
      "limits.token_lifetime", \.tokenLifetime, .duration(.seconds(60)...(.seconds(3660 * 86_400))), for: .app,
      "Default lifetime of tokens that the server makes."),
    .limit(
      "limits.token_lifetime_most", \.tokenLifetimeMost, .duration(.seconds(60)...(.seconds(3660 * 86_400))), for: .app,
      "Maximum lifetime of tokens that the server makes."),
    .limit(
      "limits.makes_users", \.makesUsers, .yesOrNo, for: .app,
      """
      Whether the server makes users by itself: of a valid token, of a token that the app asks for, and whom a message or a
      group names. Otherwise the app makes each user first, and unknown ones are refused.
      """),
  ]

  private static let memory: [ConfigurationKey] = [
    .limit(
      "limits.requests_waiting", \.requestsWaiting, .count(100...10_000_000),
      "Maximum number of requests waiting on a loop. The server refuses more as overloaded."),
    .limit(
      "limits.bytes_waiting", \.bytesWaiting, .bytes(1 << 20...64 << 30),
      "Maximum size of the requests waiting on a loop, and of the pushes waiting on a loop."),
    .limit(
      "limits.batch_rows", \.batchRows, .count(1...100_000),
      "Approximate number of rows in a batch that a loop hands to the store."),
    .limit(
      "limits.conversation_idle", \.conversationIdle, .duration(.seconds(10)...(.seconds(86_400))),
      "How long an unused conversation stays in memory."),
    .limit(
      "limits.conversations_in_memory", \.conversationsInMemory, .count(100...100_000_000),
      "Maximum number of conversations in memory on a loop. Beyond it the loop evicts all that were not used just now."),
  ]

  private static let store: [ConfigurationKey] = [
    .server(
      "store.readers", \.store.readers, .count(1...64), "The number of database connections that read, each with a thread."),
    .server(
      "store.batch_limit", \.store.batchLimit, .count(1...1_000_000),
      "Approximate maximum of rows in a commit. More rows wait for the next commit."),
    .server(
      "store.commit_gap", \.store.commitGap, .duration(.milliseconds(0)...(.seconds(1))),
      """
      Minimum time between the beginnings of two commits under load. A longer time gathers more messages
      per sync of the disk.
      """
    ),
    .server(
      "store.waiting_weight", \.store.waitingWeight, .count(1000...100_000_000),
      "Approximate maximum of rows of up to 256 bytes that wait to be written. The server refuses more as overloaded."),
    .server(
      "store.fold_interval", \.store.foldInterval, .duration(.milliseconds(1)...(.seconds(60))),
      "The pause before the next part of the journal is folded into the tables."),
    .server(
      "store.fold_round", \.store.foldRound, .duration(.milliseconds(1)...(.seconds(600))),
      "Minimum time for folding all parts once. A longer time writes less and keeps a longer journal."),
    .server(
      "store.fold_weight", \.store.foldWeight, .count(1000...100_000_000),
      """
      Approximate number of rows waiting to be folded at which folding no longer pauses. At four times as
      many, writing waits.
      """
    ),
    .server(
      "store.checkpoint_pages", \.store.checkpointPages, .count(100...1_000_000),
      """
      Pages of 4 KiB in the tables' write-ahead log at which a checkpoint copies it into their file. The
      journal's log is copied at an eighth of this, because commits wait for that.
      """
    ),
    .server(
      "store.cache_kib", \.store.cachedKiB, .count(1024...64 << 20),
      "Page cache of the writer in KiB. Each reader has an eighth of it in addition."),
    .server(
      "store.user_log_entries", \.store.userLogEntries, .count(100...100_000_000),
      """
      Number of newest entries kept of each user log. A device that missed more than these fetches the
      list of conversations anew.
      """
    ),
    .server(
      "store.cached_conversations", \.store.cachedConversations, .count(16...100_000_000),
      "Number of conversations whose newest state the store caches; up to twice as many for a while."),
  ]
}

extension [Wire.DeviceClass: Int] {
  /// The number of a class that every server knows.
  fileprivate subscript(knownClass known: Wire.DeviceClass) -> Int {
    get { self[known] ?? 1 }
    set { self[known] = newValue }
  }
}

extension SQLiteStore.Options {
  /// The cache as a number of the common kind.
  fileprivate var cachedKiB: Int {
    get { Int(clamping: cacheKiB) }
    set { cacheKiB = Int64(newValue) }
  }
}

/// A relation that must hold between two limits.
struct ConfigurationRule: Sendable {
  let lesser: String
  let greater: String
  let relation: String
  let holds: @Sendable (Limits) -> Bool

  private static func less<Value: Comparable & Sendable>(
    _ lesser: String, _ one: any KeyPath<Limits, Value> & Sendable, than greater: String,
    _ other: any KeyPath<Limits, Value> & Sendable, orEqual: Bool = false
  ) -> ConfigurationRule {
    ConfigurationRule(lesser: lesser, greater: greater, relation: orEqual ? "at most" : "less than") {
      $0[keyPath: one] < $0[keyPath: other] || (orEqual && $0[keyPath: one] == $0[keyPath: other])
    }
  }

  static let all: [ConfigurationRule] = [
    less("limits.scheduled_least", \.scheduledLeast, than: "limits.scheduled_most", \.scheduledMost),
    less("limits.heartbeat", \.heartbeat, than: "limits.idle", \.idle),
    less("limits.hello_bytes", \.helloBytes, than: "limits.packet_bytes", \.packetBytes, orEqual: true),
    less("limits.content_bytes", \.contentBytes, than: "limits.packet_bytes", \.packetBytes),
    less("limits.packet_bytes", \.packetBytes, than: "limits.queued_bytes", \.queuedBytes, orEqual: true),
    less(
      "limits.token_lifetime", \.tokenLifetime, than: "limits.token_lifetime_most", \.tokenLifetimeMost, orEqual: true),
  ]
}
