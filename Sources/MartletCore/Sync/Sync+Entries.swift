import MartletWire

// Conversation logs: pushed entries, and fetching missing ones.
extension Sync {
  mutating func receive(_ push: Wire.Push) {
    for change in push.profiles { receive(change) }
    for presence in push.presences { receive(presence) }
    if otherCopy != nil { return passOver(push) }
    for entry in push.entries {
      guard let id = ConversationID(entry.conversation) else { continue }
      guard EntryPage.isPosition(entry.seq) else { return breakOff(breach: "an entry without a position") }
      receive(entry, of: id)
    }
    apply(push.userEntries)
    for change in push.scheduled { receive(change) }
    for marker in push.markers {
      guard let id = ConversationID(marker.conversation), let reader = UserID(marker.user) else { continue }
      let (read, delivered) = (min(marker.read, Self.lastPosition), min(marker.delivered, Self.lastPosition))
      if shelves[id] != nil {
        moved(id, reader, read: read, delivered: delivered)
      } else if let known = notes[id], known.markers.count < bounds.ahead {
        // The conversation is new: its summary has not arrived yet.
        let before = known.markers[reader] ?? (0, 0)
        notes[id]?.markers[reader] = (max(before.read, read), max(before.delivered, delivered))
      }
    }
  }

  /// Takes a member's markers.
  mutating func moved(_ id: ConversationID, _ user: UserID, read: UInt64, delivered: UInt64) {
    if user != self.user { write(.marker(id, user, read: read, delivered: delivered)) }
    if read > 0 { act(.publish(.read(id, by: user, upTo: read))) }
    if delivered > 0, user != self.user { act(.publish(.delivered(id, by: user, upTo: delivered))) }
  }

  private mutating func receive(_ entry: Wire.Entry, of id: ConversationID) {
    if case .message = entry.event, let sender = UserID(entry.sender), typing.stopped(sender, in: id) {
      act(.publish(.typing(id, by: sender, nil)))
    }
    guard var shelf = shelves[id] else {
      // It was on its way when the user left.
      if let left = departed[id], entry.seq <= left { return }
      return note(id, head: entry.seq)
    }
    if entry.seq == shelf.last + 1 {
      shelf.last = entry.seq
      shelves[id] = shelf
      write(.append(id, [entry]))
      advance(id)
    } else if entry.seq > shelf.last {
      shelf.head.raise(to: entry.seq)
      shelf.keepAhead(entry, limit: bounds.ahead)
      shelves[id] = shelf
      later[id] = nil
      queueFetch(id)
    }
  }

  /// Applies kept entries after the range held has grown, and fetches what is still missing.
  private mutating func advance(_ id: ConversationID) {
    guard var shelf = shelves[id] else { return }
    let kept = shelf.takeAhead()
    if let newest = kept.last {
      shelf.last = newest.seq
      write(.append(id, kept))
    }
    shelf.head.raise(to: shelf.last)
    shelves[id] = shelf
    if !shelf.isBehind { later[id] = nil }
    queueFetch(id)
  }

  // MARK: Fetching

  /// Queues a conversation if it has entries to fetch.
  mutating func queueFetch(_ id: ConversationID) {
    guard var shelf = shelves[id] else { return }
    if shelf.isBehind && !shelf.isStuck { behind.insert(id) } else { behind.remove(id) }
    guard shelf.isBehind || shelf.needsPage, !shelf.isQueued, !shelf.isFetching, !shelf.isStuck, later[id] == nil else { return }
    shelf.isQueued = true
    shelves[id] = shelf
    fetchQueue.append(id)
  }

  /// The number of entries known to be missing.
  ///
  /// A gap that is too long to fill counts as one page.
  package var pendingEntries: UInt64 {
    behind.reduce(0) { sum, id in
      guard let shelf = shelves[id], shelf.isBehind else { return sum }
      let gap = shelf.head - shelf.last
      return sum.addingClamped(gap > bounds.forward ? UInt64(limits.pageEntries) : gap)
    }
  }

  mutating func nextFetch() -> ConversationID? {
    while let id = fetchQueue.removeFirst() {
      guard var shelf = shelves[id] else { continue }
      shelf.isQueued = false
      shelves[id] = shelf
      if shelf.isBehind || shelf.needsPage, !shelf.isFetching, !shelf.isStuck { return id }
    }
    return nil
  }

