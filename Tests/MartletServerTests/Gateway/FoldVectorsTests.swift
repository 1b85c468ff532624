import Foundation
import MartletNet
import MartletTesting
import MartletWire
import Processes
import Testing

@testable import MartletServer

/// The vectors in `docs/vectors` equal the server's output, and a fold written from the documents gives the same result.
@Suite(.timeLimit(.minutes(5))) struct FoldVectorsTests {
  private static let group = "group:team"
  private static let path = "docs/vectors/fold.json"
  private static let people = ["alice", "bob", "carol", "dave"]

  /// A step of the story: whose request, and how many pushes bob's device gets of it.
  private struct Step {
    let user: String
    let request: Wire.ClientPacket.Request
    var pushes = 1
  }

  private static func send(
    _ user: String, _ id: String, _ text: String, details: Wire.Details? = nil, replyTo: UInt64 = 0,
    properties: [Wire.AnnotationItem]? = nil
  ) -> Step {
    Step(
      user: user,
      request: .send(
        Wire.Send(
          conversation: group, clientId: id, type: "text", content: #"{"text":"\#(text)"}"#, details: details, replyTo: replyTo,
          expandable: properties != nil, properties: properties ?? [])))
  }

  private static func annotate(
    _ user: String, _ id: String, _ target: UInt64, _ kind: Wire.AnnotationKind, _ items: [Wire.AnnotationItem]
  ) -> Step {
    Step(
      user: user,
      request: .annotate(Wire.Annotate(conversation: group, clientId: id, target: target, kind: kind, items: items)))
  }

  private typealias Item = Wire.AnnotationItem

  /// Positions 1 to 4, and bob's marker.
  private static let before: [Step] = [
    Step(
      user: "alice",
      request: .createGroup(Wire.CreateGroup(group: "team", clientId: "1", title: "Team", members: ["bob", "carol"])), pushes: 2),
    send("alice", "2", "one", details: Wire.Details(mentions: Wire.Mentions(users: ["bob"]))),
    send("bob", "3", "two", replyTo: 2),
    annotate("carol", "4", 2, .reaction, [Item(key: "👍")]),
  ]

  /// Positions 5 to 24, hiding and markers between them.
  private static let after: [Step] = [
    Step(
      user: "alice",
      request: .edit(
        Wire.Edit(conversation: group, clientId: "5", target: 2, type: "text", content: #"{"text":"one, edited"}"#))),
    annotate("bob", "6", 2, .reaction, [Item(key: "👍")]),
    annotate("carol", "7", 2, .reaction, [Item(key: "👍", removed: true), Item(key: "🐦")]),
    send("alice", "8", "three", replyTo: 3, properties: [Item(key: "state", value: "open"), Item(key: "due", value: "now")]),
    annotate("carol", "9", 8, .property, [Item(key: "due", removed: true), Item(key: "state", value: "done")]),
    Step(
      user: "alice",
      request: .send(
        Wire.Send(
          conversation: group, clientId: "10", type: "poll", content: #"{"question":"When?","choices":["now","later"],"most":2}"#)
      )),
    annotate("bob", "11", 10, .vote, [Item(key: "0"), Item(key: "1")]),
    annotate("bob", "12", 10, .vote, [Item(key: "1")]),
    annotate("alice", "13", 10, .closing, [Item()]),
    send("alice", "14", "not for bob", details: Wire.Details(directed: ["carol"])),
    send(
      "carol", "15", "a mistake", details: Wire.Details(mentions: Wire.Mentions(all: true), text: "gone"), replyTo: 8),
    Step(
      user: "carol",
      request: .recall(
        Wire.Recall(conversation: group, clientId: "16", target: 15, details: Wire.RecallDetails(extra: #"{"why":"typo"}"#)))),
    annotate("alice", "17", 8, .pin, [Item()]),
    Step(user: "alice", request: .addMembers(Wire.AddMembers(conversation: group, clientId: "18", users: ["dave"]))),
    send("dave", "19", "hello", details: Wire.Details(mentions: Wire.Mentions(all: true))),
    send("dave", "20", "psst", details: Wire.Details(policy: Wire.MessagePolicy(counted: .no, listed: .no))),
    Step(user: "alice", request: .removeMembers(Wire.RemoveMembers(conversation: group, clientId: "21", users: ["carol"]))),
    Step(
      user: "alice",
      request: .changeConversation(
        Wire.ChangeConversation(
          conversation: group, clientId: "22", title: "The team",
          attributes: [Wire.Attribute(key: "color", value: #""red""#), Wire.Attribute(key: "icon", value: "7")]))),
    Step(user: "dave", request: .markRead(Wire.MarkRead(conversation: group, seq: 22))),
    send("alice", "23", "only for the others", replyTo: 19),
    Step(user: "bob", request: .hide(Wire.Hide(conversation: group, until: 1, targets: [23]))),
    Step(
      user: "alice",
      request: .edit(
        Wire.Edit(conversation: group, clientId: "24", target: 23, type: "text", content: #"{"text":"not seen by bob"}"#))),
    Step(user: "bob", request: .markRead(Wire.MarkRead(conversation: group, seq: 8)), pushes: 2),
  ]

  // MARK: - The story on a server

  private func snapshot(_ bob: WireClient) async throws -> String {
    guard
      case .conversations(let list) = try await bob.request(.listConversations(Wire.ListConversations(only: [Self.group]))),
      let conversation = list.conversations.first,
      case .entries(let page) = try await bob.request(.fetchEntries(Wire.FetchEntries(conversation: Self.group))),
      page.entries.last?.seq == conversation.head,
      case .members(let members) = try await bob.request(.listMembers(Wire.ListMembers(conversation: Self.group)))
    else { throw TestError("no snapshot") }
    return """
      {
          "conversation": \(json(conversation)),
          "entries": [
            \(lines(page.entries, indent: 6))
          ],
          "members": [
            \(lines(members.members, indent: 6))
          ]
        }
      """
  }

  private func json(_ message: some WireMessage) -> String { String(decoding: message.json(), as: UTF8.self) }

  private func lines(_ messages: [some WireMessage], indent: Int) -> String {
    messages.map { json($0) }.joined(separator: ",\n" + String(repeating: " ", count: indent))
  }

  /// Plays the story, and gives the file that tells it.
  private func recording() async throws -> String {
    let time = ManualTime()
    return try await TestServer.with(limits: Limits(), time: time) { server in
      var clients: [String: WireClient] = [:]
      for user in Self.people { clients[user] = try await server.client(user: user) }
      let bob = try #require(clients["bob"])
      var expected = 0
      func play(_ steps: [Step]) async throws {
        for step in steps {
          let answer = try await clients[step.user]?.request(step.request)
          if case .failure(let failure)? = answer { throw TestError("\(step.request): \(failure)") }
          expected += step.pushes
          let count = expected
          await bob.until { $0.pushes.count >= count }
          time.advance(by: .seconds(1))
        }
      }
      try await play(Self.before)
      let (before, seen) = (try await snapshot(bob), await bob.pushes.count)
      try await play(Self.after)
      let pushes = Array(await bob.pushes.dropFirst(seen))
      let requests = (Self.before + Self.after).map { step in
        #"{"user":"\#(step.user)","request":\#(json(Wire.ClientPacket(id: 0, request: step.request)))}"#
      }
      return """
        {
          "user": "bob",
          "requests": [
            \(requests.joined(separator: ",\n    "))
          ],
          "before": \(before),
          "pushes": [
            \(lines(pushes, indent: 4))
          ],
          "after": \(try await snapshot(bob))
        }

        """
    }
  }

  @Test func vectorsAreWhatAServerSays() async throws {
    let recorded = try await recording()
    // After a change of the story or the schema: MARTLET_VECTORS=1 ./dev test FoldVectorsTests, then read the difference.
    if ProcessInfo.processInfo.environment["MARTLET_VECTORS"] != nil {
      try recorded.write(to: Repository.root.appending(path: Self.path), atomically: true, encoding: .utf8)
    }
    #expect(try Repository.text(Self.path) == recorded)
  }

  // MARK: - The fold from the documents

  @Test func thePythonExampleFoldsTheVectors() throws { #expect(try fold(Self.path).status == 0) }

  @Test(arguments: [
    (#""title":"The team""#, #""title":"Team""#), (#""unread":"2""#, #""unread":"3""#), (#""count":1"#, #""count":2"#),
    (#""pinnedBy":"alice""#, #""pinnedBy":"bob""#), (#""recalled":true,"#, ""),
  ])
  func aVectorThatIsWrongIsNoticed(right: String, wrong: String) throws {
    let text = try Repository.text(Self.path)
    let end = try #require(text.range(of: #""after":"#)).lowerBound
    let place = try #require(text.range(of: right, range: end..<text.endIndex))
    let directory = try MartletTesting.TemporaryDirectory()
    let path = directory.file("wrong.json")
    try text.replacingCharacters(in: place, with: wrong).write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try fold(path).status == 1)
    withExtendedLifetime(directory) {}
  }

  private func fold(_ path: String) throws -> (status: Int32, output: String) {
    let process = TestProcess()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "docs/vectors/fold.py", path]
    process.currentDirectoryURL = Repository.root
    let output = Pipe()
    process.standardOutput = .pipe(output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus != 0, path == Self.path { Issue.record("\(text)") }
    return (process.terminationStatus ?? -1, text)
  }
}
