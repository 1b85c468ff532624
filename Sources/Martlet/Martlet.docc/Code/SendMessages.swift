import Martlet

/// Sends a text and a location to a user.
func greet(_ peer: UserID, with client: MartletClient) async throws -> [SendResult] {
  let chat = client.chat(with: peer)
  let hello = await chat.send(.text("Shall we have lunch?"))
  switch hello {
  case .sent(let id, let time): print("stored as \(id) at \(time)")
  case .failed(let error): print("refused: \(error)")
  case .unchanged, .takenOver: print("nothing had to be stored")
  case .unknown: print("in the outbox; sent as soon as there is a connection")
  }
  let place = LocationContent(latitude: 46.948, longitude: 7.447, name: "Old Town Café")
  return [hello, await chat.send(try MessageContent(place))]
}
