import MartletNet
import MartletServer
import MartletTesting
import MartletWire
import Testing

/// Callers over HTTP, by the names of the page's columns.
enum HTTPCaller: String, CaseIterable {
  case anyone
  case program = "program here"
  case user, app
  case old, early, again
  case withdrawnSecret = "withdrawn secret"
  case otherApp = "other app"
  case otherAppAsThis = "other app as this"
  case administrator
}

/// Tests every cell of the page's table of routes and callers.
@Suite(.timeLimit(.minutes(10))) struct RouteMatrixTests {
  @Test func eachRouteAnswersAsThePageSays() async throws {
    let page = try AuthorizationPage()
    try await Stage.with { stage in
      // A moment after the start, before which no signature is taken.
      stage.time.advance(by: .seconds(900))
      let sessions = [try await stage.session("member", device: "watcher"), try await stage.session("owner", device: "watcher")]
      var unknown: Set<[UInt8]> = []
      for (number, row) in page.routes.rows.enumerated() {
        for caller in HTTPCaller.allCases {
          let name = "\(number)-\(caller.rawValue)".replacing(" ", with: "-")
          let group = try row("object").hasPrefix("group of") ? try await stage.group(name, like: row("object")) : nil
          let call = try RouteCall(row, caller, stage, name: name)
          if caller == .again { _ = try await call.perform() }
          let conversations = group.map { [$0] } ?? []
          let before = try await stage.image(of: conversations)
          let response = try await call.perform()
          let expected = try row(caller.rawValue)
          let failure = try call.failure(in: response)
          #expect(failure?.name ?? "done" == expected, "\(caller.rawValue): \(row.cells)")
          if expected != "done" {
            let isSame = try await stage.image(of: conversations) == before
            #expect(isSame, "\(caller.rawValue): \(row.cells)")
            #expect(response.status == 200 || failure.map { response.status == $0.errorCode.httpStatus } == true)
          }
          if expected == "peer_unknown", var failure {
            // It is the name that was asked for.
            failure.field = ""
            unknown.insert(failure.json())
          }
        }
      }
      // Whether there is such a user in another app or nowhere looks alike.
      #expect(unknown.count == 1)
      // The member's session has ended, as the rows permit; no other has.
      await sessions[0].until { $0.closeCode != nil }
      #expect(await sessions[0].closing?.failure?.errorCode == .tokenRevoked)
      guard case .pong = try await sessions[1].request(.ping(Wire.Ping())) else { throw TestError("the owner's session ended") }
    }
  }
}

/// One call of a route by somebody.
private struct RouteCall {
  private let route: Route
  private let endpoint: Endpoint
  private var headers: HTTPHeaders = [:]
  private let body: [UInt8]
  private let loop: EventLoop

