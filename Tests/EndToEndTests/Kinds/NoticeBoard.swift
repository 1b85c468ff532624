import MartletStore
import MartletTesting
import MartletWire

// All that a notice board is. Nothing else of the program knows the kind.
extension KindPolicy {
  /// Every user of the app reads the newest 100 notices, which the owner and the members write.
  static let noticeBoard = KindPolicy(
    kind: .board, membership: .roster, audience: .everyone, log: .ring(100), readState: .none,
    permissions: [
      .read: .anybody, .send: [.owner, .member], .edit: .sender, .recall: [.sender, .owner], .annotate: .anybody,
      .pin: .owner, .create: .anybody, .addMembers: .owner, .removeMembers: .owner, .leave: .member, .change: .owner,
    ])
}

extension ConversationID.Kind {
  static let board = ConversationID.Kind(rawValue: "board") ?? .group
}

/// Opens a store that knows notice boards, and folds all the time.
let openWithNoticeBoards: TestServer.StoreOpening = { directory in
  var options = SQLiteStore.Options()
  options.kinds = .standard(and: .noticeBoard)
  (options.foldInterval, options.foldRound, options.foldWeight) = (.zero, .zero, 1)
  return try await SQLiteStore.open(directory: directory, options: options)
}
