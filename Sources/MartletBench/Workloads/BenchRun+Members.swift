import MartletNet
import MartletWire

extension BenchRun {
  /// Users in one import, and in one addition.
  private static let importedAtOnce = 200
  private static let addedAtOnce = 400
  /// Members of the small group with which the large one is compared, and as many are connected in either.
  private static let connected = 10

  /// Measures a group of many members on one server: joining, roles, the list of members, and messages.
  func members() async throws -> BenchReport {
    let users = try await importUsers(max(Self.connected + 1, plan.members))
    var accounts: [Account] = []
    for user in users.prefix(Self.connected + 1) { accounts.append(try await account(of: user)) }
    let crowd = try await connect(accounts)
    let owner = crowd.clients[0]
    let small = try await group("\(groupName)-small", of: Array(users.prefix(Self.connected + 1)))
    let large = try await group(groupName, of: users)
    var report = BenchReport()
    report.add("workload", "workload", text: "members")
    report.add("members", "members", users.count)
    report.add("connections", nil, accounts.count)
    report.add("fill_seconds", "all were added in", large.seconds, unit: "s")
    report.add("cost_ratio_by_members", "last tenth of the additions, against the first", large.growth)
    let roles = (
      small: try await changeRoles(small.conversation, users[1]), large: try await changeRoles(large.conversation, users[1])
    )
    report.add("role_p50_ms", "role change, p50", Self.milliseconds(roles.large, 0.5), unit: "ms")
    report.add("role_small_p50_ms", "in a group of \(Self.connected + 1)", Self.milliseconds(roles.small, 0.5), unit: "ms")
    let pages = try await readPages(large.conversation, by: owner)
    report.add("pages", "first pages of the list of members read", pages.count)
    report.add("page_p50_ms", "first page, p50", Self.milliseconds(pages, 0.5), unit: "ms")
    report.add("page_p99_ms", "first page, p99", Self.milliseconds(pages, 0.99), unit: "ms")
    let sent = (
      small: try await send(to: small.conversation, by: owner), large: try await send(to: large.conversation, by: owner)
    )
    report.add(serverDuring: sent.large.span, per: "message", count: UInt64(sent.large.count))
    if let cpu = sent.small.span.serverCPU {
      report.add("server_cpu_us_per_message_of_few", "in the small group", cpu / Double(sent.small.count), unit: "µs")
    }
    report.add(latency: sent.large.span.latency)
    report.add(generatorDuring: sent.large.span)
    var tally = Tally()
    tally.received = UInt64(sent.small.count + sent.large.count)
    report.add(tally)
    await loop.run { for client in crowd.clients { client.close() } }
    return report
  }

  private static func milliseconds(_ latency: Histogram, _ part: Double) -> Double {
    Double(latency.percentile(part)) / 1_000_000
  }

  // MARK: - Users and groups, as the app's server

  private func importUsers(_ count: Int) async throws -> [UserID] {
    let names = (0..<count).compactMap { UserID("\(groupName)-\($0)") }
    let chunks = stride(from: 0, to: count, by: Self.importedAtOnce).map { start in
      names[start..<min(start + Self.importedAtOnce, count)].map { Wire.SetProfile(user: $0.text) }
    }
    let said = progress
    try await inParallel(chunks.count, width: 8, progress: { if $0 % 100 == 0 { said("\($0 * Self.importedAtOnce) users") } }) {
      _ = try await ask("/v1/users/import", Wire.ImportUsers(users: chunks[$0]))
    }
    return names
  }

  private func account(of user: UserID) async throws -> Account {
    let token = try Wire.Token(json: try await ask("/v1/tokens", Wire.CreateToken(user: user.text))).token
    return Account(user: user, token: token)
  }

  /// Makes a group of the first user's and adds the others, a batch after the other.
  ///
  /// - Returns: Its id, the seconds that the additions took, and how much longer the last tenth of them took than the first.
  private func group(_ name: String, of users: [UserID]) async throws -> (conversation: String, seconds: Double, growth: Double) {
    let conversation = "group:\(name)"
    _ = try await ask("/v1/groups", Wire.MakeGroup(owner: users[0].text, clientId: name, group: name))
    var times: [UInt64] = []
    for start in stride(from: 1, to: users.count, by: Self.addedAtOnce) {
      let some = users[start..<min(start + Self.addedAtOnce, users.count)].map(\.text)
      let begun = loop.time.monotonicNanoseconds
      _ = try await ask(
        "/v1/groups/members/add", Wire.AddMembers(conversation: conversation, clientId: "\(name)-\(start)", users: some))
      times.append(loop.time.monotonicNanoseconds &- begun)
      if times.count % 50 == 0 { progress("\(start + some.count) members") }
    }
    let tenth = max(1, times.count / 10)
    let (first, last) = (times.prefix(tenth).reduce(0, &+), times.suffix(tenth).reduce(0, &+))
    return (conversation, Double(times.reduce(0, &+)) / 1_000_000_000, Double(last) / Double(max(1, first)))
  }

  /// Makes a member an admin and a plain member again, over and over.
  private func changeRoles(_ conversation: String, _ user: UserID) async throws -> Histogram {
    var latency = Histogram()
    for number in 0..<200 {
      let set = Wire.SetRoles(
        conversation: conversation, clientId: "\(conversation)-role-\(number)", users: [user.text],
        role: number % 2 == 0 ? .admin : .member)
      let begun = loop.time.monotonicNanoseconds
      _ = try await ask("/v1/groups/roles", set)
      latency.record(loop.time.monotonicNanoseconds &- begun)
    }
    return latency
  }

  private func ask(_ path: String, _ request: some WireMessage) async throws -> [UInt8] {
    try await Account.ask(path, request, server.controlSocket, loop)
  }

  // MARK: - As a member

  private func readPages(_ conversation: String, by client: BenchClient) async throws -> Histogram {
    var pages = Histogram()
    progress("reading the first page of the members for \(plan.duration)")
    let end = loop.time.monotonicNanoseconds &+ plan.duration.nanoseconds
    repeat {
      let begun = loop.time.monotonicNanoseconds
      let answer = try await client.request(.listMembers(Wire.ListMembers(conversation: conversation, limit: 100)))
      pages.record(loop.time.monotonicNanoseconds &- begun)
      guard case .members = answer else { throw BenchError(.refused, "the server did not answer with members") }
    } while loop.time.monotonicNanoseconds < end
    return pages
  }

  /// Sends a message after the other; some members are connected and get them.
  private func send(to conversation: String, by client: BenchClient) async throws -> (span: Span, count: Int) {
    progress("sending to \(conversation) for \(plan.duration)")
    let content = #"{"text":"\#(String(repeating: "m", count: plan.size))"}"#
    var (latency, count) = (Histogram(), 0)
    let begin = await loop.run { Snapshot(loop, of: server) }
    let end = loop.time.monotonicNanoseconds &+ plan.duration.nanoseconds
    repeat {
      let begun = loop.time.monotonicNanoseconds
      let answer = try await client.request(
        .send(
          Wire.Send(
            conversation: conversation, clientId: "\(conversation)-\(begun)", type: "text", content: content)))
      guard case .appended = answer else { throw BenchError(.refused, "the server did not store a message") }
      latency.record(loop.time.monotonicNanoseconds &- begun)
      count += 1
    } while loop.time.monotonicNanoseconds < end
    return (Span(begin: begin, end: await loop.run { Snapshot(loop, of: server) }, latency: latency), count)
  }
}
