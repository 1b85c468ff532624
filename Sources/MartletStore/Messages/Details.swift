import MartletWire

/// What a message carries besides its content, in the form in which it is stored and sent.
///
/// An object, because most messages have none and every entry has room for it.
package final class Details: Sendable, Equatable {
  package typealias Address = Wire.Details.Address

  package let wire: Wire.Details
  /// The wire form, which is also the stored one.
  package let bytes: [UInt8]

  /// Nil where there is nothing in it.
  package init?(_ wire: Wire.Details) {
    bytes = wire.encoded()
    guard !bytes.isEmpty else { return nil }
    self.wire = wire
  }

  /// Reads the wire form.
  convenience init?(bytes: [UInt8]) throws(WireError) { self.init(try Wire.Details(decoding: bytes, limits: .stored)) }

  package static func == (one: Details, other: Details) -> Bool { one === other || one.bytes == other.bytes }

  /// Whether only some members get the message.
  package var isDirected: Bool { !wire.directed.isEmpty }

  /// Whether it becomes its conversation's last message for every member.
  package var isListedForAll: Bool { !isDirected && wire.isListed }

  /// Whether those connected are told at once.
  package var isLive: Bool { wire.policy?.live != .no }

  /// Whether a member may see the message.
  package func isVisible(to user: UserID, sender: UserID) -> Bool {
    wire.isVisible(to: user.text, sender: sender.text)
  }

  /// Whom alone a directed message is for, its sender among them; nil where it is for every member.
  ///
  /// For many users at once: `isVisible` looks through all names for each.
  package func recipients(sender: UserID) -> Set<String>? { isDirected ? Set(meant(sender)) : nil }

  /// What an edit of a directed message carries: it goes to the same users.
  var ofEdit: Details? { isDirected ? Details(Wire.Details(directed: wire.directed)) : nil }

  /// What an annotation of a directed message carries, whoever made it: it goes to the same users, and to the message's
  /// sender.
  func ofAnnotation(sender: UserID) -> Details? { isDirected ? Details(Wire.Details(directed: meant(sender))) : nil }

  /// What the recall of a directed message carries, whoever made it, besides what goes with the recall.
  func ofRecall(sender: UserID, with recall: Details?) -> Details? {
    isDirected ? Details(Wire.Details(directed: meant(sender), recall: recall?.wire.recall)) : recall
  }

  private func meant(_ sender: UserID) -> [String] { wire.directed.filter { $0 != sender.text } + [sender.text] }

  /// How the message concerns a member.
  package func address(of user: UserID, sender: UserID) -> Address { wire.address(of: user.text, sender: sender.text) }

  /// Whom the message concerns in particular, each once; the empty text stands for every member.
  package func addresses(sender: UserID) -> [(user: String, address: Address)] {
    if isDirected {
      return Set(wire.directed + [sender.text]).map { ($0, wire.address(of: $0, sender: sender.text)) }
        .filter { !$0.1.isEmpty }
    }
    guard wire.counts, let mentions = wire.mentions else { return [] }
    return mentions.all ? [("", .mention)] : Set(mentions.users).map { ($0, .mention) }
  }
}

/// Who recalled a message, and what went with that.
package struct RecallNote: Sendable, Equatable {
  package var by: UserID
  package var details: Wire.RecallDetails?

  /// What the message carries from then on.
  package func remains(of details: Details?, sender: UserID) -> Details? {
    Wire.Details.recalled(details?.wire, from: sender.text, by: by.text, with: self.details).flatMap { Details($0) }
  }
}

/// What of a conversation concerns one member in particular.
struct AddressedCounts {
  /// Unread mentions, and the first of them; 0 for none.
  var mentions: UInt64 = 0
  var firstMention: UInt64 = 0
  /// Unread messages that are for this member and some others only.
  var unread: UInt64 = 0
  /// The newest of those that are in the list, wherever the member has read to; 0 for none.
  var listed: UInt64 = 0

  mutating func add(_ address: Details.Address, at seq: UInt64, isUnread: Bool) {
    if address.contains(.listed) { listed = max(listed, seq) }
    guard isUnread else { return }
    if address.contains(.counted) { unread &+= 1 }
    guard address.contains(.mention) else { return }
    mentions &+= 1
    if firstMention == 0 || seq < firstMention { firstMention = seq }
  }
}
