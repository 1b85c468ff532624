import MartletWire

/// Decodes the output of `ChangeEncoder`.
///
/// No input traps: malformed bytes throw `.corrupt`, and a later version of the format throws `.newer`.
struct ChangeDecoder {
  private let bytes: [UInt8]
  private var position = 0
  private var version: UInt8 = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Passes on the changes of one row in order.
  ///
  /// - Parameters:
  ///   - bytes: The row.
  ///   - conversation: Returns the conversation with a number, including the changes passed on before. Called only for
  ///     conversations created before the current change; throws if there is none.
  ///   - each: Takes a change before the next is read.
  /// - Throws: `StoreError`, `.corrupt` or `.newer`, and the errors of the closures. A row may turn out damaged after some of its
  ///   changes were passed on.
  static func decode(
    _ bytes: [UInt8], conversation: (Int64) throws -> ConversationState, each: (Change) throws -> Void
  ) throws {
    var decoder = ChangeDecoder(bytes)
    let version = try decoder.byte()
    guard version <= ChangeFormat.version else {
      throw StoreError(
        .newer, "the journal has version \(version), but this program knows only \(ChangeFormat.version); use a newer program")
    }
    guard version > 0 else { throw damaged("version") }
    decoder.version = version
    while let change = try decoder.change(conversation) { try each(change) }
    guard decoder.position == bytes.count else { throw damaged("end") }
  }

  /// Whether a row is of the time when all apps had their stamps in common.
  static func hasCommonStamps(_ bytes: [UInt8]) -> Bool { bytes.first.map { $0 < 7 } ?? false }

  // MARK: - Changes

  /// Nil at the end.
  private mutating func change(_ conversation: (Int64) throws -> ConversationState) throws -> Change? {
    switch ChangeFormat.Tag(rawValue: try byte()) {
    case .end: return nil
    case .append: return .append(try append(conversation, isDetailed: false))
    case .detailed: return .append(try append(conversation, isDetailed: true))
    case .marker: return .mark(try marker(conversation))
    case .mark: return .mark(try mark(conversation))
    case .user:
      let app = try app()
      return .user(try userRecord(), app: app)
    case .hide: return .hide(try hide(conversation))
    case .settings: return .settings(try settings())
    case .relations: return .relations(try relations())
    case .pair:
      var state = try conversation(try number())
      state.record.relations = PairRelations(rawValue: try byte())
      return .pair(state)
    case .settingsDropped:
      let (app, text) = (try app(), try text())
      guard let id = ConversationID(text) else { throw Self.damaged("conversation id") }
      return .settingsDropped(try users(), ConversationKey(app: app, id: id))
    case .unchanged:
      let name = try scheduledKey()
      return .unchanged(
        UnchangedAppend(sender: name.owner, clientID: name.clientID, fingerprint: Array(try raw()), time: try signed()))
    case .scheduled: return .scheduled(try scheduled(), try version >= 7 ? rememberedSchedule(isEnded: false) : nil)
    case .unscheduled: return .unscheduled(try scheduledKey(), try version >= 7 ? rememberedSchedule(isEnded: true) : nil)
    case nil: throw Self.damaged("tag")
    }
  }

  private mutating func append(
    _ conversation: (Int64) throws -> ConversationState, isDetailed: Bool
  ) throws -> AppendEffects {
    let flags = ChangeFormat.Flags(rawValue: try byte())
    let number = try number()
    let seq = try unsigned()
    guard (1...EntryKey.lastPosition).contains(seq) else { throw Self.damaged("position") }
    let countable = try unsigned()
    let time = try signed()
    let stamp = try unsigned()
    guard let memberCount = Int(exactly: try unsigned()) else { throw Self.damaged("number of members") }
    let shown = flags.contains(.isShown) ? seq : try unsigned()
    let owner = flags.contains(.hasOwner) ? try user() : nil
    var state = flags.contains(.isNew) ? try newConversation(number) : try conversation(number)
    let shownBefore = state.shown
    state.shown = shown
    state.record.owner = owner
    state.record.head = seq
    state.record.countable = countable
    state.record.time = time
    state.record.stamp = stamp
    state.record.memberCount = memberCount
    var entry = LogEntry(
      seq: seq, time: time, sender: try user(), clientID: try clientID(isUUID: flags.contains(.isUUID)), countable: countable,
      event: .membersAdded([]))
    var annotates = try event(&entry)
    let fingerprint = Array(try raw())
    let fold = flags.contains(.hasFold) ? try fold(entry.event, &annotates) : nil
    let annotations = annotates ? try list { try $0.annotationChange() } : []
    var members =
      flags.contains(.changesMembers)
      ? try members(time: time, conversation: state.record.id) : (joins: [], leaves: [], userEntries: [])
    if isDetailed { entry.details = try details() }
    for index in members.joins.indices { members.joins[index].earlier = entry.history }
    state.record.fold(entry, isNew: flags.contains(.isNew))
    return AppendEffects(
      conversation: state, shownBefore: shownBefore, isNew: flags.contains(.isNew), entry: entry, counts: flags.contains(.counts),
      fingerprint: fingerprint, fold: fold, annotations: annotations, joins: members.joins, leaves: members.leaves,
      isMessage: flags.contains(.isMessage), userEntries: members.userEntries)
  }

