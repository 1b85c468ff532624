import MartletWire
import Testing

@testable import MartletCore

/// A connection that may be dead is tested with a ping.
@Suite struct ProbeTests {
  private let second: UInt64 = 1_000_000_000

  /// After a sleep, or where the network is another one, a socket may be dead without anyone having said so.
  @Test(arguments: ["resumed", "other network", "no network"]) func socketThatMayBeDeadIsTried(why: String) {
    let wires = Wirework()
    func hurry() {
      switch why {
      case "resumed": wires.sync.retryNow(at: wires.now)
      default: wires.sync.networkChanged(isAvailable: why == "other network", at: wires.now)
      }
    }
    wires.online()
    wires.now = 5 * second
    hurry()
    #expect(wires.take().sent == [.ping(Wire.Ping())])
    #expect(wires.sync.deadline == 8 * second)
    // Once more changes nothing.
    wires.now = 6 * second
    hurry()
    #expect(wires.take().isEmpty && wires.sync.deadline == 8 * second)
    // Bytes received before the sleep are no answer to a later probe.
    wires.now = 7 * second
    wires.sync.heard(at: wires.now)
    wires.sync.tick(at: 8 * second)
    #expect(wires.sync.isOpen && wires.sync.deadline == 10 * second)
    wires.now = 10 * second
    wires.sync.tick(at: wires.now)
    #expect(!wires.sync.isOpen && wires.sync.lastFailure?.code == .timedOut)
    #expect(wires.take().hangsUp)
    #expect((wires.sync.deadline == nil) == (why == "no network"))
  }

  @Test func socketThatAnswersIsLeftAlone() throws {
    let wires = Wirework()
    wires.online()
    wires.now = 5 * second
    wires.sync.retryNow(at: wires.now)
    let ping = try #require(wires.take().packets.first)
    wires.receive(ping.id, .pong(Wire.Pong()))
    #expect(wires.sync.deadline == 15 * second)
    wires.sync.tick(at: 8 * second)
    #expect(wires.sync.isOpen)
    // The next doubt is another one.
    wires.now = 9 * second
    wires.sync.retryNow(at: wires.now)
    #expect(wires.take().sent == [.ping(Wire.Ping())])
    wires.sync.tick(at: 12 * second)
    #expect(!wires.sync.isOpen)
  }
}
