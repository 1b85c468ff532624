import MartletNet
import MartletStore
import MartletWire
import Testing

@testable import MartletServer

@Suite struct ConversationTests {
  private let app = Names.app("app")
  private let alice = Names.user("alice")
  private let bob = Names.user("bob")
  private let carol = Names.user("carol")
  private let now: Int64 = 1_700_000_000_000
  private let limits = Shared(Limits())

  private func request<Form: AppendingRequest>(
    _ user: UserID, _ id: ConversationID, _ form: Form, clientID: String = "c1"
  ) -> AppendRequest<Form> {
    AppendRequest(
      caller: UserKey(app: app, user: user), conversation: id, clientID: Names.client(clientID), form: form, origin: Nobody(),
      id: 1)
  }

  private func group(owner: UserID, _ members: [UserID: UInt64]) -> Conversation {
    let id = Names.group("g")
    let record = ConversationRecord(
      id: id, title: "", owner: owner, head: 9, countable: 3, time: now, stamp: 5, memberCount: members.count)
    let records = members.map { MemberRecord(user: $0, joined: $1, read: 0, lastSent: 0) }
    return Conversation(key: ConversationKey(app: app, id: id), record: record, members: records)
  }

  private func failure(_ decision: Conversation.Decision) -> UInt32? {
    if case .answer(.failure(let failure)) = decision { failure.code } else { nil }
  }

  private func append(_ decision: Conversation.Decision) throws -> Append {
    guard case .append(let append) = decision else {
      Issue.record("expected an append, got \(decision)")
      throw Unexpected()
    }
    return append.value
  }

  @Test func firstDirectMessageLooksUpThePeerAndMakesTheConversation() throws {
    let conversation = Conversation(key: ConversationKey(app: app, id: .direct(alice, bob)))
    let request = request(alice, .direct(alice, bob), .send(type: "text", content: "{}"))
    guard case .lookUp(let users) = conversation.decide(request, limits: limits, now: now) else {
      Issue.record("expected a look-up")
      return
    }
    #expect(users == [bob])
    #expect(failure(conversation.decide(request, limits: limits, now: now, known: [])) == ErrorCode.peerUnknown.rawValue)
    let append = try append(conversation.decide(request, limits: limits, now: now, known: [bob]))
    #expect(append.create != nil)
    #expect(append.joins == [alice, bob])
    #expect(append.counts)
  }

  @Test func strangerToADirectConversationIsToldItDoesNotExist() {
    let conversation = Conversation(key: ConversationKey(app: app, id: .direct(alice, bob)))
    let request = request(carol, .direct(alice, bob), .send(type: "text", content: "{}"))
    #expect(failure(conversation.decide(request, limits: limits, now: now)) == ErrorCode.conversationUnknown.rawValue)
  }

  @Test func sendToAGroupIsLeftToTheStoreEvenForStrangers() throws {
    // A stranger may be a former member who retries a stored request: only the store knows.
    let conversation = group(owner: alice, [alice: 1])
    let append = try append(
      conversation.decide(request(carol, conversation.key.id, .send(type: "text", content: "{}")), limits: limits, now: now))
    #expect(append.conditions == [.allowed(carol, [.owner, .member], to: .read), .mayWrite(carol, at: now)])
    #expect(append.create == nil)
  }

  @Test func ownerMayRecallWhatOthersSent() throws {
    let conversation = group(owner: alice, [alice: 1, bob: 1])
    let byOwner = try append(
      conversation.decide(request(alice, conversation.key.id, .recall(target: 4)), limits: limits, now: now))
    #expect(byOwner.conditions == recalling(alice))
    let byOther = try append(conversation.decide(request(bob, conversation.key.id, .recall(target: 4)), limits: limits, now: now))
    #expect(byOther.conditions == recalling(bob))
  }

  private func recalling(_ user: UserID) -> [Condition] {
    [
      .allowed(user, [.owner, .member], to: .read), .notRecalled(4, to: user), .visibleMessage(4, to: user),
      .allowed(user, [.sender, .owner, .admin], to: .recall, at: 4), .notDismissed,
    ]
  }

  @Test func onlyTheSenderMayEditEvenWhereOwner() throws {
    let conversation = group(owner: alice, [alice: 1, bob: 1])
    let edit = EditRequest(target: 4, type: "text", content: "{}")
    let append = try append(conversation.decide(request(alice, conversation.key.id, edit), limits: limits, now: now))
    #expect(append.conditions.contains(.allowed(alice, .sender, to: .edit, at: 4)))
    #expect(!append.counts)
  }

  @Test func makerIsAlwaysAMember() throws {
    let id = Names.group("g")
    let conversation = Conversation(key: ConversationKey(app: app, id: id))
    let create = request(alice, id, .createGroup(title: "T", members: [bob], named: true))
    let append = try append(conversation.decide(create, limits: limits, now: now, known: [alice, bob]))
    #expect(append.joins == [alice, bob])
    #expect(append.event == .groupCreated(title: "T", owner: alice, members: [alice, bob]))
    #expect(append.conditions.first == .absent)
    #expect(failure(conversation.decide(create, limits: limits, now: now, known: [alice])) == ErrorCode.peerUnknown.rawValue)
  }

  @Test func additionNamesOnlyWhoIsNew() throws {
    let conversation = group(owner: alice, [alice: 1, bob: 1])
    let add = request(bob, conversation.key.id, .addMembers([bob, carol]))
    let append = try append(conversation.decide(add, limits: limits, now: now, known: [carol]))
    #expect(append.joins == [carol])
    #expect(append.event == .membersAdded([carol]))
  }

