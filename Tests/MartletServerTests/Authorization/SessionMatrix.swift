import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Tries the rows of the table, one after another.
actor SessionMatrix {
  private let stage: Stage
  private let subprotocol: String
  /// The creators of the worlds, the callers, and the observers.
  private let makers: [Caller: WireClient]
  private let callers: [Caller: WireClient]
  private let watchers: [Caller: WireClient]
  /// The answers each caller got, in JSON, and the operation asked for.
  private var answers: [Caller: [(operation: String, text: String)]] = [:]
  /// By operation, the failure for an unknown conversation.
  private var unknown: [String: Wire.Failure] = [:]
  private var fences = 0
  /// How many of a watcher's pushes came before the last fence, the fence included.
  private var passed: [Caller: Int] = [:]

  private static let onlyReads = Set(
    RequestTable.all.filter { $0.type.effort == .read || $0.type.effort == .none }.map(\.name))
  private static let appending = Set(RequestTable.all.filter { $0.type is any AppendingRequest.Type }.map(\.name))

  init(_ stage: Stage, subprotocol: String) async throws {
    self.stage = stage
    self.subprotocol = subprotocol
    makers = try await stage.sessions(device: "maker")
    callers = try await stage.sessions(device: "caller", subprotocol: subprotocol)
    watchers = try await stage.sessions(device: "watcher")
  }

  /// Tries all callers that are refused on one world, which must stay as it is, and each of the others on a world of its own.
  ///
  /// The store is compared once for all refused callers: logs and stamps only grow, so no change undoes another.
  func run(_ row: AuthorizationPage.Row, number: Int) async throws {
    let world = try await makeWorld("w\(number)", for: row)
    _ = try await pushesSinceFence()
    let heads = try await stage.userHeads()
    let before = try await stage.image(of: world.conversations, after: heads)
    var allowed: [Caller] = []
    var refused: [Caller] = []
    for caller in Caller.allCases where try row(caller.rawValue) != AuthorizationPage.noCase {
      if try row(caller.rawValue) == "done", Self.mayChange(try row("operation"), by: caller) {
        allowed.append(caller)
      } else {
        refused.append(caller)
        try await tryOut(row, by: caller, in: world, attempt: "\(number)-\(caller.user)-\(caller.app)")
      }
    }
    let isSame = try await stage.image(of: world.conversations, after: heads) == before
    #expect(isSame, "\(row.cells): one of \(refused) changed something")
    for (caller, pushes) in try await pushesSinceFence() where !pushes.isEmpty {
      Issue.record("\(row.cells): \(caller) was sent \(pushes)")
    }
    for caller in allowed {
      let world = try await makeWorld("w\(number)-\(caller.user)-\(caller.app)", for: row)
      try await tryOut(row, by: caller, in: world, attempt: world.name)
    }
  }

  private func makeWorld(_ name: String, for row: AuthorizationPage.Row) async throws -> World {
    var world = try await World(name, by: makers)
    if try row("object").hasPrefix("system") { try await world.tell(through: stage.server.control) }
    if try row("object").hasPrefix("group that takes applications") { try await world.takeApplications(by: makers) }
    return world
  }

  /// True if a successful operation may leave a trace: false for reads, and for delivered markers of users who are not members.
  private static func mayChange(_ operation: String, by caller: Caller) -> Bool {
    !onlyReads.contains(operation) && (operation != "mark_delivered" || caller.isMember)
  }

  private func tryOut(_ row: AuthorizationPage.Row, by caller: Caller, in world: World, attempt: String) async throws {
    let (operation, object) = (try row("operation"), try row("object"))
    let cell = "\(operation) of \(object) by \(caller.rawValue)"
    let request = try #require(world.request(operation, on: object, by: caller, attempt: attempt), "no request for \(cell)")
    guard operation != "hello" else {
      let client = try await stage.session(caller.user, of: caller.app, device: "again", subprotocol: subprotocol)
      await client.post([Wire.ClientPacket(id: 2, request: request)])
      await client.until { $0.closeCode != nil }
      return #expect(await client.closing?.failure?.name == (try row(caller.rawValue)), "\(cell)")
    }
    let answer = try await #require(callers[caller]).request(request)
    answers[caller, default: []].append((operation: operation, text: Self.text(answer)))
    let asked = object.hasSuffix("from before joining") ? Self.answer(answer, before: world.joining) : answer
    #expect(Self.outcome(asked, of: operation) == (try row(caller.rawValue)), "\(cell): \(answer)")
    if case .failure(let failure) = answer, failure.name == "conversation_unknown" {
      #expect(unknown[operation, default: failure] == failure, "\(cell)")
      unknown[operation] = failure
    }
  }

  /// An answer that may hold later messages, without those: not every request can leave them out.
  private static func answer(_ answer: Wire.ServerPacket.Body, before seq: UInt64) -> Wire.ServerPacket.Body {
    guard case .messages(var page) = answer else { return answer }
    page.entries.removeAll { $0.seq >= seq }
    return .messages(page)
  }

  /// The word for an answer on the page; one that does not belong to the operation has none.
  private static func outcome(_ answer: Wire.ServerPacket.Body, of operation: String) -> String {
    switch (answer, operation) {
    case (.failure(let failure), _): failure.name
    case (.pong, "ping"), (.marked, "mark_read"), (.userEntries, "fetch_user_entries"): "done"
    case (.members, "list_members"): "done"
    case (.annotators(let page), "list_annotators"): page.annotators.isEmpty ? "nothing" : "done"
    case (.messages(let page), "list_replies"), (.messages(let page), "list_pinned"), (.messages(let page), "list_versions"),
      (.messages(let page), "list_mentions"):
      page.entries.isEmpty ? "nothing" : "done"
    case (.done, "schedule"), (.scheduledMessages, "list_scheduled"), (.done, "cancel_scheduled"): "done"
    case (.done, "signal"), (.done, "mark_delivered"), (.members, "list_receipts"): "done"
    case (.receipts(let receipts), "count_receipts"): receipts.counts.isEmpty ? "nothing" : "done"
    case (.appended, let operation) where appending.contains(operation): "done"
    case (.changed, "hide"), (.changed, "change_setting"), (.settings, "fetch_settings"): "done"
    case (.changed, "set_relations"), (.relations, "list_relations"): "done"
    case (.done, "add_members"), (.done, "join_group"), (.groupCard, "describe_group"), (.links, "list_links"): "done"
    case (.bans, "list_bans"), (.applications, "list_applications"), (.announcements, "list_announcements"): "done"
    case (.done, "apply_to_group"): "done"
    case (.profiles, "change_profile"), (.profiles, "find_profile"): "done"
    case (.profiles(let page), "fetch_profiles"), (.profiles(let page), "find_users"): page.profiles.isEmpty ? "nothing" : "done"
    case (.presences(let page), "fetch_presence"), (.presences(let page), "watch_presence"):
      page.presences.allSatisfy(\.devices.isEmpty) ? "nothing" : "done"
    case (.done, "unwatch_presence"), (.done, "set_presence"): "done"
    case (.entries(let page), "fetch_entries"): page.entries.isEmpty ? "nothing" : "done"
    case (.conversations(let page), "list_conversations"): page.conversations.isEmpty ? "nothing" : "done"
    case (.foundConversations(let found), "find_conversations"): found.ids.isEmpty ? "nothing" : "done"
    default: "?"
    }
  }

  // MARK: - Recipients

  /// The pushes the watchers got since the last call.
  ///
  /// When it returns, nothing is in flight any more.
  private func pushesSinceFence() async throws -> [Caller: [Wire.Push]] {
    var pushes: [Caller: [Wire.Push]] = [:]
    fences += 1
    let id = "fence-\(fences)"
    for (caller, watcher) in watchers {
      let start = passed[caller] ?? 0
      _ = try await watcher.request(World.send("direct:\(caller.user)", "fence", id: id))
      await watcher.until { client in client.pushes[start...].contains { $0.entries.contains { $0.clientId == id } } }
      let new = await watcher.pushes[start...]
      passed[caller] = new.endIndex
      pushes[caller] = new.filter { push in !push.entries.contains { $0.clientId == id } }
    }
    return pushes
  }

  /// A packet as JSON.
  ///
  /// A description of the value would say the same, but takes a hundred times as long.
  private static func text(_ body: Wire.ServerPacket.Body) -> String {
    String(decoding: Wire.ServerPacket(id: 0, body: body).json(), as: UTF8.self)
  }

  /// Nobody got, in answers or pushes, a text that they may not see.
  func expectNoSecretWasTold() async throws {
    for caller in Caller.allCases {
      var told = (answers[caller] ?? []).map { $0.text }
      for client in [makers[caller], callers[caller], watchers[caller]] {
        told += try await #require(client).pushes.map { Self.text(.push($0)) }
      }
      for secret in caller.secrets {
        #expect(!told.contains { $0.contains(secret) }, "\(caller.rawValue) was told \(secret)")
      }
    }
    for (operation, caller, text) in Self.tellers {
      let isTold = (answers[caller] ?? []).contains { $0.operation == operation && $0.text.contains(text) }
      #expect(isTold, "\(operation) told \(caller.rawValue) nothing of what others may not see")
    }
  }

  /// The operations by which somebody received texts that others may not see.
  private static let tellers: [(operation: String, caller: Caller, text: String)] = [
    ("fetch_entries", .owner, Canary.before), ("list_replies", .owner, Canary.before), ("list_pinned", .owner, Canary.before),
    ("list_mentions", .member, Canary.direct), ("list_versions", .member, Canary.late), ("list_scheduled", .owner, Canary.direct),
    ("list_versions", .member, Canary.directed), ("fetch_entries", .member, Canary.directed),
    ("fetch_entries", .admin, Canary.application), ("list_applications", .admin, Canary.application),
  ]
}
