import MartletWire

// Settings: what is the user's own and the same on all of the user's devices.
//
// What is set here counts here at once, and is told to the server once the user log has been caught up with: it may say
// that an answer was lost only, or that another device set the same. The last one to arrive wins.
extension Sync {
  /// How many are told at once.
  private static let settingsAtOnce = 50

  /// Settings were stored that the server is to be told.
  mutating func settingsChanged(_ values: [Setting.Name: String], at now: UInt64) {
    self.now = now
    settings.waiting.merge(values) { $1 }
    pump()
  }

  /// Tells the server what waits, one request at a time.
  mutating func sendSettings() {
    guard !settings.waiting.isEmpty, settings.heldUntil <= now, listing == nil, !userLog.isAsked, cursor ?? 0 >= userLog.head,
      !requests.values.contains(where: { if case .settings = $0 { true } else { false } })
    else { return }
    // After a refusal one by one, to find which it is about.
    let names = settings.waiting.keys.sorted { ($0.conversation?.text ?? "", $0.key) < ($1.conversation?.text ?? "", $1.key) }
      .prefix(settings.isSingle ? 1 : Self.settingsAtOnce)
    var bytes = 0
    let fitting = names.prefix { name in
      bytes += 256 + (settings.waiting[name]?.utf8.count ?? 0)
      return bytes < limits.packetBytes / 2
    }
    let sent = fitting.isEmpty ? names.prefix(1) : fitting
    let values = sent.reduce(into: [:]) { $0[$1] = settings.waiting[$1] }
    let wire = sent.map { Wire.Setting(conversation: $0.conversation?.text ?? "", key: $0.key, value: values[$0] ?? "") }
    request(.settings(values), .changeSetting(Wire.ChangeSetting(settings: wire)))
  }

  mutating func settingsTold(_ values: [Setting.Name: String], _ changed: Wire.Changed) {
    guard changed.revision <= Self.lastPosition else { return breakOff(breach: "a setting without a position") }
    let taken = values.map { name, value in
      Wire.Setting(conversation: name.conversation?.text ?? "", key: name.key, value: value, revision: changed.revision)
    }.filter(stands)
    write(.settings(taken.sorted { ($0.conversation, $0.key) < ($1.conversation, $1.key) }))
    for (name, value) in values { settle(name, value) }
    if settings.waiting.isEmpty { settings.isSingle = false }
  }

  /// Whether a value counts: those of a conversation that the user has left since it was given are gone.
  private func stands(_ setting: Wire.Setting) -> Bool {
    ConversationID(setting.conversation).flatMap { settings.left[$0] }.map { setting.revision > $0 } ?? true
  }

  mutating func settingsRefused(_ values: [Setting.Name: String], _ failure: Wire.Failure) {
    guard failure.errorCode.retry == .never else {
      return settings.heldUntil = now.addingClamped(max(UInt64(failure.retryAfterMs) * 1_000_000, 1_000_000_000))
    }
    guard values.count == 1 else { return settings.isSingle = true }
    // The server will not have it, so what it has counts again.
    for (name, value) in values { settle(name, value) }
  }

  private mutating func settle(_ name: Setting.Name, _ value: String) {
    guard settings.waiting[name].map({ $0.utf8.elementsEqual(value.utf8) }) == true else { return }
    settings.waiting[name] = nil
    write(.settingSettled(name, value))
  }

  /// The user log tells of values.
  mutating func apply(_ changed: Wire.SettingChanged, at seq: UInt64) {
    let sound = changed.settings.map { setting in
      var setting = setting
      setting.revision = seq
      return setting
    }
    write(.settings(sound))
    for setting in sound {
      let id = ConversationID(setting.conversation)
      guard id != nil || setting.conversation.isEmpty else { continue }
      settle(Setting.Name(setting.key, of: id), setting.value)
    }
  }

  /// The user is in a conversation no more: its settings ended with the membership.
  mutating func dropSettings(of id: ConversationID, leftAt seq: UInt64) {
    settings.left[id] = seq
    settings.waiting = settings.waiting.filter { $0.key.conversation != id }
    write(.settingsEnded(id))
  }

  // MARK: The snapshot

  /// Asks for a page of all settings, the last part of a first listing.
  mutating func fetchSettings(after last: Wire.Setting?) {
    request(
      .settingsPage(after: last),
      .fetchSettings(
        Wire.FetchSettings(
          afterConversation: last?.conversation ?? "", afterKey: last?.key ?? "", limit: UInt32(limits.pageEntries))))
  }

  mutating func receive(_ page: Wire.Settings, after last: Wire.Setting?) {
    guard page.head <= Self.lastPosition, page.settings.allSatisfy({ $0.revision <= Self.lastPosition }) else {
      return breakOff(breach: "settings without a position")
    }
    write(.settingsPage(page, after: last, page.settings.filter(stands)))
    guard page.more else { return finishListing() }
    guard let next = page.settings.last, next.conversation != last?.conversation || next.key != last?.key else {
      return breakOff(breach: "a page of settings that does not end")
    }
    fetchSettings(after: next)
  }

  struct SettingProgress {
    /// To be told to the server.
    var waiting: [Setting.Name: String] = [:]
    /// Whether one is told at a time.
    var isSingle = false
    var heldUntil: UInt64 = 0
    /// Where in the user log conversations were left in this session.
    var left: [ConversationID: UInt64] = [:]
  }
}
