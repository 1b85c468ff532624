import Foundation
import MartletStore
import MartletWire
import Synchronization
import Testing

/// A file in which a process that will be killed records its requests and their answers.
///
/// A line for each: caller, number of the request, and for an answer a field for each item. The requests themselves
/// follow from the caller's name and the seed.
final class KillJournal: Sendable {
  private let file: Int32

  init(_ path: String) { file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }

  deinit { close(file) }

  func asks(_ name: String, _ number: Int) { put([name, "\(number)"]) }

  func answered(_ name: String, _ number: Int, _ outcomes: [AppendOutcome]) {
    put([name, "\(number)", "append"] + outcomes.map(Self.text))
  }

  func answered(_ name: String, _ number: Int, _ outcomes: [MarkOutcome]) {
    put(
      [name, "\(number)", "mark"]
        + outcomes.map { outcome in
          guard case .moved(_, let entry) = outcome else { return "-" }
          return Self.text(entry)
        })
  }

  private func put(_ fields: [String]) {
    let line = fields.joined(separator: "\t") + "\n"
    _ = line.withCString { write(file, $0, strlen($0)) }
  }

  private static func text(_ outcome: AppendOutcome) -> String {
    switch outcome {
    case .stored(let stored):
      let position = stored.position
      return
        (["stored", "\(position.conversation)", "\(position.seq)", "\(position.time)", "\(stored.stamp)"]
        + stored.userEntries.flatMap { ["\($0.user)", text($0.entry)] }).joined(separator: " ")
    case .repeated(let position): return "repeated \(position.conversation) \(position.seq) \(position.time)"
    case .unchanged, .conflict, .refused, .noConversation: return "-"
    }
  }

  private static func text(_ entry: UserLogEntry) -> String {
    let (kind, seq) =
      switch entry.event {
      case .joined(let seq): ("joined", seq)
      case .left(let seq): ("left", seq)
      case .readTo(let seq): ("read", seq)
      case .applicationChanged(let seq): ("application", seq)
      case .settingsChanged, .hidden, .relationsChanged: ("-", 0)
      }
    return "\(entry.seq) \(entry.time) \(entry.conversation?.text ?? "-") \(kind) \(seq)"
  }

  // MARK: - Reading

  /// Tells a witness of everything in the file; one cut short by the kill counts as not written.
  static func read(_ path: String, seed: UInt64, into witness: Witness) throws {
    guard let data = FileManager.default.contents(atPath: path) else { return }
    var lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeLast()
    var traffic: [Substring: CrashTraffic] = [:]
    var asked: [Substring: [CrashTraffic.Request]] = [:]
    for line in lines {
      let fields = line.split(separator: "\t")
      let (name, number) = (fields[0], try #require(Int(fields[1])))
      if fields.count == 2 {
        let request = traffic[name, default: CrashTraffic(String(name), seed: seed)].next()
        asked[name, default: []].append(request)
        #expect(asked[name]?.count == number + 1)
        switch request {
        case .append(let batch): witness.issue(batch)
        case .mark(let batch): witness.issue(batch)
        }
        continue
      }
      let answers = fields.dropFirst(3)
      switch try #require(asked[name]?[number]) {
      case .append(let batch):
        for (append, answer) in zip(batch, answers) { witness.answer(append, try outcome(answer)) }
      case .mark(let batch):
        for (mark, answer) in zip(batch, answers) where answer != "-" {
          let entry = try entry(answer.split(separator: " ")[...])
          witness.answer(mark, .moved(read: 0, entry: entry))
        }
      }
    }
  }

  private static func outcome(_ text: Substring) throws -> AppendOutcome {
    var words = text.split(separator: " ")[...]
    let kind = words.removeFirst()
    // The exact refusal does not matter here.
    if kind == "-" { return .noConversation }
    let position = Position(
      conversation: try #require(ConversationID(String(words[words.startIndex]))),
      seq: try #require(UInt64(words[words.startIndex + 1])), time: try #require(Int64(words[words.startIndex + 2])))
    if kind == "repeated" { return .repeated(position) }
    let stamp = try #require(UInt64(words[words.startIndex + 3]))
    words = words.dropFirst(4)
    var told: [AddressedUserEntry] = []
    while let user = words.popFirst() {
      told.append(AddressedUserEntry(user: try #require(UserID(String(user))), entry: try entry(words.prefix(5))))
      words = words.dropFirst(5)
    }
    return .stored(Stored(position: position, countable: 0, stamp: stamp, userEntries: told))
  }

  private static func entry(_ words: ArraySlice<Substring>) throws -> UserLogEntry {
    let words = Array(words)
    let seq = try #require(UInt64(words[4]))
    let event: UserLogEntry.Event =
      switch words[3] {
      case "joined": .joined(seq)
      case "left": .left(seq)
      case "application": .applicationChanged(seq)
      default: .readTo(seq)
      }
    return UserLogEntry(
      seq: try #require(UInt64(words[0])), time: try #require(Int64(words[1])),
      conversation: ConversationID(String(words[2])), event: event)
  }
}
