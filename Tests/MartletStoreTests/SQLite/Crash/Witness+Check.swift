import MartletSQLite
import MartletStore
import MartletTesting
import MartletWire
import Testing

extension Witness {
  /// Checks a store's contents against its promises and against a recount.
  ///
  /// Every acknowledged append is stored once at its reported position, and no refused one is. Logs are dense. Heads, members,
  /// unread counts, folds and user logs equal the model's.
  func check(_ store: some Store, _ note: Comment) async throws {
    let seen = seen
    var recount = Recount(seen: seen, note: note)
    for place in Set(seen.appends.values.map { ModelStore.Place($0.append) }) {
      guard let record = try await store.conversation(place.conversation, app: place.app) else { continue }
      let log = try await store.entries(of: place.conversation, app: place.app, range: 1...UInt64.max, limit: .max, newest: false)
      recount.logs[place] = log
      #expect(log.map(\.seq) == Array(1...record.head), "\(place), \(note)")
    }
    for person in seen.people {
      let page = try await store.userLog(of: person.user, app: person.app, after: 0, limit: .max)
      recount.userLogs[person] = page.entries
      #expect(page.entries.map(\.seq) == (0..<page.head).map { $0 + 1 }, "\(person), \(note)")
    }
    recount.checkPromises()
    let model = recount.model()
    var newest: [AppID: UInt64] = [:]
    for place in model.places {
      let record = try await store.conversation(place.conversation, app: place.app)
      #expect(record?.unstamped == model.record(place), "\(place), \(note)")
      #expect(recount.logs[place] == model.entries(place), "\(place), \(note)")
      let members = try await store.members(of: place.conversation, app: place.app, after: nil, limit: .max)
      #expect(members == model.members(place), "\(place), \(note)")
      #expect(record?.stamp ?? 0 >= recount.stamp(of: place), "\(place), \(note)")
      newest[place.app] = max(newest[place.app] ?? 0, record?.stamp ?? 0)
    }
    for (app, stamp) in newest { #expect(try await store.stamp(app: app) >= stamp, note) }
    for person in seen.people {
      let summaries = try await store.summaries(of: person.user, app: person.app, changed: 0...UInt64.max, only: nil, limit: .max)
      #expect(summaries.map(\.record.stamp) == summaries.map(\.record.stamp).sorted(by: >), "\(person), \(note)")
      #expect(
        Dictionary(uniqueKeysWithValues: summaries.map { ($0.record.id, $0.unstamped) })
          == Dictionary(uniqueKeysWithValues: model.summaries(person).map { ($0.record.id, $0) }), "\(person), \(note)")
    }
  }

  /// Repeats some requests: the answer to a stored one is its position.
  func retry(_ count: Int, of store: some Store, _ random: inout SeededRandom, _ note: Comment) async {
    for known in seen.appends.values.sorted(by: { $0.append.clientID.text < $1.append.clientID.text }).shuffled(using: &random)
      .prefix(count)
    {
      #expect(await append([known.append], to: store) == nil, note)
      if let position = known.position {
        #expect(seen.appends[Name(known.append)]?.position == position, note)
      }
    }
  }

  /// Whether the files of a closed store are sound, each in itself and the tables with one another.
  static func checkFiles(in directory: TemporaryDirectory, _ note: Comment) throws {
    for name in ["store.db", "journal.db"] {
      guard let tool = try? SQLiteConnection(path: directory.file(name), access: .readOnly) else { continue }
      #expect(try tool.statement("PRAGMA integrity_check").all { try $0.text(0) } == ["ok"], "\(name), \(note)")
    }
    // Heads are written apart from entries, and requests apart from both.
    let tool = try SQLiteConnection(path: directory.file(SQLiteStore.fileName), access: .readOnly)
    let lost = try tool.statement(
      """
      SELECT count(*) FROM conversation c WHERE head != (SELECT count(*) FROM entry WHERE key >> 32 = c.number)
        OR stamp > (SELECT stamp FROM app WHERE number = c.app)
        OR head != (SELECT count(*) FROM request WHERE key >> 32 = c.number)
        OR members != (SELECT count(*) FROM member WHERE conversation = c.number)
      """
    ).first { try $0.integer(0) }
    #expect(lost == 0, note)
  }
}