  private mutating func details() throws -> Details {
    let bytes = Array(try raw())
    guard let details = try? Details(bytes: bytes) else { throw Self.damaged("details") }
    return details
  }

  private mutating func newConversation(_ number: Int64) throws -> ConversationState {
    let app = try app()
    guard let id = ConversationID(try text()) else { throw Self.damaged("conversation id") }
    return ConversationState(
      app: app, number: number,
      record: ConversationRecord(
        id: id, title: try text(), owner: nil, head: 0, countable: 0, time: 0, stamp: 0, memberCount: 0,
        relations: version >= 14 ? PairRelations(rawValue: try byte()) : []),
      shown: 0)
  }

  /// Reads the entry's event; true if a list of annotations follows.
  private mutating func event(_ entry: inout LogEntry) throws -> Bool {
    let kind = try byte()
    if kind == ChangeFormat.connectedMessage {
      entry.parent = try unsigned()
      entry.event = .message(type: try text(), content: try text())
      return true
    }
    entry.event = try event(EntryColumns.Kind(rawValue: Int64(kind)))
    return if case .annotated = entry.event { true } else { false }
  }

  private mutating func event(_ kind: EntryColumns.Kind?) throws -> LogEvent {
    switch kind {
    case .message: return .message(type: try text(), content: try text())
    case .edited: return .edited(target: try unsigned(), type: try text(), content: try text())
    case .recalled: return .recalled(target: try unsigned())
    case .annotated:
      guard let annotation = Annotation(target: try unsigned(), type: try text(), content: try text()) else {
        throw Self.damaged("annotation")
      }
      return .annotated(annotation)
    case .groupCreated:
      let (title, owner, members) = (try text(), try user(), try users())
      let attributes = version >= 6 ? Attributes(try attributes()) : nil
      return .groupCreated(title: title, owner: owner, members: members, attributes: attributes)
    case .membersAdded: return .membersAdded(try users())
    case .membersRemoved:
      return .membersRemoved(try users(), owner: try optionalUser())
    case .conversationChanged:
      let flags = try byte()
      guard flags < 16, flags & 6 != 6 else { throw Self.damaged("change of a conversation") }
      let title = flags & 1 != 0 ? try text() : nil
      let attributes = try attributes()
      guard var change = flags & 8 != 0 ? ConversationChange(json: try text()) : ConversationChange() else {
        throw Self.damaged("change of a conversation")
      }
      (change.title, change.attributes) = (title, attributes)
      change.silenced = flags & 6 == 0 ? nil : flags & 4 != 0
      return .conversationChanged(change)
    case .rolesSet:
      let users = try users()
      guard let role = MemberRole(rawValue: try text()) else { throw Self.damaged("role") }
      return .rolesSet(users, role)
    case .membersSilenced: return .membersSilenced(try users(), until: try signed())
    case .usersBanned:
      return .usersBanned(BanChange(users: try users(), until: try signed(), removed: try users(), owner: try optionalUser()))
    case .applied: return .applied(text: try text(), until: try signed())
    case .applicationsRefused: return .applicationsRefused(try users())
    case .memberNamed: return .memberNamed(try user(), try text())
    case .announced: return .announced(try text(), previous: try unsigned())
    case nil: throw Self.damaged("kind of entry")
    }
  }

  private mutating func fold(_ event: LogEvent, _ annotates: inout Bool) throws -> AppendEffects.Fold {
    switch event {
    case .edited(let target, let type, let content):
      annotates = version >= 4
      return .edit(target: target, type: type, content: content, previous: try unsigned())
    case .recalled(let target):
      let flags = try byte()
      guard flags < 4 else { throw Self.damaged("fold") }
      annotates = flags & 2 != 0
      return .recall(target: target, edits: try list { try $0.unsigned() }, counted: flags & 1 != 0)
    case .message, .annotated, .groupCreated, .membersAdded, .membersRemoved, .conversationChanged, .rolesSet, .membersSilenced,
      .usersBanned, .applied, .applicationsRefused, .memberNamed, .announced:
      throw Self.damaged("fold")
    }
  }

