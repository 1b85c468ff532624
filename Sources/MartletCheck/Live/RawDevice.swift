import MartletNet
import MartletTesting
import MartletWire

/// A device that speaks packets: sends requests of all kinds, and records its requests, answers and pushes.
///
/// It keeps only requests to retry. When its connection is lost, it opens another.
actor RawDevice {
  /// The place and the way to connect.
  struct Place: Sendable {
    let control: ControlSocket
    let loop: EventLoop
    let history: History
    let workload: Workload
    /// The port, which may be a proxy's.
    let port: @Sendable () -> UInt16
    let subprotocol: String
  }

  nonisolated let name: String
  nonisolated let user: String
  let caller: UserID
  let place: Place
  var random: SeededRandom
  private var client: WireClient?
  private var token: (text: String, at: UInt64)?
  /// Requests to make again, some that were answered and some that were not.
  private(set) var again: [Wire.ClientPacket.Request] = []
  /// Unanswered requests that append, by client id, up to a limit.
  private var unanswered: [String: Wire.ClientPacket.Request] = [:]
  /// Client ids of scheduled messages that may still be cancelled.
  var scheduled: [String] = []
  var asked = 0

  /// What the names of these devices begin with, and no others.
  static let namePrefix = "raw"
  /// The wait for an answer before the connection is closed.
  private static let patience = Duration.seconds(15)
  private static let unansweredAtMost = 512
  private static let atOnce = 12

  init?(name: String, user: String, seed: UInt64, place: Place) {
    guard let caller = UserID(user) else { return nil }
    (self.name, self.user, self.caller, self.place) = (name, user, caller, place)
    random = SeededRandom(seed: seed)
  }

  /// Asks for one thing after another until the workload is over, then hangs up.
  func live() async {
    while !place.workload.isOver {
      guard await connect() else {
        await rest(milliseconds: 20...200)
        continue
      }
      while !place.workload.isOver, await isOpen {
        await act()
        await rest(milliseconds: 2...40)
      }
    }
    await client?.close()
  }

  /// Opens a session and repeats all unanswered requests, under the same client ids, until all are answered.
  ///
  /// - Returns: A description of the requests still unanswered at the limit; nil if there are none.
  func catchUp(within limit: Duration) async -> String? {
    let end = ContinuousClock.now + limit
    let (isLetIn, _) = await inSessions(until: end) {
      while !unanswered.isEmpty, ContinuousClock.now < end, await isOpen {
        let requests = unanswered.values.prefix(Self.atOnce)
        await withTaskGroup(of: Void.self) { group in
          for request in requests { group.addTask { await self.ask(request) } }
        }
      }
      return unanswered.isEmpty
    }
    let seconds = limit.components.seconds
    if !isLetIn { return "\(name) of \(user) could not open a session for \(seconds) s" }
    return unanswered.keys.min().map { first in
      "\(name) of \(user) retried for \(seconds) s without an answer to \(unanswered.count) requests, such as \(first)"
    }
  }

  /// Takes back all that its user has scheduled, so that nothing more is said; false if that cannot be done within so long.
  func takeBackScheduled(within limit: Duration) async -> Bool {
    await inSessions(until: ContinuousClock.now + limit) {
      guard case .scheduledMessages(let page)? = await ask(.listScheduled(Wire.ListScheduled())) else { return false }
      for one in page.messages { await ask(.cancelScheduled(Wire.CancelScheduled(clientId: one.send?.clientId ?? ""))) }
      return page.messages.isEmpty
    }.isDone
  }

  /// Opens sessions until the work in them is done, or the time is over.
  ///
  /// - Returns: Whether any could be opened, and whether it was done.
  private func inSessions(
    until end: ContinuousClock.Instant, _ work: () async -> Bool
  ) async -> (isLetIn: Bool, isDone: Bool) {
    var isLetIn = false
    repeat {
      if await connect() {
        isLetIn = true
        let isDone = await work()
        await client?.close()
        if isDone { return (true, true) }
      }
      // A device that has just written a lot may have to wait.
      await rest(milliseconds: 50...250)
    } while ContinuousClock.now < end && !Task.isCancelled
    return (isLetIn, false)
  }

  private func rest(milliseconds range: ClosedRange<Int>) async {
    try? await Task.sleep(for: .milliseconds(Int.random(in: range, using: &random)))
  }

  // MARK: - The connection

  private var isOpen: Bool {
    get async { await client?.closeCode == nil && client != nil }
  }

  /// Opens a session, with the token of the last one often enough.
  func connect() async -> Bool {
    client = nil
    if token == nil || Int.random(in: 0..<3, using: &random) == 0 {
      guard let text = try? await place.control.token(for: user) else { return false }
      token = (text, SystemTimeSource().monotonicNanoseconds)
    }
    guard let token else { return false }
    let next = WireClient(loop: place.loop)
    let (tokenAt, askedAt) = (token.at, SystemTimeSource().monotonicNanoseconds)
    await next.listen { [place, name, user] heard in
      if case .packet(.welcome(let welcome)) = heard {
        let opened = HistoryEvent.opened(tokenAt: tokenAt, askedAt: askedAt, userHead: welcome.userHead)
        place.history.record(opened, device: name, user: user)
      }
      Self.hear(heard, place, name, user)
    }
    do {
      try await next.connect(host: "127.0.0.1", port: place.port(), subprotocol: place.subprotocol)
      let giveUp = Task {
        try await Task.sleep(for: Self.patience)
        await next.abort()
      }
      defer { giveUp.cancel() }
      guard case .welcome = try await next.hello(token: token.text, device: name) else {
        self.token = nil
        await next.abort()
        return false
      }
    } catch {
      return false
    }
    client = next
    return true
  }

  /// Records arrivals in their order.
  private static func hear(_ heard: WireClient.Heard, _ place: Place, _ name: String, _ user: String) {
    switch heard {
    case .packet(.push(let push)):
      place.history.record(push, device: name, user: user)
      for entry in push.entries { place.workload.note(entry) }
    case .packet(.closing(let closing)):
      place.history.record(.closed(code: closing.failure?.code ?? 0), device: name, user: user)
    case .closed: place.history.record(.closed(code: 0), device: name, user: user)
    case .packet: break
    }
  }

  /// Stops reading from the connection, like a hung program; nil if there is no connection.
  func hang() async -> WireClient? {
    guard let client, await isOpen else { return nil }
    place.history.record(.delayed, device: name, user: user)
    await client.setReading(false)
    return client
  }

  // MARK: - Asking

  /// Makes a request and takes down how it ends.
  @discardableResult
  func ask(_ request: Wire.ClientPacket.Request) async -> Wire.ServerPacket.Body? {
    guard let client else { return nil }
    let operation = Operation(request, caller: caller)
    let call = place.history.invoke(operation, device: name, user: user)
    let giveUp = Task {
      try await Task.sleep(for: Self.patience)
      await client.abort()
    }
    defer { giveUp.cancel() }
    do {
      let answer = try await client.request(request)
      place.history.record(answer, to: call, device: name, user: user)
      unanswered[operation.clientID] = nil
      return answer
    } catch {
      place.history.record(.unknown(call: call), device: name, user: user)
      if operation.appends, unanswered.count < Self.unansweredAtMost { unanswered[operation.clientID] = request }
      return nil
    }
  }

  func remember(_ request: Wire.ClientPacket.Request) {
    if again.count < 64 { again.append(request) } else { again[asked % 64] = request }
    asked += 1
  }

  /// One request, or a few at once.
  private func act() async {
    if Int.random(in: 0..<8, using: &random) == 0 {
      let requests = (0..<Int.random(in: 2...12, using: &random)).map { _ in next() }
      await withTaskGroup(of: Void.self) { group in
        for request in requests { group.addTask { await self.ask(request) } }
      }
    } else {
      await ask(next())
    }
  }
}
