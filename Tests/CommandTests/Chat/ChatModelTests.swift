import Martlet
import Testing

@testable import MartletCommand
@testable import MartletCore

@Suite struct ChatModelTests {
  /// Alice's chat with bob, the history shown.
  private func opened(_ history: [Message] = []) -> ChatModel {
    var model = ChatModel(me: Samples.alice, destination: .user(Samples.bob))
    model.listed([Samples.conversation(Samples.direct)])
    _ = model.historyRead(history)
    return model
  }

  @Test func newMessagesAreShownOnceAndMarkedRead() {
    var model = opened([Samples.text(1, "one")])
    let two = Samples.text(2, "two")
    #expect(model.apply(.message(two)) == [.show(two, isChange: false), .markRead(2)])
    #expect(model.apply(.message(two)).isEmpty)
    #expect(model.apply(.message(Samples.text(1, "one"))).isEmpty)
  }

  @Test func whatArrivesBeforeTheHistoryIsShownWithIt() {
    var model = ChatModel(me: Samples.alice, destination: .user(Samples.bob))
    let one = Samples.text(1, "one")
    let two = Samples.text(2, "two")
    #expect(model.apply(.message(two)).isEmpty)
    #expect(model.apply(.caughtUp) == [.readHistory, .readMembers])
    #expect(model.historyRead([one, two]) == [.show(one, isChange: false), .show(two, isChange: false), .markRead(2)])
    #expect(model.apply(.message(two)).isEmpty)
    #expect(model.apply(.caughtUp) == [.readMembers])
  }

  @Test func aFirstStartWaitsForWhoItIs() {
    var model = ChatModel(me: nil, destination: .user(Samples.bob))
    #expect(model.open == nil)
    #expect(model.identified(as: Samples.alice) == [.readHistory])
    #expect(model.open == Samples.direct)
    #expect(model.identified(as: Samples.alice).isEmpty)
  }

  @Test func aConversationThatIsNewIsReadWhenItIsKnown() {
    var model = ChatModel(me: Samples.alice, destination: .conversation(Samples.team))
    #expect(model.apply(.conversation(Samples.conversation(Samples.team))) == [.readHistory])
    _ = model.historyRead([Samples.text(1, "one", in: Samples.team)])
    #expect(model.apply(.conversation(Samples.conversation(Samples.team))).isEmpty)
  }

  @Test func missedEventsAreReadAgainWithoutRepeating() {
    var model = opened([Samples.text(1, "one"), Samples.text(2, "two")])
    #expect(model.apply(.missed) == [.readAgain])
    let three = Samples.text(3, "three")
    #expect(model.historyRead([Samples.text(2, "two"), three]) == [.show(three, isChange: false), .markRead(3)])
  }

  @Test func whatWasReadElsewhereIsNotMarkedAgain() {
    var model = ChatModel(me: Samples.alice, destination: .user(Samples.bob))
    model.listed([Samples.conversation(Samples.direct, readUpTo: 2)])
    #expect(model.historyRead([Samples.text(2, "two")]) == [.show(Samples.text(2, "two"), isChange: false)])
    #expect(model.apply(.message(Samples.text(3, "x"))).last == .markRead(3))
  }

  @Test func changesOfShownMessagesAreShown() {
    var model = opened([Samples.text(4, "four"), Samples.text(5, "five")])
    let edited = Samples.text(4, "4", revision: 6)
    #expect(model.apply(.messageChanged(edited)) == [.show(edited, isChange: true)])
    #expect(model.apply(.messageChanged(Samples.text(3, "3", revision: 6))).isEmpty)
    #expect(model.apply(.messageChanged(Samples.text(4, "4", in: Samples.team, revision: 6))).isEmpty)
    model.olderRead([Samples.text(2, "two"), Samples.text(3, "three")])
    #expect(!model.apply(.messageChanged(Samples.text(3, "3", revision: 6))).isEmpty)
  }

  @Test func otherConversationsAreAnnounced() {
    var model = opened()
    model.listed([Samples.conversation(Samples.direct), Samples.conversation(Samples.team, title: "The team", unread: 2)])
    let message = Samples.text(7, "hi", from: Samples.carol, in: Samples.team)
    #expect(model.apply(.message(message)) == [.announce(message, in: "The team")])
    #expect(model.apply(.message(Samples.text(8, "mine", from: Samples.alice, in: Samples.team))).isEmpty)
    #expect(model.apply(.message(Samples.message(9, .recalled, in: Samples.team))).isEmpty)
    #expect(model.summary == "offline · unread: The team 2")
  }

  @Test func theOutboxIsCountedAndRefusalsAreTold() {
    var model = opened()
    _ = model.apply(.pending(Samples.pending("a", "one")))
    _ = model.apply(.pending(Samples.pending("b", "two")))
    #expect(model.waiting == 2)
    #expect(model.outbox.map(\.words) == ["one", "two"])
    let sent = PendingSend.State.sent(MessageID(conversation: Samples.direct, seq: 1), at: Timestamp(milliseconds: 1))
    _ = model.apply(.pending(Samples.pending("a", "one", state: sent)))
    #expect(model.waiting == 1)
    _ = model.apply(.pendingRemoved(Samples.clientID("a")))
    let told = model.apply(.pending(Samples.pending("b", "two", state: .failed(MartletError(.contentTooLarge, "")))))
    #expect(told == [.tell("not sent: 'two': content_too_large", isBad: true), .discard(Samples.clientID("b"))])
    #expect(model.outbox.isEmpty)
    #expect(model.refused == 1)
  }

