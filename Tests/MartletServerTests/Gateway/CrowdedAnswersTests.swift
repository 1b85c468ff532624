import MartletServer
import MartletTesting
import MartletWire
import Testing

/// Pages of very many small parts are read to the end, although decoders bound the number of parts.
@Suite(.timeLimit(.minutes(10))) struct CrowdedAnswersTests {
  /// As many names as one request may have, as short as they can be; users of these names need not exist.
  private static let names: [String] = {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".map(String.init)
    return Array((letters + letters.flatMap { first in letters.map { first + $0 } }).prefix(500))
  }()

  private func send(_ index: Int, to conversation: String) -> Wire.ClientPacket.Request {
    .send(
      Wire.Send(
        conversation: conversation, clientId: "m\(index)", type: "text", content: #"{"text":"."}"#,
        details: Wire.Details(mentions: Wire.Mentions(users: Self.names), directed: Self.names)))
  }

  /// No write rate limit, because one user writes a lot here.
  private static var limits: Limits {
    var limits = Limits()
    limits.writesPerSecond = 0
    return limits
  }

  /// Both ways to read, in both forms.
  @Test func logsOfMessagesToManyAreReadToTheEnd() async throws {
    try await TestServer.with(limits: Self.limits) { server in
      let mallory = try await server.client(user: "mallory", device: "writer")
      _ = try await mallory.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "c", title: "")))
      for index in 0..<140 {
        guard case .appended = try await mallory.request(send(index, to: "group:g")) else { throw TestError("not sent") }
      }
      for subprotocol in [Gateway.binaryProtocol, Gateway.jsonProtocol] {
        let reader = try await server.client(user: "mallory", device: subprotocol, subprotocol: subprotocol)
        for newest in [false, true] { try await readToTheEnd(reader, newest: newest) }
      }
    }
  }

  private func readToTheEnd(_ reader: WireClient, newest: Bool) async throws {
    var read: [UInt64] = []
    while read.count < 141 {
      var fetch = Wire.FetchEntries(conversation: "group:g", limit: 200, newest: newest)
      if newest { fetch.to = (read.min() ?? 142) - 1 } else { fetch.from = (read.max() ?? 0) + 1 }
      let answer = try await reader.request(.fetchEntries(fetch))
      guard case .entries(let page) = answer, !page.entries.isEmpty else { throw TestError("no page after \(read)") }
      read += page.entries.map(\.seq)
      for entry in page.entries where entry.seq > 1 {
        guard case .message(let message)? = entry.event else { throw TestError("no message at \(entry.seq)") }
        #expect(message.details?.directed == Self.names && message.details?.mentions?.users == Self.names)
      }
    }
    #expect(read.sorted() == Array(1...141))
  }

  @Test func conversationsOfManyAttributesAreListedToTheEnd() async throws {
    try await TestServer.with(limits: Self.limits) { server in
      let mallory = try await server.client(user: "mallory", device: "writer")
      let attributes = Self.names.prefix(100).map { Wire.Attribute(key: $0, value: "1") }
      for index in 0..<130 {
        let create = Wire.CreateGroup(group: "g\(index)", clientId: "c\(index)", title: "", attributes: attributes)
        _ = try await mallory.request(.createGroup(create))
        let sent = try await mallory.request(send(index, to: "group:g\(index)"))
        guard case .appended = sent else { throw TestError("not sent") }
      }
      for subprotocol in [Gateway.binaryProtocol, Gateway.jsonProtocol] {
        try await listToTheEnd(try await server.client(user: "mallory", device: subprotocol, subprotocol: subprotocol))
      }
    }
  }

  private func listToTheEnd(_ reader: WireClient) async throws {
    var listed: [String] = []
    var before: UInt64 = 0
    while true {
      let answer = try await reader.request(.listConversations(Wire.ListConversations(changedBefore: before, limit: 200)))
      guard case .conversations(let page) = answer else { throw TestError("no page after \(listed)") }
      listed += page.conversations.map(\.id)
      #expect(page.conversations.allSatisfy { $0.attributes.count == 100 && $0.lastMessage != nil })
      guard page.more, let lowest = page.conversations.last?.stamp else { break }
      before = lowest
    }
    #expect(listed == (0..<130).reversed().map { "group:g\($0)" })
  }
}
