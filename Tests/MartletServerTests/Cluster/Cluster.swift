import MartletBus
import MartletPostgres
import MartletServer
import MartletStore
import MartletTesting
import MartletWire

/// Several nodes in this process on one database, with a bus between them that can fail.
struct Cluster {
  let nodes: [TestServer]
  let hub: LocalBus.Hub

  static func with<Result>(
    _ name: String, nodes count: Int = 3, skew: [Int64] = [], limits: Limits = Limits(), _ body: (Cluster) async throws -> Result
  ) async throws -> Result {
    let address = try await PostgresServer.shared.value.schema(name)
    let hub = LocalBus.Hub()
    var limits = limits
    limits.scheduledLeast = .seconds(1)
    return try await TemporaryDirectory.with { directory in
      var nodes: [TestServer] = []
      for number in 0..<count {
        var options = PostgresStore.Options()
        (options.isShared, options.readers) = (true, 2)
        let time = ShiftedTime(milliseconds: number < skew.count ? skew[number] : 0)
        options.clock = { time.wallMilliseconds }
        let settled = options
        nodes.append(
          try await TestServer.start(
            directory: "\(directory)/\(number)", limits: limits, time: time,
            openStore: { _ in try await PostgresStore.open(address, options: settled) },
            bus: LocalBus(hub)))
      }
      do {
        let result = try await body(Cluster(nodes: nodes, hub: hub))
        for node in nodes { await node.stop() }
        return result
      } catch {
        for node in nodes { await node.stop() }
        throw error
      }
    }
  }

  subscript(node: Int) -> TestServer { nodes[node] }
}

/// The system's clock, so many milliseconds ahead.
struct ShiftedTime: TimeSource {
  let milliseconds: Int64

  var wallMilliseconds: Int64 { SystemTimeSource().wallMilliseconds + milliseconds }
  var monotonicNanoseconds: UInt64 { SystemTimeSource().monotonicNanoseconds }
}

extension WireClient {
  /// Sends a text and expects it to be stored.
  @discardableResult
  func say(_ text: String, to conversation: String, id: String? = nil) async throws -> UInt64 {
    let answer = try await request(
      .send(
        Wire.Send(
          conversation: conversation, clientId: id ?? Self.fresh(), type: "text", content: "{\"text\":\"\(text)\"}")))
    guard case .appended(let appended) = answer else { throw TestError("not stored: \(answer)") }
    return appended.seq
  }

  func add(_ user: String, to group: String) async throws {
    let answer = try await request(
      .addMembers(Wire.AddMembers(conversation: group, clientId: Self.fresh(), users: [user])))
    guard case .appended = answer else { throw TestError("not added: \(answer)") }
  }

  func createGroup(_ name: String, _ members: [String]) async throws {
    let answer = try await request(
      .createGroup(Wire.CreateGroup(group: name, clientId: Self.fresh(), title: name, members: members)))
    guard case .appended = answer else { throw TestError("not made: \(answer)") }
  }

  static func fresh() -> String {
    var random = SystemRandomNumberGenerator()
    return ClientID(milliseconds: SystemTimeSource().wallMilliseconds, random: &random).text
  }
}