  @Test func leavingNeedsNoOwnerAndRemovingOthersDoes() throws {
    let conversation = group(owner: alice, [alice: 1, bob: 1, carol: 3])
    let leave = try append(
      conversation.decide(request(bob, conversation.key.id, .removeMembers([bob])), limits: limits, now: now))
    #expect(!leave.conditions.contains(.allowed(bob, .leaders, to: .removeMembers)))
    #expect(leave.event == .membersRemoved([bob], owner: alice))
    #expect(leave.owner == nil)
    let remove = try append(
      conversation.decide(request(bob, conversation.key.id, .removeMembers([carol])), limits: limits, now: now))
    #expect(remove.conditions.contains(.allowed(bob, .leaders, to: .removeMembers)))
  }

  @Test func ownershipPassesToTheLongestMember() throws {
    let conversation = group(owner: alice, [alice: 1, bob: 5, carol: 3])
    let leave = try append(
      conversation.decide(request(alice, conversation.key.id, .removeMembers([alice])), limits: limits, now: now))
    #expect(leave.owner == .user(carol))
    #expect(leave.event == .membersRemoved([alice], owner: carol))
    let all = request(alice, conversation.key.id, .removeMembers([alice, bob, carol]))
    #expect(try append(conversation.decide(all, limits: limits, now: now)).owner == .nobody)
  }

  @Test func directConversationsHaveNoMembershipOperations() {
    let conversation = Conversation(key: ConversationKey(app: app, id: .direct(alice, bob)))
    let id = conversation.key.id
    let requests: [any AppendWork] = [request(alice, id, .addMembers([carol])), request(alice, id, .removeMembers([alice]))]
    for request in requests {
      let decision = conversation.decide(request, limits: limits, now: now)
      #expect(failure(decision) == ErrorCode.notSupportedHere.rawValue)
    }
  }

  @Test func clientIDsOutsideTheWindowAreRefused() {
    let conversation = group(owner: alice, [alice: 1])
    var random = SystemRandomNumberGenerator()
    func code(_ offset: Int64) -> UInt32? {
      let id = ClientID(milliseconds: now + offset, random: &random).text
      let send = request(alice, conversation.key.id, .send(type: "text", content: "{}"), clientID: id)
      return failure(conversation.decide(send, limits: limits, now: now))
    }
    let week: Int64 = 7 * 86_400_000
    #expect(code(-week) == nil)
    #expect(code(-week - 1) == ErrorCode.clientIdExpired.rawValue)
    #expect(code(86_400_000) == nil)
    #expect(code(86_400_001) == ErrorCode.clientIdAhead.rawValue)
  }

  @Test func stateFollowsWhatWasStored() throws {
    let id = Names.group("g")
    let conversation = Conversation(key: ConversationKey(app: app, id: id))
    let create = request(alice, id, .createGroup(title: "T", members: [bob], named: true))
    let made = try append(conversation.decide(create, limits: limits, now: now, known: [alice, bob]))
    conversation.apply(Shared(made), stored(id, 1))
    #expect(conversation.membership.owner == alice)
    #expect(Set(conversation.membership.audience.users) == [alice, bob])
    let leave = try append(conversation.decide(request(alice, id, .removeMembers([alice])), limits: limits, now: now))
    conversation.apply(Shared(leave), stored(id, 2))
    #expect(conversation.membership.owner == bob)
    #expect(conversation.membership.audience.users == [bob])
    #expect(conversation.log.head == 2)
    #expect(conversation.membership.count == 1)
  }

  @Test func fingerprintTellsRequestsApartAndRetriesAlike() {
    let id = Names.group("g")
    let other = Names.group("h")
    let send = request(alice, id, .send(type: "ab", content: "c"))
    #expect(send.fingerprint == request(alice, id, .send(type: "ab", content: "c"), clientID: "c2").fingerprint)
    #expect(send.fingerprint != request(alice, id, .send(type: "a", content: "bc")).fingerprint)
    #expect(send.fingerprint != request(alice, other, .send(type: "ab", content: "c")).fingerprint)
    let unnamed = CreateGroupRequest(title: "T", members: [bob], named: false)
    #expect(request(alice, id, unnamed).fingerprint == request(alice, other, unnamed).fingerprint)
    let named = CreateGroupRequest(title: "T", members: [bob], named: true)
    #expect(request(alice, id, named).fingerprint != request(alice, other, named).fingerprint)
  }

  private func stored(_ id: ConversationID, _ seq: UInt64) -> Stored {
    Stored(position: Position(conversation: id, seq: seq, time: now), countable: 0, stamp: seq, userEntries: [])
  }
}

extension Conversation {
  fileprivate func decide(
    _ request: any AppendWork, limits: Shared<Limits>, now: Int64, known: Set<UserID>? = nil
  ) -> Decision {
    request.decide(on: self, Deciding(limits: limits, now: now, known: known))
  }
}

extension AppendRequest {
  fileprivate var fingerprint: [UInt8] { form.fingerprint(in: key.id) }
}

private struct Unexpected: Error {}

/// An origin for requests that are only decided, never answered.
private final class Nobody: Origin {
  var loop: EventLoop { fatalError("a decision asks nobody") }
  func answer(_ id: UInt32, with body: Wire.ServerPacket.Body) { Issue.record("a decision answers nobody") }
}
