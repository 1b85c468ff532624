import MartletWire

/// Encodes the changes of one commit in the form of `ChangeFormat`.
///
/// The writer keeps one and uses it for every commit, so that its buffer seldom grows.
struct ChangeEncoder {
  /// The output of the last `encode`.
  private(set) var bytes: [UInt8] = []

  /// A buffer beyond this is given back after an unusually large commit.
  private static let keptCapacity = 1 << 20

  mutating func encode(_ changes: [Change]) {
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
    bytes.append(ChangeFormat.version)
    for change in changes {
      switch change {
      case .append(let effects): write(effects)
      case .mark(let effects): write(effects)
      case .user(let record, let app): write(record, app: app)
      case .hide(let effects): write(effects)
      case .settings(let effects): write(effects)
      case .settingsDropped(let users, let key):
        write(.settingsDropped)
        write(key.app.text)
        write(key.id.text)
        write(users)
      case .relations(let effects): write(effects)
      case .pair(let state):
        write(.pair)
        write(UInt64(bitPattern: state.number))
        bytes.append(state.record.relations.rawValue)
      case .unchanged(let append):
        write(.unchanged)
        write(ScheduledKey(owner: append.sender, clientID: append.clientID))
        write(append.fingerprint)
        write(signed: append.time)
      case .scheduled(let message, let remembered):
        write(message)
        write(remembered?.fingerprint ?? [])
        write(signed: remembered?.time ?? 0)
      case .unscheduled(let key, let remembered):
        write(.unscheduled)
        write(key)
        bytes.append(UInt8(truncatingIfNeeded: remembered?.end?.rawValue ?? 0))
        write(remembered?.fingerprint ?? [])
        write(signed: remembered?.time ?? 0)
      }
    }
    write(.end)
  }

  // MARK: - Changes

  private mutating func write(_ effects: AppendEffects) {
    let state = effects.conversation
    let entry = effects.entry
    let uuid = PackedUUID(entry.clientID.text)
    let flags = flags(of: effects, isUUID: uuid != nil)
    write(entry.details == nil ? .append : .detailed)
    bytes.append(flags.rawValue)
    write(UInt64(bitPattern: state.number))
    write(entry.seq)
    write(entry.countable)
    write(signed: entry.time)
    write(state.record.stamp)
    write(UInt64(bitPattern: Int64(state.record.memberCount)))
    if !flags.contains(.isShown) { write(state.shown) }
    if let owner = state.record.owner { write(owner.text) }
    if effects.isNew {
      write(state.app.text)
      write(state.record.id.text)
      write(state.record.title)
      bytes.append(state.record.relations.rawValue)
    }
    write(entry.sender.text)
    if let uuid {
      write(bigEndian: uuid.high)
      write(bigEndian: uuid.low)
    } else {
      write(entry.clientID.text)
    }
    write(entry.event, of: effects)
    write(effects.fingerprint)
    if let fold = effects.fold { write(fold, annotates: !effects.annotations.isEmpty) }
    if effects.hasAnnotations { write(effects.annotations) }
    if flags.contains(.changesMembers) { writeMembers(effects) }
    if let details = entry.details { write(details.bytes) }
  }

  private func flags(of effects: AppendEffects, isUUID: Bool) -> ChangeFormat.Flags {
    var flags: ChangeFormat.Flags = []
    if effects.isNew { flags.insert(.isNew) }
    if effects.counts { flags.insert(.counts) }
    if effects.isMessage { flags.insert(.isMessage) }
    if isUUID { flags.insert(.isUUID) }
    if effects.conversation.shown == effects.entry.seq { flags.insert(.isShown) }
    if effects.conversation.record.owner != nil { flags.insert(.hasOwner) }
    if effects.fold != nil { flags.insert(.hasFold) }
    if !effects.joins.isEmpty || !effects.leaves.isEmpty || !effects.userEntries.isEmpty { flags.insert(.changesMembers) }
    return flags
  }

