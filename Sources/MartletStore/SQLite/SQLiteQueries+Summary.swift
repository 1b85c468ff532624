import MartletSQLite
import MartletWire

extension SQLiteQueries {
  func summaries(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID]?, limit: Int
  ) throws -> [ConversationSummary] {
    guard let number = try number(of: app) else { return [] }
    let found =
      if let only {
        try memberships(of: user, app: app, changed: changed, only: only, limit: limit)
      } else {
        try memberships(of: user, app: app, number: number, changed: changed, limit: limit)
      }
    return try found.map { try summary(of: $0.conversation, for: $0.member) }
  }

  private typealias Membership = (conversation: ConversationState, member: MemberRecord)

  private func memberships(
    of user: UserID, app: AppID, number: Int64, changed: ClosedRange<UInt64>, limit: Int
  ) throws -> [Membership] {
    try database.statement(
      """
      SELECT c.number, c.id, c.title, c.owner, c.head, c.countable, c.time, c.stamp, c.members, c.shown,
        m.user, m.joined, m.read, m.sent
      FROM member m JOIN conversation c ON c.number = m.conversation
      WHERE m.app = ?1 AND m.user = ?2 AND c.stamp BETWEEN ?3 AND ?4 ORDER BY c.stamp DESC LIMIT ?5
      """
    ).all(
      .integer(number), .text(user.text), .unsigned(changed.lowerBound), .unsigned(changed.upperBound), .integer(Int64(limit))
    ) { (try $0.conversation(app: app), try $0.member(from: 10)) }
  }

  private func memberships(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID], limit: Int
  ) throws -> [Membership] {
    let found = try Set(only).compactMap { id -> Membership? in
      guard let conversation = try conversation(id, app: app), changed.contains(conversation.record.stamp),
        let member = try member(user, of: conversation.number)
      else { return nil }
      return (conversation, member)
    }
    return Array(found.sorted { $0.conversation.record.stamp > $1.conversation.record.stamp }.prefix(limit))
  }

  private func summary(of conversation: ConversationState, for member: MemberRecord) throws -> ConversationSummary {
    let number = conversation.number
    let shown = conversation.shown
    let isVisible = shown > 0 && shown >= member.joined
    return ConversationSummary(
      record: conversation.record, member: member, unread: try unread(in: conversation, for: member),
      lastMessage: isVisible ? try entries(of: number, range: shown...shown, limit: 1, newest: false).first : nil)
  }

  /// A subtraction: what counts in all, less what counts up to where the member has read, less what was recalled
  /// since.
  private func unread(in conversation: ConversationState, for member: MemberRecord) throws -> UInt64 {
    let floor = max(member.joined, member.read, member.lastSent)
    guard floor < conversation.record.head else { return 0 }
    let read = try countable(upTo: floor, of: conversation.number)
    guard read < conversation.record.countable else { return 0 }
    let unread = conversation.record.countable &- read
    let recalled = try recalled(after: floor, of: conversation.number)
    return unread > recalled ? unread &- recalled : 0
  }
}
