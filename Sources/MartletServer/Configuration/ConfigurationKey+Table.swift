import MartletStore
import MartletWire

extension ConfigurationKey {
  /// Every key there is, in the order of the shipped file.
  ///
  /// A limit is added as a property of `Limits` and a row here; `martlet serve --default-config` then prints
  /// `docs/martlet.conf` anew.
  package static let all: [ConfigurationKey] =
    server + connections + sizes + scheduling + types + groups + annotations + personal + devices + tokens + memory + store

  /// The key of this name.
  static func named(_ name: String) -> ConfigurationKey? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The name of the one key that a running server takes over.
  package static let reloadable = "log.level"

  private static let server: [ConfigurationKey] = [
    .server(
      "server.data", \.dataDirectory, .path, example: "/srv/martlet",
      "The data directory; --data overrides it. One server at a time uses it."),
    .server(
      "server.listen", \.listen, .address,
      """
      Where clients connect; --listen overrides it. Port 0 picks a free one; 0.0.0.0 and [::]
      are all of the machine's addresses.
      """
    ),
    .server(
      "server.loops", \.loops, .count(1...256, or: "auto", for: 0),
      "Event loops, each a thread; --loops overrides it. auto: one for each processor."),
    .server(
      "tls.certificate", \.certificateFile, .path, example: "/etc/martlet/chain.pem",
      "Serve with TLS: the certificate chain, PEM; --tls-cert overrides it."),
    .server(
      "tls.key", \.keyFile, .path, example: "/etc/martlet/key.pem",
      "The certificate's key, PEM, readable by its owner only; --tls-key overrides it."),
    .server("log.level", \.logLevel, .logLevel, "The least level logged; --log-level overrides it. SIGHUP takes it over."),
  ]

  private static let connections: [ConfigurationKey] = [
    .limit(
      "limits.connections", \.connections, .count(1...10_000_000, or: "unlimited", for: .max),
      "Connections open at once; the system's limit on open files bounds them besides."),
    .limit(
      "limits.heartbeat", \.heartbeat, .duration(.seconds(1)...(.seconds(3600))),
      "A client that sent nothing for this long is expected to send a sign of life."),
    .limit(
      "limits.idle", \.idle, .duration(.seconds(2)...(.seconds(7200))),
      "A connection that was silent for this long is closed."),
    .limit(
      "limits.hello", \.hello, .duration(.seconds(1)...(.seconds(300))),
      "How long a new connection may take to say who it is."),
    .limit(
      "limits.requests_in_flight", \.requestsInFlight, .count(Limits.firstRequests...65_536),
      "Requests of one session that may be unanswered."),
    .limit(
      "limits.writes_per_second", \.writesPerSecond, .count(1...1_000_000, or: "unlimited", for: 0), for: .app,
      """
      Requests that write which one user may make in a second, for as long as one likes;
      --writes-per-second overrides it. Large ones count as several: as one more for each further 4 KiB,
      and for each further eight users or settings that they name.
      """),
    .limit(
      "limits.writes_at_once", \.writesAtOnce, .count(1...1_000_000), for: .app,
      "How many of them at once, by a user who made none for a while."),
    .limit(
      "limits.signals_per_second", \.signalsPerSecond, .count(1...10_000), for: .app,
      "Signals, such as that somebody is typing, which one user may send in a second, for as long as one likes."),
    .limit(
      "limits.signals_at_once", \.signalsAtOnce, .count(1...10_000), for: .app,
      "How many of them at once, by a user who sent none for a while."),
    .limit(
      "limits.queued_bytes", \.queuedBytes, .bytes(64 << 10...1 << 30),
      "Bytes waiting to be written to one connection before it counts as slow and is closed."),
    .limit(
      "limits.drain", \.drain, .duration(.milliseconds(100)...(.seconds(600))),
      "How long a server that ends waits for what is under way."),
  ]

  private static let sizes: [ConfigurationKey] = [
    // Whoever decodes takes 4 MiB at once (`DecodingLimits`): a packet in JSON, where a text may be twice as long, a content by
    // itself, and what is made of both by the server. So more than these would be taken, and then not get through.
    .limit("limits.packet_bytes", \.packetBytes, .bytes(4096...2 << 20), "Bytes of one packet."),
    .limit(
      "limits.hello_bytes", \.helloBytes, .bytes(1024...1 << 20), "Bytes of one packet before the session is open."),
    .limit("limits.content_bytes", \.contentBytes, .bytes(64...1 << 20), for: .app, "Bytes of a message's content."),
    .limit("limits.signal_bytes", \.signalBytes, .bytes(64...64 << 10), for: .app, "Bytes of a signal's content."),
    .limit(
      "limits.details_bytes", \.detailsBytes, .bytes(64...1 << 20), for: .app,
      "Bytes of what a message carries besides its content: mentions, fields of its sender, what a notification says."),
    .limit(
      "limits.users_per_request", \.usersPerRequest, .count(1...10_000), for: .app, "Users named in one request."),
    .limit(
      "limits.page_entries", \.pageEntries, .count(10...1000),
      "Entries, conversations or members in one answer."),
    .limit(
      "limits.client_id_window", \.clientIDWindow, .duration(.seconds(3600)...(.seconds(90 * 86_400))),
      "How long a send that is tried again is recognised as the same; older ones are refused."),
    .limit(
      "limits.client_id_ahead", \.clientIDAhead, .duration(.seconds(60)...(.seconds(7 * 86_400))),
      "How far in the future a device's clock may be when it sends."),
  ]