  private mutating func write(_ event: LogEvent, of effects: AppendEffects) {
    switch event {
    case .message(let type, let content):
      if effects.isConnected {
        bytes.append(ChangeFormat.connectedMessage)
        write(effects.entry.parent)
      } else {
        write(EntryColumns.Kind.message)
      }
      write(type)
      write(content)
    case .annotated(let annotation):
      write(EntryColumns.Kind.annotated)
      write(annotation.target)
      let (type, content) = annotation.columns
      write(type)
      write(content)
    case .edited(let target, let type, let content):
      write(EntryColumns.Kind.edited)
      write(target)
      write(type)
      write(content)
    case .recalled(let target):
      write(EntryColumns.Kind.recalled)
      write(target)
    case .groupCreated(let title, let owner, let members, let attributes):
      write(EntryColumns.Kind.groupCreated)
      write(title)
      write(owner.text)
      write(members)
      write(attributes?.values ?? [:])
    case .conversationChanged(let change):
      write(EntryColumns.Kind.conversationChanged)
      let more = change.beyondSilence
      bytes.append((change.title == nil ? 0 : 1) | (change.silenced.map { $0 ? 4 : 2 } ?? 0) | (more == nil ? 0 : 8))
      if let title = change.title { write(title) }
      write(change.attributes)
      if let more { write(more.json) }
    case .membersAdded, .membersRemoved, .rolesSet, .membersSilenced, .usersBanned, .applied, .applicationsRefused, .memberNamed,
      .announced:
      write(ofMembers: event)
    }
  }

  private mutating func write(ofMembers event: LogEvent) {
    switch event {
    case .membersAdded(let users):
      write(EntryColumns.Kind.membersAdded)
      write(users)
    case .membersRemoved(let users, let owner):
      write(EntryColumns.Kind.membersRemoved)
      write(users)
      // No user has the empty name.
      write(owner?.text ?? "")
    case .rolesSet(let users, let role):
      write(EntryColumns.Kind.rolesSet)
      write(users)
      write(role.rawValue)
    case .membersSilenced(let users, let until):
      write(EntryColumns.Kind.membersSilenced)
      write(users)
      write(signed: until)
    case .usersBanned(let change):
      write(EntryColumns.Kind.usersBanned)
      write(change.users)
      write(signed: change.until)
      write(change.removed)
      write(change.owner?.text ?? "")
    case .applied(let text, let until):
      write(EntryColumns.Kind.applied)
      write(text)
      write(signed: until)
    case .applicationsRefused(let users):
      write(EntryColumns.Kind.applicationsRefused)
      write(users)
    case .memberNamed(let user, let name):
      write(EntryColumns.Kind.memberNamed)
      write(user.text)
      write(name)
    case .announced(let text, let previous):
      write(EntryColumns.Kind.announced)
      write(text)
      write(previous)
    default: break
    }
  }

  /// Target and content are the event's, whose kind also says which fold it is.
  private mutating func write(_ fold: AppendEffects.Fold, annotates: Bool) {
    switch fold {
    case .edit(_, _, _, let previous): write(previous)
    case .recall(_, let edits, let counted):
      bytes.append((counted ? 1 : 0) | (annotates ? 2 : 0))
      write(count: edits.count)
      for edit in edits { write(edit) }
    }
  }

  private mutating func write(_ changes: [AnnotationChange]) {
    write(count: changes.count)
    for change in changes {
      write(change.target)
      bytes.append(UInt8(truncatingIfNeeded: change.slot.kind.rawValue) << 1 | (change.value == nil ? 0 : 1))
      write(change.slot.owner)
      write(change.slot.name)
      guard let value = change.value else { continue }
      write(value.text)
      write(value.seq)
    }
  }

  private mutating func writeMembers(_ effects: AppendEffects) {
    write(count: effects.joins.count)
    for member in effects.joins {
      write(member.user.text)
      write(member.joined)
      write(member.read)
      write(member.lastSent)
    }
    write(effects.leaves)
    write(count: effects.userEntries.count)
    for addressed in effects.userEntries {
      let (kind, position, _) = UserEntryKind.columns(addressed.entry.event)
      write(addressed.user.text)
      write(addressed.entry.seq)
      bytes.append(UInt8(truncatingIfNeeded: kind.rawValue))
      write(position)
    }
  }

  private mutating func write(_ effects: MarkEffects) {
    let markers = effects.markers
    write(.marker)
    write(UInt64(bitPattern: effects.conversation.number))
    write(effects.user.text)
    let positions = [markers.read, markers.told, markers.delivered]
    let which: UInt8 = positions.enumerated().reduce(0) { $1.element == nil ? $0 : $0 | 1 << UInt8($1.offset) }
    bytes.append(which | (markers.move == nil ? 0 : 8))
    for position in positions { if let position { write(position) } }
    if let move = markers.move {
      write(move.since)
      write(signed: move.time)
    }
    guard let entry = effects.entry else { return }
    write(entry.seq)
    write(signed: entry.time)
  }

