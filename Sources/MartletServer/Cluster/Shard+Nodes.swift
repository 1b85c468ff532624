import MartletNet
import MartletStore
import MartletWire

// What other nodes committed, told to the sessions here. A conversation's home tells each entry once and in order, whichever
// node stored it: `ConversationLog.head` is the newest entry that it told, and what is missing after it is read from the store.
extension Shard {
  // MARK: - Conversations

  /// Another node stored entries; `change` has at least one.
  func arrived(_ key: ConversationKey, _ change: Nodes.LogChange) {
    if slots[key] == nil, let link = environment.link, !isNeeded(key, link) { return }
    let slot = slot(of: key)
    if tellCarried(change, slot) { return }
    add(change.first...change.last, to: slot)
    catchUp(slot)
  }

  /// Tells entries that the bus carried, if they are the next ones.
  private func tellCarried(_ change: Nodes.LogChange, _ slot: Slot) -> Bool {
    guard let conversation = slot.conversation, conversation.log.exists,
      slot.arrivals.isNext(change.first, head: conversation.log.head), let entries = change.entries
    else { return false }
    for entry in entries {
      conversation.apply(entry)
      tell(entry, conversation, isOld: false)
    }
    told(change.first...change.last, of: slot)
    slot.lastUsed = loop.now
    metrics.nodeEntriesCarried.add(entries.count)
    advance(slot)
    return true
  }

  /// Takes in what was stored; a slot that is new waits for what was stored before, which the feed of the database has.
  private func add(_ range: ClosedRange<UInt64>, to slot: Slot) {
    guard slot.arrivals.add(range) else { return }
    environment.link?.readFeed { [weak self, key = slot.key] in
      self?.perform { shard in
        guard let slot = shard.slots[key] else { return }
        slot.arrivals.complete()
        shard.catchUp(slot)
      }
    }
  }

  /// Whether anybody here may be told of a conversation; of one with a list of members, that is not known.
  private func isNeeded(_ key: ConversationKey, _ link: NodeLink) -> Bool {
    guard store.kinds.policy(of: key.id).membership == .pair, let (first, second) = key.id.pair else { return true }
    return link.has(UserKey(app: key.app, user: first)) || link.has(UserKey(app: key.app, user: second))
  }

  private func told(_ range: ClosedRange<UInt64>, of slot: Slot) {
    slot.arrivals.told(range, during: environment.link?.reading ?? 0)
  }

  /// Whether an entry that was stored here is the next one to tell; otherwise it is told with those before it.
  func isNext(_ seq: UInt64, of slot: Slot) -> Bool {
    guard environment.link != nil else { return true }
    guard let conversation = slot.conversation, slot.arrivals.isNext(seq, head: conversation.log.head) else {
      add(seq...seq, to: slot)
      return false
    }
    told(seq...seq, of: slot)
    return true
  }

  /// Most entries that are told one by one; after more, clients fetch what is missing.
  private static let toldAtOnce: UInt64 = 256
  /// How long the store is left alone after it failed.
  static let breath = Duration.milliseconds(200)

  /// Tells what has arrived, once the conversation is loaded and the entries are read.
  func catchUp(_ slot: Slot) {
    guard let conversation = slot.conversation, !slot.arrivals.isReading else { return }
    guard let range = slot.arrivals.next(head: conversation.log.head) else { return }
    slot.arrivals.isReading = true
    slot.lastUsed = loop.now
    let key = slot.key
    start { await $0.tell(range, of: key) }
  }

  /// Forgets a conversation that could not be loaded; loads it again after a moment if something is to be told of it, was told
  /// and may come again, or an append is under way, whose outcome is.
  func loadAgain(_ key: ConversationKey) async {
    let isAwaited =
      slots[key].map { slot in
        slot.underWay > 0 || slot.arrivals.isWaiting || slot.arrivals.mayComeAgain(feedRead: slots.feedRead)
      } ?? false
    guard isAwaited, await loop.pause(Self.breath) else {
      // Requests may have arrived meanwhile, if the loop has stopped.
      for work in slots.remove(key)?.takeAll() ?? [] { answer(work, .failure(Wire.Failure(.unavailable))) }
      return
    }
    load(key)
  }

  private func tell(_ range: ClosedRange<UInt64>, of key: ConversationKey) async {
    // While entries are read, the slot stays; the conversation may be read anew meanwhile.
    guard let slot = slots[key] else { return }
    guard var conversation = slot.conversation else {
      slot.arrivals.isReading = false
      return add(range, to: slot)
    }
    do {
      var range = range
      if range.upperBound &- range.lowerBound >= Self.toldAtOnce {
        // What changed the members may be among the entries that are not read.
        range = range.upperBound &- Self.toldAtOnce &+ 1...range.upperBound
        conversation = try await Conversation(key: key, from: store)
        slot.conversation = conversation
      }
      if !conversation.log.exists, let record = try await store.conversation(key.id, app: key.app) {
        conversation.begin(with: record.relations)
      }
      let entries = try await store.entries(
        of: key.id, app: key.app, range: range, limit: Int(Self.toldAtOnce), newest: false)
      for entry in entries {
        let isOld = entry.seq <= conversation.log.head
        if !isOld { conversation.apply(entry) }
        tell(entry, conversation, isOld: isOld)
      }
      conversation.reach(range.upperBound)
      told(range, of: slot)
      metrics.nodeEntriesTold.add(entries.count)
    } catch {
      environment.report(error)
      add(range, to: slot)
      // Again after a moment, because the store may not be there.
      guard await loop.pause(Self.breath) else { return }
    }
    slot.arrivals.isReading = false
    catchUp(slot)
    advance(slot)
  }

