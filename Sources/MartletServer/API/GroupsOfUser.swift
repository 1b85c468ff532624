import MartletNet
import MartletStore
import MartletWire

// The groups of one user, for an app whose server keeps them, too.
extension AppCaller {
  func listGroups(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.ListUserGroups.self, body)
    let page = try await groups(of: try API.user(request.user), before: request.before, limit: request.limit)
    return HTTPResponse(page)
  }

  /// A page of a user's groups, as the user's own client would get it.
  private func groups(of user: UserID, before stamp: UInt64, limit: UInt32) async throws -> Wire.UserGroups {
    let kinds = gateway.reading.kinds
    let list = Wire.ListConversations(changedBefore: stamp, limit: limit == 0 ? 100 : limit)
    switch await ask(ListConversationsRequest.self, list, as: user) {
    case .conversations(let page):
      let groups = page.conversations.filter { kinds.id($0.id, caller: nil).map(isGroup) ?? false }
      if page.conversations.isEmpty { try await require(user) }
      return Wire.UserGroups(
        groups: groups.map { Wire.UserGroup(conversation: $0.id, title: $0.title, role: $0.role(of: user)) },
        next: page.more ? page.conversations.last?.stamp ?? 0 : 0)
    case .failure(let failure): throw Refusal(failure)
    default: throw Refusal(.internal)
    }
  }

  /// The user that a call names, who must exist.
  func user(_ text: String) async throws -> UserID {
    let user = try API.user(text)
    try await require(user)
    return user
  }

  func require(_ user: UserID) async throws {
    guard try await gateway.reading.store.user(user, app: app) != nil else { throw API.unknownUser }
  }

  /// Whether the id is one of a conversation to which members are added.
  private func isGroup(_ id: ConversationID) -> Bool {
    let policy = gateway.reading.kinds.policy(of: id)
    return policy.membership == .roster && !policy.permissions[.addMembers].isEmpty
  }

  /// Makes a user a member of some groups and of no others: one addition or removal for each difference.
  func syncGroups(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.SyncGroups.self, body)
    let (user, clientID) = (try API.user(request.user), try Form.clientID(request.clientId))
    let limits = gateway.limitsOfApps.of(app).value
    if let failure = limits.failure(of: clientID, now: gateway.engine.now) { throw Refusal(failure) }
    try Form.count(of: request.groups, "groups", in: 0...limits.usersPerRequest)
    var wanted: Set<ConversationID> = []
    for text in request.groups {
      guard let id = gateway.reading.kinds.id(text, caller: nil), isGroup(id) else { throw Refusal(field: "groups") }
      wanted.insert(id)
    }
    try await require(user)
    var present: Set<ConversationID> = []
    var before: UInt64 = 0
    repeat {
      let page = try await groups(of: user, before: before, limit: UInt32(clamping: limits.pageEntries))
      present.formUnion(page.groups.compactMap { gateway.reading.kinds.id($0.conversation, caller: nil) })
      before = page.next
    } while before > 0
    let changes =
      wanted.subtracting(present).map { GroupChange(group: $0, joins: true) }
      + present.subtracting(wanted).map { GroupChange(group: $0, joins: false) }
    let done = await mapConcurrently(changes.sorted { $0.group.text < $1.group.text }) {
      await carryOut($0, for: user, clientID, makes: request.makes)
    }
    return HTTPResponse(Wire.SyncedGroups(groups: done))
  }

  private struct GroupChange {
    let group: ConversationID
    let joins: Bool
  }

  private func carryOut(
    _ change: GroupChange, for user: UserID, _ clientID: ClientID, makes: Bool
  ) async -> Wire.SyncedGroup {
    let group = change.group.text
    let id = clientID.derived(for: group).text
    var result = Wire.SyncedGroup(conversation: group, joins: change.joins)
    var body: Wire.ServerPacket.Body
    if change.joins {
      let add = Wire.AddMembers(conversation: group, clientId: id, users: [user.text])
      body = await ask(AddMembersRequest.self, add)
      if makes, body.refuses(.conversationUnknown) {
        let made = clientID.derived(for: "make \(group)").text
        let create = Wire.CreateGroup(group: change.group.nameToMake, clientId: made)
        body = await ask(CreateGroupRequest.self, create, as: user)
        // Somebody else has made it meanwhile.
        if body.refuses(.groupExists) { body = await ask(AddMembersRequest.self, add) }
      }
    } else {
      let remove = Wire.RemoveMembers(conversation: group, clientId: id, users: [user.text])
      body = await ask(RemoveMembersRequest.self, remove)
    }
    if case .failure(let failure) = body { result.failure = failure }
    return result
  }
}

extension Wire.ServerPacket.Body {
  fileprivate func refuses(_ code: ErrorCode) -> Bool {
    if case .failure(let failure) = self { failure.errorCode == code } else { false }
  }
}

extension ConversationID {
  /// The name by which it is made: of a group, what follows the kind.
  fileprivate var nameToMake: String {
    kind == .group ? String(text.utf8.dropFirst(kind.rawValue.utf8.count &+ 1)) ?? text : text
  }
}

extension Wire.Conversation {
  fileprivate func role(of user: UserID) -> Wire.Role {
    owner == user.text ? .owner : rules?.admins.contains(user.text) == true ? .admin : .member
  }
}

extension ClientID {
  /// The id of a part of the request that has this one: the same for a retry, and of the same time.
  package func derived(for part: String) -> ClientID {
    let hash = Fingerprint.of { body in
      body(text)
      body(part)
    }
    var random = PartHash(hash)
    // An id without a time stays one.
    guard let madeAt else { return ClientID(Hexadecimal.encode(hash)) ?? self }
    return ClientID(milliseconds: madeAt, random: &random)
  }
}

/// Gives the words of a hash.
private struct PartHash: RandomNumberGenerator {
  private var words: [UInt64]

  init(_ bytes: [UInt8]) {
    words = stride(from: 0, to: bytes.count - 7, by: 8).map { start in
      bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  mutating func next() -> UInt64 { words.popLast() ?? 0 }
}
