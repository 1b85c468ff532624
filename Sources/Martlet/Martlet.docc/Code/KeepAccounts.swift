import Martlet

/// Opens an account's local data and connects; each account has a directory of its own.
func signIn(
  to server: String, directory: String, token: @escaping @Sendable () async throws -> String
) async throws -> MartletClient {
  let client = try await MartletClient.open(
    .init(server: server, directory: directory, device: Device(class: .mobile), token: token))
  await client.connect()
  return client
}

/// Signs an account out, and deletes its data from this device unless messages still wait to be sent.
func signOut(_ client: MartletClient, directory: String) async throws -> Bool {
  guard try await client.pending().isEmpty else { return false }
  await client.close()
  try await MartletClient.erase(directory: directory)
  return true
}
