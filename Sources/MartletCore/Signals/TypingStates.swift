import MartletWire

/// Typing indicators: who is typing, and what this device told others of its own user.
struct TypingStates {
  /// The content type of the signal.
  static let type = "typing"
  /// Time-out of another user's indicator.
  static let shownFor: UInt64 = 6_000_000_000
  /// Minimum interval between signals of the own user.
  static let toldFor: UInt64 = 4_000_000_000
  /// Maximum number of indicators.
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

  /// True if nobody is typing.
  var isEmpty: Bool { writers.isEmpty }

  /// The time at which the next indicator times out; nil if there is none.
  var deadline: UInt64? { writers.values.lazy.map { $0.until }.min() }

  /// Sets an indicator; true if it is new.
  mutating func writes(_ user: UserID, _ type: String, in id: ConversationID, at now: UInt64) -> Bool {
    let writer = Writer(conversation: id, user: user)
    let known = writers[writer]
    guard known != nil || writers.count < Self.most else { return false }
    writers[writer] = Writing(type: type, until: now.addingClamped(Self.shownFor))
    return known?.type != type
  }

  /// Clears an indicator; true if there was one.
  mutating func stopped(_ user: UserID, in id: ConversationID) -> Bool {
    writers.isEmpty ? false : writers.removeValue(forKey: Writer(conversation: id, user: user)) != nil
  }

  /// Removes indicators that have timed out; at the end of a session, all of them.
  mutating func takeStopped(at now: UInt64) -> [(id: ConversationID, user: UserID)] {
    guard let deadline, deadline <= now else { return [] }
    let gone = writers.filter { $0.value.until <= now }.keys
    for writer in gone { writers[writer] = nil }
    return gone.sorted { ($0.conversation.text, $0.user) < ($1.conversation.text, $1.user) }.map { ($0.conversation, $0.user) }
  }

  /// True if a signal of the own user is due.
  mutating func tells(_ type: String, in id: ConversationID, at now: UInt64) -> Bool {
    if let known = told[id], known.type == type, known.until > now { return false }
    told = told.filter { $0.value.until > now }
    told[id] = Writing(type: type, until: now.addingClamped(Self.toldFor))
    return true
  }

  /// Ends the own user's typing; true if it had been told.
  mutating func ends(in id: ConversationID) -> Bool { told.removeValue(forKey: id) != nil }

  // MARK: The signal's content

  /// The content type that a signal names; nil if it says that typing stopped.
  ///
  /// The signal may contain anything: without a type it means text.
  static func written(_ json: String) -> String? {
    let fields = (try? ContentFields(json: json)) ?? ContentFields()
    if fields["stopped"] == .flag(true) { return nil }
    let type = fields["type"]?.textValue ?? ""
    return NameForm.isContentType(type) ? type : TextContent.type
  }

  /// The content of a typing signal.
  static func content(_ type: String?) -> String {
    guard let type else { return ContentFields(["stopped": .flag(true)]).json }
    return (type == TextContent.type ? ContentFields() : ContentFields(["type": .text(type)])).json
  }
}

// Signals, and typing.
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

  /// Tells others that the user is typing a message of a type; nil means that the user stopped.
  package mutating func writes(in id: ConversationID, _ type: String?, at now: UInt64) {
    self.now = now
    guard isOpen, shelves[id] != nil, requests.count < max(1, limits.requestsInFlight - 1) else { return }
    let isNews = if let type { typing.tells(type, in: id, at: now) } else { typing.ends(in: id) }
    guard isNews else { return }
    let content = TypingStates.content(type)
    request(.signal, .signal(Wire.Signal(conversation: id.text, type: TypingStates.type, content: content)))
  }

  /// Publishes the ends of indicators.
  mutating func endTyping(at now: UInt64) {
    for (id, user) in typing.takeStopped(at: now) { act(.publish(.typing(id, by: user, nil))) }
  }
}
