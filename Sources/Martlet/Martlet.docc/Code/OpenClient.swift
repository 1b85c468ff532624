import Martlet

/// Opens the user's local data and connects.
func openClient(
  server: String, directory: String, token: @escaping @Sendable () async throws -> String
) async throws -> MartletClient {
  var configuration = MartletClient.Configuration(server: server, directory: directory, token: token)
  configuration.device = Device(class: .mobile, name: "My phone")
  let client = try MartletClient(configuration: configuration)
  // Show the list at once, as it was when the app last ran.
  print("\(try await client.conversations().count) conversations")
  await client.connect()
  try await client.caughtUp(within: .seconds(30))
  return client
}