  private static let types: [ConfigurationKey] = [
    .limit(
      "limits.types", \.types, .types, for: .app,
      """
      How messages are treated by their content types; a message may say otherwise of itself, but for stored.
      Usually a message is stored, counted as unread, listed as its conversation's last message, live (told at once
      to those who are connected) and pushed (told to the others by a notification). What is not stored can only be
      signalled. Types that are not named are as usual, also the built-in ones.
      """)
  ]

  private static let scheduling: [ConfigurationKey] = [
    .limit(
      "limits.scheduled_messages", \.scheduledMessages, .count(0...100_000), for: .app,
      "Messages that one user may have scheduled to be sent later."),
    .limit(
      "limits.scheduled_least", \.scheduledLeast, .duration(.seconds(1)...(.seconds(86_400))), for: .app,
      "A message is scheduled for a time further ahead than this."),
    .limit(
      "limits.scheduled_most", \.scheduledMost, .duration(.seconds(60)...(.seconds(366 * 86_400))), for: .app,
      "A message is scheduled for a time at most so far ahead."),
  ]

  private static let groups: [ConfigurationKey] = [
    .limit("limits.group_members", \.groupMembers, .count(2...100_000), for: .app, "Members of a group."),
    .limit(
      "limits.change_conversation_by", \.changeConversationBy, .word, for: .app,
      "Who may change a group's title and attributes, which all its members see."),
    .limit("limits.attributes", \.attributes, .count(0...1000), for: .app, "Attributes of a group."),
    .limit(
      "limits.attribute_bytes", \.attributeBytes, .bytes(64...128 << 10), for: .app,
      "Bytes of all of them together, keys and values."),
    .limit(
      "limits.markers_pushed", \.markersPushed, .count(0...10_000), for: .app,
      "Members of a conversation up to which each is told of the others' markers as they move."),
    .limit(
      "limits.delivered_members", \.deliveredMembers, .count(0...10_000), for: .app,
      "Members of a conversation up to which it is kept which messages each of them has."),
    .limit(
      "limits.receipt_members", \.receiptMembers, .count(0...10_000), for: .app,
      "Members of a conversation up to which it is counted who has a message and who has read it."),
  ]

  private static let annotations: [ConfigurationKey] = [
    .limit(
      "limits.recall_window", \.recallWindow, .duration(.seconds(1)...(.seconds(3660 * 86_400)), or: "unlimited", for: .zero),
      for: .app, "How long after sending a message it may be recalled; by a group's owner at any time."),
    .limit(
      "limits.recall_by", \.recallBy, .word, for: .app,
      "Who may recall a message: it is erased for everyone, and everyone sees that there was one."),
    .limit(
      "limits.silent_recall_by", \.silentRecallBy, .word, for: .app,
      "Who may recall a message silently: it is deleted for everyone, and nothing is shown in its place."),
    .limit(
      "limits.reactions_each", \.reactionsEach, .count(1...1000), for: .app, "Reactions of one member to one message."),
    .limit(
      "limits.reaction_kinds", \.reactionKinds, .count(1...1000), for: .app, "Different reactions to one message."),
    .limit("limits.properties", \.properties, .count(0...1000), for: .app, "Properties of one message."),
    .limit(
      "limits.properties_per_request", \.propertiesPerRequest, .count(1...1000), for: .app,
      "Properties set or taken away by one request."),
    .limit("limits.property_bytes", \.propertyBytes, .bytes(16...65_536), for: .app, "Bytes of a property's value."),
    .limit("limits.pins", \.pins, .count(0...1000), for: .app, "Messages pinned to one conversation."),
    .limit(
      "limits.owner_pins", \.ownerPins, .yesOrNo, for: .app, "Whether in a group only the owner pins messages."),
  ]

  private static let personal: [ConfigurationKey] = [
    .limit(
      "limits.setting_bytes", \.settingBytes, .bytes(64...1 << 20), for: .app,
      "Bytes of the value of one setting of a user, such as a draft."),
    .limit(
      "limits.settings_per_request", \.settingsPerRequest, .count(1...1000), for: .app,
      "Settings changed in one request."),
    .limit("limits.settings_of_user", \.settingsOfUser, .count(10...1_000_000), for: .app, "Settings of one user."),
    .limit(
      "limits.settings_of_conversation", \.settingsOfConversation, .count(1...10_000), for: .app,
      "How many of them may belong to one conversation."),
    .limit(
      "limits.setting_bytes_of_user", \.settingBytesOfUser, .bytes(1024...64 << 20), for: .app,
      "Bytes of the values of all settings of one user, with 128 more for each."),
    .limit(
      "limits.hidden_per_request", \.hiddenPerRequest, .count(1...10_000), for: .app,
      "Single entries that a user hides from oneself in one request."),
    .limit(
      "limits.hidden_of_conversation", \.hiddenOfConversation, .count(10...1_000_000), for: .app,
      "Single entries of one conversation that a user may have hidden."),
  ]

