import MartletWire

/// Who is writing where, as far as this device was told, and what this device told of its own user.
struct TypingStates {
  /// The content type that says so.
  static let type = "typing"
  /// How long it is shown that somebody writes who was not heard of since.
  static let shownFor: UInt64 = 6_000_000_000
  /// How long one's own writing is not told again.
  static let toldFor: UInt64 = 4_000_000_000
  /// Writers kept; what more there are is not shown.
  private static let most = 1_000

  private struct Writer: Hashable {
    let conversation: ConversationID
    let user: UserID
  }

  private struct Writing {
    /// A content type.
    let type: String
    let until: UInt64
  }

  private var writers: [Writer: Writing] = [:]
  private var told: [ConversationID: Writing] = [:]

  /// Whether nobody writes.
  var isEmpty: Bool { writers.isEmpty }

  /// When somebody counts as having stopped; nil where nobody writes.
  var deadline: UInt64? { writers.values.lazy.map(\.until).min() }

  /// Somebody writes a message of a type; true where that was not known.
  mutating func writes(_ user: UserID, _ type: String, in id: ConversationID, at now: UInt64) -> Bool {
    let writer = Writer(conversation: id, user: user)
    let known = writers[writer]
    guard known != nil || writers.count < Self.most else { return false }
    writers[writer] = Writing(type: type, until: now.addingClamped(Self.shownFor))
    return known?.type != type
  }

  /// Somebody writes no more; true where that was not known.
  mutating func stopped(_ user: UserID, in id: ConversationID) -> Bool {
    writers.isEmpty ? false : writers.removeValue(forKey: Writer(conversation: id, user: user)) != nil
  }

  /// Takes out those who were not heard of for too long; at the end of a session all of them.
  mutating func takeStopped(at now: UInt64) -> [(id: ConversationID, user: UserID)] {
    guard let deadline, deadline <= now else { return [] }
    let gone = writers.filter { $0.value.until <= now }.keys
    for writer in gone { writers[writer] = nil }
    return gone.sorted { ($0.conversation.text, $0.user) < ($1.conversation.text, $1.user) }.map { ($0.conversation, $0.user) }
  }

  /// Whether one's own writing is to be told now.
  mutating func tells(_ type: String, in id: ConversationID, at now: UInt64) -> Bool {
    if let known = told[id], known.type == type, known.until > now { return false }
    told = told.filter { $0.value.until > now }
    told[id] = Writing(type: type, until: now.addingClamped(Self.toldFor))
    return true
  }

  /// One's own writing is over; true where it had been told.
  mutating func ends(in id: ConversationID) -> Bool { told.removeValue(forKey: id) != nil }

  // MARK: The signal's content

  /// The content type that a signal says is written; nil where nothing is any more.
  ///
  /// What a peer wrote there may be anything: what names no type means text.
  static func written(_ json: String) -> String? {
    let fields = (try? ContentFields(json: json)) ?? ContentFields()
    if fields["stopped"] == .flag(true) { return nil }
    let type = fields["type"]?.textValue ?? ""
    return NameForm.isContentType(type) ? type : TextContent.type
  }

  /// The content of a signal that says what is written.
  static func content(_ type: String?) -> String {
    guard let type else { return ContentFields(["stopped": .flag(true)]).json }
    return (type == TextContent.type ? ContentFields() : ContentFields(["type": .text(type)])).json
  }
}

// Signals, and who is writing.
extension Sync {
  mutating func receive(_ signalled: Wire.Signalled) {
    guard let id = ConversationID(signalled.conversation), let sender = UserID(signalled.sender), sender != user,
      shelves[id] != nil
    else { return }
    guard signalled.type == TypingStates.type else {
      let content = MessageContent.custom(type: signalled.type, json: signalled.content)
      return act(
        .publish(
          .signal(Signal(conversation: id, sender: sender, time: Timestamp(milliseconds: signalled.time), content: content))))
    }
    if let type = TypingStates.written(signalled.content) {
      if typing.writes(sender, type, in: id, at: now) { act(.publish(.typing(id, by: sender, type))) }
    } else if typing.stopped(sender, in: id) {
      act(.publish(.typing(id, by: sender, nil)))
    }
  }

  /// The user writes a message of a type in a conversation, or with nil does so no more.
  mutating func writes(in id: ConversationID, _ type: String?, at now: UInt64) {
    self.now = now
    guard isOpen, shelves[id] != nil, requests.count < max(1, limits.requestsInFlight - 1) else { return }
    let isNews = if let type { typing.tells(type, in: id, at: now) } else { typing.ends(in: id) }
    guard isNews else { return }
    let content = TypingStates.content(type)
    request(.signal, .signal(Wire.Signal(conversation: id.text, type: TypingStates.type, content: content)))
  }

  /// Tells of those who write no more.
  mutating func endTyping(at now: UInt64) {
    for (id, user) in typing.takeStopped(at: now) { act(.publish(.typing(id, by: user, nil))) }
  }
}
