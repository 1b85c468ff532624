import MartletStore
import MartletWire

// Reads about single messages: pins, replies, versions.
extension ModelStore {
  /// The messages that a member may see and that were not recalled.
  private func standing(_ place: Place, _ member: MemberRecord) -> [LogEntry] {
    let seen = Set(visible(place, member).map(\.seq))
    return entries(place, for: member.user).filter { entry in
      guard case .message = entry.event else { return false }
      return !entry.isRecalled && entry.seq >= member.first && seen.contains(entry.seq) && entry.isVisible(to: member.user)
    }
  }

  /// A conversation's pinned messages after a position.
  func pinned(_ place: Place, for member: MemberRecord, after: UInt64) -> [LogEntry] {
    standing(place, member).filter { entry in entry.seq > after && entry.annotations.contains { $0.slot == .pin } }
  }

  /// The messages among the first replies after a position that a member may see.
  func replies(to seq: UInt64, _ place: Place, for member: MemberRecord, after: UInt64, limit: Int) -> [LogEntry] {
    let entries = entries(place)
    guard let parent = entries.first(where: { $0.seq == seq }), case .message = parent.event, !parent.isRecalled else {
      return []
    }
    let all = entries.filter { entry in
      guard case .message = entry.event else { return false }
      return entry.parent == seq && entry.seq > seq && !entry.isRecalled
    }
    let asked = Set(all.map(\.seq).filter { $0 > after }.prefix(limit))
    return standing(place, member).filter { asked.contains($0.seq) }
  }

  /// The wordings of a message, the first one first, each with the position, time and client id of its entry.
  func versions(of seq: UInt64, _ place: Place, for member: MemberRecord, after: UInt64, limit: Int) -> [LogEntry] {
    guard let now = standing(place, member).first(where: { $0.seq == seq }) else { return [] }
    let log = entries(place)
    let brought = log.filter { entry in
      if entry.seq == seq { return true }
      if case .edited(seq, _, _) = entry.event { return entry.seq > seq }
      return false
    }
    let all = zip(brought, wordings(of: seq, place)).map { entry, wording in
      var version = now
      (version.seq, version.time, version.clientID, version.event) = (entry.seq, entry.time, entry.clientID, wording)
      // Annotations belong to the current version of the message.
      if entry.seq != brought.last?.seq { (version.annotated, version.annotations, version.revision) = (0, [], 0) }
      return version
    }
    return Array(all.filter { $0.seq > after }.prefix(limit))
  }
}
