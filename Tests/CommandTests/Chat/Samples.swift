import Martlet

@testable import MartletCore

/// Sample input for a chat: messages, entries and events of alice, who talks to bob.
enum Samples {
  static let alice = user("alice")
  static let bob = user("bob")
  static let carol = user("carol")
  static let direct = ConversationID.direct(alice, bob)
  static let team = group("team")
  static let work = tag("work")

  static func user(_ name: String) -> UserID {
    guard let user = UserID(name) else { fatalError("not a user: \(name)") }
    return user
  }

  static func group(_ name: String) -> ConversationID {
    guard let group = ConversationID.group(name) else { fatalError("not a group: \(name)") }
    return group
  }

  static func tag(_ text: String) -> TagID {
    guard let tag = TagID(text) else { fatalError("not a tag: \(text)") }
    return tag
  }

  static func clientID(_ text: String) -> ClientID {
    guard let id = ClientID(text) else { fatalError("not a client id: \(text)") }
    return id
  }

  static func message(
    _ seq: UInt64, _ kind: Message.Kind, from sender: UserID = bob, in conversation: ConversationID = direct, revision: UInt64 = 0
  ) -> Message {
    Message(
      id: MessageID(conversation: conversation, seq: seq), sender: sender, clientID: nil,
      time: Timestamp(milliseconds: 1000 * Int64(seq)), kind: kind, revision: revision)
  }

  static func text(
    _ seq: UInt64, _ text: String, from sender: UserID = bob, in conversation: ConversationID = direct, revision: UInt64 = 0
  ) -> Message {
    message(seq, .content(.text(text)), from: sender, in: conversation, revision: revision)
  }

  static func item(_ seq: UInt64, _ event: LogItem.Event, clientID: ClientID? = nil, in conversation: ConversationID = direct)
    -> LogItem
  {
    LogItem(
      id: MessageID(conversation: conversation, seq: seq), sender: bob, clientID: clientID,
      time: Timestamp(milliseconds: 1000 * Int64(seq)), event: event)
  }

  static func conversation(_ id: ConversationID, title: String = "", unread: Int = 0, readUpTo: UInt64 = 0) -> Conversation {
    Conversation(
      id: id, title: title, owner: nil, peer: id.peer(of: alice), memberCount: 2, head: 9, first: 1,
      readUpTo: readUpTo, unread: unread, lastMessage: nil, lastActivity: nil, settings: ConversationSettings([:]))
  }

  static func pending(_ id: String, _ text: String, state: PendingSend.State = .waiting) -> PendingSend {
    PendingSend(
      id: clientID(id), destination: .user(bob), action: .send(.text(text)), made: Timestamp(milliseconds: 1), state: state)
  }
}
