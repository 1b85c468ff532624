import Martlet
import MartletProcess
import MartletWire
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measures a device's local data once, in this process, under the conditions of an app that has just started.
///
/// Uses only the SDK's public interface, without a connection. Data read here for the first time may be in the system's file
/// cache.
struct DeviceProbe {
  let directory: String
  /// The number of reads during writes, and of reads without writes.
  var reads = 100
  private let time = SystemTimeSource()
  private var samples = DeviceSamples()
  private static let pageSize = 50

  init(directory: String) { self.directory = directory }

  /// Measures everything.
  ///
  /// - Throws: `MartletError`.
  mutating func run() async throws -> DeviceSamples {
    addMemory(.memoryBefore)
    let begun = time.monotonicNanoseconds
    let client = try MartletClient(
      configuration: .init(server: "ws://127.0.0.1:9", directory: directory, device: .init(class: .tool)) { "" })
    add(.open, since: begun)
    let list = try await client.conversations(limit: Self.pageSize)
    add(.start, since: begun)
    addMemory(.memoryWithList)
    samples.judge(!list.isEmpty && isSorted(list))
    try await page(client)
    let sorted = try await timed(.query) { try await client.conversations(matching: ConversationQuery(), limit: Self.pageSize) }
    samples.judge(sorted.items.map(\.id) == list.map(\.id))
    let unread = try await timed(.unread) { try await client.unreadTotal() }
    samples.judge(unread.conversations > 0 && unread.messages >= unread.conversations)
    try await searches(client)
    addMemory(.memoryAfterSearches)
    try await readsBesideWrites(client, list)
    await client.close()
    return samples
  }

  private mutating func page(_ client: MartletClient) async throws {
    guard let id = ConversationID.group(DeviceFill.largest) else { return }
    let page = try await timed(.page) { try await client.chat(id).history(limit: Self.pageSize) }
    let head = try await client.chat(id).summary()?.head
    samples.judge(!page.isEmpty && page.last?.seq == head && zip(page, page.dropFirst()).allSatisfy { $0.seq &+ 1 == $1.seq })
  }

  private mutating func searches(_ client: MartletClient) async throws {
    let rare = Vocabulary.word(Vocabulary.words * 2 / 3)
    try await search(client, .searchRare, SearchQuery(rare))
    try await search(client, .searchMiddling, SearchQuery(Vocabulary.word(100)))
    try await search(client, .searchFrequent, SearchQuery(Vocabulary.word(0)), isThere: true)
    try await search(client, .searchPrefix, SearchQuery(String(rare.prefix(3))))
    try await search(client, .searchSender, SearchQuery(sender: UserID("person1")))
    try await search(client, .searchPair, SearchQuery(Vocabulary.han(0..<2)))
    try await search(client, .searchCharacter, SearchQuery(Vocabulary.han(0..<1)), isThere: true)
    try await search(client, .searchPhrase, SearchQuery(Vocabulary.han(0..<4)))
  }

  /// The first page of a search.
  ///
  /// Its hits must match the query, and there must be hits if `isThere`.
  private mutating func search(
    _ client: MartletClient, _ figure: DeviceFigure, _ query: SearchQuery, isThere: Bool = false
  ) async throws {
    let page = try await timed(figure) { try await client.search(query) }
    let isRight = page.items.allSatisfy { hit in
      query.sender.map { $0 == hit.newest.sender } ?? (hit.newest.content?.json.contains(query.text) == true)
    }
    samples.judge(isRight && (!isThere || !page.items.isEmpty))
  }

  // MARK: Reads and writes

  private mutating func readsBesideWrites(_ client: MartletClient, _ list: [Conversation]) async throws {
    guard let place = list.last.map({ client.chat($0.id) }) else { return }
    try await read(client, list, .read)
    let isOver = Flag()
    let time = time
    async let writing = Self.write(to: place, until: isOver, time)
    do {
      try await read(client, list, .readDuringWrites)
    } catch {
      isOver.set()
      throw error
    }
    isOver.set()
    let writes = try await writing
    samples.judge(!writes.isEmpty)
    for milliseconds in writes { samples.add(.write, milliseconds) }
    try await place.removeLocal(nil)
  }

  /// Reads the list and conversations in turn.
  private mutating func read(_ client: MartletClient, _ list: [Conversation], _ figure: DeviceFigure) async throws {
    for number in 0..<reads {
      if number.isMultiple(of: 2) {
        let lines = try await timed(figure) { try await client.conversations(limit: Self.pageSize) }
        samples.judge(lines.map(\.id) == list.map(\.id))
      } else {
        let conversation = list[number % list.count]
        let page = try await timed(figure) { try await client.chat(conversation.id).history(limit: Self.pageSize) }
        samples.judge(page.last?.seq == conversation.head)
      }
    }
  }

  /// Inserts messages that only this device has, as many at once as may be, one time after the other.
  ///
  /// - Returns: How long each time took, in milliseconds.
  private static func write(to chat: Chat, until isOver: Flag, _ time: SystemTimeSource) async throws -> [Double] {
    let drafts = (0..<500).map { LocalDraft(.text("note \($0)")) }
    var times: [Double] = []
    repeat {
      let begun = time.monotonicNanoseconds
      try await chat.insertLocal(drafts)
      times.append(Double(time.monotonicNanoseconds &- begun) / 1_000_000)
    } while !isOver.isSet
    return times
  }

  // MARK: Measuring

  private mutating func timed<Value: Sendable>(
    _ figure: DeviceFigure, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let begun = time.monotonicNanoseconds
    let value = try await body()
    add(figure, since: begun)
    return value
  }

  private mutating func add(_ figure: DeviceFigure, since begun: UInt64) {
    samples.add(figure, Double(time.monotonicNanoseconds &- begun) / 1_000_000)
  }

  private mutating func addMemory(_ figure: DeviceFigure) {
    if let sample = ProcessSample.of(getpid()) { samples.add(figure, Double(sample.residentBytes)) }
  }

  private func isSorted(_ list: [Conversation]) -> Bool {
    zip(list, list.dropFirst()).allSatisfy { ($0.lastActivity?.milliseconds ?? 0) >= ($1.lastActivity?.milliseconds ?? 0) }
  }
}

/// Says from one task to another that it is enough.
private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}
