/// One connection of a server, until it ends or becomes a WebSocket.
///
/// Answers one request at a time. Meanwhile later requests wait, a little of their bytes here and the rest in the kernel.
///
/// `@unchecked Sendable`: touched on the stream's loop only.
final class HTTPConnection: @unchecked Sendable {
  private let stream: ByteStream
  private let service: HTTPService
  private let roster: HTTPRoster?
  private var parser: HTTPRequestParser
  private var phase = Phase.reading
  private var waitsFor = Wait.nothing
  private var timer: LoopTimer?
  /// The bytes after the request that is being answered.
  private var pending: [UInt8] = []
  private var answering: Task<Void, Never>?
  /// The body of the request that is being answered, as long as it has not come to its end.
  private var body: HTTPBodyStream?
  /// The parts of the response that are not queued yet, last first.
  private var unsent: [SharedBytes] = []
  /// Makes the rest of the response's body, and its length.
  private var unmade: (stream: HTTPResponseStream, bytes: Int)?
  /// The number of bytes that the client had not taken at the last check.
  private var unwritten = 0
  private var peerEnded = false
  /// Whether the rest of a body was given up.
  private var bodyFailed = false

  /// With more than this not taken by the client, its next request waits, or the next piece of a response.
  private static let untakenLimit = 64 << 10

  private enum Phase: Equatable {
    case reading
    case answering(HTTPResponseForm)
    case writing(HTTPResponseForm)
    /// The stream is someone else's or shuts down.
    case left
  }

  private enum Wait { case nothing, request, header, body, writing }

  init(stream: ByteStream, service: HTTPService, roster: HTTPRoster?) {
    self.stream = stream
    self.service = service
    self.roster = roster
    parser = HTTPRequestParser(
      limits: service.configuration.limits, remoteAddress: stream.remoteAddress,
      intake: { [application = service.application] in application.intake(of: $0) })
  }

  func begin() {
    roster?.add(self)
    // A client that says nothing at all has no longer than one that dawdles.
    wait(for: .header)
  }

  private func leave() {
    phase = .left
    wait(for: .nothing)
    pending = []
    unsent = []
    unmade = nil
    body?.finish(.failure(.cut))
    body = nil
    roster?.remove(self)
  }

  /// Closes, unless a request is being answered.
  ///
  /// One that has not come as a whole was not begun; its client may send it to another server.
  func closeUnlessAnswering() {
    guard phase == .reading else { return }
    end()
  }

  /// Closes at once in any state; unwritten bytes are lost.
  func abort() {
    leave()
    answering?.cancel()
    answering = nil
    stream.abort()
  }

  // MARK: Timeouts

  private func wait(for next: Wait) {
    guard next != waitsFor else { return }
    waitsFor = next
    timer?.cancel()
    let configuration = service.configuration
    let limit: Duration
    switch next {
    case .nothing:
      timer = nil
      return
    case .request: limit = configuration.idleTimeout
    case .header: limit = configuration.headerTimeout
    case .body: limit = configuration.bodyTimeout
    case .writing: limit = configuration.writeTimeout
    }
    timer = stream.loop.schedule(after: limit) { [weak self] in self?.timedOut() }
  }

  private func timedOut() {
    switch waitsFor {
    case .nothing: break
    case .request: closeUnlessAnswering()
    case .body where body != nil: endBody(.failure(.timedOut))
    case .header, .body: refuse(HTTPRefusal(status: 408, reason: "the request took too long"))
    case .writing:
      let left = stream.queuedBytes
      guard left < unwritten else { return stream.abort() }
      unwritten = left
      waitsFor = .nothing
      wait(for: .writing)
    }
  }

  // MARK: Reading