  init(_ row: AuthorizationPage.Row, _ caller: HTTPCaller, _ stage: Stage, name: String) throws {
    let operation = try row("operation")
    route = try #require(API.routes.first { $0.operation == operation })
    loop = stage.loop
    body = route.method == "GET" ? [] : Self.body(of: operation, on: try row("object"), name: name)
    endpoint =
      caller == .administrator
      ? .local(path: DataDirectory.controlSocketPath(at: stage.server.directory))
      : .tcp(host: stage.server.host, port: stage.server.port)
    // Else it would be a program of this machine.
    if caller != .program, caller != .administrator { headers.add(name: "X-Forwarded-For", value: "203.0.113.9") }
    let now = stage.time.wallMilliseconds / 1000
    func sign(_ byte: UInt8, as app: AppID = Stage.main, skew: Int64 = 0) throws {
      let nonce = Hexadecimal.encode(Array(name.utf8.prefix(31)))
      let signed = try RequestSignature.headers(
        method: route.method, path: route.path, body: body, app: app, secret: secret(byte), seconds: now + skew,
        nonce: String((nonce + "0123456789abcdef").prefix(64)))
      for field in signed.fields { headers.add(name: field.name, value: field.value) }
    }
    switch caller {
    case .anyone, .program, .administrator: break
    case .user:
      var token = TokenText(claims: TokenText.claims(sub: #""owner""#))
      token.claims = TokenText.claims(sub: #""owner""#, iat: "\(now)", exp: "\(now + 60)")
      headers.add(name: "Authorization", value: "Bearer \(try token.text())")
    case .app, .again: try sign(1)
    case .old: try sign(1, skew: -301)
    case .early: try sign(1, skew: 301)
    case .withdrawnSecret: try sign(9)
    case .otherApp: try sign(3, as: Stage.other)
    case .otherAppAsThis: try sign(3)
    }
  }

  private static func user(_ object: String, _ operation: String) -> String {
    switch object {
    // The user that the other app creates under this name is not checked afterwards.
    case "user of this app":
      ["suspendUser", "syncGroups"].contains(operation) ? Stage.deserter : operation == "createUser" ? "somebody" : "member"
    case "user of the other app": Stage.outsider
    case "nobody": "nobody"
    default: "newborn"
    }
  }

  private static func body(of operation: String, on object: String, name: String) -> [UInt8] {
    let group = "group:\(object == "no such group" ? "there-is-none" : name)"
    let isOther = object == "group of the other app"
    let member = isOther ? Stage.outsider : "member"
    let body: any WireMessage =
      switch operation {
      case "makeGroup": Wire.MakeGroup(owner: user(object, operation), clientId: name, group: "made-\(name)")
      case "describeGroup": Wire.DescribeGroup(conversation: group)
      case "changeGroup": Wire.ChangeConversation(conversation: group, clientId: name, title: "changed")
      case "dismissGroup": Wire.DismissGroup(conversation: group, clientId: name)
      case "listMembers": Wire.ListMembers(conversation: group)
      case "addMembers": Wire.AddMembers(conversation: group, clientId: name, users: ["owner"])
      case "removeMembers": Wire.RemoveMembers(conversation: group, clientId: name, users: [member])
      case "silenceMembers":
        Wire.SilenceMembers(conversation: group, clientId: name, users: [member], until: Wire.SilenceMembers.forever)
      case "setRoles": Wire.SetRoles(conversation: group, clientId: name, users: [member], role: .admin)
      case "listBans": Wire.ListBans(conversation: group)
      case "banUsers":
        Wire.BanUsers(conversation: group, clientId: name, users: ["owner"], until: Wire.SilenceMembers.forever)
      case "listApplications": Wire.ListApplications(conversation: group)
      case "answerApplications": Wire.AnswerApplications(conversation: group, clientId: name, users: ["owner"])
      case "nameMember": Wire.SetNickname(conversation: group, clientId: name, user: member, name: name)
      case "listAnnouncements": Wire.ListAnnouncements(conversation: group)
      case "makeAnnouncement": Wire.Announce(conversation: group, clientId: name, text: name)
      case "listLinks": Wire.ListLinks(conversation: group)
      case "makeLink": Wire.MakeLink(conversation: group, clientId: name)
      case "revokeLinks": Wire.RevokeLinks(conversation: group, clientId: name, links: [1])
      case "importUsers": Wire.ImportUsers(users: [Wire.SetProfile(user: user(object, operation))])
      case "suspendUser": Wire.SuspendUser(user: user(object, operation), until: Wire.SilenceMembers.forever)
      case "listSuspended": Wire.ListSuspended()
      case "fetchPresence": Wire.FetchPresence(users: [user(object, operation)])
      case "listUserGroups": Wire.ListUserGroups(user: user(object, operation))
      case "setUserRelations":
        Wire.SetUserRelations(user: user(object, operation), users: ["owner"], kind: .allowed, set: true)
      case "listUserRelations": Wire.ListUserRelations(user: user(object, operation), kind: .blocked)
      case "syncGroups": Wire.SyncGroups(user: user(object, operation), clientId: name)
      case "listUserConversations": Wire.ListUserConversations(user: user(object, operation))
      case "listUserSettings": Wire.ListUserSettings(user: user(object, operation))
      case "changeUserSettings":
        Wire.ChangeUserSettings(user: user(object, operation), settings: [Wire.Setting(key: "matrix", value: "1")])
      case "markUserRead": Wire.MarkUserRead(user: member, mark: Wire.MarkRead(conversation: group, seq: 1))
      case "hideMessages": Wire.HideMessages(user: member, hide: Wire.Hide(conversation: group, until: 1))
      case "listEntries": Wire.ListEntries(fetch: Wire.FetchEntries(conversation: group))
      case "sendMessages":
        Wire.SendMessages(message: Wire.Send(clientId: name, type: "text", content: #"{"text":"x"}"#), conversations: [group])
      case "editMessage":
        Wire.EditMessage(edit: Wire.Edit(conversation: group, clientId: name, target: 2, type: "text", content: #"{"text":"x"}"#))
      case "recallMessage": Wire.RecallMessage(recall: Wire.Recall(conversation: group, clientId: name, target: 2))
      case "annotateMessage":
        Wire.AnnotateMessage(
          annotate: Wire.Annotate(
            conversation: group, clientId: name, target: 2, kind: .pin, items: [Wire.AnnotationItem()]))
      default: Wire.CreateUser(user: user(object, operation))
      }
    return body.json()
  }

  /// Why nothing was done; nil if it was.
  func failure(in response: HTTPResponse) throws -> Wire.Failure? {
    guard response.status < 400 else { return try Wire.Failure(json: response.body) }
    guard route.operation == "sendMessages" else { return nil }
    return try Wire.SentMessages(json: response.body).messages.first?.failure
  }

  func perform() async throws -> HTTPResponse {
    try await HTTPClient.request(
      method: route.method, at: endpoint, path: route.path, headers: headers, body: body, loop: loop)
  }
}

extension Stage {
  /// A group of this app's or of the other one's, for one cell; returns its id.
  fileprivate func group(_ name: String, like object: String) async throws -> String {
    let isOther = object == "group of the other app"
    let owner = try await session("owner", of: isOther ? Self.other : Self.main, device: "maker")
    let create = Wire.CreateGroup(group: name, clientId: "make-\(name)", members: [isOther ? Self.outsider : "member"])
    guard case .appended(let made) = try await owner.request(.createGroup(create)) else { throw TestError("no group") }
    let send = Wire.Send(conversation: made.conversation, clientId: "send-\(name)", type: "text", content: #"{"text":"x"}"#)
    guard case .appended = try await owner.request(.send(send)) else { throw TestError("no message") }
    await owner.close()
    return made.conversation
  }
}
