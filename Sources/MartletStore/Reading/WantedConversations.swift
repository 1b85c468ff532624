import MartletWire

/// What to look for among a user's conversations: all conditions must hold.
package struct WantedConversations: Sendable, Equatable {
  /// Users who are all members, beside the user.
  package var members: [UserID] = []
  /// True if nobody else is a member.
  package var exactly = false
  /// The title; nil for any.
  package var title: String?
  /// Shared attributes, each with the values of which it must have one.
  package var attributes: [String: Set<String>] = [:]
  /// Bounds of the time of the newest entry, in milliseconds since 1970.
  package var active: Range<Int64> = .min ..< .max

  package init() {}

  /// Conversations that one search looks at.
  package static let looksAtMost = 1_000

  /// True if the conversation fits as far as it can be told without its members.
  func fits(_ record: ConversationRecord) -> Bool {
    active.contains(record.time) && (title ?? record.title) == record.title
      && attributes.allSatisfy { key, values in record.attributes?.values[key].map { values.contains($0) } ?? false }
      && (!exactly || record.memberCount == members.count + 1)
  }
}

/// Conversations that a search found.
package struct FoundConversations: Sendable, Equatable {
  package var ids: [ConversationID] = []
  /// The stamp below which the search continues; 0 at the end.
  package var next: UInt64 = 0

  package init() {}
}

extension LogReading {
  /// Conversations that are looked at together: rows that are elsewhere come in one go for all of them.
  private static var lookedAtTogether: Int { 100 }

  package func search(
    _ wanted: WantedConversations, for user: UserID, app: AppID, before stamp: UInt64, limit: Int
  ) throws -> FoundConversations {
    guard stamp > 1, limit > 0 else { return FoundConversations() }
    let places = latestFirst(try readable(by: UserKey(app: app, user: user)), in: 1...stamp - 1)
    var rest = places.prefix(WantedConversations.looksAtMost)
    var found = FoundConversations()
    while !rest.isEmpty, found.ids.count < limit {
      let part = rest.prefix(Self.lookedAtTogether)
      for (place, id) in zip(part, try matches(wanted, among: part, for: user)) where found.ids.count < limit {
        rest = rest.dropFirst()
        found.next = place.stamp
        if let id { found.ids.append(id) }
      }
    }
    if rest.isEmpty, places.count <= WantedConversations.looksAtMost { found.next = 0 }
    return found
  }

  /// For each conversation its id, or nil if it does not match.
  private func matches(
    _ wanted: WantedConversations, among places: ArraySlice<(number: Int64, stamp: UInt64)>, for user: UserID
  ) throws -> [ConversationID?] {
    try places.mapGathering { place in
      guard let state = try rows.conversation(place.number), wanted.fits(state.record),
        try reader(user, of: state) != nil
      else { return nil }
      for member in wanted.members {
        guard try rows.member(member, of: place.number) != nil else { return nil }
      }
      return state.record.id
    }
  }
}
