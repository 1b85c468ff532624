import MartletSQLite
import MartletWire

/// A client without its connection: applies the decisions of `Sync` to the local database.
///
/// Gathers the inputs of one turn. `commit` stores their results and returns the effects to perform outside; no effect may be
/// performed before it is stored. Not Sendable: used inside the client's isolation, or by a simulation.
package final class ClientCore {
  package private(set) var sync: Sync
  package private(set) var store: LocalStore
  /// Nil if everything is in memory, and once closed.
  private var folder: LocalFolder?
  private let outboxLimit: Int
  private var drafts: [LocalStore.Draft] = []
  /// Effects of changes that were stored outside a commit.
  private var told: [Effect] = []
  /// Damage found by a read.
  ///
  /// The next commit handles it.
  private var damage: SQLiteError?
  private let contents: ContentRegistry
  private let recallEditWindow: Int64
  private let makeDeviceID: () -> String

  /// An action to perform outside the core.
  package enum Effect {
    case obtainToken
    /// No token is waited for any more.
    case cancelToken
    case dial
    case hangUp
    case send([UInt8])
    /// Upload a file, and report how it goes.
    case upload(Upload)
    /// Stop the upload of this row.
    case cancelUpload(row: Int64)
    /// The message of an incomplete upload was discarded.
    case forget(Upload)
    /// The bytes of a file are not needed any more.
    case release(file: String)
    case state(ConnectionState)
    case event(Event)
    case answer(Sync.CallID, Result<Wire.ServerPacket.Body, MartletError>)
    /// The draft of this ticket is in the outbox, or could not be put there.
    case written(UInt64, MartletError?)
    /// A send ended.
    case result(ClientID, SendResult)
    /// The outbox was lost with the database, so the outcome of its requests is unknown.
    case outboxLost
    /// The logs of these conversations grew.
    case logs(Set<ConversationID>)
  }

  /// Opens the local data.
  ///
  /// Without a folder the data is kept in memory. Also returns the damage found in the local data, if any.
  package static func open(
    _ folder: LocalFolder?, device: Device, outboxLimit: Int, seed: UInt64, wallMilliseconds: Int64,
    bounds: Sync.Bounds = Sync.Bounds(), contents: ContentRegistry = .standard, hidesReceipts: Bool = false,
    receiptKinds: Set<ConversationID.Kind>? = nil, recallEditWindow: Duration = .zero, yieldsWhenReconnecting: Bool = false,
    requestTimeout: Duration = .seconds(30), makeDeviceID: @escaping () -> String
  ) throws(MartletError) -> (core: ClientCore, reset: LocalFolder.Reset?) {
    let (store, state, reset) = try openStore(folder, wallMilliseconds, makeDeviceID)
    let wire = Wire.Device(id: store.deviceID, class: device.class.wire, name: device.name)
    var sync = Sync(restoring: state, device: wire, seed: seed, bounds: bounds)
    (sync.hidesReceipts, sync.receiptKinds) = (hidesReceipts, receiptKinds)
    sync.yieldsWhenReconnecting = yieldsWhenReconnecting
    sync.callLimit = max(requestTimeout, .seconds(1)).nanoseconds
    return (
      ClientCore(
        sync, store, folder, outboxLimit: outboxLimit, contents: contents,
        recallEditWindow: Int64(clamping: recallEditWindow.nanoseconds / 1_000_000), makeDeviceID: makeDeviceID), reset
    )
  }

  /// The id of a new installation.
  package static func deviceID(from random: UInt64, at wallMilliseconds: Int64) -> String {
    var dice = SplitMix64(seed: random)
    return ClientID(milliseconds: wallMilliseconds, random: &dice).text
  }

  private static func openStore(
    _ folder: LocalFolder?, _ wall: Int64, _ makeDeviceID: () -> String
  ) throws(MartletError) -> (LocalStore, Sync.StoredState, LocalFolder.Reset?) {
    guard let folder else {
      let store = try newStoreInMemory(makeDeviceID)
      return (store, try state(of: store), nil)
    }
    let (store, reset) = try folder.openStore(at: wall, newDeviceID: makeDeviceID())
    do {
      return (store, try store.state(), reset)
    } catch {
      // Intact pages can still hold values that this library never wrote.
      guard error.isDamage else { throw MartletError(error) }
      store.close()
      let (new, reset) = try folder.replaceStore(at: wall, newDeviceID: makeDeviceID())
      return (new, try state(of: new), reset)
    }
  }

  private static func newStoreInMemory(_ makeDeviceID: () -> String) throws(MartletError) -> LocalStore {
    do {
      return try LocalStore.inMemory(newDeviceID: makeDeviceID())
    } catch {
      throw MartletError(error)
    }
  }

  private static func state(of store: LocalStore) throws(MartletError) -> Sync.StoredState {
    do {
      return try store.state()
    } catch {
      throw MartletError(error)
    }
  }

  private init(
    _ sync: Sync, _ store: LocalStore, _ folder: LocalFolder?, outboxLimit: Int, contents: ContentRegistry,
    recallEditWindow: Int64, makeDeviceID: @escaping () -> String
  ) {
    self.sync = sync
    self.store = store
    self.folder = folder
    self.outboxLimit = outboxLimit
    self.contents = contents
    self.recallEditWindow = recallEditWindow
    self.makeDeviceID = makeDeviceID
    configure()
  }

  private func configure() {
    store.contents = contents
    store.recallEditWindow = recallEditWindow
  }

  /// Closes the local data, and unlocks it for another client.
  package func close() {
    store.close()
    folder = nil
  }

  // MARK: Inputs

  /// Hands an input to the synchronisation.
  package func input(_ body: (inout Sync) -> Void) { body(&sync) }

  /// Adds a draft to the outbox with the next commit.
  ///
  /// The effects of that commit report its outcome.
  package func enqueue(_ draft: LocalStore.Draft) { drafts.append(draft) }

  // MARK: The end of a turn

  /// Stores the results of the turn's inputs.
  ///
  /// - Returns: Effects to perform outside, in order.
  package func commit(at now: UInt64, wallMilliseconds: Int64) -> [Effect] {
    var effects = told
    told = []
    if let damage {
      self.damage = nil
      recover(from: damage, at: now, wallMilliseconds, &effects)
    }
    var actions = sync.takeActions()
    while !actions.isEmpty || !drafts.isEmpty {
      if let error = carryOut(actions, at: now, wallMilliseconds, &effects) {
        recover(from: error, at: now, wallMilliseconds, &effects)
      }
      storeDrafts(at: now, wallMilliseconds, &effects)
      actions = sync.takeActions()
    }
    return effects
  }

  /// Stores and performs decisions.
  ///
  /// - Returns: The error of the database; nil if it succeeded.
  private func carryOut(
    _ actions: [Sync.Action], at now: UInt64, _ wall: Int64, _ effects: inout [Effect]
  ) -> SQLiteError? {
    do {
      try store(actions, at: now, wall, &effects)
    } catch {
      salvage(actions, from: error, &effects)
      return error
    }
    var failure: SQLiteError?
    // If a row cannot be read, no later row may be sent before it.
    for action in actions where failure == nil || !action.isForTheServer {
      do { try perform(action, &effects) } catch { failure = error }
    }
    return failure
  }

  private func store(_ actions: [Sync.Action], at now: UInt64, _ wall: Int64, _ effects: inout [Effect]) throws(SQLiteError) {
    let writes = actions.compactMap { if case .write(let write) = $0 { write } else { nil } }
    guard !writes.isEmpty else { return }
    store.clocks = (sync.serverTime(at: now) ?? wall, wall)
    store.acknowledgedKinds = sync.receiptKinds
    store.acknowledgedMembers = sync.hidesReceipts ? 0 : sync.limits.deliveredMembers
    tell(try store.apply(writes), at: now, &effects)
  }

  /// Passes changes on to the synchronisation and to listeners.
  private func tell(_ changes: Changes, at now: UInt64, _ effects: inout [Effect]) {
    for row in changes.settledRows { sync.outboxRemoved(row) }
    if !changes.doubtful.isEmpty || !changes.certain.isEmpty {
      sync.doubted(changes.doubtful, resolved: changes.certain, at: now)
    }
    if !changes.delivered.isEmpty { sync.holds(changes.delivered, at: now) }
    if let toCompare = changes.toCompare { sync.surveyed(toCompare, at: now) }
    if let kept = changes.kept { sync.startedOver(keeping: kept, at: now) }
    effects += changes.events.map { .event($0) }
    effects += changes.results.map { .result($0.id, $0.result) }
    effects += changes.forgotten.map { .forget($0) }
    effects += changes.releasedFiles.map { .release(file: $0) }
    if !changes.logs.isEmpty { effects.append(.logs(changes.logs)) }
  }

  private func perform(_ action: Sync.Action, _ effects: inout [Effect]) throws(SQLiteError) {
    switch action {
    case .write: break
    case .obtainToken: effects.append(.obtainToken)
    case .cancelToken: effects.append(.cancelToken)
    case .dial: effects.append(.dial)
    case .hangUp: effects.append(.hangUp)
    case .send(let packet): send(packet, &effects)
    case .transmit(let id, let row): try transmit(row, id: id, &effects)
    case .upload(let row):
      guard let upload = try store.upload(of: row) else { return sync.outboxRemoved(row) }
      effects.append(.upload(upload))
    case .cancelUpload(let row): effects.append(.cancelUpload(row: row))
    case .state(let state): effects.append(.state(state))
    case .answer(let id, let result): effects.append(.answer(id, result))
    case .publish(let event): effects.append(.event(event))
    }
  }

  private func transmit(_ row: Int64, id: UInt32, _ effects: inout [Effect]) throws(SQLiteError) {
    guard var packet = try store.request(of: row) else { return sync.forgetRow(row, id: id) }
    packet.id = id
    send(packet, &effects)
  }

  /// Sends a request, unless it exceeds the packet limit in Welcome.
  ///
  /// The server would close the connection for it, on every retry.
  private func send(_ packet: Wire.ClientPacket, _ effects: inout [Effect]) {
    let bytes = packet.encoded()
    let limit = sync.limits.packetBytes
    guard bytes.count <= limit || !sync.isOpen else {
      let failure = Wire.Failure(.contentTooLarge, limit: UInt64(limit), actual: UInt64(bytes.count))
      return sync.cannotSend(packet.id, failure)
    }
    effects.append(.send(bytes))
  }

  private func storeDrafts(at now: UInt64, _ wall: Int64, _ effects: inout [Effect]) {
    guard !drafts.isEmpty else { return }
    let new = drafts
    drafts = []
    do {
      for (draft, outcome) in zip(new, try store.enqueue(new, limit: outboxLimit)) {
        tell(outcome, of: draft, at: now, &effects)
      }
    } catch {
      for draft in new { tell(.refused(MartletError(error)), of: draft, at: now, &effects) }
      if error.isDamage { recover(from: error, at: now, wall, &effects) }
    }
  }

  private func tell(
    _ outcome: LocalStore.Enqueued, of draft: LocalStore.Draft, at now: UInt64, _ effects: inout [Effect]
  ) {
    // The outbox holds another send under the same client id. That send continues.
    if case .refused(let error) = outcome {
      if let file = draft.upload?.file { effects.append(.release(file: file)) }
      return effects.append(.written(draft.ticket, error))
    }
    effects.append(.written(draft.ticket, nil))
    switch outcome {
    case .added(let row, let pending, let released):
      let upload = draft.upload.map { LocalStore.UploadState(isFree: $0.ordering == .whenReady) }
      sync.outboxAdded(row, to: draft.destination.description, awaiting: upload, at: now)
      effects.append(.event(.pending(pending)))
      if let released { effects.append(.release(file: released)) }
      return
    case .sent(let id, let time): effects.append(.result(draft.id, .sent(id, at: time)))
    case .waiting, .refused: break
    }
    // The earlier send has its own copy of the file, or needs none any more.
    if let file = draft.upload?.file { effects.append(.release(file: file)) }
  }

  // MARK: When the database fails

  /// Passes on the actions that hold although the database failed.
  ///
  /// Otherwise a caller would wait forever for an answer or for the end of a connection, and changes that are stored nowhere
  /// would be lost.
  private func salvage(_ actions: [Sync.Action], from error: SQLiteError, _ effects: inout [Effect]) {
    for action in actions {
      switch action {
      case .answer(let id, .failure(let failure)): effects.append(.answer(id, .failure(failure)))
      case .answer(let id, .success): effects.append(.answer(id, .failure(MartletError(error))))
      case .hangUp: effects.append(.hangUp)
      case .cancelToken: effects.append(.cancelToken)
      case .cancelUpload(let row): effects.append(.cancelUpload(row: row))
      case .state(.offline): effects.append(.state(.offline))
      case .state(.ended(let reason)): effects.append(.state(.ended(reason)))
      case .publish(let event) where event.isOfNothingStored: effects.append(.event(event))
      case .publish, .state, .write, .obtainToken, .dial, .send, .transmit, .upload: break
      }
    }
  }

  /// Memory is ahead of the disk: starts again from the state on disk, with a new connection.
  private func recover(from error: SQLiteError, at now: UInt64, _ wall: Int64, _ effects: inout [Effect]) {
    let reason = MartletError(error)
    salvage(sync.takeActions(), from: error, &effects)
    do {
      if error.isDamage { try beginAnew(at: wall, &effects) }
      let state = try Self.state(of: store)
      var fresh = Sync(restoring: state, device: device, seed: sync.dice.next(), bounds: sync.bounds)
      fresh.takeOver(sync, because: reason, at: now)
      sync = fresh
    } catch {
      sync.giveUp(error, at: now)
    }
  }

  /// Sets a damaged database aside and creates a new one.
  private func beginAnew(at wall: Int64, _ effects: inout [Effect]) throws(MartletError) {
    store.close()
    guard let folder else {
      store = try Self.newStoreInMemory(makeDeviceID)
      configure()
      effects += [.event(.localDataReset(keptAt: nil, outboxKept: false)), .outboxLost]
      return
    }
    let (new, reset) = try folder.replaceStore(at: wall, newDeviceID: makeDeviceID())
    store = new
    configure()
    effects.append(.event(.localDataReset(keptAt: reset.keptAt, outboxKept: reset.outboxKept)))
    if !reset.outboxKept { effects.append(.outboxLost) }
  }

  private var device: Wire.Device {
    var device = sync.device
    device.id = store.deviceID
    return device
  }

  /// Reads.
  ///
  /// If the database turns out to be damaged, the next commit creates a new one.
  package func read<Value>(_ body: (LocalStore) throws(SQLiteError) -> Value) throws(MartletError) -> Value {
    do {
      return try body(store)
    } catch {
      if error.isDamage { damage = error }
      throw MartletError(error)
    }
  }

  /// Changes the local database for the app.
  ///
  /// The effects of the next commit report the change.
  package func change<Value>(_ body: (LocalStore) throws(SQLiteError) -> (Value, Changes)) throws(MartletError) -> Value {
    let (value, changes) = try read(body)
    tell(changes, at: sync.now, &told)
    return value
  }

  /// True if changes wait for the next commit without an input of this turn.
  package var needsCommit: Bool { damage != nil || !told.isEmpty }
}

extension Sync.Action {
  /// True if it opens a connection, or sends on one.
  fileprivate var isForTheServer: Bool {
    switch self {
    case .obtainToken, .dial, .send, .transmit, .upload: true
    case .write, .cancelToken, .hangUp, .cancelUpload, .state, .answer, .publish: false
    }
  }
}

extension Event {
  /// True for an effect that concerns nothing stored, so it holds even if the database fails.
  fileprivate var isOfNothingStored: Bool {
    switch self {
    case .typing, .signal, .scheduled, .scheduledEnded: true
    default: false
    }
  }
}
