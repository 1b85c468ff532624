extension Wire.Message {
  /// Whether it was recalled so that nothing is shown in its place.
  package var isGone: Bool { recalled && details?.recall?.silent == true }
}

// Rules about a message's details that servers and clients share.
extension Wire.Details {
  /// The ways in which a message concerns one member individually.
  package struct Address: OptionSet, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Among the unread mentions while it is unread.
    package static let mention = Address(rawValue: 1)
    /// The last message of the conversation, for this member.
    package static let listed = Address(rawValue: 2)
    /// Unread for this member, which `countable` does not tell.
    package static let counted = Address(rawValue: 4)
  }

  /// Whether a member may see the message.
  package func isVisible(to user: String, sender: String) -> Bool {
    directed.isEmpty || user == sender || directed.contains(user)
  }

  /// Whether the message may become its conversation's last one.
  package var isListed: Bool { policy?.listed != .no }

  /// Whether the message counts as unread.
  package var counts: Bool { policy?.counted != .no }

  /// The ways in which the message concerns a member.
  package func address(of user: String, sender: String) -> Address {
    guard isVisible(to: user, sender: sender) else { return [] }
    var address: Address = []
    if counts, let mentions, mentions.all || mentions.users.contains(user) { address.insert(.mention) }
    guard !directed.isEmpty else { return address }
    if counts { address.insert(.counted) }
    if isListed { address.insert(.listed) }
    return address
  }

  /// The details of a message after its recall: its recipients, its policy, and the details of the recall.
  ///
  /// - Parameters:
  ///   - details: Its details before.
  ///   - sender: The sender of the message.
  ///   - recaller: The user who recalled it.
  ///   - recall: The details of the recall.
  /// - Returns: The details; nil if they are empty.
  package static func recalled(
    _ details: Wire.Details?, from sender: String, by recaller: String, with recall: Wire.RecallDetails?
  ) -> Wire.Details? {
    var told = recall ?? Wire.RecallDetails()
    told.push = nil
    told.by = recaller == sender ? "" : recaller
    let rest = Wire.Details(
      mentions: details?.mentions.map { Wire.Mentions(all: $0.all, users: $0.users) }, directed: details?.directed ?? [],
      policy: details?.policy, recall: told == Wire.RecallDetails() ? nil : told)
    return rest == Wire.Details() ? nil : rest
  }
}
