import MartletTesting
import MartletWire
import Synchronization

/// The users of a run and their common knowledge, shared by all devices of this process.
final class Workload: Sendable {
  /// A message someone saw.
  struct Said: Sendable {
    var conversation: String
    var seq: UInt64
    var sender: String
  }

  private struct State {
    var groups: [String]
    var said: [Said] = []
    var next = 0
    var isOver = false
  }

  let users: [String]
  private let state: Mutex<State>
  private static let remembered = 512

  init(users: [String], groups: [String]) {
    self.users = users
    state = Mutex(State(groups: groups))
  }

  var groups: [String] { state.withLock { $0.groups } }

  /// True if all devices should stop.
  var isOver: Bool { state.withLock { $0.isOver } }

  func end() { state.withLock { $0.isOver = true } }

  func add(group: String) { state.withLock { $0.groups.append(group) } }

  /// Notes an entry that came to someone, if it is a message.
  func note(_ entry: Wire.Entry) {
    guard case .message(let message)? = entry.event, !message.recalled else { return }
    let said = Said(conversation: entry.conversation, seq: entry.seq, sender: entry.sender)
    state.withLock { state in
      if state.said.count < Self.remembered {
        state.said.append(said)
      } else {
        state.said[state.next % Self.remembered] = said
      }
      state.next += 1
    }
  }

  /// Any message; by a certain user, where one is named.
  func anyMessage(by user: String? = nil, _ random: inout SeededRandom) -> Said? {
    let said = state.withLock { $0.said }
    for _ in 0..<16 {
      guard let one = said.randomElement(using: &random) else { return nil }
      if user == nil || one.sender == user { return one }
    }
    return nil
  }

  /// A conversation that a user may be in: a group, or one with someone else.
  func anyConversation(of user: String, _ random: inout SeededRandom) -> String {
    if Bool.random(using: &random), let group = groups.randomElement(using: &random) { return group }
    let peer = users.randomElement(using: &random) ?? user
    guard let one = UserID(user), let other = UserID(peer) else { return "" }
    return ConversationID.direct(one, other).text
  }
}