  private func process(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while phase == .reading {
      switch parser.receive(rest) {
      case .more:
        if !parser.isIdle { wait(for: parser.isInBody ? .body : .header) }
        return
      case .expectsContinue(let consumed):
        rest = UnsafeRawBufferPointer(rebasing: rest[consumed...])
        _ = stream.write(SharedBytes("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      case .refused(let refusal): return refuse(refusal)
      case .request(let request, let head, let consumed):
        rest = UnsafeRawBufferPointer(rebasing: rest[consumed...])
        wait(for: .nothing)
        if let socket = answer(request, head) {
          if !rest.isEmpty { socket.streamReceived(rest) }
          return
        }
      case .streamed(let request, let head, let expectsContinue, let consumed):
        rest = UnsafeRawBufferPointer(rebasing: rest[consumed...])
        answer(request, head, expectsContinue: expectsContinue)
        return receiveBody(rest)
      // Only after a streamed request, whose body takes them.
      case .piece, .lastPiece: return
      }
    }
    hold(rest)
  }

  /// Keeps bytes that came too early, and stops reading from the client.
  private func hold(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty, phase != .left else { return }
    pending.append(contentsOf: bytes)
    stream.pauseReading()
  }

  // MARK: Streaming a request

  /// Runs the application's handler while the body comes.
  private func answer(_ request: HTTPRequest, _ head: HTTPHead, expectsContinue: Bool) {
    var request = request
    var isAwaited = expectsContinue
    let body = HTTPBodyStream(loop: stream.loop) { [weak self] in
      guard let self, self.body != nil else { return }
      if isAwaited { _ = self.stream.write(SharedBytes("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
      isAwaited = false
      self.stream.resumeReading()
      self.wait(for: .body)
    }
    self.body = body
    request.bodyStream = body
    wait(for: .nothing)
    respond(
      to: request, HTTPResponseForm(isHead: head.method == "HEAD", minorVersion: head.minorVersion, keepsAlive: head.keepsAlive))
  }

  /// Takes bytes of the body, and stops reading from the client while the application has enough.
  private func receiveBody(_ bytes: UnsafeRawBufferPointer) {
    guard let body else { return hold(bytes) }
    switch parser.receive(bytes) {
    case .piece(let piece):
      body.receive(piece)
      // The timeout begins anew with every byte; the time of the application is not the client's.
      wait(for: .nothing)
      if body.isFull { stream.pauseReading() } else { wait(for: .body) }
    case .lastPiece(let piece, let consumed):
      body.receive(piece)
      endBody(.success(()))
      hold(UnsafeRawBufferPointer(rebasing: bytes[consumed...]))
    case .refused(let refusal): endBody(.failure(.refused(refusal)))
    case .more, .expectsContinue, .request, .streamed: break
    }
  }

  /// Ends the body; what follows one that failed cannot be understood, so the connection ends with the answer.
  private func endBody(_ result: Result<Void, HTTPBodyFailure>) {
    wait(for: .nothing)
    if case .failure = result { bodyFailed = true }
    body?.finish(result)
    body = nil
    if bodyFailed { stream.pauseReading() }
  }

  // MARK: Answering

  /// Runs the application's handler; returns the WebSocket if the connection became one.
  private func answer(_ request: HTTPRequest, _ head: HTTPHead) -> WebSocket? {
    let form = HTTPResponseForm(
      isHead: head.method == "HEAD", minorVersion: head.minorVersion, keepsAlive: head.keepsAlive)
    guard WebSocketHandshake.isAsked(for: request) else {
      respond(to: request, form)
      return nil
    }
    do {
      let key = try WebSocketHandshake.key(of: request, head)
      switch service.application.upgrade(request) {
      case .refuse(let response): write(response, form)
      case .accept(let subprotocol, let handler):
        guard subprotocol.map({ request.headers.list(name: "Sec-WebSocket-Protocol").contains($0) }) ?? true else {
          throw HTTPRefusal(status: 500, reason: "the application chose a subprotocol that the client did not offer")
        }
        return upgrade(WebSocketHandshake.acceptance(key: key, subprotocol: subprotocol), subprotocol, handler)
      }
    } catch {
      refuse(error as? HTTPRefusal ?? .bad("malformed handshake"))
    }
    return nil
  }

  private func upgrade(
    _ acceptance: SharedBytes, _ subprotocol: String?, _ handler: @Sendable (WebSocket) -> any WebSocketHandler
  ) -> WebSocket {
    _ = stream.write(acceptance)
    leave()
    let socket = WebSocket(stream: stream, subprotocol: subprotocol, options: service.webSocket, keys: nil)
    socket.begin(handler(socket))
    if peerEnded { socket.streamEnded() }
    return socket
  }

  private func respond(to request: HTTPRequest, _ form: HTTPResponseForm) {
    phase = .answering(form)
    let (application, loop) = (service.application, stream.loop)
    answering = Task(executorPreference: loop) {
      let response = await application.respond(to: request)
      loop.post { self.answered(response) }
    }
  }

  private func answered(_ response: HTTPResponse) {
    answering = nil
    guard case .answering(let form) = phase else { return }
    write(response, form)
  }

  private func refuse(_ refusal: HTTPRefusal) {
    guard phase == .reading else { return }
    var response = service.application.response(to: refusal)
    if refusal.status == 426 {
      response.headers.add(name: "Upgrade", value: "websocket")
      response.headers.add(name: "Sec-WebSocket-Version", value: "13")
    }
    write(response, HTTPResponseForm(isHead: false, minorVersion: 1, keepsAlive: false))
  }

  // MARK: Writing

  private func write(_ response: HTTPResponse, _ form: HTTPResponseForm) {
    var form = form
    // Nobody reads the rest of a body any more.
    if body != nil { endBody(.failure(.cut)) }
    if roster?.isDraining == true || peerEnded || bodyFailed || response.headers.contains("close", name: "Connection") {
      form.keepsAlive = false
    }
    phase = .writing(form)
    unsent = form.encode(
      response, date: service.time.wallMilliseconds, slice: service.configuration.listen.stream.writeQueueLimit)
    unmade = form.isHead ? nil : response.bodyStream.map { ($0, $0.length) }
    writeMore()
  }

  private func writeMore() {
    guard case .writing(let form) = phase else { return }
    while let next = unsent.last {
      switch stream.write(next) {
      case .queued: unsent.removeLast()
      case .closed: return
      case .overflow:
        unwritten = stream.queuedBytes
        return wait(for: .writing)
      }
    }
    if let (stream, bytes) = unmade, bytes > 0 { return make(stream) }
    unmade = nil
    // A response that takes time to write may have promised another request before the server began to close.
    guard form.keepsAlive, roster?.isDraining != true else { return end() }
    // The answers of a client that asks on and reads nothing would pile up.
    guard stream.queuedBytes <= Self.untakenLimit else {
      unwritten = stream.queuedBytes
      stream.tellWhenDrained()
      return wait(for: .writing)
    }
    phase = .reading
    wait(for: .request)
    let early = pending
    pending = []
    stream.resumeReading()
    early.withUnsafeBytes { process($0) }
    if peerEnded, phase == .reading { end() }
  }

  /// Has the next piece of the response made, once the client has taken most of those before.
  private func make(_ response: HTTPResponseStream) {
    guard stream.queuedBytes <= Self.untakenLimit else {
      unwritten = stream.queuedBytes
      stream.tellWhenDrained()
      return wait(for: .writing)
    }
    guard answering == nil else { return }
    let loop = stream.loop
    answering = Task(executorPreference: loop) {
      let piece = try? await response.next()
      loop.post { self.made(piece) }
    }
  }

  private func made(_ piece: SharedBytes?) {
    answering = nil
    guard case .writing = phase, let (response, bytes) = unmade else { return }
    guard let piece, (1...bytes).contains(piece.count) else { return stream.abort() }
    unmade = (response, bytes - piece.count)
    unsent = [piece]
    writeMore()
  }

  private func end() {
    leave()
    stream.shutdown()
  }
}

extension HTTPConnection: ByteStreamHandler {
  func streamReceived(_ bytes: UnsafeRawBufferPointer) {
    if body != nil { receiveBody(bytes) } else if phase == .reading { process(bytes) } else { hold(bytes) }
  }

  func streamDrained() {
    guard waitsFor == .writing else { return }
    wait(for: .nothing)
    writeMore()
  }

  func streamEnded() {
    peerEnded = true
    if body != nil { endBody(.failure(.cut)) }
    guard phase == .reading else { return }
    end()
  }

  func streamClosed(_ error: NetError?) {
    answering?.cancel()
    answering = nil
    if phase != .left { leave() }
  }
}
