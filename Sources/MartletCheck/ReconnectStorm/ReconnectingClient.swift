import MartletNet
import MartletTesting
import MartletWire
import Synchronization

/// One client of a herd: connects, signs in, asks for its list and the newest of its group.
final class ReconnectingClient: Sendable {
  private struct State {
    var client: WireClient?
    var attempts = 0
    var isSynced = false
    var random: SeededRandom
  }

  /// The newest position of each group.
  static let head: UInt64 = 21

  private let token: String
  private let device: String
  private let group: String
  private let loop: EventLoop
  private let state: Mutex<State>

  init(token: String, device: String, group: String, seed: UInt64, loop: EventLoop) {
    (self.token, self.device, self.group, self.loop) = (token, device, group, loop)
    state = Mutex(State(random: SeededRandom(seed: seed)))
  }

  var attempts: Int { state.withLock { $0.attempts } }
  var isSynced: Bool { state.withLock { $0.isSynced } }

  /// Waits for the end of its connection.
  func waitForEnd() async {
    let client = state.withLock { state in
      (state.isSynced, state.attempts) = (false, 0)
      return state.client
    }
    await client?.until { $0.closeCode != nil }
  }

  /// Tries until it has all there is, or the time is over.
  func comeBack(to port: UInt16, until end: ContinuousClock.Instant) async throws {
    while ContinuousClock.now < end {
      let wait = state.withLock { state in
        state.attempts += 1
        // As the client library does: each longer than the one before, and drawn.
        let longest = min(50 << min(state.attempts, 6), 2000)
        return Int.random(in: longest / 2...longest, using: &state.random)
      }
      if await sync(port) { return state.withLock { $0.isSynced = true } }
      try await Task.sleep(for: .milliseconds(wait))
    }
  }

  private func sync(_ port: UInt16) async -> Bool {
    let client = WireClient(loop: loop)
    await client.listen { _ in }
    do {
      try await client.connect(host: "127.0.0.1", port: port)
      let giveUp = Task {
        try await Task.sleep(for: .seconds(30))
        await client.abort()
      }
      defer { giveUp.cancel() }
      if try await hasAll(client) {
        state.withLock { $0.client = client }
        return true
      }
    } catch {
      // Turned away, or cut off: the next attempt comes.
    }
    await client.abort()
    return false
  }

  private func hasAll(_ client: WireClient) async throws -> Bool {
    guard case .welcome = try await client.hello(token: token, device: device),
      case .userEntries = try await client.request(.fetchUserEntries(Wire.FetchUserEntries())),
      case .conversations(let list) = try await client.request(.listConversations(Wire.ListConversations())),
      list.conversations.first(where: { $0.id == group })?.head == Self.head,
      case .entries(let page) = try await client.request(
        .fetchEntries(Wire.FetchEntries(conversation: group, limit: 20, newest: true)))
    else { return false }
    return page.entries.last?.seq == Self.head
  }

  func leave() async { await state.withLock { $0.client }?.abort() }
}
