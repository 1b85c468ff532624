import MartletWire

/// Users with a conversation between any two: many conversations over few connections.
struct Mesh: Sendable {
  let accounts: [Account]
  let crowd: ClientCrowd
  let traffic: Traffic
  private let made: Confined<(senders: [Sender], lanes: [(lane: Lane, receivers: [Int])])>

  /// The maximum number of pending messages in total; a server refuses far more than it can process.
  private static let underWayAtMost = 12_000

  /// Connects the users and makes the lanes; the first `n` conversations are spread evenly over the senders.
  ///
  /// - Parameters:
  ///   - run: The benchmark.
  ///   - conversations: How many; where the plan has too few connections for them, there are more.
  /// - Throws: `BenchError`, `NetError`.
  init(_ run: BenchRun, conversations: Int) async throws {
    let users = max(run.plan.connections, Self.usersNeeded(conversations), 3)
    let window = max(1, min(run.plan.window, Self.underWayAtMost / users))
    // A million lanes with much room would take more memory than the server.
    let capacity = conversations > 100_000 ? 2 : min(window, 16)
    let accounts = try await run.accounts(users)
    let crowd = try await run.connect(accounts)
    let made = try await run.loop.runThrowing {
      var lanes: [[Lane]] = Array(repeating: [], count: users)
      var all: [(lane: Lane, receivers: [Int])] = []
      for index in 0..<max(1, conversations) {
        let (from, to) = Self.members(of: index, users: users)
        let conversation = ConversationID.direct(accounts[from].user, accounts[to].user)
        let lane = try Lane(
          index: index, ordinal: lanes[from].count, conversation: conversation.text, receivers: 1,
          capacity: capacity, size: run.plan.size)
        crowd.clients[to].inbox.expect(lane.index)
        lanes[from].append(lane)
        all.append((lane, [to]))
      }
      let senders = lanes.enumerated().filter { !$1.isEmpty }.map {
        Sender(client: crowd.clients[$0], lanes: $1, window: window)
      }
      return Confined((senders: senders, lanes: all))
    }
    self.accounts = accounts
    self.crowd = crowd
    self.made = made
    traffic = await run.loop.run { Confined(Traffic(loop: run.loop, senders: made.value.senders, run: run.run)) }.value
    await crowd.tell(traffic)
  }

  /// The lanes with the indexes of their receivers; for use on the loop.
  var lanes: [(lane: Lane, receivers: [Int])] { made.value.lanes }

  /// Restricts use to the first conversations; called on the loop.
  func use(conversations: Int) {
    for sender in made.value.senders {
      let rest = sender.client.index < conversations % accounts.count ? 1 : 0
      sender.activeLanes = conversations / accounts.count + rest
    }
  }

  /// The number of users whose pairs have that many conversations.
  static func usersNeeded(_ conversations: Int) -> Int {
    var users = 3
    while users * ((users - 1) / 2) < conversations { users += 1 }
    return users
  }

  /// The two members of a conversation: one round of users after the other, each round with a wider step.
  static func members(of index: Int, users: Int) -> (Int, Int) {
    let from = index % users
    return (from, (from + 1 + index / users) % users)
  }
}
