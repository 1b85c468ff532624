import MartletStore

/// Refuses a commit that was decided from users having no direct conversation, or from what they had set about each other then,
/// if another node has changed that.
///
/// There is no row to lock, so it locks the names, in an order that is the same for all nodes. What it looks at next was
/// committed before. It divides by zero unless all is as it was.
struct PairFence {
  let statements: [PostgresStatement]

  init(_ bases: PairBases) {
    guard !bases.absent.isEmpty else {
      statements = []
      return
    }
    let (apps, ids) = (bases.absent.map(\.app.text), bases.absent.map(\.id.text))
    var known = RowBatch()
    for relation in bases.relations {
      known.add(
        .text(relation.user.app.text), .text(relation.user.user.text), .text(relation.peer.text),
        .integer(relation.flags.rawValue))
    }
    statements =
      [
        // The number is "Mrtp" in bytes.
        PostgresStatement(
          """
          SELECT pg_advisory_xact_lock(key) FROM (
            SELECT DISTINCT hashtextextended(app || ' ' || id, 1299346544) AS key FROM unnest($1, $2) AS n(app, id)
            ORDER BY 1) AS names
          """, .texts(apps), .texts(ids)),
        PostgresStatement(
          """
          SELECT 1 / (count(*) = 0)::int
          FROM unnest($1, $2) AS n(app, id) JOIN conversation c ON c.app = n.app AND c.id = n.id
          """, .texts(apps), .texts(ids)),
      ]
      + [
        known.statement(
          """
          SELECT 1 / (count(*) = 0)::int FROM unnest($1, $2, $3, $4) AS n(app, account, peer, flags)
          LEFT JOIN relation r ON r.app = n.app AND r.account = n.account AND r.peer = n.peer
          WHERE coalesce(r.flags, 0) <> n.flags
          """)
      ].compactMap(\.self)
  }
}
