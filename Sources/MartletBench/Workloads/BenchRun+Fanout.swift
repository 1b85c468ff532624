import MartletWire

extension BenchRun {
  /// The maximum number of users in one request.
  private static let usersPerRequest = 400

  /// Measures one sender in a large group.
  func fanout() async throws -> BenchReport {
    let accounts = try await accounts(plan.members + 1)
    let crowd = try await connect(accounts)
    let group = try await makeGroup(of: accounts, through: crowd.clients[0])
    let receivers = Array(1...max(1, plan.members))
    let made = try await loop.runThrowing { [plan, loop, run] in
      let lane = try Lane(
        index: 0, ordinal: 0, conversation: group, receivers: plan.members, capacity: plan.window, size: plan.size)
      for receiver in receivers { crowd.clients[receiver].inbox.expect(0) }
      let sender = Sender(client: crowd.clients[0], lanes: [lane], window: plan.window)
      return Confined((lane, Traffic(loop: loop, senders: [sender], run: run)))
    }
    let (lane, traffic) = made.value
    await crowd.tell(traffic)
    let span = try await measure(traffic, rate: plan.rate)
    var report = BenchReport()
    report.add("workload", "workload", text: "fanout")
    report.add("members", "receiving members", plan.members)
    report.add("connections", nil, plan.members + 1)
    report.add("window", "messages in flight", plan.window)
    addMessages(span, to: &report)
    report.add("deliveries_per_second", "deliveries per second", Double(span.deliveries) / span.seconds)
    report.add(latency: span.latency)
    if let cpu = span.serverCPU {
      report.add("server_cpu_us_per_delivery", "server CPU per delivery", cpu / Double(span.deliveries), unit: "µs")
    }
    report.add(serverDuring: span, per: "message", count: span.messages)
    report.add(generatorDuring: span)
    try await check(crowd, accounts, [(lane, receivers)], into: &report)
    return report
  }

  /// Makes a group of all accounts, owned by the first.
  ///
  /// - Returns: Its conversation id.
  private func makeGroup(of accounts: [Account], through owner: BenchClient) async throws -> String {
    let conversation = "group:" + groupName
    let users = accounts.dropFirst().map(\.user.text)
    for start in stride(from: 0, to: users.count, by: Self.usersPerRequest) {
      let some = Array(users[start..<min(start + Self.usersPerRequest, users.count)])
      // Told from the ids of messages by the name.
      let id = "\(groupName)-\(start)"
      _ = try await owner.request(
        start == 0
          ? .createGroup(Wire.CreateGroup(group: groupName, clientId: id, title: "Benchmark", members: some))
          : .addMembers(Wire.AddMembers(conversation: conversation, clientId: id, users: some)))
    }
    return conversation
  }
}
