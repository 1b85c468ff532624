extension Wire.Message {
  /// Whether it was recalled so that nothing is shown in its place.
  package var isGone: Bool { recalled && details?.recall?.silent == true }
}

// What of a message's details follows from them, the same for servers and clients.
extension Wire.Details {
  /// How a message concerns one member in particular.
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

  /// How the message concerns a member.
  package func address(of user: String, sender: String) -> Address {
    guard isVisible(to: user, sender: sender) else { return [] }
    var address: Address = []
    if counts, let mentions, mentions.all || mentions.users.contains(user) { address.insert(.mention) }
    guard !directed.isEmpty else { return address }
    if counts { address.insert(.counted) }
    if isListed { address.insert(.listed) }
    return address
  }

  /// What a message carries once it is recalled: what says who may see it and how it was counted, and how it was recalled.
  ///
  /// - Parameters:
  ///   - details: What it carried before.
  ///   - sender: Who sent it.
  ///   - recaller: Who recalled it.
  ///   - recall: What went with that.
  /// - Returns: Nil where there is nothing to carry.
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
