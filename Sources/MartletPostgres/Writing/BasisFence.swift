import MartletStore

/// Refuses a commit that was decided from conversations or members as they are no more.
///
/// It locks them in an order that is the same for all nodes, and divides by zero unless all are as they were.
struct BasisFence {
  let statement: PostgresStatement?

  /// Conversations at their newest positions, and what their users have set about each other.
  init(_ bases: [DecidingView<PostgresRows>.Basis]) {
    guard !bases.isEmpty else {
      statement = nil
      return
    }
    statement = PostgresStatement(
      """
      SELECT 1 / (count(*) = $4)::int FROM (
        SELECT c.head, c.relations, n.head AS known_head, n.relations AS known_relations
        FROM unnest($1, $2, $3) AS n(number, head, relations) JOIN conversation c ON c.number = n.number
        ORDER BY c.number FOR UPDATE OF c) AS locked
      WHERE head = known_head AND relations = known_relations
      """, .integers(bases.map(\.number)), .integers(bases.map { Int64(bitPattern: $0.head) }),
      .integers(bases.map { Int64($0.relations.rawValue) }), .integer(Int64(bases.count)))
  }

  /// Members, as far as decisions on their markers and hidden entries depend on them; nil for one who is not a member, or whom
  /// only the conversation's entries change.
  init(_ members: [(number: Int64, user: String, known: MemberRecord?)]) {
    var rows = RowBatch()
    for (number, user, known) in members.sorted(by: { ($0.number, $0.user) < ($1.number, $1.user) }) {
      rows.add(
        .integer(number), .text(user), .optional(known?.joined), .optional(known?.read), .optional(known?.told),
        .optional(known?.delivered), .optional(known?.cleared), .optional(known?.hidden))
    }
    statement = rows.statement(
      """
      SELECT 1 / (count(*) = $9)::int FROM (
        SELECT m.joined, m.read, m.told, m.delivered, m.cleared, m.hidden, n.joined AS known_joined, n.read AS known_read,
          n.told AS known_told, n.delivered AS known_delivered, n.cleared AS known_cleared, n.hidden AS known_hidden
        FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)
          AS n(conversation, id, joined, read, told, delivered, cleared, hidden)
        JOIN member m ON m.conversation = n.conversation AND m.id = n.id
        ORDER BY m.conversation, m.id FOR UPDATE OF m) AS locked
      WHERE (joined, read, told, delivered, cleared, hidden)
        = (known_joined, known_read, known_told, known_delivered, known_cleared, known_hidden)
      """, .integer(Int64(members.count { $0.known != nil })))
  }
}
