import MartletBrowser
import MartletCore
import MartletWire
import Testing

/// The bridge answers malformed input with an error that names the field.
@Suite struct BadInputTests {
  private final class Told {
    var notices: [Bridge.Notice.Notice] = []
    var now: UInt64 = 1
  }

  private let told = Told()

  private func client(_ opening: Bridge.Opening = Bridge.Opening(deviceClass: "web")) throws(MartletError) -> BrowserClient {
    let told = told
    return try BrowserClient(
      opening, folder: nil,
      host: BrowserClient.Host(
        tell: { told.notices.append($0) }, send: { _ in },
        surroundings: ClientEngine.Surroundings(monotonic: { told.now }, wall: { 1 }, random: { 7 })))
  }

  private func failure(_ operation: Bridge.Call.Operation?) throws -> Bridge.Failure? {
    let client = try client()
    defer { client.close() }
    told.notices = []
    client.call(Bridge.Call(id: 9, operation: operation))
    client.endTurn()
    for case .answer(let answer) in told.notices where answer.call == 9 {
      if case .failure(let failure)? = answer.result { return failure }
    }
    return nil
  }

  @Test func openingNamesTheWrongField() {
    for (opening, field) in [
      (Bridge.Opening(), "device.class"), (Bridge.Opening(deviceClass: "watch"), "device.class"),
      (Bridge.Opening(deviceClass: "web", deviceName: String(repeating: "x", count: 65)), "device.name"),
    ] {
      let error = #expect(throws: MartletError.self) { try client(opening) }
      #expect(error?.code == .configurationInvalid && error?.field == field)
    }
  }

  @Test func callWithoutOperationIsAnswered() throws { #expect(try failure(nil)?.field == "operation") }

  @Test func malformedArgumentsNameTheirField() throws {
    let text = Bridge.Action(action: .send(Bridge.SendAction(type: "text", content: "{}")))
    let details = Bridge.MessageDetails(mentions: ["a b"])
    let annotation = Bridge.Action(action: .annotate(Bridge.AnnotateAction()))
    let wrong: [(Bridge.Call.Operation, String)] = [
      (.submit(Bridge.Submit(to: "", action: text)), "to"), (.submit(Bridge.Submit(to: "direct:bob")), "action"),
      (.submit(Bridge.Submit(to: "direct:bob", action: text, id: "no good")), "id"),
      (.submit(Bridge.Submit(to: "direct:bob", action: text, details: details)), "details.mentions"),
      (.submit(Bridge.Submit(to: "direct:bob", action: annotation)), "action.annotate"),
      (.discard(Bridge.Discard(id: "")), "id"), (.markRead(Bridge.MarkRead(to: "x")), "to"),
      (.conversations(Bridge.ListQuery(filter: Bridge.UnreadQuery(kinds: ["No"]))), "filter.kinds"),
      (.conversations(Bridge.ListQuery(after: "x")), "after"), (.conversationsById(Bridge.Names(ids: ["x"])), "ids"),
      (.unreadTotal(Bridge.UnreadQuery(tag: "much too long a tag")), "filter.tag"),
      (.addMembers(Bridge.ChangeMembers(to: "group:g", users: [""])), "users"),
      (.createGroup(Bridge.CreateGroup(id: "no good")), "id"), (.search(Bridge.Search(text: "x", in: "x")), "in"),
      (.search(Bridge.Search()), "text"), (.setTyping(Bridge.SetTyping(to: "direct:bob", on: true, type: "No")), "type"),
      (.changeSettings(Bridge.ChangeSettings(to: "direct:a:b", level: "loud")), "level"),
      (.changeSettings(Bridge.ChangeSettings(to: "direct:a:b", alias: String(repeating: "x", count: 257))), "alias"),
      (.receipts(Bridge.ReceiptQuery(to: "direct:bob")), "seqs"),
    ]
    for (operation, field) in wrong {
      let failure = try failure(operation)
      #expect(failure?.code == "argument_invalid" && failure?.field == field, "\(operation)")
      #expect(failure?.message.isEmpty == false)
    }
  }

  @Test func attributesThatAreNotJSONAreRefused() throws {
    let change = Bridge.ChangeConversation(to: "group:g", attributes: ["a": "{"])
    #expect(try failure(.changeConversation(change))?.code == "content_malformed")
  }

  @Test func closedClientSaysSo() throws {
    let client = try client()
    client.close()
    told.notices = []
    client.call(Bridge.Call(id: 1, operation: .pending(Bridge.Nothing())))
    guard case .answer(let answer)? = told.notices.first, case .failure(let failure)? = answer.result else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == "closed")
  }
}
