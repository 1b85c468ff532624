import Foundation
import MartletTesting
import MartletWire
import Synchronization
import Testing

/// Values of every message go to Google's implementation and back, unchanged.
///
/// The generator writes the lists of messages and how random values of each are made, so that a message
/// added to the schema is covered without a change here.
struct CrossCheckTests {
  private static let valuesOfEach = 10_000
  private static let messages = martletMessages + restMessages + everythingMessages

  @Test func everyMessageSurvivesGooglesImplementation() async throws {
    let seed = SeededRandom.environmentSeed
    let queue = Queue(Self.messages)
    // The peers are waited for on threads of their own, as waiting must not hold up Swift's.
    let failures = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<2 {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: Self.work(on: queue, seed: seed)) }.start()
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failures.isEmpty, "with MARTLET_SEED=\(seed): \(failures.prefix(3).joined(separator: "\n"))")
    #expect(queue.taken == Self.messages.count)
  }

  /// The messages still to check.
  private final class Queue: Sendable {
    private let messages: [any RandomMessage.Type]
    private let next = Mutex(0)

    init(_ messages: [any RandomMessage.Type]) { self.messages = messages }

    var taken: Int { next.withLock { $0 } }

    func take() -> (any RandomMessage.Type)? {
      next.withLock { next in
        guard next < messages.count else { return nil }
        defer { next += 1 }
        return messages[next]
      }
    }
  }

  private static func work(on queue: Queue, seed: UInt64) -> [String] {
    var failures: [String] = []
    do {
      let peer = try PythonPeer()
      while failures.isEmpty, let type = queue.take() {
        failures += try check(type, peer, seed: seed)
      }
    } catch {
      failures.append("\(error)")
    }
    return failures
  }

  private static func check<M: RandomMessage>(_ type: M.Type, _ peer: PythonPeer, seed: UInt64) throws -> [String] {
    var failures: [String] = []
    for json in [false, true] {
      var random = RandomValues(
        seed: seed ^ UInt64(M.messageName.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude), keepsUnknownFields: !json)
      var remaining = valuesOfEach
      while remaining > 0, failures.isEmpty {
        let values = (0..<min(1000, remaining)).map { _ in random.value(of: type) }
        remaining -= values.count
        let sent = values.map { $0.encoded() }
        let answers = try peer.echo(json ? values.map { $0.json() } : sent, of: M.messageName, json: json)
        let forms = json ? 2 : 1
        guard answers.count == values.count * forms else {
          failures.append("\(M.messageName): \(answers.count) answers to \(values.count) values")
          break
        }
        for (index, value) in values.enumerated() {
          if json { failures += difference(from: value, sent[index]) { try M(json: answers[index * 2]) } }
          failures += difference(from: value, sent[index]) { try M(decoding: answers[index * forms + forms - 1]) }
        }
      }
    }
    return failures
  }

  /// Says how a value came back changed; `sent` is its binary form.
  private static func difference<M: RandomMessage>(from value: M, _ sent: [UInt8], _ decode: () throws -> M) -> [String] {
    do {
      let back = try decode()
      let got = back.encoded()
      // Maps may come in another order. Other values are compared by their bytes, as strings can be equal in
      // Swift where their bytes are not.
      let isSame = got == sent || (got.count == sent.count && back == value)
      return isSame ? [] : ["\(M.messageName): sent \(value), got \(back)"]
    } catch {
      return ["\(M.messageName): sent \(value), got \(error)"]
    }
  }
}
