import MartletWire

/// A store to which several nodes write.
///
/// Every commit has a row in the feed of its node, numbered from 1 without gaps. So a node that missed what another one
/// published finds it here.
package protocol SharedStore: Store {
  /// The newest commits of other nodes when this one entered, by the nodes' ids; it has seen nothing older.
  var entered: [Int64: Int64] { get }

  /// Calls `told` after each commit of this node, in their order, from any thread.
  func follow(_ told: @escaping @Sendable (FeedRow) -> Void) async

  /// Commits of other nodes, each node's in order.
  ///
  /// - Parameters:
  ///   - known: The newest known commit of each node. Of nodes that are missing, all commits are given.
  ///   - limit: At most so many.
  /// - Returns: The rows. The first of a node is not the one after the known if that was deleted already.
  /// - Throws: `StoreError`.
  func feed(after known: [Int64: Int64], limit: Int) async throws -> [FeedRow]

  /// Forgets what this node remembers of conversations that another one changed; saves a decision in vain, no more.
  func note(_ changes: Nodes.Changes)

  /// The ids of the nodes that write, this one among them.
  func liveNodes() async throws -> [Int64]

  /// The id of this node; it changes if others took it for dead.
  func nodeID() async -> Int64

  /// Notes that a node serves a signed request of an app's server.
  ///
  /// - Parameters:
  ///   - signature: The request's signature; no two requests of an app have the same.
  ///   - app: The app that signed.
  ///   - seconds: When the request was signed, since 1970; it is remembered for a while from then on.
  /// - Returns: False if some node has noted it before.
  /// - Throws: `StoreError`; then it may be noted or not.
  func note(signature: [UInt8], of app: AppID, signedAt seconds: Int64) async throws -> Bool
}

/// What a commit tells the other nodes.
package struct FeedRow: Sendable, Equatable {
  package var node: Int64
  package var seq: Int64
  package var changes: Nodes.Changes

  package init(node: Int64, seq: Int64, changes: Nodes.Changes) {
    self.node = node
    self.seq = seq
    self.changes = changes
  }
}

extension Nodes.Changes {
  /// The conversations that decisions know differently now.
  package var conversations: Set<ConversationKey> {
    Set(
      logs.compactMap { change in
        AppID(change.app).flatMap { app in ConversationID(change.conversation).map { ConversationKey(app: app, id: $0) } }
      } + relations.compactMap { PairNews($0)?.key })
  }
}

extension Layer {
  /// The changed conversations, in the same order in each process.
  var inOrder: [ConversationTail] { conversations.sorted { $0.key < $1.key }.map(\.value) }

  /// Names the changes of the layer, in the same order in each process; each conversation with new entries has one of `logs`.
  package var named: Nodes.Changes {
    var named = Nodes.Changes()
    for tail in inOrder {
      let (app, id) = (tail.state.app.text, tail.state.record.id.text)
      if let first = tail.entries.first?.entry.seq, let last = tail.entries.last?.entry.seq {
        named.logs.append(Nodes.LogChange(app: app, conversation: id, first: first, last: last))
      }
      for (user, patch) in tail.members.sorted(by: { $0.key < $1.key })
      where patch.markers.told != nil || patch.markers.delivered != nil {
        named.markers.append(
          Nodes.MarkerChange(
            app: app, conversation: id, user: user.text, read: patch.markers.told ?? 0, delivered: patch.markers.delivered ?? 0))
      }
    }
    for (user, tail) in users.sorted(by: { ($0.key.app.text, $0.key.user) < ($1.key.app.text, $1.key.user) }) {
      let (app, name) = (user.app.text, user.user.text)
      if let first = tail.entries.first?.entry.seq, let last = tail.entries.last?.entry.seq {
        named.users.append(Nodes.UserLogChange(app: app, user: name, first: first, last: last))
      }
      for (peer, relation) in tail.relations.sorted(by: { $0.key < $1.key }) {
        named.relations.append(
          Nodes.RelationChange(
            app: app, user: name, peer: peer.text, revision: relation.revision,
            flags: UInt64(bitPattern: relation.flags.rawValue)))
      }
      if let record = tail.record, record.suspendedUntil > 0 {
        named.suspensions.append(Nodes.Suspension(app: app, user: name, until: record.suspendedUntil))
      }
      if let record = tail.record, record.tokensRevokedUntil > 0 {
        named.revocations.append(Nodes.Revocation(app: app, user: name, until: record.tokensRevokedUntil))
      }
    }
    return named
  }

  /// The newest stamp of each app that it changes.
  package var newestStamps: [AppID: UInt64] {
    var stamps: [AppID: UInt64] = [:]
    for tail in conversations.values where !tail.entries.isEmpty {
      stamps[tail.state.app] = max(stamps[tail.state.app] ?? 0, tail.state.record.stamp)
    }
    return stamps
  }
}