  private static let devices: [ConfigurationKey] = [
    .limit(
      "limits.devices_mobile", \.devicesPerClass[knownClass: .mobile], .count(1...100), for: .app,
      "Telephones one user may have connected; beyond it the oldest is closed. So for all classes."),
    .limit("limits.devices_tablet", \.devicesPerClass[knownClass: .tablet], .count(1...100), for: .app, "Tablets."),
    .limit("limits.devices_desktop", \.devicesPerClass[knownClass: .desktop], .count(1...100), for: .app, "Computers."),
    .limit(
      "limits.devices_web", \.devicesPerClass[knownClass: .web], .count(1...100), for: .app,
      "Tabs of browsers: each tab is a device."),
    .limit(
      "limits.devices_tool", \.devicesPerClass[knownClass: .tool], .count(1...10_000), for: .app,
      "Programs, such as bots and the command martlet."),
  ]

  private static let tokens: [ConfigurationKey] = [
    .limit(
      "limits.token_lifetime", \.tokenLifetime, .duration(.seconds(60)...(.seconds(3660 * 86_400))), for: .app,
      "How long a token is valid where nothing else is asked for."),
    .limit(
      "limits.token_lifetime_most", \.tokenLifetimeMost, .duration(.seconds(60)...(.seconds(3660 * 86_400))), for: .app,
      "The longest a token may be asked to be valid."),
  ]

  private static let memory: [ConfigurationKey] = [
    .limit(
      "limits.requests_waiting", \.requestsWaiting, .count(100...10_000_000),
      "Requests on conversations of one loop that may be unanswered; more are refused as overloaded."),
    .limit(
      "limits.bytes_waiting", \.bytesWaiting, .bytes(1 << 20...64 << 30),
      "Bytes that they may have together, and that what waits to be pushed by a loop may have."),
    .limit("limits.batch_rows", \.batchRows, .count(1...100_000), "About how many rows one loop has the store write at once."),
    .limit(
      "limits.conversation_idle", \.conversationIdle, .duration(.seconds(10)...(.seconds(86_400))),
      "How long a conversation that nobody uses stays in memory."),
    .limit(
      "limits.conversations_in_memory", \.conversationsInMemory, .count(100...100_000_000),
      "Conversations in memory on one loop beyond which those stay only that were used just now."),
  ]

  private static let store: [ConfigurationKey] = [
    .server("store.readers", \.store.readers, .count(1...64), "Connections that read the database, each a thread."),
    .server(
      "store.batch_limit", \.store.batchLimit, .count(1...1_000_000),
      "About how many rows one commit writes at most; more wait for the next."),
    .server(
      "store.commit_gap", \.store.commitGap, .duration(.milliseconds(0)...(.seconds(1))),
      """
      The least time from one commit's beginning to the next when much is written: more gathers
      more messages into one wait for the disk.
      """
    ),
    .server(
      "store.waiting_weight", \.store.waitingWeight, .count(1000...100_000_000),
      "About how many rows of a quarter of a KiB may wait to be written; more are refused as overloaded."),
    .server(
      "store.fold_interval", \.store.foldInterval, .duration(.milliseconds(1)...(.seconds(60))),
      "How long to wait before the next part of the journal is moved into the tables."),
    .server(
      "store.fold_round", \.store.foldRound, .duration(.milliseconds(1)...(.seconds(600))),
      "How long moving all parts takes at least: longer writes less, and keeps a longer journal."),
    .server(
      "store.fold_weight", \.store.foldWeight, .count(1000...100_000_000),
      "About how many such rows may wait to be moved before that no longer pauses; at four times as\nmany, writing waits."),
    .server(
      "store.checkpoint_pages", \.store.checkpointPages, .count(100...1_000_000),
      "Pages of 4 KiB in a write-ahead log at which it is copied into its database."),
    .server(
      "store.cache_kib", \.store.cachedKiB, .count(1024...64 << 20),
      "KiB of the database kept in memory by who writes; each reader has an eighth of it besides."),
    .server(
      "store.user_log_entries", \.store.userLogEntries, .count(100...100_000_000),
      """
      How many of the newest entries of each user's log are kept: what the user's own devices did, joining
      and leaving. A device that was away for longer reads its list of conversations anew.
      """
    ),
    .server(
      "store.cached_conversations", \.store.cachedConversations, .count(16...100_000_000),
      "Conversations whose newest state is kept in memory, at most twice as many."),
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

/// What must hold between two limits.
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
