import Martlet

@main struct Hello {
  static func main() async throws {
    guard let token = CommandLine.arguments.last, let bob = UserID("bob") else { return }
    // The conversations and what waits to be sent are in this folder.
    let device = Device(class: .tool)
    let client = try await MartletClient.open(.init(server: "ws://127.0.0.1:7777", directory: "data", device: device) { token })
    let events = client.events()
    await client.connect()
    print(await client.chat(with: bob).send(.text("hello from Swift")))
    for await case .message(let message) in events where message.sender == bob {
      print("bob:", message.text ?? "something that is no text")
      break
    }
    await client.close()
  }
}