  /// Tells an entry.
  ///
  /// The members are known as of a later entry if it `isOld`: then those who joined since are not told.
  private func tell(_ entry: LogEntry, _ conversation: Conversation, isOld: Bool) {
    guard entry.details?.isLive ?? true else { return }
    let (membership, id) = (conversation.membership, conversation.key.id)
    let audience = membership.audience
    var readers = membership.readers(of: entry.event, entry.details, by: entry.sender)
    let wire = Wire.Entry(entry.withoutLaterAnnotations, of: id)
    guard isOld, !audience.isEveryone else {
      guard let readers else { return mail(Delivery(to: audience, Wire.Push(entries: [wire]))) }
      return tell(wire, to: readers, others: audience.users.filter { !readers.contains($0) }, of: audience.app)
    }
    let told = membership.members(since: entry.seq)
    readers?.formIntersection(told)
    tell(wire, to: readers ?? told, others: readers.map { told.subtracting($0) } ?? [], of: audience.app)
  }

  /// Tells some the entry, and others that they may not see it.
  private func tell(_ entry: Wire.Entry, to readers: Set<UserID>, others: some Sequence<UserID>, of app: AppID) {
    mail(Delivery(to: Audience(app: app, users: Array(readers)), Wire.Push(entries: [entry])))
    mail(Delivery(to: Audience(app: app, users: Array(others)), Wire.Push(entries: [entry.withheld])))
  }

  /// Reads a conversation again, and decides a request again that what is known of it would refuse.
  ///
  /// - Parameters:
  ///   - work: The request.
  ///   - slot: The conversation's.
  ///   - tries: How often a request is decided anew at most.
  /// - Returns: False if it was just read, so that the refusal holds.
  func decideAnew(_ work: any Work, on slot: Slot, tries: Int) -> Bool {
    guard environment.link != nil, slot.triesToDecide < tries else {
      slot.triesToDecide = 0
      return false
    }
    slot.triesToDecide += 1
    slot.putBack(work)
    guard slot.conversation != nil else { return true }
    slot.conversation = nil
    load(slot.key)
    return true
  }

  // MARK: - What is in no conversation's log

  /// Another node moved a marker.
  func moved(_ marker: Wire.Marker, of key: ConversationKey) {
    withConversation(key) { shard, _ in shard.push([marker], key) }
  }

  /// A member signals at another node.
  func signalled(_ frame: SharedBytes, of key: ConversationKey, except: UserID?) {
    withConversation(key) { shard, conversation in
      shard.mail(Delivery(to: conversation.membership.audience, except: except, frame: frame))
    }
  }

  private func withConversation(
    _ key: ConversationKey, _ body: @escaping @Sendable (isolated Shard, Conversation) -> Void
  ) {
    if slots[key] == nil, let link = environment.link, !isNeeded(key, link) { return }
    let slot = slot(of: key)
    if let conversation = slot.conversation { return body(self, conversation) }
    // They may be lost, and are not to wait without end.
    if slot.notices.count < Self.noticesAtMost { slot.notices.append(body) }
  }

  private static let noticesAtMost = 100

  /// Another node stored entries of a user's log.
  func arrived(_ user: UserKey, _ range: ClosedRange<UInt64>) {
    guard let link = environment.link, link.has(user) else { return }
    start { await $0.tell(range, of: user) }
  }

  private func tell(_ range: ClosedRange<UInt64>, of user: UserKey) async {
    do {
      for told in try await userEntries(range, of: user) {
        mail(Delivery(to: Audience(app: user.app, users: [user.user]), Wire.Push(userEntries: [told])))
      }
    } catch {
      environment.report(error)
      // Again after a moment, because the store may not be there.
      if await loop.pause(Self.breath) { arrived(user, range) }
    }
  }

  private func userEntries(_ range: ClosedRange<UInt64>, of user: UserKey) async throws -> [Wire.UserEntry] {
    let count = Int(clamping: min(range.upperBound &- range.lowerBound, 255)) + 1
    let page = try await store.userLog(of: user.user, app: user.app, after: range.upperBound &- UInt64(count), limit: count)
    return try await store.told(page.entries[...], app: user.app)
  }

  /// A session of a user was found good at another node: it takes the place of those of the same device here, and of the oldest
  /// of its class.
  func signedInElsewhere(_ user: UserKey, device: String, deviceClass: Wire.DeviceClass) {
    let wasConnected = users.signIns.isConnected(user)
    let devices = limitsOfApps.of(user.app).value.devicesPerClass
    for end in users.signIns.confirmElsewhere(device, deviceClass, of: user, devicesPerClass: devices) {
      end.session.tellEnd(end.failure, reconnect: false)
    }
    countUser(user, wasConnected)
  }
}

extension LogEntry {
  /// The entry with the annotations that it had at first.
  ///
  /// What it has now includes members' own annotations, which are not the same for all. Entries that change annotations are told
  /// after it, as if it had been told at once.
  fileprivate var withoutLaterAnnotations: LogEntry {
    guard annotated > 0 || !annotations.isEmpty else { return self }
    var entry = self
    entry.annotations = annotations.filter { $0.value.seq == seq }
    entry.annotated = entry.annotations.isEmpty ? 0 : seq
    return entry
  }
}
