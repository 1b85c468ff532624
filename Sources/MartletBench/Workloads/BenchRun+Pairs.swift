import MartletWire

/// Senders that each write to a receiver of their own.
struct Pairs {
  let accounts: [Account]
  let crowd: ClientCrowd
  let traffic: Traffic
  /// Each lane with the index of its receiver.
  let lanes: [(lane: Lane, receivers: [Int])]

  /// Connects the clients: those with even indexes send to the next one.
  init(_ run: BenchRun) async throws {
    let plan = run.plan
    let accounts = try await run.accounts(2 * plan.connections)
    let crowd = try await run.connect(accounts)
    let made = try await run.loop.runThrowing {
      var lanes: [(lane: Lane, receivers: [Int])] = []
      var senders: [Sender] = []
      for index in 0..<plan.connections {
        let (from, to) = (2 * index, 2 * index + 1)
        let conversation = ConversationID.direct(accounts[from].user, accounts[to].user)
        let lane = try Lane(
          index: index, ordinal: 0, conversation: conversation.text, receivers: 1, capacity: plan.window, size: plan.size)
        crowd.clients[to].inbox.expect(lane.index)
        lanes.append((lane, [to]))
        senders.append(Sender(client: crowd.clients[from], lanes: [lane], window: plan.window))
      }
      return Confined((lanes, Traffic(loop: run.loop, senders: senders, run: run.run)))
    }
    self.accounts = accounts
    self.crowd = crowd
    (lanes, traffic) = made.value
    await crowd.tell(traffic)
  }
}

extension BenchRun {
  /// Measures pairs.
  func pairs() async throws -> BenchReport {
    let pairs = try await Pairs(self)
    let span = try await measure(pairs.traffic, rate: plan.rate)
    var report = BenchReport()
    report.add("workload", "workload", text: "pairs")
    report.add("pairs", "pairs", plan.connections)
    report.add("connections", nil, 2 * plan.connections)
    report.add("window", "window of each sender", plan.window)
    addMessages(span, to: &report)
    if let rate = plan.rate { report.add("offered_per_second", "messages due per second", rate) }
    report.add(latency: span.latency)
    report.add(serverDuring: span, per: "message", count: span.messages)
    report.add(generatorDuring: span)
    try await check(pairs.crowd, pairs.accounts, pairs.lanes, into: &report)
    return report
  }

  /// Adds how many messages there were.
  func addMessages(_ span: Span, to report: inout BenchReport) {
    report.add("size_bytes", "text of a message", plan.size, unit: "bytes")
    report.add("seconds", "measured", span.seconds, unit: "s")
    report.add("messages", "messages", span.messages)
    report.add("messages_per_second", "messages per second", Double(span.messages) / span.seconds)
  }
}
