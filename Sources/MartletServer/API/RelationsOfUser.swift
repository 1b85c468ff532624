import MartletNet
import MartletStore
import MartletWire

// What a user has set about others, in the hands of the app's server.
extension AppCaller {
  func setRelations(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.SetUserRelations.self, body)
    let user = try await user(request.user)
    let change = Wire.SetRelations(users: request.users, kind: request.kind, set: request.set)
    return HTTPResponse(await ask(SetRelationsRequest.self, change, as: user))
  }

  func listRelations(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.ListUserRelations.self, body)
    let user = try API.user(request.user)
    guard request.kind != .any else { throw Refusal(field: "kind") }
    let list = Wire.ListRelations(kind: request.kind, after: request.after, limit: request.limit)
    switch await ask(ListRelationsRequest.self, list, as: user) {
    case .relations(let page):
      if page.relations.isEmpty { try await require(user) }
      return HTTPResponse(Wire.UserRelations(users: page.relations.map(\.user), more: page.more))
    case .failure(let failure): throw Refusal(failure)
    default: throw Refusal(.internal)
    }
  }
}
