import MartletTesting
import MartletWire

@testable import Martlet
@testable import MartletCore

extension MemoryNetwork {
  /// A client that is connected and has caught up.
  func online(_ user: String, directory: String? = nil) async throws -> MartletClient {
    let client = try client(user, directory: directory)
    await client.connect()
    try await client.caughtUp()
    return client
  }

  /// Lets time pass until something is so; gives up when the test's time is over.
  ///
  /// None passes while a token is on its way, and every client has a turn each five seconds: however busy the machine is, nobody
  /// is given up for having had no turn.
  func pass(until isSo: () async throws -> Bool) async throws {
    var steps = 0
    while try await !isSo() {
      try Task.checkCancellation()
      if !isObtaining {
        time.advance(by: .milliseconds(100))
        steps += 1
        if steps.isMultiple(of: 50) { await takeTurns() }
      }
      await Task.yield()
    }
  }

  /// Waits until something is so that needs no time, and lets none pass: no connection is given up meanwhile.
  func wait(until isSo: () async throws -> Bool) async throws {
    while try await !isSo() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// Waits, in the same way, until a client holds a conversation up to a position.
  func wait(for client: MartletClient, toHold id: ConversationID, upTo seq: UInt64) async throws {
    try await wait { try await client.read { try $0.stored(id)?.last } ?? 0 >= seq }
  }

  /// Lets time pass until a client holds a conversation up to a position.
  func held(_ client: MartletClient, _ id: ConversationID, upTo seq: UInt64) async throws {
    try await pass { try await client.read { try $0.stored(id)?.last } ?? 0 >= seq }
  }
}

extension SendResult {
  var isSent: Bool { if case .sent = self { true } else { false } }
}
