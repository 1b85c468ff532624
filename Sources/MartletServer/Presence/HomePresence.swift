import MartletStore
import MartletWire

/// What a shard knows of the presence of the users whose home it is, beside their own devices here.
struct HomePresence {
  var watchers = PresenceWatchers()
  var questions = PresenceQuestions()
  /// When users were last seen, until it is stored.
  var seen: [UserKey: Int64] = [:]
  /// What the store is writing at the moment.
  var storing: [UserKey: Int64] = [:]
  /// Users whose settings changed since others were told.
  var changedSettings: Set<UserKey> = []
  /// The number of the last packet to other nodes.
  var number: UInt64 = 0
  /// Sweeps since then.
  var quiet = 0

  /// Other nodes hear something after so many sweeps, so that they notice a loss.
  static let quietAtMost = 4
  /// Users in one packet to other nodes.
  static let usersAtOnce = 500
  /// Users of whom something may have been missed, looked at anew in one sweep.
  static let recheckedAtOnce = 2000
  /// Watchers looked at in one turn of the loop.
  static let looksPerTurn = 16_000

  /// When a user was last seen, as far as it is not stored.
  func unstored(_ user: UserKey) -> Int64 { max(seen[user] ?? 0, storing[user] ?? 0) }
}

/// Questions to other nodes about users' devices.
struct PresenceQuestions {
  private struct Question {
    let users: Int
    /// For each node, how many users it has not answered.
    var missing: [Int64: Int]
    var parts: [UserKey: [Int64: PresencePart]] = [:]
    /// Takes the parts, and whether all nodes answered.
    let done: @Sendable ([UserKey: [Int64: PresencePart]], Bool) -> Void
  }

  private var questions: [UInt64: Question] = [:]
  private var last: UInt64 = 0

  /// Begins a question to nodes, and returns its id; the ids of different shards differ.
  mutating func begin(
    _ users: Int, to nodes: [Int64], lane: Int, lanes: Int,
    _ done: @escaping @Sendable ([UserKey: [Int64: PresencePart]], Bool) -> Void
  ) -> UInt64 {
    last &+= 1
    let id = last &* UInt64(clamping: max(1, lanes)) &+ UInt64(clamping: lane)
    let missing = Dictionary(nodes.map { ($0, users) }) { first, _ in first }
    questions[id] = Question(users: users, missing: missing, done: done)
    return id
  }

  /// Takes an answer of a node; the question ends with the last.
  ///
  /// - Returns: As `end(_:isWhole:)`; nil as long as answers are missing.
  mutating func take(
    _ parts: [(user: UserKey, part: PresencePart)], of node: Int64, to id: UInt64
  ) -> (@Sendable () -> Void)? {
    guard var question = questions[id] else { return nil }
    for (user, part) in parts where !part.isOffline { question.parts[user, default: [:]][node] = part }
    let left = (question.missing[node] ?? 0) &- parts.count
    question.missing[node] = left > 0 ? left : nil
    questions[id] = question
    return question.missing.isEmpty ? end(id, isWhole: true) : nil
  }

  /// Ends a question, whatever was answered.
  ///
  /// - Returns: A closure that tells the asker; nil if the question has ended before. The asker may ask again, which changes the
  ///   questions, so call it after this change of them is complete.
  mutating func end(_ id: UInt64, isWhole: Bool = false) -> (@Sendable () -> Void)? {
    guard let question = questions.removeValue(forKey: id) else { return nil }
    return { question.done(question.parts, isWhole) }
  }
}

/// The numbers of the packets of each node and loop, by which a receiver notices that one was lost.
struct PresenceLanes {
  private var numbers: [Int64: [UInt32: UInt64]] = [:]

  /// Notes a packet; true if one before it was lost.
  mutating func isHole(node: Int64, lane: UInt32, number: UInt64) -> Bool {
    let last = numbers[node]?[lane]
    guard number > last ?? 0 else { return false }
    numbers[node, default: [:]][lane] = number
    // Of a loop that was not heard before, earlier packets told of changes that nobody here asked for yet.
    return last.map { number != $0 &+ 1 } ?? false
  }

  mutating func keep(nodes: Set<Int64>) { numbers = numbers.filter { nodes.contains($0.key) } }
}