  private mutating func write(_ effects: HideEffects) {
    write(.hide)
    write(UInt64(bitPattern: effects.conversation.number))
    write(effects.user.text)
    write(effects.cleared)
    write(count: effects.targets.count)
    for target in effects.targets { write(target) }
    write(effects.entry.seq)
    write(signed: effects.entry.time)
  }

  private mutating func write(_ effects: SettingEffects) {
    write(.settings)
    write(effects.user.app.text)
    write(effects.user.user.text)
    write(effects.entry.seq)
    write(signed: effects.entry.time)
    write(count: effects.settings.count)
    for setting in effects.settings {
      // No conversation has the empty name.
      write(setting.name.conversation?.text ?? "")
      write(setting.name.key)
      write(setting.value)
    }
  }

  private mutating func write(_ effects: RelationEffects) {
    write(.relations)
    write(effects.user.app.text)
    write(effects.user.user.text)
    write(effects.entry.seq)
    write(signed: effects.entry.time)
    write(count: effects.relations.count)
    for relation in effects.relations {
      write(relation.peer.text)
      write(UInt64(bitPattern: relation.flags.rawValue))
      write(relation.text)
    }
  }

  private mutating func write(_ record: UserRecord, app: AppID) {
    write(.user)
    write(app.text)
    write(record.id.text)
    write(signed: record.createdAt)
    write(signed: record.tokensRevokedUntil)
    write(record.profile?.bytes ?? [])
    write(signed: record.suspendedUntil)
    write(signed: record.lastSeen)
  }

  private mutating func write(_ message: ScheduledMessage) {
    write(.scheduled)
    write(message.key)
    write(signed: message.time)
    write(message.conversation.text)
    write(message.type)
    write(message.content)
    write(message.details?.bytes ?? [])
    write(message.parent)
    bytes.append(message.properties == nil ? 0 : 1)
    guard let properties = message.properties else { return }
    write(count: properties.count)
    for property in properties {
      write(property.key)
      write(property.value ?? "")
    }
  }

  private mutating func write(_ key: ScheduledKey) {
    write(key.owner.app.text)
    write(key.owner.user.text)
    write(key.clientID.text)
  }

  // MARK: - Values

  private mutating func write(_ tag: ChangeFormat.Tag) { bytes.append(tag.rawValue) }

  private mutating func write(_ kind: EntryColumns.Kind) { bytes.append(UInt8(truncatingIfNeeded: kind.rawValue)) }

  private mutating func write(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func write(signed value: Int64) { write(UInt64(bitPattern: value << 1 ^ value >> 63)) }

  private mutating func write(count: Int) { write(UInt64(clamping: count)) }

  private mutating func write(_ raw: [UInt8]) {
    write(count: raw.count)
    bytes.append(contentsOf: raw)
  }

  private mutating func write(_ users: [UserID]) {
    write(count: users.count)
    for user in users { write(user.text) }
  }

  private mutating func write(_ attributes: [String: String]) {
    write(count: attributes.count)
    for (key, value) in attributes.inOrder {
      write(key)
      write(value)
    }
  }

  private mutating func write(_ text: String) {
    let written: Void? = text.utf8.withContiguousStorageIfAvailable {
      write(count: $0.count)
      bytes.append(contentsOf: $0)
    }
    if written == nil { write(Array(text.utf8)) }
  }

  private mutating func write(bigEndian value: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}

extension AppendEffects {
  /// Whether it is a message that is more than its content.
  fileprivate var isConnected: Bool {
    guard case .message = entry.event else { return false }
    return entry.parent > 0 || !annotations.isEmpty
  }

  /// Whether a list of annotations is written; its event says so, or its fold.
  fileprivate var hasAnnotations: Bool {
    switch entry.event {
    case .annotated: true
    case .message: isConnected
    case .recalled: fold != nil && !annotations.isEmpty
    case .edited: fold != nil
    case .groupCreated, .membersAdded, .membersRemoved, .conversationChanged, .rolesSet, .membersSilenced, .usersBanned, .applied,
      .applicationsRefused, .memberNamed, .announced:
      false
    }
  }
}
