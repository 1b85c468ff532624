// I7: answers about a message: its receipts, its annotators and its versions.
extension Checker {
  /// Compares a device's final answers with the log.
  mutating func checkAsked(_ state: DeviceState, _ name: String, _ shown: DeviceState.Conversation, _ fold: LogFold) {
    func compare<Value: Equatable>(_ what: String, at seq: UInt64, _ told: Value, _ expected: Value) {
      guard told != expected else { return }
      differ(state, "got \(what) of \(name)#\(seq) as \(told); the log gives \(expected)", name, at: seq)
    }
    for (seq, receipt) in shown.receipts.sorted(by: { $0.key < $1.key }) {
      verdict.figures.receiptsCompared += 1
      compare("the receipts", at: seq, receipt, fold.receipt(of: seq, among: dump?.logs[name]?.members ?? [:]))
    }
    for (seq, annotators) in shown.annotators.sorted(by: { $0.key < $1.key }) {
      verdict.figures.annotatorsCompared += annotators.count
      compare("the annotators", at: seq, annotators, fold.annotators(of: seq, for: state.user))
    }
    for (seq, versions) in shown.versions.sorted(by: { $0.key < $1.key }) {
      verdict.figures.wordingsCompared += 1
      compare("the versions", at: seq, versions, expectedVersions(of: seq, fold, like: versions))
    }
  }

  /// All versions of a message, each with the entry from which it applies.
  ///
  /// The store's log lacks the first version of an edited message. It is taken from the request, if the history has it.
  private func expectedVersions(
    of seq: UInt64, _ fold: LogFold, like told: [DeviceState.Version]
  ) -> [DeviceState.Version] {
    guard fold.said[seq]?.isRecalled == false, let message = fold.entry(seq) else { return [] }
    let edits = (fold.edits[seq] ?? []).compactMap { fold.entry($0) }
    let first = edits.isEmpty ? message.payload : asked(message) ?? told.first?.payload ?? 0
    return [DeviceState.Version(seq: seq, time: message.time, payload: first)]
      + edits.map { DeviceState.Version(seq: $0.seq, time: $0.time, payload: $0.payload) }
  }
}
