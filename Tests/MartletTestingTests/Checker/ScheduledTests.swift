import MartletTesting
import MartletWire
import Testing

/// Scheduled messages: a broken promise is found, and a lookalike is not.
@Suite struct ScheduledTests {
  private static let time: Int64 = 1_500
  private static let payload = PayloadHash.of(type: "text", content: "later")

  /// Alice schedules a message, which is acknowledged; then her time passes.
  private static func tale(waiting milliseconds: UInt64 = 1_000) -> Tale {
    var tale = Tale()
    schedule("plan", &tale)
    tale.wait(milliseconds)
    return tale
  }

  private static func schedule(
    _ id: String, _ tale: inout Tale, payload: UInt64 = payload, time: Int64 = time, by user: String = "alice"
  ) {
    var plan = Operation(.schedule, conversation: Tale.group, clientID: id, payload: payload)
    plan.time = time
    let call = tale.invoke(plan, by: user)
    tale.tell(.ok(call: call, seq: 0), Tale.device(user), user)
  }

  /// The server sends something under a client id that says when it was to be sent.
  private static func send(
    _ tale: inout Tale, payload: UInt64 = payload, seed: UInt64 = 1, _ change: (inout Operation) -> Void = { _ in }
  ) {
    var random = SeededRandom(seed: seed)
    let id = ClientID(milliseconds: time, random: &random).text
    var operation = Operation(.send, conversation: Tale.group, clientID: id, payload: payload)
    change(&operation)
    let seq = tale.store(operation, by: "alice")
    for device in ["a1", "b1"] { tale.push(seq, to: device) }
  }

  private static func cancel(_ tale: inout Tale, isAnswered: Bool = true, isRefused: Bool = false) {
    let call = tale.invoke(Operation(.cancelScheduled, conversation: "", clientID: "plan"), by: "alice")
    guard isAnswered else { return }
    let answer: HistoryEvent =
      isRefused ? .refused(call: call, code: ErrorCode.alreadySent.rawValue) : .ok(call: call, seq: 0)
    tale.tell(answer, Tale.device("alice"), "alice")
  }

  private static func keep(_ tale: inout Tale) {
    tale.dump.scheduled = [
      Dump.Scheduled(user: "alice", clientID: "plan", conversation: Tale.group, payload: payload, time: time)
    ]
  }

  @Test func isSentOnce() {
    var tale = Self.tale()
    Self.send(&tale)
    #expect(tale.broken == [])
    Self.send(&tale, seed: 2)
    #expect(tale.broken == [.once])
  }

  @Test func isSentWithWhatWentWithIt() {
    var tale = Self.tale()
    Self.send(&tale) { $0.details.mentions = ["bob"] }
    #expect(tale.broken == [.durable])
  }

  @Test func isNotSentBeforeItsTime() {
    var tale = Self.tale(waiting: 100)
    Self.send(&tale)
    #expect(tale.broken == [.once])
  }

  @Test func isSentOrWaits() {
    var tale = Self.tale()
    #expect(tale.broken == [.durable], "it is neither sent nor kept")
    Self.keep(&tale)
    #expect(tale.broken == [])
  }

  /// A silence of bob by alice, which may end before the message's time.
  @Test(arguments: [true, false]) func isDroppedIfItsSenderIsSilenced(isLifted: Bool) {
    var tale = Tale()
    Self.schedule("plan", &tale, by: "bob")
    var silence = Operation(.silenceMembers, conversation: Tale.group, clientID: "silence", users: ["bob"])
    silence.time = 9_999
    tale.append(silence, by: "alice")
    if isLifted {
      silence = Operation(.silenceMembers, conversation: Tale.group, clientID: "end", users: ["bob"])
      tale.append(silence, by: "alice")
    }
    tale.wait(1_000)
    #expect(tale.broken == (isLifted ? [.durable] : []))
  }

  @Test func isDroppedIfTheGroupIsSilenced() {
    var tale = Tale()
    Self.schedule("plan", &tale, by: "bob")
    var change = Operation(.changeConversation, conversation: Tale.group, clientID: "silence")
    change.changes = [MarkLine.silenced(true)]
    tale.append(change, by: "alice")
    tale.wait(1_000)
    #expect(tale.broken == [])
    Self.schedule("own", &tale, time: 2_000, by: "alice")
    tale.wait(1_000)
    #expect(tale.broken == [.durable], "the owner may write all the same")
  }

  @Test func isNotSentOnceItWasTakenBack() {
    var tale = Self.tale()
    Self.cancel(&tale)
    #expect(tale.broken == [])
    var kept = tale
    Self.keep(&kept)
    #expect(kept.broken == [.durable], "it is kept though it was taken back")
    Self.send(&tale)
    #expect(tale.broken == [.durable], "it is sent though it was taken back")
  }

  @Test func retryAfterItWasTakenBackSendsNothing() {
    var tale = Self.tale()
    Self.cancel(&tale)
    Self.schedule("plan", &tale)
    #expect(tale.broken == [])
    Self.send(&tale)
    #expect(tale.broken == [.durable], "it is sent though it was taken back")
  }

  @Test func isSentWhereTakingItBackWasRefusedAsTooLate() {
    var tale = Self.tale()
    Self.cancel(&tale, isRefused: true)
    #expect(tale.broken.contains(.durable))
    Self.send(&tale)
    #expect(tale.broken == [])
  }

  @Test func mayBeSentOrNotWhereTakingItBackWasNotAnswered() {
    var tale = Self.tale()
    Self.cancel(&tale, isAnswered: false)
    #expect(!tale.broken.contains(.durable))
    Self.send(&tale)
    #expect(!tale.broken.contains(.durable) && !tale.broken.contains(.once))
  }

  @Test func plansForTheSameTimeAreToldApart() {
    let other = PayloadHash.of(type: "text", content: "also later")
    var tale = Self.tale(waiting: 0)
    Self.schedule("other", &tale, payload: other)
    tale.wait(1_000)
    Self.send(&tale)
    var twice = tale
    Self.send(&twice, seed: 2)
    #expect(twice.broken == [.once, .durable], "one is sent twice, the other never")
    Self.send(&tale, payload: other, seed: 2)
    #expect(tale.broken == [])
  }

  @Test func isNotSentForAnotherTime() {
    var tale = Tale()
    Self.schedule("plan", &tale, time: Self.time + 1)
    tale.wait(1_000)
    Self.send(&tale)
    #expect(tale.broken == [.once, .durable], "nobody asked for what was sent, and what was asked for is not there")
  }

  @Test func saysWhatWasScheduled() {
    var tale = Self.tale()
    Self.send(&tale, payload: PayloadHash.of(type: "text", content: "something else"))
    #expect(tale.broken == [.once, .durable], "nobody asked for what was sent, and what was asked for is not there")
  }
}
