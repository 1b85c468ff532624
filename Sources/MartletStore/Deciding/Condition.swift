import MartletWire

/// A condition that must hold for an append to be stored.
package enum Condition: Sendable, Equatable {
  /// The conversation does not exist yet.
  case absent
  /// The user has one of the roles that an operation needs. The role `sender` refers to the message at the position.
  ///
  /// If the append makes the conversation, the users it adds count as members.
  case allowed(UserID, Roles, to: Permission, at: UInt64 = 0)
  /// The user may write in the group at this time, in milliseconds since 1970: the owner and the admins always may.
  ///
  /// If the group is silenced or dismissed, the append is refused for `notSilenced` or `notDismissed`.
  case mayWrite(UserID, at: Int64)
  /// The other user of the direct conversation does not block the user.
  case notBlocked(UserID)
  /// The other user of the direct conversation has the user on the allow list, or lets everybody write.
  ///
  /// With `onlyAllowed` the app lets nobody else write.
  case admitted(UserID, onlyAllowed: Bool)
  /// The user is the owner or an admin, or everyone may write in the group.
  case notSilenced(UserID)
  /// The group was not dismissed.
  case notDismissed
  /// A user with the code of a link, or without, may join at this time, in milliseconds since 1970.
  case admits(String?, at: Int64)
  /// None of the users is banned at this time, in milliseconds since 1970.
  ///
  /// A refusal names the first who is, and until when.
  case notBanned([UserID], at: Int64, until: Int64 = 0)
  /// A ban, or its end, changes something at this time, in milliseconds since 1970.
  case bansChange(at: Int64)
  /// Users who know the group's id may apply to join it.
  case takesApplications
  /// The sender may know of the group at this time, in milliseconds since 1970.
  case isKnown(at: Int64)
  /// The application, or its end, changes something at this time, in milliseconds since 1970, and the sender is no member.
  case applicationChanges(at: Int64)
  /// Afterwards at most this many users have applied at a time, in milliseconds since 1970.
  case applicationsAtMost(Int, at: Int64)
  /// All of these users have applied, and their applications hold at this time, in milliseconds since 1970.
  ///
  /// A refusal names the first who has not.
  case applied([UserID], at: Int64)
  /// The user's name in the group is another one.
  case nicknameChanges
  /// The announcement is another one.
  case announcementChanges
  /// Afterwards at most this many users are banned at a time, in milliseconds since 1970, unless bans are lifted.
  case bansAtMost(Int, at: Int64)
  /// Afterwards the group has at most this many links, unless one is only taken away.
  case linksAtMost(Int)
  /// All of these users are members.
  case members([UserID])
  /// The user has a higher role than each of these: an owner than admins, and both than members.
  case outranks(UserID, [UserID])
  /// Some of these users have another role.
  case rolesChange
  /// Afterwards the group has at most this many admins, unless some are only taken away.
  case adminsAtMost(Int)
  /// None of the joining users is a member already, and all leaving users are members.
  case membershipChangesApply
  /// At most this many members once the append is stored.
  case membersAtMost(Int)
  /// There is a message at the position, at or after the user's joining and not withheld from the user, that is not recalled.
  ///
  /// The app, for which there is no user, sees all messages.
  case visibleMessage(UInt64, to: UserID?)
  /// The message at the position is not one that the user would see if it were not recalled.
  case notRecalled(UInt64, to: UserID?)
  /// The message at the position was sent at this time or later, in milliseconds since 1970.
  case sentSince(Int64, UInt64)
  /// The annotation changes something.
  case annotationChanges
  /// The message at the position may have properties.
  case expandable(UInt64)
  /// No message at the position is directed to some of the members alone.
  case toAll(UInt64)
  /// Afterwards the message has at most this many keys of the kind, unless some are only taken away.
  case keysAtMost(Int)
  /// The same of the sender's own keys.
  case ownKeysAtMost(Int)
  /// Afterwards the names and values of the message's properties take at most this many bytes, unless some are only taken
  /// away.
  case propertyBytesAtMost(Int)
  /// Afterwards at most this many messages are pinned to the conversation, unless one is taken off.
  case pinsAtMost(Int)
  /// The vote is a valid ballot of the poll.
  case ballotFits
  /// The poll takes votes at this time, in milliseconds since 1970.
  case pollOpen(at: Int64)
  /// The message at the position is a poll.
  case isPoll(UInt64)
  /// An edit keeps the parts of the poll at the position on which its votes depend; a message that is not a poll does not become
  /// one.
  case keepsPoll(UInt64)
  /// The bytes of the file are there, and are kept until a time that is later than the append's, in milliseconds since 1970.
  ///
  /// 0 stands for a file that is not there. What is kept is not a matter of the store: the caller has looked it up, and nothing
  /// that happens before the time can make it untrue.
  case mediaKept(String, until: Int64)
  /// An edit names the same files as the message at the position.
  case keepsMedia(UInt64)
  /// The change of title or attributes changes something.
  case conversationChanges
  /// Afterwards the conversation has at most this many attributes, or no more than before.
  case attributesAtMost(Int)
  /// The same of the bytes of all their keys and values.
  case attributeBytesAtMost(Int)
  /// The sender has this scheduled; with the append it is no more.
  case scheduled(ClientID)
  /// No entry after the position changed the members, whom the requester knew as of then; several nodes may change them.
  case membersAsOf(UInt64)

  /// The same for a request of the app, which needs no role and sees all messages; nil if it asks only what the caller may do,
  /// rather than what state the conversation is in.
  package var ofApp: Condition? {
    switch self {
    case .allowed, .notBlocked, .admitted, .notSilenced, .outranks, .sentSince: nil
    case .mayWrite: .notDismissed
    case .visibleMessage(let seq, _): .visibleMessage(seq, to: nil)
    case .notRecalled(let seq, _): .notRecalled(seq, to: nil)
    default: self
    }
  }

  /// True if the append changes nothing when the condition does not hold; its outcome is then `.unchanged`.
  package var isOfChange: Bool { failure == nil }

  /// The answer to a request whose condition does not hold; nil for one with nothing to change.
  package var failure: Wire.Failure? {
    switch self {
    case .absent: Wire.Failure(.groupExists)
    // The home looks at the members again, and gives this answer only if they change all the time.
    case .membersAsOf: Wire.Failure(.unavailable, retryAfterMs: 1000)
    case .allowed(_, _, .read, _): Wire.Failure(.conversationUnknown)
    case .allowed, .outranks: Wire.Failure(.notPermitted)
    case .notSilenced: Wire.Failure(.conversationSilenced)
    case .mayWrite: Wire.Failure(.silenced)
    case .notBlocked: Wire.Failure(.blocked)
    case .admitted: Wire.Failure(.notOnAllowList)
    case .notDismissed: Wire.Failure(.conversationDismissed)
    case .admits(nil, _): Wire.Failure(.conversationUnknown)
    case .admits: Wire.Failure(.linkInvalid)
    case .notBanned(let users, _, let until): Wire.Failure(.banned, field: users.first?.text ?? "", until: until)
    case .takesApplications, .isKnown: Wire.Failure(.conversationUnknown)
    case .applicationsAtMost(let limit, _): Wire.Failure(.applicationsFull, limit: UInt64(clamping: limit))
    case .applied(let users, _): Wire.Failure(.applicationUnknown, field: users.first?.text ?? "")
    case .bansAtMost(let limit, _): Wire.Failure(.bansFull, limit: UInt64(clamping: limit))
    case .linksAtMost(let limit): Wire.Failure(.linksFull, limit: UInt64(clamping: limit))
    case .members: Wire.Failure(.memberUnknown)
    case .adminsAtMost(let limit): Wire.Failure(.adminsFull, limit: UInt64(clamping: limit))
    case .membershipChangesApply, .annotationChanges, .conversationChanges, .rolesChange, .bansChange,
      .applicationChanges, .nicknameChanges, .announcementChanges:
      nil
    case .membersAtMost(let limit): Wire.Failure(.groupFull, limit: UInt64(clamping: limit))
    case .visibleMessage, .scheduled: Wire.Failure(.targetUnknown)
    case .notRecalled: Wire.Failure(.targetRecalled)
    case .sentSince: Wire.Failure(.recallExpired)
    case .expandable: Wire.Failure(.notExpandable)
    case .toAll: Wire.Failure(.notSupportedHere)
    case .keysAtMost(let limit), .ownKeysAtMost(let limit), .pinsAtMost(let limit):
      Wire.Failure(.annotationsFull, limit: UInt64(clamping: limit))
    case .propertyBytesAtMost(let limit):
      Wire.Failure(.annotationsFull, field: "property_bytes", limit: UInt64(clamping: limit))
    case .ballotFits, .isPoll: Wire.Failure(.ballotInvalid)
    case .pollOpen: Wire.Failure(.pollClosed)
    case .keepsPoll: Wire.Failure(.fieldInvalid, field: "content")
    case .mediaKept(let id, _): Wire.Failure(.mediaUnknown, field: id)
    case .keepsMedia: Wire.Failure(.fieldInvalid, field: "content.media")
    case .attributesAtMost(let limit): Wire.Failure(.attributesFull, field: "attributes", limit: UInt64(clamping: limit))
    case .attributeBytesAtMost(let limit):
      Wire.Failure(.attributesFull, field: "attribute_bytes", limit: UInt64(clamping: limit))
    }
  }
}

