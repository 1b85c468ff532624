extension Wire.ClientPacket.Request {
  /// The rate limit of a user against which a request counts.
  package enum Effort: Sendable { case none, read, write, signal }

  /// The rate limit that the request counts against.
  package var effort: Effort {
    switch self {
    case .send, .edit, .recall, .annotate, .markRead, .markDelivered, .schedule, .cancelScheduled, .createGroup, .addMembers,
      .removeMembers, .changeConversation, .changeSetting, .hide:
      .write
    case .fetchEntries, .fetchUserEntries, .listConversations, .listMembers, .listMentions, .listAnnotators, .fetchSettings,
      .listReplies, .listPinned, .listVersions, .countReceipts, .listReceipts, .listScheduled:
      .read
    case .signal: .signal
    case .hello, .ping: .none
    }
  }
}
