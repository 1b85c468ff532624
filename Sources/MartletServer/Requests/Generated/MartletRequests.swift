// Generated from martlet.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

extension Wire.ClientPacket.Request {
  /// Gives the request to a visitor, with the type that serves it.
  func visit<Visitor: RequestVisitor>(_ visitor: Visitor) throws(Visitor.Failure) -> Visitor.Result {
    switch self {
    case .hello(let message): try visitor.visit(HelloRequest.self, message)
    case .ping(let message): try visitor.visit(PingRequest.self, message)
    case .send(let message): try visitor.visit(SendRequest.self, message)
    case .edit(let message): try visitor.visit(EditRequest.self, message)
    case .recall(let message): try visitor.visit(RecallRequest.self, message)
    case .markRead(let message): try visitor.visit(MarkReadRequest.self, message)
    case .createGroup(let message): try visitor.visit(CreateGroupRequest.self, message)
    case .addMembers(let message): try visitor.visit(AddMembersRequest.self, message)
    case .removeMembers(let message): try visitor.visit(RemoveMembersRequest.self, message)
    case .fetchEntries(let message): try visitor.visit(FetchEntriesRequest.self, message)
    case .fetchUserEntries(let message): try visitor.visit(FetchUserEntriesRequest.self, message)
    case .listConversations(let message): try visitor.visit(ListConversationsRequest.self, message)
    case .listMembers(let message): try visitor.visit(ListMembersRequest.self, message)
    case .changeSetting(let message): try visitor.visit(ChangeSettingRequest.self, message)
    case .fetchSettings(let message): try visitor.visit(FetchSettingsRequest.self, message)
    case .hide(let message): try visitor.visit(HideRequest.self, message)
    case .changeConversation(let message): try visitor.visit(ChangeConversationRequest.self, message)
    case .annotate(let message): try visitor.visit(AnnotateRequest.self, message)
    case .listAnnotators(let message): try visitor.visit(ListAnnotatorsRequest.self, message)
    case .listReplies(let message): try visitor.visit(ListRepliesRequest.self, message)
    case .listPinned(let message): try visitor.visit(ListPinnedRequest.self, message)
    case .listVersions(let message): try visitor.visit(ListVersionsRequest.self, message)
    case .signal(let message): try visitor.visit(SignalRequest.self, message)
    case .schedule(let message): try visitor.visit(ScheduleRequest.self, message)
    case .listScheduled(let message): try visitor.visit(ListScheduledRequest.self, message)
    case .cancelScheduled(let message): try visitor.visit(CancelScheduledRequest.self, message)
    case .listMentions(let message): try visitor.visit(ListMentionsRequest.self, message)
    case .markDelivered(let message): try visitor.visit(MarkDeliveredRequest.self, message)
    case .countReceipts(let message): try visitor.visit(CountReceiptsRequest.self, message)
    case .listReceipts(let message): try visitor.visit(ListReceiptsRequest.self, message)
    case .setRoles(let message): try visitor.visit(SetRolesRequest.self, message)
    case .silenceMembers(let message): try visitor.visit(SilenceMembersRequest.self, message)
    case .joinGroup(let message): try visitor.visit(JoinGroupRequest.self, message)
    case .describeGroup(let message): try visitor.visit(DescribeGroupRequest.self, message)
    case .makeLink(let message): try visitor.visit(MakeLinkRequest.self, message)
    case .revokeLinks(let message): try visitor.visit(RevokeLinksRequest.self, message)
    case .listLinks(let message): try visitor.visit(ListLinksRequest.self, message)
    case .dismissGroup(let message): try visitor.visit(DismissGroupRequest.self, message)
    case .banUsers(let message): try visitor.visit(BanUsersRequest.self, message)
    case .listBans(let message): try visitor.visit(ListBansRequest.self, message)
    case .fetchPresence(let message): try visitor.visit(FetchPresenceRequest.self, message)
    case .watchPresence(let message): try visitor.visit(WatchPresenceRequest.self, message)
    case .unwatchPresence(let message): try visitor.visit(UnwatchPresenceRequest.self, message)
    case .setPresence(let message): try visitor.visit(SetPresenceRequest.self, message)
    case .setRelations(let message): try visitor.visit(SetRelationsRequest.self, message)
    case .listRelations(let message): try visitor.visit(ListRelationsRequest.self, message)
    case .applyToGroup(let message): try visitor.visit(ApplyToGroupRequest.self, message)
    case .answerApplications(let message): try visitor.visit(AnswerApplicationsRequest.self, message)
    case .listApplications(let message): try visitor.visit(ListApplicationsRequest.self, message)
    case .setNickname(let message): try visitor.visit(SetNicknameRequest.self, message)
    case .announce(let message): try visitor.visit(AnnounceRequest.self, message)
    case .listAnnouncements(let message): try visitor.visit(ListAnnouncementsRequest.self, message)
    case .changeProfile(let message): try visitor.visit(ChangeProfileRequest.self, message)
    case .fetchProfiles(let message): try visitor.visit(FetchProfilesRequest.self, message)
    case .findProfile(let message): try visitor.visit(FindProfileRequest.self, message)
    case .findUsers(let message): try visitor.visit(FindUsersRequest.self, message)
    case .findConversations(let message): try visitor.visit(FindConversationsRequest.self, message)
    }
  }
}