  @Test func whoHasReadIsTold() {
    var model = opened([Samples.text(1, "one", from: Samples.alice), Samples.text(2, "two")])
    _ = model.stateChanged(.online)
    #expect(model.summary == "online")
    _ = model.apply(.read(Samples.direct, by: Samples.bob, upTo: 1))
    #expect(model.summary == "online · read")
    _ = model.apply(.message(Samples.text(3, "three", from: Samples.alice)))
    #expect(model.summary == "online")
    _ = model.apply(.read(Samples.direct, by: Samples.bob, upTo: 2))
    _ = model.apply(.read(Samples.direct, by: Samples.alice, upTo: 9))
    _ = model.apply(.read(Samples.team, by: Samples.bob, upTo: 9))
    #expect(model.summary == "online")
    model.membersRead([
      Member(id: Samples.bob, role: .member, joined: 0, readUpTo: 3),
      Member(id: Samples.alice, role: .member, joined: 0, readUpTo: 3),
    ])
    _ = model.apply(.read(Samples.direct, by: Samples.bob, upTo: 1))
    #expect(model.summary == "online · read")
  }

  @Test func groupsSayWhoHasRead() {
    var model = ChatModel(me: Samples.alice, destination: .conversation(Samples.team))
    _ = model.historyRead([Samples.text(5, "x", from: Samples.alice, in: Samples.team)])
    for name in ["b1", "b2", "b3", "b4", "b5"] { _ = model.apply(.read(Samples.team, by: Samples.user(name), upTo: 5)) }
    #expect(model.summary == "offline · read by b1, b2, b3 and 2 more")
  }

  @Test func stateChangesAreToldOnce() {
    var model = opened()
    #expect(model.stateChanged(.connecting(attempt: 1, retryIn: nil)) == [.state("connecting")])
    #expect(model.stateChanged(.connecting(attempt: 1, retryIn: nil)).isEmpty)
    #expect(model.stateChanged(.online) == [.state("online")])
    #expect(model.stateChanged(.ended(MartletError(.tokenExpired, ""))) == [.state("signed out: token_expired")])
  }

  @Test func leavingClosesTheConversation() {
    var model = ChatModel(me: Samples.alice, destination: .conversation(Samples.team))
    model.listed([Samples.conversation(Samples.team, title: "The team")])
    _ = model.historyRead([])
    #expect(model.prompt == "The team> ")
    let removal = Removal(by: Samples.alice, reason: "")
    #expect(model.apply(.conversationRemoved(Samples.team, removal)) == [.tell("you are no longer in The team", isBad: false)])
    #expect(model.open == nil)
    #expect(model.prompt == "> ")
  }

  @Test func takingAConversationOffTheListDoesNotSayThatOneLeft() {
    var model = ChatModel(me: Samples.alice, destination: .conversation(Samples.team))
    model.listed([Samples.conversation(Samples.team, title: "The team")])
    #expect(
      model.apply(.conversationRemoved(Samples.team)) == [.tell("The team is no longer in your list", isBad: false)])
    #expect(model.open == nil)
  }

  @Test func beingRemovedSaysByWhomAndWhy() {
    var model = ChatModel(me: Samples.alice, destination: .conversation(Samples.team))
    model.listed([Samples.conversation(Samples.team, title: "The team")])
    let ban = Removal(by: Samples.bob, reason: "spam", bannedUntil: Timestamp(milliseconds: 253_402_300_799_999))
    var banned = model
    #expect(
      banned.apply(.conversationRemoved(Samples.team, ban)) == [
        .tell("bob banned you from The team for good: spam", isBad: false)
      ])
    let removal = Removal(by: Samples.bob, reason: "spam")
    #expect(
      model.apply(.conversationRemoved(Samples.team, removal)) == [
        .tell("bob removed you from The team: spam", isBad: false)
      ])
  }

  @Test func anotherConversationStartsAfresh() {
    var model = opened([Samples.text(9, "nine", from: Samples.alice)])
    #expect(model.opened(.conversation(Samples.team)) == [.readHistory, .readMembers])
    #expect(model.lastShown == nil)
    let one = Samples.text(1, "one", in: Samples.team)
    #expect(model.historyRead([one]).first == .show(one, isChange: false))
  }

  @Test func localDataBegunAnewIsTold() {
    var model = opened()
    let effects = model.apply(.localDataReset(keptAt: "/x/data.bad", outboxKept: false))
    #expect(effects.last == .readAgain)
    guard case .tell(let words, isBad: true)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(words.contains("/x/data.bad"))
    #expect(words.contains("only in that copy"))
  }

  @Test func conversationsAreCalledByTheirPeople() {
    let model = opened()
    #expect(model.name(of: .direct(Samples.carol, Samples.alice)) == "carol")
    #expect(model.name(of: Samples.team) == "group:team")
    #expect(model.prompt == "bob> ")
  }
}
