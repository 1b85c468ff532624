// Per-user data: acknowledged changes are stored, and stored changes were requested.
extension Checker {
  mutating func checkOwn() {
    guard let dump else { return }
    for (_, call) in calls.sorted(by: { $0.key < $1.key }) {
      guard let revision = call.position else { continue }
      // A user with an acknowledged change but no log has lost it.
      let fold = userFolds[call.begin.user] ?? UserFold()
      switch call.operation.kind {
      case .changeSettings:
        verdict.figures.ownChanges += 1
        checkSet(call, asOf: revision, fold)
      case .hide:
        verdict.figures.ownChanges += 1
        checkHidden(call, asOf: revision, fold)
      default: break
      }
    }
    for (user, fold) in userFolds.sorted(by: { $0.key < $1.key }) {
      let kept = dump.settings[user] ?? [:]
      guard kept != fold.settings else { continue }
      let names = Set(kept.keys).symmetricDifference(fold.settings.keys).map(\.name).sorted()
      verdict.add(.convergence, "\(user)'s settings are not what the user's log gives: \(names)", [])
    }
    checkAskedSettings()
  }

  /// The acknowledged value held as of the named entry, whether that entry set it or an earlier one.
  private mutating func checkSet(_ call: Call, asOf revision: UInt64, _ fold: UserFold) {
    let lost = call.operation.settings.filter { fold.value(of: $0.name, asOf: revision) != $0.value }
    guard !lost.isEmpty else { return }
    verdict.add(
      .durable, "settings were acknowledged at \(revision) and are not in the user's log: \(lost.map(\.name))", call.evidence)
  }

  private mutating func checkHidden(_ call: Call, asOf revision: UInt64, _ fold: UserFold) {
    let (name, user) = (call.operation.conversation, call.begin.user)
    guard let log = folds[name] else { return }
    let hiding = fold.hiding(in: name, asOf: revision)
    // Entries of an earlier membership, invisible entries, and entries that are not messages are skipped.
    guard let memberships = log.memberships[user], memberships.count == 1, let only = memberships.first else { return }
    let shown = call.operation.targets.filter { seq in
      guard let message = log.message(seq), message.isFor(user), only.covers(seq) else { return false }
      return !hiding.hides(seq)
    }
    let upTo = call.operation.target
    let isCleared = !only.covers(upTo) || upTo == 0 || upTo > log.head || hiding.cleared >= upTo
    guard !shown.isEmpty || !isCleared else { return }
    verdict.add(
      .durable, "what \(user) hid of \(name) at \(revision) is not hidden: \(shown), up to \(hiding.cleared)", call.evidence)
  }

  /// Every setting in a user's log was requested by that user.
  private mutating func checkAskedSettings() {
    guard options.isComplete else { return }
    var asked: [String: Set<SettingFact>] = [:]
    for call in calls.values { asked[call.begin.user, default: []].formUnion(call.operation.settings) }
    for (user, log) in dump?.userLogs ?? [:] {
      for setting in log.flatMap(\.settings) where asked[user]?.contains(setting) != true {
        verdict.add(.once, "\(user)'s log sets \(setting.name) to what nobody asked for", [])
      }
    }
  }
}
