import MartletStore
import MartletWire

extension Engine {
  /// The presence of users, in their order.
  func presences(of users: [UserID], for asker: PresenceAsker) async throws -> [Wire.Presence] {
    let found = try await atHomes(of: users, asker) { try await $0.presences(of: $1, for: asker) }
    let presences = Dictionary(found.map { ($0.user, $0) }) { first, _ in first }
    return users.compactMap { presences[$0.text] }
  }

  /// The users whom a session does not watch, because they have too many watchers.
  func unwatched(_ users: [UserID], by session: any LiveSession, _ asker: PresenceAsker) async -> [UserID] {
    let found = (try? await atHomes(of: users, asker) { await $0.unwatched($1, by: session) }) ?? []
    return found.map(\.user).sorted()
  }

  private func atHomes<Result: Sendable>(
    of users: [UserID], _ asker: PresenceAsker, _ body: @escaping @Sendable (Shard, [UserKey]) async throws -> [Result]
  ) async throws -> [Result] {
    let groups = Dictionary(grouping: users.map { UserKey(app: asker.user.app, user: $0) }) { homes.index(of: $0) }
    return try await withThrowingTaskGroup(of: [Result].self) { group in
      for (index, users) in groups { group.addTask { [shards] in try await body(shards[index], users) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
