import MartletNet
import MartletWire

// What an app's server may do with groups. The bodies are the requests of the schema that users' clients make.
extension API {
  static let groupRoutes: [Route] = [
    Route("POST", "/v1/groups", "makeGroup", .served { try await $0.makeGroup($1) }),
    Route("POST", "/v1/groups/describe", "describeGroup", served(DescribeGroupRequest.self)),
    Route("POST", "/v1/groups/change", "changeGroup", served(ChangeConversationRequest.self)),
    Route("POST", "/v1/groups/dismiss", "dismissGroup", served(DismissGroupRequest.self)),
    Route("POST", "/v1/groups/members", "listMembers", served(ListMembersRequest.self)),
    Route("POST", "/v1/groups/members/add", "addMembers", served(AddMembersRequest.self)),
    Route("POST", "/v1/groups/members/remove", "removeMembers", served(RemoveMembersRequest.self)),
    Route("POST", "/v1/groups/members/silence", "silenceMembers", served(SilenceMembersRequest.self)),
    Route("POST", "/v1/groups/roles", "setRoles", served(SetRolesRequest.self)),
    Route("POST", "/v1/groups/bans", "listBans", served(ListBansRequest.self)),
    Route("POST", "/v1/groups/bans/change", "banUsers", served(BanUsersRequest.self)),
    Route("POST", "/v1/groups/applications", "listApplications", served(ListApplicationsRequest.self)),
    Route("POST", "/v1/groups/applications/answer", "answerApplications", served(AnswerApplicationsRequest.self)),
    Route("POST", "/v1/groups/members/name", "nameMember", served(SetNicknameRequest.self)),
    Route("POST", "/v1/groups/announcements", "listAnnouncements", served(ListAnnouncementsRequest.self)),
    Route("POST", "/v1/groups/announcements/make", "makeAnnouncement", served(AnnounceRequest.self)),
    Route("POST", "/v1/groups/links", "listLinks", served(ListLinksRequest.self)),
    Route("POST", "/v1/groups/links/make", "makeLink", served(MakeLinkRequest.self)),
    Route("POST", "/v1/groups/links/revoke", "revokeLinks", served(RevokeLinksRequest.self)),
  ]

  /// Serves a request of the schema as the app.
  private static func served<Request: ServedRequest>(_ request: Request.Type) -> Route.Handler {
    .served { try await $0.answer(request, to: $1) }
  }
}

extension AppCaller {
  /// Makes a group for its owner, as the owner could.
  func makeGroup(_ body: [UInt8]) async throws(Refusal) -> HTTPResponse {
    let make = try API.read(Wire.MakeGroup.self, body)
    guard let owner = UserID(make.owner) else { throw Refusal(field: "owner", limit: 64, make.owner.utf8.count) }
    let create = Wire.CreateGroup(
      group: make.group, clientId: make.clientId, title: make.title, members: make.members, attributes: make.attributes)
    return HTTPResponse(await ask(CreateGroupRequest.self, create, as: owner))
  }
}
