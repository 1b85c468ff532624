import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Several sends under one client id.
@Suite(.timeLimit(.minutes(10))) struct ClientIDTests {
  private let network = MemoryNetwork()
  private let bob = UserID.of("bob")
  private let direct = ConversationID.of("direct:alice:bob")

  @Test func refusedSendSaysNothingOfAnotherUnderItsName() async throws {
    let client = try network.client("alice")
    let id = await client.newClientID()
    let sending = Task { [bob] in await client.chat(with: bob).send(.text("a"), id: id) }
    try await network.pass { try await client.pending().count == 1 }
    guard case .failed(let error) = await client.chat(with: bob).send(.text("b"), id: id) else {
      return #expect(Bool(false), "it was taken")
    }
    #expect(error.code == .clientIDConflict)
    await client.connect()
    let result = await sending.value
    guard case .sent = result else { return #expect(Bool(false), "\(result)") }
    #expect(network.server { $0.logs[direct]?.entries.compactMap { $0.message(of: direct)?.text } } == ["a"])
    await client.close()
  }

  @Test func ofTwoMessagesUnderOneNameOneIsPutInTheOutbox() async throws {
    let client = try network.client("alice")
    let errors = await client.enqueueInOneTurn(["a", "b"], to: .user(bob))
    let expected: [MartletError.Code?] = [nil, .clientIDConflict]
    #expect(errors.map { $0?.code } == expected)
    #expect(try await client.pending().map(\.action) == [.send(.text("a"))])
    await client.close()
  }
}

extension MartletClient {
  /// Puts messages into the outbox under one client id, all in one turn.
  ///
  /// - Returns: The error of each.
  fileprivate func enqueueInOneTurn(_ texts: [String], to destination: Destination) async -> [MartletError?] {
    let id = newClientID()
    var tasks: [Task<MartletError?, Never>] = []
    for text in texts {
      // Each begins on the client's thread when this function waits, and before the turn ends.
      let task = Task { () -> MartletError? in
        do throws(MartletError) {
          _ = try await self.enqueue(.send(.text(text)), MessageDetails(), to: destination, id: id)
          return nil
        } catch {
          return error
        }
      }
      tasks.append(task)
    }
    var errors: [MartletError?] = []
    for task in tasks { errors.append(await task.value) }
    return errors
  }
}