extension AppendDecider {
  /// Says whether a condition holds before the append.
  func holds(_ condition: Condition) throws -> Bool {
    switch condition {
    case .absent: isNew
    case .allowed(let user, let roles, _, let seq): try has(user, oneOf: roles, at: seq)
    case .mayWrite(let user, let time): try !isDismissed && !isGroupSilenced(for: user) && !isSilenced(user, at: time)
    case .notBlocked(let user): !before.record.relations.block(user, in: before.record.id)
    case .admitted(let user, let onlyAllowed):
      !view.kinds.policy(of: before.record.id).heedsBlocks
        || before.record.relations.admit(user, in: before.record.id, onlyAllowed: onlyAllowed)
    case .notSilenced(let user): try !isGroupSilenced(for: user)
    case .notDismissed: !isDismissed
    case .admits(let code, let time): before.record.rules?.admits(code, at: time) ?? false
    case .notBanned(let users, let time, _): try banned(among: users, at: time) == nil
    case .bansChange(let time): try bansChange(at: time)
    case .bansAtMost(let limit, let time): try hasRoomForBans(limit, at: time)
    case .takesApplications: before.record.rules?.takesApplications ?? false
    case .isKnown(let time): try isKnown(at: time)
    case .applicationChanges(let time): try applicationChanges(at: time)
    case .applicationsAtMost(let limit, let time): try hasRoomForApplication(limit, at: time)
    case .applied(let users, let time): try notApplied(among: users, at: time) == nil
    case .nicknameChanges: try nicknameChanges()
    case .announcementChanges: announcementChanges()
    case .linksAtMost(let limit): change?.linkMade == nil || before.record.rules?.links.count ?? 0 < limit
    case .members(let users): try users.allSatisfy { try isMember($0) }
    case .outranks(let user, let others): others.allSatisfy { before.record.role(of: $0) < before.record.role(of: user) }
    case .rolesChange: rolesChange()
    case .adminsAtMost(let limit): hasRoomForAdmins(limit)
    case .membershipChangesApply:
      try asked.value.joins.allSatisfy { try !isMember($0) } && asked.value.leaves.allSatisfy { try isMember($0) }
    case .membersAtMost(let limit): before.record.memberCount &+ (try joining().count) &- (try leaving().count) <= limit
    case .visibleMessage(let seq, let user): try isVisible(seq, to: user, recalled: false)
    case .notRecalled(let seq, let user): try !isVisible(seq, to: user, recalled: true)
    case .sentSince(let time, let seq): try message(seq).map { $0.time >= time } ?? false
    case .annotationChanges: settled?.annotation.items.isEmpty == false
    case .expandable(let seq):
      try view.slots(of: seq, kind: .property, owner: AnnotationSlot.shared, in: before)[""] != nil
    case .toAll(let seq): try message(seq)?.details?.isDirected != true
    case .keysAtMost(let limit): settled.map { !$0.sets || $0.keys <= limit } ?? true
    case .ownKeysAtMost(let limit): settled.map { !$0.sets || $0.ownKeys <= limit } ?? true
    case .propertyBytesAtMost(let limit): settled.map { !$0.sets || $0.propertyBytes <= limit } ?? true
    case .pinsAtMost(let limit): try isRoomToPin(limit)
    case .ballotFits: settled?.poll?.takes(settled?.ballot ?? []) ?? false
    case .pollOpen(let time): try isPollOpen(at: time)
    case .isPoll(let seq):
      try view.content(at: seq, in: before).flatMap { PollRules(type: $0.type, content: $0.content) } != nil
    case .keepsPoll(let seq): try keepsPoll(seq)
    case .mediaKept(_, let until): until > asked.value.time
    case .keepsMedia(let seq): try keepsMedia(seq)
    case .conversationChanges: change?.isEmpty == false
    case .attributesAtMost(let limit): hasRoom(limit) { $0?.values.count ?? 0 }
    case .attributeBytesAtMost(let limit): hasRoom(limit) { $0?.bytes ?? 0 }
    case .scheduled(let id): try isScheduled(id)
    case .membersAsOf(let seq): try isNew || !view.changedMembers(of: before, after: seq)
    }
  }

