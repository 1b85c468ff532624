import CPostgres
import MartletNet

/// A connection to PostgreSQL, on an event loop, which it never blocks but for looking up names.
///
/// Statements are sent without waiting for the answers of those before them (libpq's pipeline mode).
package actor PostgresConnection: LoopActor {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Statements that were sent together.
  ///
  /// After the first error PostgreSQL passes over the rest of them.
  private struct Unit {
    var results: [PostgresResult] = []
    var error: PostgresError?
    let done: CheckedContinuation<[PostgresResult], any Error>?
  }

  /// What the server answers next.
  private enum Expected {
    case prepared(String)
    case result
    /// The end of a unit.
    case end
  }

  /// How long connecting may take.
  private static let patience = Duration.seconds(10)

  private var pointer: OpaquePointer?
  private var watch: DescriptorWatch?
  private var units: [Unit] = []
  private var expected: [Expected] = []
  /// The names of prepared statements, by their text.
  private var prepared: [String: String] = [:]
  private var statements = 0
  private var connecting: CheckedContinuation<Void, any Error>?

  package init(loop: EventLoop) { self.loop = loop }

  isolated deinit { release() }

  /// Whether statements can be sent.
  package var isOpen: Bool { pointer != nil && connecting == nil }

  // MARK: - Connecting

  /// Connects to an address in libpq's forms: `postgres://USER@HOST/DATABASE` or `key=value` pairs.
  package func connect(to address: String) async throws {
    release()
    guard let pointer = PQconnectStart(address) else { throw PostgresError.lost("no memory is left for a connection") }
    self.pointer = pointer
    guard PQstatus(pointer) != CONNECTION_BAD else {
      let error = failure()
      release()
      throw error
    }
    // Otherwise libpq prints them.
    PQsetNoticeProcessor(pointer, { _, _ in }, nil)
    let timer = loop.schedule(after: Self.patience) { [weak self] in
      self?.onLoop { $0.connected(.lost("PostgreSQL did not answer within \(Self.patience)")) }
    }
    defer { timer.cancel() }
    try await withCheckedThrowingContinuation { continuation in
      connecting = continuation
      // At first as if it had asked to write.
      wait(for: .writable)
    }
  }

  /// Calls back when the socket is ready; libpq may use another socket at each step.
  private func wait(for events: DescriptorWatch.Readiness) {
    watch?.close()
    watch = nil
    guard let pointer else { return }
    do {
      watch = try DescriptorWatch(loop: loop, descriptor: PQsocket(pointer), events: events) { [weak self] in
        self?.onLoop { $0.ready() }
      } stopped: { [weak self] in
        self?.onLoop { $0.lose(.lost("the loop was stopped")) }
      }
    } catch {
      lose(.lost("\(error)"))
    }
  }

  private func pollConnecting() {
    switch PQconnectPoll(pointer) {
    case PGRES_POLLING_READING: wait(for: .readable)
    case PGRES_POLLING_WRITING: wait(for: .writable)
    case PGRES_POLLING_OK:
      guard PQsetnonblocking(pointer, 1) == 0, PQenterPipelineMode(pointer) == 1 else { return connected(failure()) }
      wait(for: .readable)
      connected(nil)
    default: connected(failure())
    }
  }

  private func connected(_ error: PostgresError?) {
    guard let connecting else { return }
    self.connecting = nil
    guard let error else { return connecting.resume() }
    release()
    connecting.resume(throwing: error)
  }

  /// libpq's description of the last error.
  private func failure() -> PostgresError {
    .lost(PQerrorMessage(pointer).map { String(cString: $0) } ?? "the connection was lost")
  }

  // MARK: - Statements

  /// Sends statements, and returns the rows that each of them gave.
  ///
  /// Other statements may be sent before it returns; the server performs them in the order of sending.
  ///
  /// - Parameter statements: Outside a transaction, they are one.
  /// - Returns: A result for each statement.
  /// - Throws: `PostgresError` of the first statement that failed.
  package func run(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    try await withCheckedThrowingContinuation { continuation in
      // Looked at in here: the actor may do other work before the body of a continuation runs.
      guard isOpen else {
        return continuation.resume(throwing: PostgresError.lost("there is no connection to PostgreSQL"))
      }
      begin(Unit(done: continuation), statements)
    }
  }

  /// Sends statements whose outcome does not matter, in order with the others.
  package func post(_ statements: [PostgresStatement]) { if isOpen { begin(Unit(done: nil), statements) } }

  private func begin(_ unit: Unit, _ statements: [PostgresStatement]) {
    units.append(unit)
    for statement in statements where !send(statement) { return lose(failure()) }
    guard PQpipelineSync(pointer) == 1 else { return lose(failure()) }
    expected.append(.end)
    flush()
  }

  private func send(_ statement: PostgresStatement) -> Bool {
    let name: String
    if let known = prepared[statement.sql] {
      name = known
    } else {
      statements += 1
      name = "s\(statements)"
      let types = statement.parameters.map(\.type)
      guard PQsendPrepare(pointer, name, statement.sql, Int32(types.count), types) == 1 else { return false }
      prepared[statement.sql] = name
      expected.append(.prepared(statement.sql))
    }
    let values = statement.parameters.map(\.bytes)
    expected.append(.result)
    // One buffer holds all values. It is never empty, because a value without an address is NULL.
    let bytes = values.compactMap(\.self).joined() + [0]
    return bytes.withUnsafeBytes { bytes in
      var start = 0
      let pointers = values.map { value -> UnsafePointer<CChar>? in
        guard let value else { return nil }
        defer { start += value.count }
        return bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
      }
      let lengths = values.map { Int32(truncatingIfNeeded: $0?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: values.count)
      return PQsendQueryPrepared(pointer, name, Int32(values.count), pointers, lengths, formats, 1) == 1
    }
  }

  private func flush() {
    switch PQflush(pointer) {
    case 0: watch?.watch(for: .readable)
    case 1: watch?.watch(for: [.readable, .writable])
    default: lose(failure())
    }
  }

  private func ready() {
    guard connecting == nil else { return pollConnecting() }
    guard PQconsumeInput(pointer) == 1 else { return lose(failure()) }
    while pointer != nil, !expected.isEmpty, PQisBusy(pointer) == 0 { receive() }
    guard pointer != nil else { return }
    if PQstatus(pointer) == CONNECTION_BAD { lose(failure()) } else { flush() }
  }

  /// Takes the next result of libpq; nil ends those of one statement.
  private func receive() {
    guard let result = PQgetResult(pointer) else {
      expected.removeFirst()
      return
    }
    switch PQresultStatus(result) {
    case PGRES_PIPELINE_SYNC:
      PQclear(result)
      expected.removeFirst()
      let unit = units.removeFirst()
      if let error = unit.error { unit.done?.resume(throwing: error) } else { unit.done?.resume(returning: unit.results) }
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
      if case .result? = expected.first { units[0].results.append(PostgresResult(result)) } else { PQclear(result) }
    default:
      // Also what the server passed over after an error.
      if case .prepared(let sql)? = expected.first { prepared[sql] = nil }
      if units[0].error == nil { units[0].error = Self.error(of: result) }
      PQclear(result)
    }
  }

  private static func error(of result: OpaquePointer) -> PostgresError {
    func field(_ code: Character) -> String? {
      code.asciiValue.flatMap { PQresultErrorField(result, Int32($0)) }.map { String(cString: $0) }
    }
    return PostgresError(state: field("C") ?? "XX000", message: field("M") ?? "an error without a message")
  }

  // MARK: - The end

  private func lose(_ error: PostgresError) {
    release()
    connected(error)
    let lost = units
    units = []
    for unit in lost { unit.done?.resume(throwing: unit.error?.isLost == true ? unit.error ?? error : error) }
  }

  private func release() {
    watch?.close()
    watch = nil
    if let pointer { PQfinish(pointer) }
    pointer = nil
    expected = []
    prepared = [:]
  }

  /// Disconnects; statements under way fail.
  package func close() { lose(.lost("the connection was closed")) }
}
