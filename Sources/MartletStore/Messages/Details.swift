import MartletWire

/// A message's details, in the form in which they are stored and sent.
///
/// An object, because most messages have none and every entry has a field for it.
package final class Details: Sendable, Equatable {
  package typealias Address = Wire.Details.Address

  package let wire: Wire.Details
  /// The wire form, which is also the stored one.
  package let bytes: [UInt8]

  /// Nil if there is nothing in it.
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

  /// True if it becomes its conversation's last message for every member.
  package var isListedForAll: Bool { !isDirected && wire.isListed }

  /// Whether those connected are told at once.
  package var isLive: Bool { wire.policy?.live != .no }

  /// Whether a member may see the message.
  package func isVisible(to user: UserID, sender: UserID) -> Bool {
    wire.isVisible(to: user.text, sender: sender.text)
  }

  /// The recipients of a directed message, its sender included; nil if it is for every member.
  ///
  /// For many users at once: `isVisible` searches all names for each.
  package func recipients(sender: UserID) -> Set<String>? { isDirected ? Set(meant(sender)) : nil }

  /// The details of an edit of a directed message: the same recipients.
  var ofEdit: Details? { isDirected ? Details(Wire.Details(directed: wire.directed)) : nil }

  /// The details of an annotation of a directed message, by any member: the same recipients, and the message's sender.
  func ofAnnotation(sender: UserID) -> Details? { isDirected ? Details(Wire.Details(directed: meant(sender))) : nil }

  /// The details of the recall of a directed message, by any member, merged with the details of the recall.
  func ofRecall(sender: UserID, with recall: Details?) -> Details? {
    isDirected ? Details(Wire.Details(directed: meant(sender), recall: recall?.wire.recall)) : recall
  }

  private func meant(_ sender: UserID) -> [String] { wire.directed.filter { $0 != sender.text } + [sender.text] }

  /// The ways in which the message concerns a member.
  package func address(of user: UserID, sender: UserID) -> Address { wire.address(of: user.text, sender: sender.text) }

  /// The users whom the message concerns individually, each once; the empty text stands for every member.
  package func addresses(sender: UserID) -> [(user: String, address: Address)] {
    if isDirected {
      return Set(wire.directed + [sender.text]).map { ($0, wire.address(of: $0, sender: sender.text)) }
        .filter { !$0.1.isEmpty }
    }
    guard wire.counts, let mentions = wire.mentions else { return [] }
    return mentions.all ? [("", .mention)] : Set(mentions.users).map { ($0, .mention) }
  }
}

/// The user who recalled a message, and the details of the recall.
package struct RecallNote: Sendable, Equatable {
  package var by: UserID
  package var details: Wire.RecallDetails?

  /// The message's details from then on.
  package func remains(of details: Details?, sender: UserID) -> Details? {
    Wire.Details.recalled(details?.wire, from: sender.text, by: by.text, with: self.details).flatMap { Details($0) }
  }
}

/// Counts of messages that concern one member individually.
struct AddressedCounts {
  /// The number of unread mentions, and the position of the first; 0 for none.
  var mentions: UInt64 = 0
  var firstMention: UInt64 = 0
  /// Unread messages that are for this member and some others only.
  var unread: UInt64 = 0
  /// The newest listed one, regardless of the member's read marker; 0 for none.
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