  private mutating func annotationChange() throws -> AnnotationChange {
    let target = try unsigned()
    let form = try byte()
    guard let kind = AnnotationKind(rawValue: Int64(form >> 1)) else { throw Self.damaged("kind of annotation") }
    let slot = AnnotationSlot(kind, try text(), try text())
    return AnnotationChange(
      target: target, slot: slot, value: form & 1 == 0 ? nil : AnnotationValue(try text(), seq: try unsigned()))
  }

  private mutating func members(
    time: Int64, conversation: ConversationID
  ) throws -> (joins: [MemberRecord], leaves: [UserID], userEntries: [AddressedUserEntry]) {
    let joins = try list {
      MemberRecord(user: try $0.user(), joined: try $0.unsigned(), read: try $0.unsigned(), lastSent: try $0.unsigned())
    }
    let leaves = try users()
    let userEntries = try list { decoder in
      let user = try decoder.user()
      let seq = try decoder.unsigned()
      guard let kind = UserEntryKind(rawValue: Int64(try decoder.byte())) else { throw Self.damaged("kind of user entry") }
      guard let event = kind.event(try decoder.unsigned(), detail: nil), kind.isOfMembership else {
        throw Self.damaged("kind of user entry")
      }
      return AddressedUserEntry(user: user, entry: UserLogEntry(seq: seq, time: time, conversation: conversation, event: event))
    }
    return (joins, leaves, userEntries)
  }

  private mutating func mark(_ conversation: (Int64) throws -> ConversationState) throws -> MarkEffects {
    let state = try conversation(try number())
    let user = try user()
    let read = try unsigned()
    let entry = UserLogEntry(
      seq: try unsigned(), time: try signed(), conversation: state.record.id, event: .readTo(read))
    return MarkEffects(conversation: state, user: user, read: read, entry: entry)
  }

  private mutating func hide(_ conversation: (Int64) throws -> ConversationState) throws -> HideEffects {
    HideEffects(
      conversation: try conversation(try number()), user: try user(), cleared: try unsigned(),
      targets: try list { try $0.unsigned() }, seq: try unsigned(), time: try signed())
  }

  private mutating func userRecord() throws -> UserRecord {
    var record = UserRecord(id: try user(), createdAt: try signed(), tokensRevokedUntil: try signed())
    guard version >= 10 else { return record }
    let bytes = Array(try raw())
    if !bytes.isEmpty {
      guard let profile = ProfileRecord(bytes) else { throw Self.damaged("profile") }
      record.profile = profile
    }
    if version >= 11 { record.suspendedUntil = try signed() }
    if version >= 13 { record.lastSeen = try signed() }
    return record
  }

  private mutating func settings() throws -> SettingEffects {
    let user = UserKey(app: try app(), user: try user())
    let (seq, time) = (try unsigned(), try signed())
    let values = try list { decoder in
      let text = try decoder.text()
      let conversation = ConversationID(text)
      guard conversation != nil || text.isEmpty else { throw Self.damaged("conversation id") }
      return (name: SettingName(try decoder.text(), of: conversation), value: try decoder.text())
    }
    return SettingEffects(user: user, values: values, seq: seq, time: time)
  }

  private mutating func relations() throws -> RelationEffects {
    let user = UserKey(app: try app(), user: try user())
    let (seq, time) = (try unsigned(), try signed())
    let relations = try list { decoder in
      RelationRecord(
        try decoder.user(), RelationFlags(rawValue: Int64(bitPattern: try decoder.unsigned())), revision: seq,
        text: decoder.version >= 16 ? try decoder.text() : "")
    }
    return RelationEffects(user: user, relations: relations, seq: seq, time: time)
  }

  private mutating func scheduled() throws -> ScheduledMessage {
    let (app, user, client) = (try app(), try user(), try clientID(isUUID: false))
    let time = try signed()
    guard let conversation = ConversationID(try text()) else { throw Self.damaged("conversation id") }
    let (type, content, bytes) = (try text(), try text(), Array(try raw()))
    let details: Details?
    do throws(WireError) {
      details = try Details(bytes: bytes)
    } catch {
      throw Self.damaged("details")
    }
    var message = ScheduledMessage(
      app: app, user: user, clientID: client, conversation: conversation, type: type, content: content, details: details,
      time: time)
    guard version >= 5 else { return message }
    message.parent = try unsigned()
    switch try byte() {
    case 0: break
    case 1: message.properties = try list { AnnotationItem(try $0.text(), try $0.text()) }
    default: throw Self.damaged("properties")
    }
    return message
  }

