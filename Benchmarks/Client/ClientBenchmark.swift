import Martlet

/// What an app feels of a large local database: how soon its list and a conversation are there, how soon search answers,
/// and how much memory that takes.
@main struct ClientBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { return print("usage: client-benchmark begin|index|start|search DIRECTORY [WORD...]") }
    let clock = ContinuousClock()
    let begun = clock.now
    let client = try MartletClient(configuration: .init(server: "ws://127.0.0.1:9", directory: arguments[2]) { "" })
    let opened = clock.now - begun
    switch arguments[1] {
    case "index":
      let time = try await clock.measure { try await client.searchIsComplete() }
      print("search index made in \(text(time))")
    case "start":
      let list = try await client.conversations(limit: 50)
      print("open \(text(opened)), list on screen after \(text(clock.now - begun)) (\(list.count) lines)", terminator: "")
      try await page(client, list, clock)
    case "search": try await search(client, Array(arguments.dropFirst(3)), clock)
    default: break
    }
    print(arguments[1] == "begin" ? "" : "  memory \(resident()) MB")
    await client.close()
  }

  /// The newest page of the largest conversation, the first time it is opened.
  private static func page(_ client: MartletClient, _ list: [Conversation], _ clock: ContinuousClock) async throws {
    var largest = list.max { $0.head < $1.head }
    var last = list.last
    while let page = try await last.asyncMap({ try await client.conversations(after: $0, limit: 1_000) }), !page.isEmpty {
      largest = ([largest].compactMap { $0 } + page).max { $0.head < $1.head }
      last = page.last
    }
    guard let largest else { return }
    var messages: [Message] = []
    let time = try await clock.measure { messages = try await client.chat(largest.id).history(limit: 50) }
    print(", newest page of \(largest.head) messages \(text(time)) (\(messages.count) lines)", terminator: "")
  }

  private static func search(_ client: MartletClient, _ words: [String], _ clock: ContinuousClock) async throws {
    var queries = words.prefix(4).map { SearchQuery($0) }
    if let han = words.last { for count in 1...4 { queries.append(SearchQuery(String(han.prefix(count)))) } }
    queries.append(SearchQuery(words[0], sender: UserID("user7")))
    queries.append(SearchQuery(sender: UserID("user7")))
    queries.append(SearchQuery(words[0], since: Timestamp(milliseconds: 1_690_000_000_000)))
    for query in queries {
      var times: [Duration] = []
      var page = try await client.search(query)
      for _ in 0..<5 { times.append(try await clock.measure { page = try await client.search(query) }) }
      times.sort()
      let found = "\(page.hits.count) conversations\(page.next == nil ? "" : " and more")"
      let what = "\(query.text)\(query.sender.map { " of \($0)" } ?? "")\(query.since == nil ? "" : " since")"
      print("search [\(what)]: median \(text(times[2])), worst \(text(times[4])); \(found)")
    }
  }

  private static func text(_ duration: Duration) -> String {
    let microseconds = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    return "\(microseconds / 1_000).\(microseconds / 100 % 10) ms"
  }
}

extension Optional {
  fileprivate func asyncMap<Other>(_ body: (Wrapped) async throws -> Other) async throws -> Other? {
    guard let self else { return nil }
    return try await body(self)
  }
}
