import Martlet

/// Opens the user's local data and connects.
func openClient(
  server: String, directory: String, token: @escaping @Sendable () async throws -> String
) async throws -> MartletClient {
  let device = Device(class: .mobile, name: "My phone")
  let client = try MartletClient(
    configuration: .init(server: server, directory: directory, device: device, token: token))
  // Show the list at once, as it was when the app last ran.
  print("\(try await client.conversations().count) conversations")
  await client.connect()
  try await client.caughtUp(within: .seconds(30))
  return client
}
