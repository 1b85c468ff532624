extension Wire.ClientPacket.Request {
  /// Which of a user's rate limits a request counts against.
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
