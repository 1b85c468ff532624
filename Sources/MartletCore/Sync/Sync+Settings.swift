import MartletWire

// Per-user settings, synced to all of the user's devices.
//
// A change takes effect on this device at once. The server is told after this device has read the user log, which may show
// that the server already has the change. The last change to arrive at the server wins.
extension Sync {
  /// Settings and hidings that the server has not confirmed.
  package var unsyncedChanges: Int { settings.waiting.count + hiding.waiting.count }

  /// Settings per request.
  private static let settingsAtOnce = 50

  /// Takes changed settings; already stored.
  package mutating func settingsChanged(_ values: [Setting.Name: String], at now: UInt64) {
    self.now = now
    for (name, value) in values { settings.waiting[name] = value }
    pump()
  }

  /// By name, so that the same inputs give the same events.
  private static func inOrder(_ values: [Setting.Name: String]) -> [(name: Setting.Name, value: String)] {
    func place(_ name: Setting.Name) -> (String, String) { (name.conversation?.text ?? "", name.key) }
    return values.sorted { place($0.key) < place($1.key) }.map { ($0.key, $0.value) }
  }

  /// Sends waiting settings, one request at a time.
  mutating func sendSettings() {
    guard !settings.waiting.isEmpty, settings.heldUntil <= now, listing == nil, !userLog.isAsked, cursor ?? 0 >= userLog.head,
      !requests.values.contains(where: { if case .settings = $0 { true } else { false } })
    else { return }
    // After a refusal, send one at a time to find the one at fault. Unset settings go first: they make room.
    func rank(_ name: Setting.Name) -> (Int, String, String) {
      (settings.waiting[name]?.isEmpty == true ? 0 : 1, name.conversation?.text ?? "", name.key)
    }
    let names = settings.waiting.keys.sorted { rank($0) < rank($1) }.prefix(settings.isSingle ? 1 : Self.settingsAtOnce)
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
    for (name, value) in Self.inOrder(values) { settle(name, value) }
    if settings.waiting.isEmpty { settings.isSingle = false }
  }

  /// True unless the user has left the setting's conversation since it was set.
  private func stands(_ setting: Wire.Setting) -> Bool {
    ConversationID(setting.conversation).flatMap { settings.left[$0] }.map { setting.revision > $0 } ?? true
  }

  mutating func settingsRefused(_ values: [Setting.Name: String], _ failure: Wire.Failure) {
    guard failure.errorCode.retry == .never else {
      return settings.heldUntil = now.addingClamped(max(UInt64(failure.retryAfterMs) * 1_000_000, 1_000_000_000))
    }
    guard values.count == 1 else { return settings.isSingle = true }
    // The server refuses it for good: its own value counts again.
    for (name, value) in Self.inOrder(values) {
      settle(name, value)
      act(.publish(.settingRefused(name, MartletError(failure))))
    }
  }

  private mutating func settle(_ name: Setting.Name, _ value: String) {
    guard settings.waiting[name].map({ $0.utf8.elementsEqual(value.utf8) }) == true else { return }
    settings.waiting[name] = nil
    write(.settingSettled(name, value))
  }

  /// Takes settings from the user log.
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

  /// Drops the settings of a conversation that the user left.
  mutating func dropSettings(of id: ConversationID, leftAt seq: UInt64) {
    settings.left[id] = seq
    settings.waiting = settings.waiting.filter { $0.key.conversation != id }
    write(.settingsEnded(id))
  }

  // MARK: The snapshot

  /// Requests a page of all settings, as a part of a first listing.
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
    guard page.more else { return fetchRelations(after: "") }
    guard let next = page.settings.last, next.conversation != last?.conversation || next.key != last?.key else {
      return breakOff(breach: "a page of settings that does not end")
    }
    fetchSettings(after: next)
  }

  struct SettingProgress {
    /// Settings that the server has not confirmed.
    var waiting: [Setting.Name: String] = [:]
    /// True to send one at a time.
    var isSingle = false
    var heldUntil: UInt64 = 0
    /// Positions in the user log at which the user left conversations, in this session.
    var left: [ConversationID: UInt64] = [:]
  }
}
