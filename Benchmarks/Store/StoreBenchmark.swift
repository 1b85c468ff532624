import Foundation
import MartletStore
import MartletWire

/// Measures the store without a server: appends in batches, appends of many callers at once, and reads.
///
/// CPU is that of the whole process, until everything appended is in the tables. Times of the wall depend on the
/// disk and on whatever else runs.
@main struct StoreBenchmark {
  private var settings = Settings()
  private var random = Xorshift(state: 0x9E37_79B9_7F4A_7C15)
  private var time: Int64 = 1_750_000_000_000

  static func main() async throws {
    var benchmark = StoreBenchmark()
    guard benchmark.settings.read(Array(CommandLine.arguments.dropFirst())) else {
      print(Settings.usage)
      exit(64)
    }
    try await benchmark.run()
  }

  private mutating func run() async throws {
    let directory = settings.directory ?? NSTemporaryDirectory() + "martlet-store-benchmark-\(getpid())"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { if settings.directory == nil { try? FileManager.default.removeItem(atPath: directory) } }
    let store = try await SQLiteStore.open(directory: directory)
    print("\(settings.conversations) groups of \(settings.members), \(settings.bytes) bytes a message, in \(directory)")
    print("what                            items/s   CPU µs/item   bytes written/item")
    try await makeGroups(store)
    try await appendInBatches(store)
    try await appendFromManyCallers(store)
    try await readLatest(store)
    try await listConversations(store)
    await store.close()
  }

  private mutating func makeGroups(_ store: SQLiteStore) async throws {
    let users = (0..<settings.members).map { user($0) }
    try await measure("groups made, 500 a batch", items: settings.conversations) { benchmark in
      for start in stride(from: 0, to: benchmark.settings.conversations, by: 500) {
        _ = try await store.append(
          (start..<min(start + 500, benchmark.settings.conversations)).map { number in
            var append = benchmark.append(.groupCreated(title: "Group", owner: users[0], members: users), to: number)
            append.create = NewConversation(title: "Group", owner: users[0])
            append.joins = users
            return append
          })
      }
    }
  }

  private mutating func appendInBatches(_ store: SQLiteStore) async throws {
    let batch = settings.batch
    try await measure("appends, \(batch) a batch", items: settings.messages / batch * batch) { benchmark in
      for _ in 0..<(benchmark.settings.messages / batch) {
        _ = try await store.append((0..<batch).map { _ in benchmark.message() })
      }
      try await store.fold()
    }
  }

  private mutating func appendFromManyCallers(_ store: SQLiteStore) async throws {
    let callers = settings.callers
    let each = settings.messages / callers
    let work = (0..<callers).map { _ in (0..<each).map { _ in message() } }
    try await measure("appends, \(callers) callers", items: callers * each) { _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for messages in work {
          group.addTask { for message in messages { _ = try await store.append([message]) } }
        }
        try await group.waitForAll()
      }
      try await store.fold()
    }
  }

  private mutating func readLatest(_ store: SQLiteStore) async throws {
    try await measure("latest 50 of a conversation", items: 20_000) { benchmark in
      for _ in 0..<20_000 {
        let group = benchmark.group(Int(benchmark.random.next() % UInt64(benchmark.settings.conversations)))
        _ = try await store.entries(of: group, app: benchmark.app, range: 1...UInt64.max, limit: 50, newest: true)
      }
    }
  }

  private mutating func listConversations(_ store: SQLiteStore) async throws {
    try await measure("lists of 100 conversations", items: 100) { benchmark in
      for _ in 0..<100 {
        _ = try await store.summaries(
          of: benchmark.user(3), app: benchmark.app, changed: 0...UInt64.max, only: nil, asOf: 0, limit: 100)
      }
    }
  }

  // MARK: - Samples

  private let app = AppID("bench") ?? { fatalError("not an app id") }()

  private func user(_ number: Int) -> UserID { UserID("user-\(number)") ?? { fatalError("not a user id") }() }

  private func group(_ number: Int) -> ConversationID {
    ConversationID.group("group-\(number)") ?? { fatalError("not a group") }()
  }

  private mutating func message() -> Append {
    let content = "{\"text\":\"\(String(repeating: "x", count: max(0, settings.bytes - 11)))\"}"
    let number = Int(random.next() % UInt64(settings.conversations))
    var append = append(.message(type: "text", content: content), to: number)
    append.counts = true
    append.conditions = [.allowed(append.sender, [.owner, .member], to: .read)]
    return append
  }

  private mutating func append(_ event: LogEvent, to number: Int) -> Append {
    time += 1
    let sender = user(Int(random.next() % UInt64(settings.members)))
    return Append(
      app: app, conversation: group(number), sender: sender, clientID: ClientID(milliseconds: time, random: &random),
      fingerprint: (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }, time: time, event: event)
  }

  // MARK: - Measuring

  private mutating func measure(
    _ what: String, items: Int, _ body: (inout StoreBenchmark) async throws -> Void
  ) async throws {
    guard items > 0 else { return }
    let start = (ContinuousClock.now, cpuMicroseconds(), bytesWritten())
    try await body(&self)
    let wall = ContinuousClock.now - start.0
    let seconds = Double(wall.components.seconds) + Double(wall.components.attoseconds) / 1e18
    let cpu = Double(cpuMicroseconds() - start.1) / Double(items)
    let bytes = (bytesWritten() - start.2) / items
    print(
      what.padding(toLength: 28, withPad: " ", startingAt: 0)
        + String(format: "%11.0f %13.1f %20d", Double(items) / seconds, cpu, bytes))
  }

  private func cpuMicroseconds() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Int($1.tv_sec) * 1_000_000 + Int($1.tv_usec) }
  }

  private func bytesWritten() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("write_bytes:") }
    return line.flatMap { Int($0.dropFirst("write_bytes: ".count)) } ?? 0
  }
}

/// What the command line sets.
private struct Settings {
  var conversations = 10_000
  var members = 10
  var messages = 50_000
  var batch = 100
  var callers = 200
  var bytes = 200
  var directory: String?

  static let usage = """
    usage: store-benchmark [--conversations N] [--members N] [--messages N] [--batch N] [--callers N] [--bytes N]
                           [--directory DIR]
    """

  /// False where there is an argument nobody knows.
  mutating func read(_ arguments: [String]) -> Bool {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return false }
      if name == "--directory" {
        directory = value
        continue
      }
      guard let number = Int(value), number > 0 else { return false }
      switch name {
      case "--conversations": conversations = number
      case "--members": members = number
      case "--messages": messages = number
      case "--batch": batch = number
      case "--callers": callers = number
      case "--bytes": bytes = number
      default: return false
      }
    }
    return true
  }
}

private struct Xorshift: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