/// The requests of the schema, in its order.
enum RequestTable {
  static let all: [(name: String, type: any ServedRequest.Type)] = [
    ("hello", HelloRequest.self),
    ("ping", PingRequest.self),
    ("send", SendRequest.self),
    ("edit", EditRequest.self),
    ("recall", RecallRequest.self),
    ("mark_read", MarkReadRequest.self),
    ("create_group", CreateGroupRequest.self),
    ("add_members", AddMembersRequest.self),
    ("remove_members", RemoveMembersRequest.self),
    ("fetch_entries", FetchEntriesRequest.self),
    ("fetch_user_entries", FetchUserEntriesRequest.self),
    ("list_conversations", ListConversationsRequest.self),
    ("list_members", ListMembersRequest.self),
    ("change_setting", ChangeSettingRequest.self),
    ("fetch_settings", FetchSettingsRequest.self),
    ("hide", HideRequest.self),
    ("change_conversation", ChangeConversationRequest.self),
    ("annotate", AnnotateRequest.self),
    ("list_annotators", ListAnnotatorsRequest.self),
    ("list_replies", ListRepliesRequest.self),
    ("list_pinned", ListPinnedRequest.self),
    ("list_versions", ListVersionsRequest.self),
    ("signal", SignalRequest.self),
    ("schedule", ScheduleRequest.self),
    ("list_scheduled", ListScheduledRequest.self),
    ("cancel_scheduled", CancelScheduledRequest.self),
    ("list_mentions", ListMentionsRequest.self),
    ("mark_delivered", MarkDeliveredRequest.self),
    ("count_receipts", CountReceiptsRequest.self),
    ("list_receipts", ListReceiptsRequest.self),
    ("set_roles", SetRolesRequest.self),
    ("silence_members", SilenceMembersRequest.self),
    ("join_group", JoinGroupRequest.self),
    ("describe_group", DescribeGroupRequest.self),
    ("make_link", MakeLinkRequest.self),
    ("revoke_links", RevokeLinksRequest.self),
    ("list_links", ListLinksRequest.self),
    ("dismiss_group", DismissGroupRequest.self),
    ("ban_users", BanUsersRequest.self),
    ("list_bans", ListBansRequest.self),
    ("fetch_presence", FetchPresenceRequest.self),
    ("watch_presence", WatchPresenceRequest.self),
    ("unwatch_presence", UnwatchPresenceRequest.self),
    ("set_presence", SetPresenceRequest.self),
    ("set_relations", SetRelationsRequest.self),
    ("list_relations", ListRelationsRequest.self),
    ("apply_to_group", ApplyToGroupRequest.self),
    ("answer_applications", AnswerApplicationsRequest.self),
    ("list_applications", ListApplicationsRequest.self),
    ("set_nickname", SetNicknameRequest.self),
    ("announce", AnnounceRequest.self),
    ("list_announcements", ListAnnouncementsRequest.self),
    ("change_profile", ChangeProfileRequest.self),
    ("fetch_profiles", FetchProfilesRequest.self),
    ("find_profile", FindProfileRequest.self),
    ("find_users", FindUsersRequest.self),
    ("find_conversations", FindConversationsRequest.self),
  ]
}
