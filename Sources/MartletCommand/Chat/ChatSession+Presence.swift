import Martlet

// Who there is, and whether they are online.
extension ChatSession {
  func showUsers(named name: String) async throws {
    guard let found = try await ask("cannot search", { client, _ in try await client.findUsers(named: name) }) else { return }
    let rows = found.map { visible("\($0.user): \($0.name ?? "")") }
    try tell(rows.isEmpty ? "nobody has such a name" : rows.joined(separator: "\n"))
  }

  func showPresence(of users: [UserID]) async throws {
    guard let found = try await ask("cannot ask", { client, _ in try await client.presences(of: users) }) else { return }
    try tell(users.compactMap { found[$0] }.map { visible(ChatText.words(of: $0)) }.joined(separator: "\n"))
  }

  func setStatus(_ text: String) async throws {
    if try await ask("not changed", { client, _ in try await client.setStatus(text) }) == nil { return }
    try tell(text.isEmpty ? "status deleted" : "status set")
  }
}

extension ChatText {
  /// A user's presence in one line.
  static func words(of presence: Presence) -> String {
    let state =
      switch presence.state {
      case .unknown: "unknown"
      case .online(let devices):
        "online" + (devices.isEmpty ? "" : " (\(devices.map(\.rawValue).sorted().joined(separator: ", ")))")
      case .offline(let time): "last seen \(LocalTime.moment(milliseconds: time.milliseconds))"
      }
    return "\(presence.user): \(state)" + (presence.status.isEmpty ? "" : "; \(presence.status)")
  }
}
