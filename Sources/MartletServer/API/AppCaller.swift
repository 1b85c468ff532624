import MartletNet
import MartletStore
import MartletWire
import Synchronization

/// The server of an app, that asks what a session of a user could ask.
///
/// Its requests go the way of the users' requests and are decided by the same code. It is a member of no conversation, and may
/// do in each what its owner may: `RequestContext.isOfApp` stands for that.
struct AppCaller: Sendable {
  let app: AppID
  let gateway: Gateway
  /// Whether the app may make as many more calls now as a request is worth beyond its own.
  let mayCall: @Sendable (_ more: Int) -> Bool

  /// Refuses a request that is worth more calls than the app may make now.
  func charge(_ more: Int) throws(Refusal) {
    guard more <= 0 || mayCall(more) else { throw API.tooManyCalls }
  }

  /// Has a request carried out and answered.
  ///
  /// - Parameters:
  ///   - request: The type that serves it.
  ///   - message: The request.
  ///   - user: The user who is shown as the one who did it.
  ///   - isOfApp: Whether the rights of the app are enough; otherwise the user needs those that a client would need.
  /// - Returns: The answer, be it a refusal.
  func ask<Request: ServedRequest>(
    _ request: Request.Type, _ message: Request.Message, as user: UserID = .app, isOfApp: Bool = true
  ) async -> Wire.ServerPacket.Body {
    guard !gateway.isDraining else { return .failure(Wire.Failure(.draining, retryAfterMs: 1000)) }
    guard let loop = gateway.engine.shards.first?.loop else { return .failure(Wire.Failure(.unavailable, retryAfterMs: 1000)) }
    return await withCheckedContinuation { continuation in
      let call = AppCall(gateway, loop, continuation)
      let context = RequestContext(
        id: 1, user: UserKey(app: app, user: user), session: call, gateway: gateway, isOfApp: isOfApp)
      do throws(Refusal) {
        try Request.serve(message, for: context)
      } catch {
        call.answer(context.id, with: .failure(Wire.Failure(error)))
      }
    }
  }

  /// The same for the body of a call.
  func answer<Request: ServedRequest>(_ request: Request.Type, to body: [UInt8]) async throws(Refusal) -> HTTPResponse {
    HTTPResponse(await ask(request, try API.read(Request.Message.self, body)))
  }

  /// How much of one call is carried out at the same time.
  private static let partsAtOnce = 32

  /// Carries out the parts of a call, some at a time; the results are in the order of the parts.
  func mapConcurrently<Part: Sendable, Result: Sendable>(
    _ parts: [Part], _ body: @Sendable @escaping (Part) async -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (index: Int, result: Result).self) { tasks in
      var results: [(index: Int, result: Result)] = []
      for (index, part) in parts.enumerated() {
        if index >= Self.partsAtOnce, let done = await tasks.next() { results.append(done) }
        tasks.addTask { (index, await body(part)) }
      }
      for await done in tasks { results.append(done) }
      return results.sorted { $0.index < $1.index }.map(\.result)
    }
  }
}

/// One request of an app's server, until it is answered.
private final class AppCall: Requester {
  let loop: EventLoop
  private let gateway: Gateway
  private let waiting: Mutex<CheckedContinuation<Wire.ServerPacket.Body, Never>?>

  init(_ gateway: Gateway, _ loop: EventLoop, _ continuation: CheckedContinuation<Wire.ServerPacket.Body, Never>) {
    self.gateway = gateway
    self.loop = loop
    waiting = Mutex(continuation)
  }

  var isJSON: Bool { true }

  func answer(_ id: UInt32, with body: Wire.ServerPacket.Body) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: body)
  }

  func submit(_ work: any Work) { gateway.engine.submit(work) }

  func read(_ id: UInt32, _ body: @escaping ReadQueue.Read) {
    Task(executorPreference: loop) { [gateway] in
      do {
        self.answer(id, with: try await body(gateway.reading))
      } catch {
        gateway.log.error("read failed", ["error": .of("\(error)")])
        self.answer(id, with: .failure(Wire.Failure(Refusal(storeFailure: error))))
      }
    }
  }

  func watch(_ users: [UserKey]) {}

  var live: (any LiveSession)? { nil }
}

extension HTTPResponse {
  /// The answer to a request that a session could have made.
  init(_ answer: Wire.ServerPacket.Body) {
    switch answer {
    case .appended(let appended): self.init(appended)
    case .done(let done): self.init(done)
    case .changed(let changed): self.init(changed)
    case .members(let members): self.init(members)
    case .groupCard(let card): self.init(card)
    case .links(let links): self.init(links)
    case .bans(let bans): self.init(bans)
    case .presences(let presences): self.init(presences)
    case .applications(let applications): self.init(applications)
    case .announcements(let announcements): self.init(announcements)
    case .entries(let entries): self.init(entries)
    case .conversations(let conversations): self.init(conversations)
    case .marked(let marked): self.init(marked)
    case .settings(let settings): self.init(settings)
    case .failure(let failure): self.init(failure)
    default: self.init(.internal)
    }
  }

  /// A failure, with the status of its row in the error registry.
  init(_ failure: Wire.Failure) { self.init(Refusal(failure)) }
}

extension Refusal {
  /// The refusal that an answer of the engine is.
  init(_ failure: Wire.Failure) {
    self.init(
      failure.errorCode, field: failure.field, limit: failure.limit, actual: failure.actual,
      retryAfterMilliseconds: failure.retryAfterMs, until: failure.until)
  }
}