  mutating func fetch(_ id: ConversationID) {
    guard var shelf = shelves[id] else { return }
    shelf.isFetching = true
    shelves[id] = shelf
    var ask = Wire.FetchEntries(conversation: id.text, limit: UInt32(limits.pageEntries))
    let isFar = shelf.head - shelf.last > bounds.forward
    if shelf.isBehind, !isFar {
      ask.from = shelf.last + 1
      request(.fetch(id, .forward), .fetchEntries(ask))
    } else {
      ask.newest = true
      if !isFar { ask.limit = UInt32(min(bounds.prefetchPage, limits.pageEntries)) }
      request(.fetch(id, .newest(replacing: isFar)), .fetchEntries(ask))
    }
  }

  mutating func receive(_ wire: Wire.Entries, of id: ConversationID, _ fetch: Fetch) {
    guard var page = EntryPage(wire), page.conversation == id else { return breakOff(breach: "a page that is not one") }
    if var shelf = shelves[id] {
      switch fetch {
      case .forward: shelf.isFetching = false
      case .newest:
        shelf.isFetching = false
        shelf.needsPage = false
      case .older: break
      }
      if page.first > shelf.start {
        shelf.start = page.first
        write(.first(id, page.first))
      }
      shelves[id] = shelf
      page.begin(at: shelf.start)
      if page.entries.isEmpty { mergeNothing(page, fetch) } else { merge(page, fetch) }
    }
    if case .older(let call, _) = fetch { answer(call, .done(Wire.Done())) }
  }

  /// Merges a page into the range held.
  private mutating func merge(_ page: EntryPage, _ fetch: Fetch) {
    let id = page.conversation
    guard var shelf = shelves[id], let low = page.entries.first?.seq, let high = page.entries.last?.seq else { return }
    shelf.failures = 0
    shelf.head.raise(to: page.head)
    if low > shelf.last + 1 {
      if fetch == .newest(replacing: true) {
        // The gap is too long to fill.
        (shelf.first, shelf.last) = (low, high)
        write(.replace(id, page.entries))
      } else if page.first > shelf.last + 1 {
        // The entries between are not readable for this user: continue after them, and tell the app of those.
        (shelf.first, shelf.last) = (low, high)
        write(.restart(id, anchor: low - 1))
        write(.append(id, page.entries))
      } else if fetch == .forward {
        return breakOff(breach: "a page that leaves a gap")
      }
    } else if high + 1 >= shelf.first {
      let above = page.entries.filter { $0.seq > shelf.last }
      let below = page.entries.filter { $0.seq < shelf.first }
      if !below.isEmpty {
        shelf.first = low
        write(.prepend(id, below))
      }
      if !above.isEmpty {
        shelf.last = high
        write(.append(id, above))
      }
    }
    shelves[id] = shelf
    advance(id)
  }

  /// Handles an empty page.
  private mutating func mergeNothing(_ page: EntryPage, _ fetch: Fetch) {
    let id = page.conversation
    guard var shelf = shelves[id] else { return }
    if case .older(_, let before) = fetch {
      // The range held may have changed since the request.
      shelf.start.raise(to: min(before, shelf.first))
      write(.first(id, shelf.start))
    } else if shelf.isBehind {
      // The page may be older than a push. After several empty pages, assume that the head was wrong.
      shelf.failures += 1
      if shelf.failures > 5 {
        shelf.head = shelf.last
      } else {
        later[id] = now.addingClamped(50_000_000 << UInt64(shelf.failures))
      }
    }
    shelves[id] = shelf
    queueFetch(id)
  }

  mutating func failed(_ id: ConversationID, _ fetch: Fetch, _ failure: Wire.Failure) {
    if case .older(let call, _) = fetch { return answer(call, .failure(failure)) }
    guard var shelf = shelves[id] else { return }
    shelf.isFetching = false
    if failure.errorCode.retry == .safe {
      let delay = max(UInt64(failure.retryAfterMs) * 1_000_000, 250_000_000 << UInt64(min(shelf.failures, 8)))
      shelf.failures += 1
      later[id] = now.addingClamped(delay)
    } else {
      // Most likely the user is no longer a member; the user log will tell.
      shelf.isStuck = true
    }
    shelves[id] = shelf
    queueFetch(id)
  }
}
