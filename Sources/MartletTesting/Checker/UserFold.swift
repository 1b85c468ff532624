/// The state of a user log after its entries are applied in order: settings and hidden entries, as of each entry.
///
/// Like `LogFold`, it shares no code with the server or the client library.
struct UserFold {
  /// The part of a conversation that is hidden from a member.
  struct Hiding: Equatable {
    /// Everything up to here.
    var cleared: UInt64 = 0
    var single: Set<UInt64> = []
    /// The user-log position of the last hiding; 0 for none.
    var revision: UInt64 = 0

    func hides(_ seq: UInt64) -> Bool { seq <= cleared || single.contains(seq) }

    /// The same with more positions hidden.
    func and(_ more: Set<UInt64>) -> Hiding {
      var both = self
      both.single.formUnion(more)
      return both
    }
  }

  /// A value and the position of the entry that gave it.
  private struct Dated<Value> {
    var at: UInt64
    var value: Value
  }

  private var hidings: [String: [Dated<Hiding>]] = [:]
  private var values: [String: [Dated<SettingFact>]] = [:]
  private var relationsOf: [String: [Dated<UInt64>]] = [:]

  init(_ entries: [UserEntryFact] = []) {
    for entry in entries { take(entry) }
  }

  private mutating func take(_ entry: UserEntryFact) {
    let name = entry.conversation
    switch entry.kind {
    case .joined: hidings[name, default: []].append(Dated(at: entry.seq, value: Hiding()))
    case .left:
      hidings[name, default: []].append(Dated(at: entry.seq, value: Hiding()))
      // The end of a membership removes the user's settings of the conversation.
      for (key, known) in values {
        guard let last = known.last, last.value.conversation == name, last.value.value != 0 else { continue }
        values[key]?.append(Dated(at: entry.seq, value: SettingFact(last.value.key, of: name, 0)))
      }
    case .hidden:
      var hiding = hidings[name]?.last?.value ?? Hiding()
      hiding.cleared = max(hiding.cleared, entry.position)
      hiding.single = hiding.single.union(entry.targets).filter { $0 > hiding.cleared }
      hiding.revision = entry.seq
      hidings[name, default: []].append(Dated(at: entry.seq, value: hiding))
    case .settingsChanged:
      for setting in entry.settings { values[setting.name, default: []].append(Dated(at: entry.seq, value: setting)) }
    case .relationsChanged:
      for relation in entry.relations {
        relationsOf[relation.user, default: []].append(Dated(at: entry.seq, value: relation.flags))
      }
    case .readTo, .applicationChanged, .unknown: break
    }
  }

  /// The hidden part of a conversation as of a user-log entry.
  func hiding(in conversation: String, asOf seq: UInt64 = .max) -> Hiding {
    hidings[conversation]?.last { $0.at <= seq }?.value ?? Hiding()
  }

  /// Up to where all of a conversation was hidden at any time.
  func clearings(in conversation: String) -> Set<UInt64> { Set((hidings[conversation] ?? []).map(\.value.cleared)).union([0]) }

  /// Whether an entry was ever hidden.
  func everHid(_ seq: UInt64, in conversation: String) -> Bool {
    hidings[conversation]?.contains { $0.value.hides(seq) } ?? false
  }

  /// The hash of a setting's value as of an entry; 0 for none.
  func value(of name: String, asOf seq: UInt64 = .max) -> UInt64 { values[name]?.last { $0.at <= seq }?.value.value ?? 0 }

  /// What the user had set about another one as of an entry.
  func flags(of user: String, asOf seq: UInt64 = .max) -> UInt64 { relationsOf[user]?.last { $0.at <= seq }?.value ?? 0 }

  /// The final relations.
  var relations: [String: Dump.Relation] {
    relationsOf.compactMapValues { known in
      known.last.flatMap { $0.value == 0 ? nil : Dump.Relation(flags: $0.value, revision: $0.at) }
    }
  }

  /// The final settings, with the entry that set each value.
  var settings: [SettingFact: UInt64] {
    values.values.reduce(into: [:]) { all, known in
      if let last = known.last, last.value.value != 0 { all[last.value] = last.at }
    }
  }
}
