import MartletCore
import MartletWire

// Ways into a group, and its end.
extension BrowserClient {
  /// - Returns: False for other operations.
  func beginOnJoining(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .joinGroup(let join):
      let sharer = try Parsed.optionalUser(join.sharedBy, "sharedBy")
      engine.join(
        try GroupEntrance(join.group, join.link), sharedBy: sharer, way: join.way, for: operation,
        then: completion(call) { .conversation($0.text) })
    case .describeGroup(let describe):
      engine.describe(
        try GroupEntrance(describe.group, describe.link), for: operation,
        then: completion(call) { .groupCard(Bridge.GroupCard($0)) })
    case .findConversations(let find): try self.find(find, call, operation)
    case .makeLink(let make):
      engine.makeLink(
        to: try Destination(to: make.to), until: make.until, uses: make.uses, for: operation,
        then: completion(call) { .links(Bridge.Links(links: [Bridge.JoinLink($0)])) })
    case .links(let place):
      engine.links(
        of: try Destination(to: place.to), for: operation,
        then: completion(call) { .links(Bridge.Links(links: $0.map { Bridge.JoinLink($0) })) })
    case .revokeLinks(let revoke):
      engine.revokeLinks(revoke.links, of: try Destination(to: revoke.to), for: operation, then: completion(call))
    case .dismiss(let place): engine.dismiss(try Destination(to: place.to), for: operation, then: completion(call))
    default: return false
    }
    return true
  }
}

extension BrowserClient {
  private func find(
    _ find: Bridge.FindConversations, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) {
    var attributes: [String: [ContentValue]] = [:]
    for wanted in find.attributes {
      for value in wanted.values {
        attributes[wanted.key, default: []] += try Parsed.values(["": value]).values.compactMap { $0 }
      }
    }
    let search = ConversationSearch(
      members: try Parsed.users(find.members, "members"), exactly: find.exactly, title: find.title, attributes: attributes,
      activeFrom: find.activeFrom == 0 ? nil : Timestamp(milliseconds: find.activeFrom),
      activeBefore: find.activeBefore == 0 ? nil : Timestamp(milliseconds: find.activeBefore))
    engine.find(
      search, after: try PageCursor.position(try Parsed.cursor(find.after)), limit: Self.limit(find.limit), for: operation,
      then: completion(call) {
        .foundConversations(Bridge.FoundConversations(ids: $0.items.map { $0.text }, next: $0.next?.text ?? ""))
      })
  }
}

extension GroupEntrance {
  fileprivate init(_ group: String, _ link: String) throws(MartletError) {
    guard link.isEmpty else {
      self = .link(link)
      return
    }
    guard let id = ConversationID(group) ?? ConversationID.group(group) else {
      throw MartletError(.argumentInvalid, "the id of a group is like group:climbers", field: "group")
    }
    self = .group(id)
  }
}