  private mutating func scheduledKey() throws -> ScheduledKey {
    let (app, user, client) = (try app(), try user(), try clientID(isUUID: false))
    return ScheduledKey(owner: UserKey(app: app, user: user), clientID: client)
  }

  private mutating func rememberedSchedule(isEnded: Bool) throws -> RememberedSchedule {
    var end: ScheduleEnd?
    if isEnded {
      guard let known = ScheduleEnd(rawValue: Int64(try byte())) else { throw Self.damaged("end of a schedule") }
      end = known
    }
    return RememberedSchedule(fingerprint: Array(try raw()), end: end, time: try signed())
  }

  private mutating func marker(_ conversation: (Int64) throws -> ConversationState) throws -> MarkEffects {
    let state = try conversation(try number())
    let user = try user()
    let which = try byte()
    var markers = MarkEffects.Markers(
      read: which & 1 == 0 ? nil : try unsigned(), told: which & 2 == 0 ? nil : try unsigned(),
      delivered: which & 4 == 0 ? nil : try unsigned())
    if which & 8 != 0 {
      guard let told = markers.told else { throw Self.damaged("marker") }
      markers.move = ReadMove(since: try unsigned(), seq: told, time: try signed())
    }
    let entry = try markers.read.map { read in
      UserLogEntry(seq: try unsigned(), time: try signed(), conversation: state.record.id, event: .readTo(read))
    }
    return MarkEffects(conversation: state, user: user, markers: markers, entry: entry)
  }

  // MARK: - Values

  private mutating func byte() throws -> UInt8 {
    guard position < bytes.count else { throw Self.damaged("length") }
    defer { position &+= 1 }
    return bytes[position]
  }

  private mutating func unsigned() throws -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      // The tenth group has one bit left.
      guard shift < 63 || byte <= 1 else { throw Self.damaged("number") }
      value |= UInt64(byte & 0x7F) << shift
      guard byte & 0x80 != 0 else { return value }
      shift &+= 7
    }
  }

  private mutating func signed() throws -> Int64 {
    let folded = try unsigned()
    return Int64(bitPattern: folded >> 1) ^ (folded & 1 == 0 ? 0 : -1)
  }

  private mutating func number() throws -> Int64 {
    guard let number = Int64(exactly: try unsigned()), (1...EntryKey.lastNumber).contains(number) else {
      throw Self.damaged("conversation number")
    }
    return number
  }

  private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count <= bytes.count &- position else { throw Self.damaged("length") }
    defer { position &+= count }
    return bytes[position..<position &+ count]
  }

  private mutating func raw() throws -> ArraySlice<UInt8> {
    guard let count = Int(exactly: try unsigned()) else { throw Self.damaged("length") }
    return try take(count)
  }

  /// A length that is not true ends with the bytes: every element takes at least one.
  private mutating func list<Element>(_ element: (inout ChangeDecoder) throws -> Element) throws -> [Element] {
    var elements: [Element] = []
    var left = try unsigned()
    while left > 0 {
      elements.append(try element(&self))
      left &-= 1
    }
    return elements
  }

  private mutating func text() throws -> String {
    guard let text = String(validating: try raw(), as: UTF8.self) else { throw Self.damaged("text") }
    return text
  }

  private mutating func app() throws -> AppID {
    guard let app = AppID(try text()) else { throw Self.damaged("app id") }
    return app
  }

  private mutating func user() throws -> UserID {
    guard let user = UserID(try text()) else { throw Self.damaged("user id") }
    return user
  }

  /// Nil for nobody.
  private mutating func optionalUser() throws -> UserID? {
    let text = try text()
    if text.isEmpty { return nil }
    guard let user = UserID(text) else { throw Self.damaged("user id") }
    return user
  }

  private mutating func attributes() throws -> [String: String] {
    Dictionary(try list { (try $0.text(), try $0.text()) }) { $1 }
  }

  private mutating func users() throws -> [UserID] { try list { try $0.user() } }

  private mutating func clientID(isUUID: Bool) throws -> ClientID {
    let text = isUUID ? PackedUUID(high: try bigEndian(), low: try bigEndian()).text : try text()
    guard let id = ClientID(text) else { throw Self.damaged("client id") }
    return id
  }

  private mutating func bigEndian() throws -> UInt64 {
    try take(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The value itself is not told: it may be a user's.
  private static func damaged(_ what: String) -> StoreError {
    StoreError(.corrupt, "the journal holds changes with a malformed \(what)")
  }
}
