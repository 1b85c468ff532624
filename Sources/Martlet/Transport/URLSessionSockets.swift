#if canImport(Darwin) || MARTLET_SYSTEM_TRANSPORT
  // Only this file and `SystemMonitor.swift` import Foundation. On Linux it is compiled by `tools/apple/check` alone.
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The WebSockets of URLSession.
  final class URLSessionSockets: WebSocketSession {
    private let session: URLSession

    init() {
      let configuration = URLSessionConfiguration.ephemeral
      // The core ends attempts that take long and connections that are silent. Any limit here could end a quiet one too.
      configuration.timeoutIntervalForRequest = 86_400
      session = URLSession(configuration: configuration)
    }

    func task(
      _ address: ServerAddress, subprotocol: String, observer: any WebSocketTaskObserver
    ) throws(MartletError) -> any WebSocketTask {
      guard let url = URL(string: address.url) else {
        throw MartletError(.configurationInvalid, "the server's address is not a URL", field: "server")
      }
      let task = session.webSocketTask(with: url, protocols: [subprotocol])
      // The task keeps it until the end.
      task.delegate = TaskEvents(observer)
      return task
    }

    func exchange(
      _ request: TransportRequest, with address: ServerAddress
    ) async throws(MartletError) -> TransportResponse {
      guard let url = URL(string: address.origin + request.path) else {
        throw MartletError(.configurationInvalid, "the server's address is not a URL", field: "server")
      }
      var asked = URLRequest(url: url)
      asked.httpMethod = request.method
      asked.timeoutInterval = 30
      if !request.body.isEmpty { asked.httpBody = Data(request.body) }
      for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
      let (session, sent) = (session, asked)
      let result = await withCheckedContinuation { (done: CheckedContinuation<Result<TransportResponse, MartletError>, Never>) in
        session.dataTask(with: sent) { data, response, error in
          guard let response = response as? HTTPURLResponse, error == nil else {
            return done.resume(returning: .failure(error.map { MartletError(connection: $0) } ?? .connectionClosed))
          }
          let headers = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }
          done.resume(
            returning: .success(TransportResponse(status: response.statusCode, headers: headers, body: Array(data ?? Data()))))
        }.resume()
      }
      return try result.get()
    }

    func finish() { session.finishTasksAndInvalidate() }
  }

  extension URLSessionWebSocketTask: WebSocketTask {
    package func send(binary message: [UInt8], done: @escaping @Sendable (MartletError?) -> Void) {
      send(.data(Data(message))) { error in done(error.map { MartletError(connection: $0) }) }
    }

    package func receive(done: @escaping @Sendable (Result<[UInt8]?, MartletError>) -> Void) {
      receive { (result: Result<URLSessionWebSocketTask.Message, any Error>) in
        switch result {
        case .success(.data(let data)): done(.success(Array(data)))
        case .success: done(.success(nil))
        case .failure(let error): done(.failure(MartletError(connection: error)))
        }
      }
    }

    package func close(code: UInt16) {
      cancel(with: URLSessionWebSocketTask.CloseCode(rawValue: Int(code)) ?? .normalClosure, reason: nil)
    }
  }

  /// Passes a task's events on.
  private final class TaskEvents: NSObject, URLSessionWebSocketDelegate {
    private let observer: any WebSocketTaskObserver

    init(_ observer: any WebSocketTaskObserver) { self.observer = observer }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol subprotocol: String?
    ) {
      observer.opened(subprotocol: subprotocol)
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
      observer.ended(.connectionClosed)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      observer.ended(error.map { MartletError(connection: $0) } ?? .connectionClosed)
    }
  }

  extension MartletError {
    /// Converts an error of URLSession, whose text may hold the address but nothing secret.
    fileprivate init(connection error: any Error) {
      let code: Code =
        switch (error as? URLError)?.code {
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
          .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
          .clientCertificateRequired:
          .tlsFailed
        case .timedOut: .timedOut
        case .dataLengthExceedsMaximum, .cannotParseResponse: .protocolViolation
        default: .unreachable
        }
      self.init(code, error.localizedDescription)
    }
  }
#endif
