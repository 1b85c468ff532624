import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Tries each cell of the table of files in `docs/authorization.md`.
@Suite(.timeLimit(.minutes(5))) struct MediaMatrixTests {
  private static let group = "group:g"

  /// A group with messages that name files, and everybody who may try to have them.
  private struct Scene {
    let callers: [String: MediaClient]
    let revoked: String
    let toAll, directed, recalled: String
    let links: [String: String]

    var uploader: MediaClient {
      get throws { try #require(callers["uploader"]) }
    }
  }

  private func path(_ seq: Int, _ id: String) -> String { "/v1/media/\(Self.group)/\(seq)/\(id)" }

  private func link(_ client: MediaClient, _ path: String) async throws -> String {
    try Wire.MediaLink(json: try await client.ask("GET", path + "/link").body, limits: DecodingLimits()).path
  }

  private func scene(_ server: TestServer) async throws -> Scene {
    let names = ["uploader": "alice", "member": "bob", "late member": "carol", "former member": "dave", "outsider": "eve"]
    // Tokens that are issued within the second of a revocation are revoked, so the revoked one is of the past.
    let revoked = try await server.token(for: "alice")
    try await server.revokeTokens(of: "alice")
    var callers: [String: MediaClient] = [:]
    for (caller, name) in names { callers[caller] = try await MediaClient(name, of: server) }
    let alice = try #require(callers["uploader"])
    let create = Wire.CreateGroup(group: "g", clientId: "c", members: ["bob", "dave"])
    #expect(try await alice.request(.createGroup(create)) == "#1")
    var ids: [String] = []
    for (number, details) in [nil, Wire.Details(directed: ["alice"]), nil].enumerated() {
      ids.append(try await alice.upload("abc", to: Self.group, for: "m\(number)"))
      let sent = try await alice.send(ids[number], to: Self.group, as: "m\(number)", details: details)
      #expect(sent == "#\(number + 2)")
    }
    #expect(try await alice.recall(4, in: Self.group) == "#5")
    let (member, former) = (try #require(callers["member"]), try #require(callers["former member"]))
    let links = [
      "made by the member": try await link(member, path(2, ids[0])),
      "made by the former member before the removal": try await link(former, path(2, ids[0])),
    ]
    let add = Wire.AddMembers(conversation: Self.group, clientId: "a", users: ["carol"])
    #expect(try await alice.request(.addMembers(add)) == "#6")
    let remove = Wire.RemoveMembers(conversation: Self.group, clientId: "r", users: ["dave"])
    #expect(try await alice.request(.removeMembers(remove)) == "#7")
    let other = Wire.CreateGroup(group: "h", clientId: "h", members: [])
    #expect(try await callers["outsider"]?.request(.createGroup(other)) == "#1")
    return Scene(
      callers: callers, revoked: revoked, toAll: path(2, ids[0]), directed: path(3, ids[1]), recalled: path(4, ids[2]),
      links: links)
  }

  @Test func everyCellHolds() async throws {
    let table = try AuthorizationPage().files
    #expect(table.rows.count == 12)
    try await TestServer.with { server in
      let scene = try await scene(server)
      for row in table.rows {
        let (operation, object) = (try row("operation"), try row("object"))
        for caller in table.callers where try row(caller) != AuthorizationPage.noCase {
          let outcome = try await attempt(operation, object, by: caller, in: scene)
          #expect(outcome == (try row(caller)), "\(operation), \(object), \(caller)")
        }
      }
    }
  }

  private func attempt(_ operation: String, _ object: String, by caller: String, in scene: Scene) async throws -> String {
    let uploader = try scene.uploader
    // Without a session, whoever asks does so in the uploader's place.
    let client = scene.callers[caller] ?? uploader
    let token = caller == "nobody" ? "" : caller == "revoked" ? scene.revoked : client.token
    func ask(_ method: String, _ path: String, _ headers: HTTPHeaders = [:], _ body: String = "") async throws -> String {
      let response = try await client.ask(method, path, headers, body, token: token)
      return response.status < 300 ? "done" : String(response.outcome.split(separator: " ")[1])
    }
    switch operation {
    case "begin an upload":
      var headers = MediaClient.tus
      headers.add(name: "Upload-Length", value: "3")
      headers.add(
        name: "Upload-Metadata", value: MediaClient.metadata(["conversation": Self.group, "message": WireClient.fresh()]))
      return try await ask("POST", "/v1/media/uploads", headers)
    case "add to an upload", "end an upload":
      let upload = try uploader.location(try await uploader.create(3, to: Self.group, for: WireClient.fresh()))
      guard operation == "add to an upload" else { return try await ask("DELETE", upload, MediaClient.tus) }
      var headers = MediaClient.bytes
      headers.add(name: "Upload-Offset", value: "0")
      return try await ask("PATCH", upload, headers, "abc")
    case "name a file":
      let message = WireClient.fresh()
      let id = try await uploader.upload("abc", to: Self.group, for: message)
      let outcome = try await client.send(id, to: Self.group, as: message)
      return outcome.hasPrefix("#") ? "done" : String(outcome.prefix { $0 != " " })
    case "download", "load a variant", "load the facts":
      let product = ["load a variant": "/small", "load the facts": "/facts"][operation] ?? ""
      let paths = [
        "a message to all": scene.toAll, "a message directed to nobody else": scene.directed,
        "a recalled message": scene.recalled,
      ]
      return try await ask("GET", try #require(paths[object]) + product)
    case "make a link": return try await ask("GET", scene.toAll + "/link")
    case "use a link": return try await ask("GET", try #require(scene.links[object]))
    default: throw TestError("no operation \(operation)")
    }
  }
}