  /// The condition for whose sake the append is refused where one does not hold.
  func reason(of condition: Condition) throws -> Condition {
    switch condition {
    case .mayWrite(let user, _): isDismissed ? .notDismissed : try isGroupSilenced(for: user) ? .notSilenced(user) : condition
    case .notBanned(let users, let time, _):
      try banned(among: users, at: time).map { .notBanned([$0.user], at: time, until: $0.until) } ?? condition
    case .applied(let users, let time): try notApplied(among: users, at: time).map { .applied([$0], at: time) } ?? condition
    default: condition
    }
  }

  private var isDismissed: Bool { before.record.rules?.isDismissed == true }

  private func isGroupSilenced(for user: UserID) throws -> Bool {
    guard before.record.rules?.isSilenced == true, before.record.role(of: user) == .member else { return false }
    return try member(user)?.silencedUntil != Wire.SilenceMembers.speaker
  }

  private func isSilenced(_ user: UserID, at time: Int64) throws -> Bool {
    guard let until = try member(user)?.silencedUntil, until > time else { return false }
    return before.record.role(of: user) == .member
  }

  private func rolesChange() -> Bool {
    guard case .rolesSet(let users, let role) = asked.value.event else { return true }
    return users.contains { before.record.role(of: $0) != role }
  }

