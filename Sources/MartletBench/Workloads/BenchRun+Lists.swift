import MartletNet
import MartletWire

extension BenchRun {
  /// Measures reading a user's whole conversation list, page by page, as a new device does.
  func lists() async throws -> BenchReport {
    let accounts = try await accounts(1 + max(1, plan.conversations))
    let client = BenchClient(index: 0, user: accounts[0].user, loop: loop)
    try await client.open(at: server, token: accounts[0].token)
    for (index, peer) in accounts.dropFirst().enumerated() {
      if index % 1000 == 0 { progress("\(index) of \(plan.conversations) conversations begun") }
      _ = try await client.request(
        .send(
          Wire.Send(
            conversation: "direct:\(peer.user)", clientId: "list-\(index)", type: "text", content: #"{"text":"hello"}"#)))
    }
    _ = try await read(by: client, for: plan.warmup)
    progress("reading the list for \(plan.duration)")
    let begin = await loop.run { Snapshot(loop, of: server) }
    let read = try await read(by: client, for: plan.duration)
    let span = Span(begin: begin, end: await loop.run { Snapshot(loop, of: server) }, latency: read.pages)
    await loop.run { client.close() }
    var report = BenchReport()
    report.add("workload", "workload", text: "lists")
    report.add("conversations", "conversations", plan.conversations)
    report.add("seconds", "measured", span.seconds, unit: "s")
    report.add("lists", "whole lists", read.lists)
    report.add("pages", "pages of \(Self.listPage)", read.pages.count)
    report.add(latency: read.pages)
    report.add(serverDuring: span, per: "list", count: UInt64(read.lists))
    report.add(generatorDuring: span)
    var tally = Tally()
    tally.received = UInt64(read.lists)
    tally.outOfOrder = UInt64(read.faulty)
    report.add(tally)
    return report
  }

  /// Conversations per page, the SDK's own choice.
  private static let listPage: UInt32 = 100

  /// Reads the whole list over and over.
  ///
  /// - Returns: The latency of the pages, how many lists were read, and how many of these lacked or repeated a conversation.
  private func read(
    by client: BenchClient, for duration: Duration
  ) async throws -> (pages: Histogram, lists: Int, faulty: Int) {
    let end = loop.time.monotonicNanoseconds &+ duration.nanoseconds
    var (pages, lists, faulty) = (Histogram(), 0, 0)
    repeat {
      var seen: Set<String> = []
      var count = 0
      var before: UInt64 = 0
      while true {
        let begun = loop.time.monotonicNanoseconds
        let page = try await client.request(
          .listConversations(Wire.ListConversations(changedBefore: before, limit: Self.listPage)))
        pages.record(loop.time.monotonicNanoseconds &- begun)
        guard case .conversations(let page) = page else { throw BenchError(.refused, "the server did not answer with a list") }
        seen.formUnion(page.conversations.map(\.id))
        count += page.conversations.count
        guard page.more, let last = page.conversations.last else { break }
        before = last.stamp
      }
      lists += 1
      if count != plan.conversations || seen.count != count { faulty += 1 }
    } while loop.time.monotonicNanoseconds < end
    return (pages, lists, faulty)
  }
}
