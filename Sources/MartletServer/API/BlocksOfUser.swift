import MartletNet
import MartletStore
import MartletWire

// The users whom a user blocks, in the hands of the app's server.
extension AppCaller {
  func setBlocks(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.SetUserBlocks.self, body)
    let user = try await user(request.user)
    return HTTPResponse(
      await ask(SetBlockedRequest.self, Wire.SetBlocked(users: request.users, blocked: request.blocked), as: user))
  }

  func listBlocks(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.ListUserBlocks.self, body)
    let user = try API.user(request.user)
    let list = Wire.ListRelations(kind: .blocked, after: request.after, limit: request.limit)
    switch await ask(ListRelationsRequest.self, list, as: user) {
    case .relations(let page):
      if page.relations.isEmpty { try await require(user) }
      return HTTPResponse(Wire.UserBlocks(users: page.relations.map(\.user), more: page.more))
    case .failure(let failure): throw Refusal(failure)
    default: throw Refusal(.internal)
    }
  }
}
