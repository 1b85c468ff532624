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

  @Test func malformedArgumentsOfLaterCallsNameTheirField() throws {
    let (to, page) = ("direct:a:b", Bridge.PageQuery(to: "direct:a:b", position: 1, after: "x"))
    let wrong: [(Bridge.Call.Operation, String)] = [
      (.schedule(Bridge.Schedule(to: to, type: "text", content: "{}", id: "no good")), "id"),
      (.schedule(Bridge.Schedule(to: "", type: "text", content: "{}")), "to"),
      (.cancelScheduled(Bridge.Discard(id: "")), "id"),
      (.insertLocal(Bridge.InsertLocal(to: to, drafts: [Bridge.LocalDraft(type: "text", content: "[]")])), "content"),
      (.insertLocal(Bridge.InsertLocal(to: to, drafts: [Bridge.LocalDraft(type: "text", content: "{}", fields: "[")])), "fields"),
      (
        .insertLocal(Bridge.InsertLocal(to: to, drafts: [Bridge.LocalDraft(type: "text", content: "{}", sender: "a b")])),
        "sender"
      ),
      (.changeLocal(Bridge.ChangeLocal(to: to, id: 1)), "message"),
      (.setLocalFields(Bridge.ChangeLocalFields(to: to, position: 1, fields: "1")), "fields"),
      (.localFields(Bridge.PositionRange(to: "x")), "to"),
      (.readers(Bridge.ReaderQuery(of: page)), "after"), (.readers(Bridge.ReaderQuery(of: nil, state: "some")), "state"),
      (.annotators(Bridge.AnnotatorQuery(of: page)), "key"), (.replies(page), "after"),
      (.replies(Bridge.PageQuery(to: to, after: "uALICE")), "after"),
      (.historyAround(Bridge.HistoryAround(to: to)), "around"), (.historyOfTypes(Bridge.HistoryOfTypes(to: to)), "types"),
      (.messages(Bridge.ReceiptQuery(to: to, positions: Array(1...101))), "messages"),
      (.search(Bridge.Search(text: "x", sender: "a b")), "sender"), (.search(Bridge.Search(text: "x", after: "h1")), "after"),
      (.changeSettings(Bridge.ChangeSettings(to: to, setFlags: "-1")), "setFlags"),
      (.changeSettings(Bridge.ChangeSettings(to: to, pinInTag: Bridge.PinInTag(tag: "t"))), "tag"),
      (.setSettings(Bridge.SetSettings(values: ["no good": "1"])), "key"),
      (.setQuietHours(Bridge.SetQuietHours(hours: Bridge.QuietHours(from: 9_999))), "hours"),
      (.setDefaultLevel(Bridge.DefaultLevel(kind: "No")), "kind"),
      (.setDefaultLevel(Bridge.DefaultLevel(level: "loud")), "level"),
      (.setTag(Bridge.Tag(id: "t")), "name"), (.deleteTag(Bridge.Discard(id: "much too long a tag")), "id"),
      (.addTag(Bridge.TagConversations(id: "t", conversations: ["x"])), "conversations"),
      (.addTag(Bridge.TagConversations(id: "t")), "id"),
      (.removeConversations(Bridge.RemoveConversations(untag: "much too long a tag")), "untag"),
      (.combine(Bridge.Combine(messages: [Bridge.CombinedMessage(sender: "a")])), "messages"),
    ]
    for (operation, field) in wrong {
      let failure = try failure(operation)
      #expect(failure?.code == "argument_invalid" && failure?.field == field, "\(operation) \(String(describing: failure))")
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
