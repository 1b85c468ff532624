import Martlet

/// Creates a group.
func found(_ title: String, members: [UserID], with client: MartletClient) async throws -> Chat {
  let id = try await client.createGroup(title: title, members: members, attributes: ["color": .text("green")])
  return client.chat(id)
}

/// Changes a group, and returns its members.
func reform(_ chat: Chat, adding new: UserID, removing old: UserID) async throws -> [Member] {
  try await chat.add([new])
  try await chat.remove([old], reason: "moved away")
  try await chat.change(title: "Swimmers", attributes: ["color": nil])
  return try await chat.members()
}

/// Returns what a notice says about the members.
func words(for notice: Notice) -> String {
  switch notice {
  case .membersAdded(let users, _): "\(users.map(\.text).joined(separator: ", ")) joined"
  case .membersRemoved(let users, _, let reason): "\(users.map(\.text).joined(separator: ", ")) left. \(reason)"
  default: ""
  }
}
