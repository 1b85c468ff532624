import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Synchronization

@testable import MartletServer

/// Sends requests to the engine, and keeps the answers.
final class Asker: Origin {
  let loop: EventLoop
  private let state = Mutex<
    (answers: [(id: UInt32, body: Wire.ServerPacket.Body)], watchers: [(Int, CheckedContinuation<Void, Never>)])
  >(
    ([], []))

  init(_ loop: EventLoop) { self.loop = loop }

  /// Ids and answers in the order in which they came.
  var answers: [(id: UInt32, body: Wire.ServerPacket.Body)] { state.withLock { $0.answers } }

  func answer(_ id: UInt32, with body: Wire.ServerPacket.Body) {
    let due = state.withLock { state in
      state.answers.append((id, body))
      return Self.takeDue(&state)
    }
    for continuation in due { continuation.resume() }
  }

  /// Waits until so many answers have come.
  func answered(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let due = state.withLock { state in
        state.watchers.append((count, continuation))
        return Self.takeDue(&state)
      }
      for continuation in due { continuation.resume() }
    }
  }

  /// The code of the failure that answered a request, nil for another answer.
  func code(_ id: UInt32) -> ErrorCode? {
    for answer in answers where answer.id == id { if case .failure(let failure) = answer.body { return failure.errorCode } }
    return nil
  }

  private static func takeDue(
    _ state:
      inout (
        answers: [(id: UInt32, body: Wire.ServerPacket.Body)], watchers: [(Int, CheckedContinuation<Void, Never>)]
      )
  ) -> [CheckedContinuation<Void, Never>] {
    let count = state.answers.count
    defer { state.watchers.removeAll { $0.0 <= count } }
    return state.watchers.filter { $0.0 <= count }.map(\.1)
  }
}

/// A session that keeps its pushes.
final class Witness: LiveSession {
  let loop: EventLoop
  private let pushed = Mutex<[Wire.Push]>([])
  private let ended = Mutex<[(failure: Wire.Failure, reconnect: Bool)]>([])

  init(_ loop: EventLoop) { self.loop = loop }

  var pushes: [Wire.Push] { pushed.withLock { $0 } }

  func push(_ push: inout EncodedPush) {
    guard let text = WebSocketText.payload(of: push.json()), let packet = try? Wire.ServerPacket(json: text),
      case .push(let body)? = packet.body
    else { return }
    pushed.withLock { $0.append(body) }
  }

  /// How it was ended, each time.
  var ends: [(failure: Wire.Failure, reconnect: Bool)] { ended.withLock { $0 } }

  func end(_ failure: Wire.Failure, reconnect: Bool) { ended.withLock { $0.append((failure, reconnect)) } }
  func checkTime(at now: UInt64) -> UInt64? { nil }
}

/// Takes a server's frame apart.
enum WebSocketText {
  static func payload(of frame: SharedBytes) -> [UInt8]? {
    frame.withUnsafeBytes { bytes in
      guard bytes.count >= 2 else { return nil }
      let header = bytes[1] == 126 ? 4 : bytes[1] == 127 ? 10 : 2
      return Array(bytes.dropFirst(header))
    }
  }
}

/// An engine over a store that a test can hold back, with a few users.
struct TestEngine {
  static let app = Names.app("app")

  let loop: EventLoop
  let store: GatedStore
  let engine: Engine
  let asker: Asker
  var shard: Shard { engine.shards[0] }

  /// Runs the body with one loop.
  static func with<Result>(
    limits: Limits = Limits(), time: any TimeSource = SystemTimeSource(), _ body: (TestEngine) async throws -> Result
  ) async throws -> Result {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let store = GatedStore(try await SQLiteStore.open(directory: directory.path))
    for user in ["alice", "bob", "carol", "dave", "erin"] {
      _ = try await store.createUser(Names.user(user), app: app, at: 0)
    }
    let loop = try EventLoop(name: "engine", time: time)
    let metrics = Metrics(version: "test", time: loop.time)
    let engine = Engine(
      loops: [loop], store: store, limits: limits, metrics: metrics, log: Log(time: loop.time) { _ in }, homeKey: 0,
      failed: { _ in })
    let test = TestEngine(loop: loop, store: store, engine: engine, asker: Asker(loop))
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(test)) } catch { result = .failure(error) }
    await engine.close()
    await loop.stop()
    await store.close()
    return try result.get()
  }

  /// Asks something in a user's name; the client id is made of the request's.
  func ask(_ user: String, _ id: UInt32, _ conversation: ConversationID, _ form: some AppendingRequest) {
    engine.submit(
      AppendRequest(
        caller: UserKey(app: Self.app, user: Names.user(user)), conversation: conversation,
        clientID: Names.client("r\(id)"), form: form, origin: asker, id: id))
  }

  func mark(_ user: String, _ id: UInt32, _ conversation: ConversationID, _ seq: UInt64) {
    engine.submit(
      PersonalRequest(
        caller: UserKey(app: Self.app, user: Names.user(user)),
        change: MarkChange(key: ConversationKey(app: Self.app, id: conversation), kind: .read, seq: seq), origin: asker, id: id))
  }

  /// Waits until the loop did all it was told before.
  func turn() async { await loop.run {} }
}

extension AppendingRequest where Self == SendRequest {
  static func send(type: String, content: String) -> SendRequest { SendRequest(type: type, content: content) }
}

extension AppendingRequest where Self == EditRequest {
  static func edit(target: UInt64, type: String, content: String) -> EditRequest {
    EditRequest(target: target, type: type, content: content)
  }
}

extension AppendingRequest where Self == RecallRequest {
  static func recall(target: UInt64) -> RecallRequest { RecallRequest(target: target) }
}

extension AppendingRequest where Self == CreateGroupRequest {
  static func createGroup(title: String, members: [UserID], named: Bool) -> CreateGroupRequest {
    CreateGroupRequest(title: title, members: members, named: named)
  }
}

extension AppendingRequest where Self == AddMembersRequest {
  static func addMembers(_ users: [UserID]) -> AddMembersRequest { AddMembersRequest(users: users) }
}

extension AppendingRequest where Self == RemoveMembersRequest {
  static func removeMembers(_ users: [UserID]) -> RemoveMembersRequest { RemoveMembersRequest(users: users) }
}