extension Witness.Seen {
  fileprivate var people: Set<ModelStore.Person> {
    var people = Set(marks.map { ModelStore.Person(app: $0.app, user: $0.user) })
    for append in appends.values.map(\.append) {
      for user in [append.sender] + append.joins + append.leaves { people.insert(ModelStore.Person(app: append.app, user: user)) }
    }
    return people
  }
}

/// The contents of a store, for a recount from the requests in its logs.
private struct Recount {
  let seen: Witness.Seen
  let note: Comment
  var logs: [ModelStore.Place: [LogEntry]] = [:]
  var userLogs: [ModelStore.Person: [UserLogEntry]] = [:]

  func checkPromises() {
    var found: [Witness.Name: Position] = [:]
    for (place, log) in logs {
      for entry in log {
        let position = Position(conversation: place.conversation, seq: entry.seq, time: entry.time)
        let name = Witness.Name(app: place.app, entry: entry)
        #expect(found.updateValue(position, forKey: name) == nil, "twice: \(name), \(note)")
      }
    }
    for (name, known) in seen.appends {
      if known.position != nil { #expect(found[name] == known.position, "acknowledged: \(name), \(note)") }
      if known.position == nil, !known.isOpen { #expect(found[name] == nil, "refused: \(name), \(note)") }
    }
    #expect(found.keys.allSatisfy { seen.appends[$0] != nil }, "what nobody asked for, \(note)")
    for (person, promised) in seen.userLogs {
      let log = userLogs[person] ?? []
      for (seq, entry) in promised { #expect(log.first { $0.seq == seq } == entry, "\(person), \(note)") }
    }
  }

  /// The newest stamp promised in a conversation.
  func stamp(of place: ModelStore.Place) -> UInt64 {
    seen.appends.values.filter { ModelStore.Place($0.append) == place }.map(\.stamp).max() ?? 0
  }

  /// The plain model after the requests in log order.
  func model() -> ModelStore {
    var model = ModelStore()
    for (place, log) in logs.sorted(by: { $0.key.description < $1.key.description }) {
      /// User-log entries about this conversation that are not accounted for yet.
      var told = userLogs.filter { $0.key.app == place.app }.mapValues { log in
        log.filter { $0.conversation == place.conversation }[...]
      }
      func moveMarkers(of person: ModelStore.Person) {
        while let entry = told[person]?.first, case .readTo(let seq) = entry.event {
          told[person]?.removeFirst()
          let outcome = model.mark(
            Mark(app: person.app, conversation: place.conversation, user: person.user, seq: seq, time: entry.time))
          guard case .moved(seq, let again) = outcome, again.time == entry.time else {
            Issue.record("\(person) in \(place): \(entry) gives \(outcome), \(note)")
            return
          }
        }
      }
      for entry in log {
        guard let append = seen.appends[Witness.Name(app: place.app, entry: entry)]?.append else { continue }
        // A user's marks before a change of membership must be there before it.
        let changed = append.joins + append.leaves
        for user in Set(changed) {
          let person = ModelStore.Person(app: place.app, user: user)
          if told[person]?.contains(where: { $0.event.isMembership(at: entry.seq) }) == true { moveMarkers(of: person) }
        }
        guard case .stored(let stored) = model.append(append), stored.position.seq == entry.seq else {
          Issue.record("\(append) cannot be at \(entry.seq) of \(place), \(note)")
          continue
        }
        for addressed in stored.userEntries {
          let person = ModelStore.Person(app: place.app, user: addressed.user)
          let next = told[person]?.popFirst()
          #expect(next?.event == addressed.entry.event && next?.time == addressed.entry.time, "\(person) in \(place), \(note)")
        }
      }
      for person in told.keys { moveMarkers(of: person) }
      #expect(told.values.allSatisfy { $0.isEmpty }, "\(place), \(note)")
    }
    return model
  }
}

extension UserLogEntry.Event {
  fileprivate func isMembership(at seq: UInt64) -> Bool { self == .joined(seq) || self == .left(seq) }
}

extension ModelStore.Place: CustomStringConvertible {
  init(_ append: Append) { self.init(app: append.app, conversation: append.conversation) }

  var description: String { "\(app)/\(conversation)" }
}
