import MartletNet
import MartletServer
import MartletWire

/// A connection to the server that uses a data directory, over the control socket in it.
struct Administrator: Sendable {
  /// The longest wait for a server that is just starting or stopping, and for each answer.
  static let patience = Duration.seconds(10)

  private let server: Endpoint
  private let loop: EventLoop

  /// Performs an operation through the server, or directly if no server runs.
  ///
  /// - Parameters:
  ///   - directory: The data directory.
  ///   - asking: Called if a server runs.
  ///   - alone: Called if none does.
  /// - Returns: The result of either.
  /// - Throws: Their errors. While a server starts or stops, it retries first, for up to `patience`.
  static func of<Result: Sendable>(
    _ directory: String, asking: (Administrator) async throws -> Result, alone: () async throws -> Result
  ) async throws -> Result {
    let end = ContinuousClock.now + patience
    while true {
      do {
        if let result = try await asked(directory, asking) { return result }
        return try await alone()
      } catch  where passes(error) && ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Whether it is only that a server starts or ends at this moment.
  private static func passes(_ error: any Error) -> Bool {
    switch error {
    case let error as ServerError: error.code == .inUse
    case let refusal as Refusal: refusal.code == .draining || refusal.code == .unavailable
    default: false
    }
  }

  private static func asked<Result: Sendable>(
    _ directory: String, _ body: (Administrator) async throws -> Result
  ) async throws -> Result? {
    let path = DataDirectory.controlSocketPath(at: directory)
    guard exists(path) else { return nil }
    let loop = try EventLoop(name: "administrator")
    do {
      let result = try await body(Administrator(server: .local(path: path), loop: loop))
      await loop.stop()
      return result
    } catch let error as NetError {
      await loop.stop()
      // Its server was killed; or it will be seen that the directory is in use.
      if [.refused, .unreachable, .reset, .closed, .failed].contains(error.code) { return nil }
      throw error
    } catch {
      await loop.stop()
      throw error
    }
  }

  /// Calls an operation.
  ///
  /// Throws the refusal that is answered, and `NetError`.
  func call(_ method: String, _ path: String, _ request: (some WireMessage)?, app: AppID? = nil) async throws -> [UInt8] {
    var headers: HTTPHeaders = ["Content-Type": "application/json"]
    if let app { headers.add(name: RequestSignature.Header.app, value: app.text) }
    let response = try await HTTPClient.request(
      method: method, at: server, path: path, headers: headers, body: request?.json() ?? [], loop: loop,
      timeout: Administrator.patience)
    guard response.status != 200 else { return response.body }
    let failure = try Wire.Failure(json: response.body)
    throw Refusal(
      failure.errorCode, field: failure.field, limit: failure.limit, actual: failure.actual,
      retryAfterMilliseconds: failure.retryAfterMs)
  }
}
