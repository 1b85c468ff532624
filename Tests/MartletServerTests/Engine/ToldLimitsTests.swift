import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Welcome tells every limit that a client can meet.
@Suite(.timeLimit(.minutes(2))) struct ToldLimitsTests {
  /// Keys that no client meets, each with the reason.
  private static let notMet = [
    "limits.connections": "met before there is a session",
    "limits.connections_per_address": "met before there is a session",
    "limits.handshakes_per_second": "met before there is a session",
    "limits.handshakes_at_once": "met before there is a session",
    "limits.failed_tokens_per_minute": "met before there is a session",
    "limits.exempt_addresses": "met before there is a session",
    "limits.drain": "the server's own time to end", "limits.reconnect_spread": "told in Closing",
    "limits.calls_per_second": "of the app's server", "limits.calls_at_once": "of the app's server",
    "limits.token_lifetime": "of the REST interface", "limits.token_lifetime_most": "of the REST interface",
    "limits.makes_users": "met before there is a session, or not at all",
    "limits.requests_waiting": "of all clients together", "limits.bytes_waiting": "of all clients together",
    "limits.batch_rows": "within the server", "limits.conversation_idle": "within the server",
    "limits.conversations_in_memory": "within the server",
  ]

  private static let keys = ConfigurationKey.all.filter { $0.name.hasPrefix("limits.") }

  /// The fields of the limits sent to clients, each as JSON.
  private func fields(_ limits: Limits) throws -> [String: JSONValue] {
    guard case .object(let fields) = try JSONValue(json: limits.told.json(), limits: DecodingLimits()) else {
      throw TestError("limits are an object")
    }
    return Dictionary(fields.names.compactMap { name in fields[name].map { (name, $0) } }) { first, _ in first }
  }

  /// `limits.recall_window` is told as `recallWindow` or `recallWindowMs`.
  private func field(of key: ConfigurationKey) -> String {
    let words = key.name.dropFirst("limits.".count).split(separator: "_")
    let name = words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    return key.allowed.hasPrefix("a number with ms") ? name + "Ms" : name
  }

  @Test func everyKeyAClientCanMeetChangesItsFieldAndNoOther() throws {
    let usual = try fields(Limits())
    for key in Self.keys where Self.notMet[key.name] == nil {
      var limits = Limits()
      let text = try #require(key.valueOtherThanDefault, "\(key.name) can only be its default")
      #expect(key.set(text, in: &limits))
      let changed = try fields(limits)
      let names = Set(usual.keys).union(changed.keys).filter { usual[$0] != changed[$0] }
      #expect(names == [field(of: key)], "\(key.name): a client can meet it, so `Limits.told` needs it (or `notMet` a reason)")
    }
  }

  @Test func keysThatNoClientMeetsExistAndAreNotTold() throws {
    let usual = try fields(Limits())
    for name in Self.notMet.keys {
      let key = try #require(Self.keys.first { $0.name == name }, "\(name) is no key")
      #expect(usual[field(of: key)] == nil, "\(name) is told")
    }
  }

  @Test func everyFieldIsTold() throws {
    // By default there is no window, pinning is not restricted to the owner, new members read nothing from before, no app
    // declares profile fields, each user decides who may write, and users do not find each other by name.
    let empty: Set = ["recallWindowMs", "ownerPins", "groupHistory", "profileFields", "onlyAllowed", "directory"]
    let told = Set(try fields(Limits()).keys)
    let all = Set(Mirror(reflecting: Wire.Limits()).children.compactMap(\.label)).subtracting(["unknownFields"])
    #expect(all.subtracting(told) == empty)
  }

  @Test func welcomeHasTheLimitsOfTheCallersApp() async throws {
    var limits = Limits()
    limits.pins = 7
    var own = limits
    own.pins = 3
    limits.setOwn(own, of: try #require(AppID("main")))
    try await TestServer.with(limits: limits) { server in
      let client = try await server.connection()
      guard case .welcome(let welcome) = try await client.hello(token: try await server.token(for: "alice")) else {
        throw TestError("not welcome")
      }
      #expect(welcome.limits == own.told && welcome.limits?.pins == 3)
    }
  }
}
