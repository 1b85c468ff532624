import MartletNet
import MartletStore
import MartletWire

// Read markers, hidden entries and settings. The user's own devices are told of all of them, other members of markers only.
extension Shard {
  func fillStoreWithPersonalRequests() {
    fillStore(from: queues.personal.marks)
    fillStore(from: queues.personal.hides)
    fillStore(from: queues.personal.settings)
    fillStore(from: queues.personal.profiles)
    fillStore(from: queues.personal.relations)
  }

  private func fillStore<Change>(from queue: PersonalQueue<Change>) {
    if let batch = queue.take(environment.limits.batchRows) { start { await $0.store(batch) } }
  }

  private func store<Change>(_ batch: [PersonalRequest<Change>]) async {
    let now = loop.time.wallMilliseconds
    do {
      let items = batch.map { $0.change.item(of: $0.caller, at: now, limitsOfApps.of($0.caller.app).value) }
      let outcomes = try await Change.store(items, in: store)
      var moved = MovedMarkers()
      for (request, outcome) in zip(batch, outcomes) {
        let limits = limitsOfApps.of(request.caller.app).value
        let settlement = request.change.settle(outcome, of: request.caller, limits)
        settle(request, settlement)
        if let marker = settlement.marker, case .conversation(let key) = request.place { moved.add(marker, of: key) }
      }
      for (key, markers) in moved.pages { push(markers, key) }
    } catch {
      environment.report(error)
      for request in batch { answer(request, .failure(Wire.Failure(Refusal(storeFailure: error)))) }
    }
    Change.queue(in: queues.personal).finish()
    flushAtEndOfTurn()
  }

  private func settle(_ request: any PersonalWork, _ settlement: PersonalSettlement) {
    tell(settlement.relations)
    answer(request, settlement.answer)
    if let profile = settlement.profile { tell(profile) }
    if settlement.changesPresence { presenceSettingsChanged(of: request.caller) }
    let entries = settlement.earlier + [settlement.entry].compactMap(\.self)
    if !entries.isEmpty { push(entries, to: request.caller) }
    for other in settlement.others { push([other.entry], to: UserKey(app: request.caller.app, user: other.user)) }
  }

  private func push(_ entries: [UserLogEntry], to user: UserKey) {
    let audience = Audience(app: user.app, users: [user.user])
    mail(Delivery(to: audience, Wire.Push(userEntries: entries.map { Wire.UserEntry($0) })))
  }

  /// Tells the members of markers, unless they are too many.
  func push(_ markers: [Wire.Marker], _ key: ConversationKey) {
    guard let slot = slots[key], let audience = slot.conversation?.membership.audience,
      audience.count <= limitsOfApps.of(key.app).value.markersPushed
    else { return }
    // News from another node may be older than a move that this node has made.
    let markers = environment.link == nil ? markers : markers.compactMap { slot.markers.risen($0) }
    guard !markers.isEmpty else { return }
    mail(Delivery(to: audience, Wire.Push(markers: markers)))
  }
}