  private func hasRoomForAdmins(_ limit: Int) -> Bool {
    let (known, event) = (before.record.rules, asked.value.event)
    let after = GroupRules.applying(event, to: known)?.admins.count ?? 0
    return after <= max(limit, known?.admins.count ?? 0)
  }

  private func isScheduled(_ id: ClientID) throws -> Bool {
    let owner = UserKey(app: asked.value.app, user: asked.value.sender)
    return try view.isScheduled(ScheduledKey(owner: owner, clientID: id))
  }

  /// True if a measure of the attributes stays within a limit or does not grow.
  private func hasRoom(_ limit: Int, _ measure: (Attributes?) -> Int) -> Bool {
    guard let change else { return true }
    let attributes = before.record.attributes
    return measure(change.applied(to: attributes)) <= max(limit, measure(attributes))
  }

  private func isRoomToPin(_ limit: Int) throws -> Bool {
    guard let pinned = asked.value.pinned, settled?.sets == true else { return true }
    return try view.pinned(in: before).union([pinned]).count <= limit
  }

  private func isPollOpen(at time: Int64) throws -> Bool {
    guard case .annotated(let vote) = asked.value.event, let poll = settled?.poll else { return true }
    let isClosed = try !view.slots(of: vote.target, kind: .closing, owner: AnnotationSlot.shared, in: before).isEmpty
    return !isClosed && (poll.deadline == 0 || time < poll.deadline)
  }

  private func keepsPoll(_ seq: UInt64) throws -> Bool {
    guard case .edited(_, let type, let content) = asked.value.event, let before = try view.content(at: seq, in: self.before)
    else {
      return true
    }
    return PollRules(type: before.type, content: before.content).hasSameBallots(as: PollRules(type: type, content: content))
  }

  private func keepsMedia(_ seq: UInt64) throws -> Bool {
    guard case .edited(_, let type, let content) = asked.value.event, let before = try view.content(at: seq, in: self.before)
    else {
      return true
    }
    return try Set(MediaNames.of(content, type: type)) == Set(MediaNames.of(before.content, type: before.type))
  }

  private func isVisible(_ seq: UInt64, to user: UserID?, recalled: Bool) throws -> Bool {
    if let user, try reader(user).map({ seq >= $0.start }) != true { return false }
    guard let message = try message(seq) else { return false }
    return message.isRecalled == recalled && user.map(message.isVisible) ?? true
  }

  private func reader(_ user: UserID) throws -> MemberRecord? {
    view.kinds.policy(of: before.record.id).reader(user, member: try member(user), head: before.record.head)
  }

  private func has(_ user: UserID, oneOf roles: Roles, at seq: UInt64) throws -> Bool {
    if roles.contains(.anybody) || roles.contains(.owner) && before.record.owner == user { return true }
    if roles.contains(.admin), before.record.role(of: user) == .admin { return true }
    if roles.contains(.member), isNew ? asked.value.joins.contains(user) : try isMember(user) { return true }
    return try roles.contains(.sender) && message(seq)?.sender == user
  }
}
