import Martlet
import MartletWire

/// Messages of a simulated device, and annotations by its user.
extension SimulatedDevice {
  private static let reactions = ["👍", "🎉", "heart"]
  private static let properties = ["a", "b"]

  /// A message with random details; `conversation` is nil for a direct one that may not exist yet.
  func message(_ text: String, in conversation: Conversation?, _ turn: inout Turn) -> (MessageContent, MessageDetails) {
    var details = MessageDetails()
    guard turn.step.dice % 100 < turn.world.richness else { return (.text(text), details) }
    let isGroup = conversation?.id.kind == .group
    if turn.chance(40) { details.mentions = mentions(&turn) }
    if turn.chance(15) { details.extra = #"{"n":\#(turn.step.number)}"# }
    if turn.chance(10) { details.senderInfo = .init(name: "name \(turn.step.number)") }
    if turn.chance(15) { details.policy.isCounted = turn.chance(70) ? false : true }
    if turn.chance(15) { details.policy.isListed = turn.chance(70) ? false : true }
    if turn.world.sendsUntold, turn.chance(40) { details.policy.isLive = false }
    if turn.chance(10) { details.push = .init(isDisabled: turn.chance(50), title: "title", text: "text") }
    if turn.chance(20) { details.properties = turn.chance(50) ? [:] : ["a": "\(turn.step.number)"] }
    if isGroup, turn.chance(25) {
      details.directedTo = turn.users.filter { _ in turn.chance(40) }
    } else if let conversation, turn.chance(30) {
      details.replyTo = turn.target(in: conversation)
    }
    return (content(text, &turn), details)
  }

  private func mentions(_ turn: inout Turn) -> MessageDetails.Mentions {
    MessageDetails.Mentions(users: turn.users.filter { _ in turn.chance(40) }, all: turn.chance(25))
  }

  private func content(_ text: String, _ turn: inout Turn) -> MessageContent {
    switch Int.random(in: 0..<10, using: &turn.dice) {
    case 0: .custom(type: "command", json: MessageContent.text(text).json)
    case 1: .custom(type: "notice", json: MessageContent.text(text).json)
    case 2, 3:
      .custom(
        type: "poll",
        json:
          #"{"question":"\#(turn.step.number)","choices":[{},{},{}],"most":\#(turn.chance(50) ? 1 : 2),"#
          + #""secret":\#(turn.chance(30))}"#)
    default: .text(text)
    }
  }

  /// Reacts, sets properties, votes, pins or closes, mostly where that makes sense.
  func annotate(_ turn: inout Turn) async {
    guard let chosen = turn.conversation(), var target = turn.target(in: chosen) else { return }
    let held = ((try? await turn.client.chat(chosen.id).history(limit: 50)) ?? []).filter { $0.content != nil }
    func choose(_ isRight: (Message) -> Bool) {
      if turn.chance(90), let one = turn.pick(held.filter(isRight)) { target = one.seq }
    }
    let change: AnnotationChange
    switch Int.random(in: 0..<10, using: &turn.dice) {
    case 0...3:
      choose { _ in true }
      let keys = Self.reactions.filter { _ in turn.chance(40) }
      let gone = Self.reactions.filter { key in !keys.contains(key) && turn.chance(30) }
      change = .reactions(added: keys, removed: gone)
    case 4, 5:
      choose { $0.annotations.isExpandable }
      let gone = turn.chance(25) ? Self.properties.filter { _ in turn.chance(50) } : []
      let names = Self.properties.filter { name in !gone.contains(name) && turn.chance(60) }
      change = .properties(set: Dictionary(uniqueKeysWithValues: names.map { ($0, "\(turn.step.number)") }), removed: gone)
    case 6, 7:
      choose { $0.content?.type == "poll" }
      change = .ballot((0..<3).filter { _ in turn.chance(40) })
    case 8:
      choose { _ in true }
      change = .pin(turn.chance(60))
    default:
      choose { $0.content?.type == "poll" && $0.sender == self.user }
      change = .pollClosed
    }
    await send(.annotate(target, change), in: chosen.id, turn.client)
  }

  /// Signals typing, or sends another signal to connected members.
  func signal(_ turn: inout Turn) async {
    guard let chosen = turn.conversation() else { return }
    let chat = turn.client.chat(chosen.id)
    if turn.chance(70) {
      try? await chat.setTyping(turn.chance(80))
    } else {
      try? await chat.signal(.text("\(turn.step.number)"))
    }
  }

  /// Has a message sent at a time to come.
  func schedule(_ turn: inout Turn) async {
    guard turn.world.schedulesAhead > 300, let chosen = turn.conversation() else { return }
    var details = MessageDetails()
    if turn.chance(30) { details.mentions = mentions(&turn) }
    let ahead = Int64.random(in: 300...Int64(turn.world.schedulesAhead), using: &turn.dice)
    let time = Timestamp(milliseconds: await turn.client.serverTime.milliseconds + ahead)
    _ = try? await turn.client.chat(chosen.id).schedule(.text("\(turn.step.number) later"), details: details, at: time)
  }

  /// Takes back something that was scheduled, perhaps at the moment in which it is sent.
  func cancelScheduled(_ turn: inout Turn) async {
    guard let one = turn.pick((try? await turn.client.scheduled()) ?? []) else { return }
    _ = try? await turn.client.cancelScheduled(one.id)
  }
}
