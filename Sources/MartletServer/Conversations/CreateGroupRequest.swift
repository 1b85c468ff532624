import MartletStore
import MartletWire

/// Makes a group.
struct CreateGroupRequest: AppendingRequest {
  typealias Message = Wire.CreateGroup

  let title: String
  let members: [UserID]
  var attributes: Attributes?
  /// True if the caller chose the group's id.
  let named: Bool

  static var changesMembership: Bool { true }

  static func named(_ create: Wire.CreateGroup) -> Int { create.members.count }

  static func check(
    _ create: Wire.CreateGroup, for context: RequestContext
  ) throws(Refusal) -> Checked<CreateGroupRequest> {
    let limits = context.limits
    try Form.title(create.title)
    let attributes = try Form.attributes(of: create, limits: limits.value)
    let members = try Form.users(create.members, "members", limits: limits.value)
    guard let id = context.kinds.idToMake(create.group.isEmpty ? try context.gateway.groupName() : create.group) else {
      throw Refusal(field: "group")
    }
    let form = CreateGroupRequest(
      title: create.title, members: members, attributes: attributes, named: !create.group.isEmpty)
    return try Checked(id, clientID: create.clientId, form)
  }

  var bytes: Int { 80 &* members.count &+ (attributes?.bytes ?? 0) }

  /// The group's id counts only if the caller chose it.
  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("create")
    body(named ? conversation.text : "")
    body(title)
    for member in members { body(member.text) }
    attributes?.values.forEachPart(body)
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    var users = members
    if !users.contains(append.sender) { users.insert(append.sender, at: 0) }
    if let decision = deciding.require(existing: users) { return decision }
    append.event = .groupCreated(title: title, owner: append.sender, members: users, attributes: attributes)
    append.create = NewConversation(title: title, owner: append.sender)
    append.joins = users
    append.conditions = [.absent, .membersAtMost(deciding.limits.value.groupMembers)]
    return nil
  }
}
