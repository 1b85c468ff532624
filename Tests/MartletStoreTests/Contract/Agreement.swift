import MartletStore
import MartletWire
import Testing

/// Writes to two stores, and compares what they answer.
struct Agreement {
  private static let places: [ConversationID] = [
    .team, .sample("other"), .direct(.alice, .bob), .direct(.carol, .dave), .system(.alice, to: .bob),
  ]

  func write(_ history: inout RandomHistory, _ one: any Store, _ other: any Store, _ note: Comment) async throws {
    func both<Outcome: Equatable>(_ body: (any Store) async throws -> Outcome) async throws {
      let (answer, expected) = (try await body(one), try await body(other))
      #expect(answer == expected, note)
    }
    let several = Int.random(in: 1...5, using: &history.random)
    switch Int.random(in: 0..<13, using: &history.random) {
    case 0:
      let user = history.user()
      let time = history.nextMark().time
      try await both { try await $0.createUser(user, app: .demo, at: time).record }
    case 1:
      let (user, until) = (history.user(), Int64.random(in: 0...9, using: &history.random))
      try await both { try await $0.revokeTokens(of: user, app: .demo, issuedUntil: until) }
    case 2, 3:
      let request = history.nextSchedule()
      try await both { try await $0.schedule(request) }
    case 4:
      let message = history.nextSchedule().message
      let end = ScheduleEnd.allCases.randomElement(using: &history.random) ?? .cancelled
      try await both { store in
        try await store.unschedule(message.clientID, of: message.user, app: message.app, as: end, at: message.time)
      }
    case 5:
      let message = history.nextSchedule().message
      var append = Append.text("scheduled", to: message.conversation, by: message.user, app: message.app, at: message.time)
      append.conditions = [.scheduled(message.clientID)]
      try await both { try await $0.append([append]) }
    case 6:
      let marks = (0..<several).map { _ in history.nextMark() }
      try await both { try await $0.mark(marks) }
    case 7:
      let hides = (0..<several).map { _ in history.nextHide() }
      try await both { try await $0.hide(hides) }
    case 8:
      let changes = (0..<several).map { _ in history.nextSettingChange() }
      try await both { try await $0.change(changes) }
    case 9:
      let changes = (0..<several).map { _ in history.nextRelationChange() }
      try await both { try await $0.change(changes) }
    default:
      let appends = (0..<2 * several).map { _ in history.nextAppend() }
      try await both { try await $0.append(appends) }
    }
  }

  func compare(_ one: any Store, _ other: any Store, _ history: inout RandomHistory, _ note: Comment) async throws {
    func both<Answer: Equatable>(_ body: (any Store) async throws -> Answer) async throws {
      let (answer, expected) = (try await body(one), try await body(other))
      #expect(answer == expected, note)
    }
    let users: [UserID] = [.alice, .bob, .carol, .dave]
    for app in [AppID.demo, .other] {
      try await both { try await $0.stamp(app: app) }
      try await both { try await $0.existing(users, app: app) }
      let newest = try await other.stamp(app: app)
      for user in users {
        try await both { try await $0.user(user, app: app) }
        try await both { try await $0.userLog(of: user, app: app, after: newest / 4, limit: 5) }
        for limit in [2, Int.max] {
          try await both { try await $0.relations(of: user, app: app, .blocked, after: .bob, limit: limit) }
          try await both { try await $0.relations(of: user, app: app, [], after: nil, limit: limit) }
          try await both { try await $0.scheduled(of: user, app: app, after: nil, limit: limit) }
          try await both { store in
            try await store.summaries(of: user, app: app, changed: newest / 4...newest, only: nil, limit: limit)
          }
          try await both { store in
            try await store.summaries(of: user, app: app, changed: 0...UInt64.max, only: Self.places, limit: limit)
          }
        }
      }
      for place in Self.places {
        try await both { try await $0.conversation(place, app: app) }
        let head = try await other.conversation(place, app: app)?.head ?? 1
        for seq in [1, head / 2, head] {
          try await both { try await $0.readTimes(of: seq, by: users, in: place, app: app) }
          for (limit, newest) in [(3, false), (3, true), (Int.max, false)] {
            try await both { store in
              try await store.entries(of: place, app: app, range: seq / 2...seq, limit: limit, newest: newest)
            }
          }
        }
        let time = history.nextMark().time
        for limit in [1, Int.max] {
          try await both { try await $0.outsiders(.banned, of: place, app: app, at: time, after: .alice, limit: limit) }
        }
        for user in users {
          try await both { store in
            // What is over may be gone.
            try await store.outsider(user, of: place, app: app).flatMap { $0.holds(at: time) ? $0 : nil }
          }
          let after = UInt64.random(in: 0...head, using: &history.random)
          try await both { store in
            try await store.mentions(of: user, in: place, app: app, after: after, limit: 2, newest: after % 2 == 0)
          }
        }
      }
    }
    var place: ScheduledPlace?
    repeat {
      let page = try await other.scheduled(after: place, limit: 2)
      try await both { try await $0.scheduled(after: place, limit: 2) }
      place = page.last.map { ScheduledPlace(of: $0) }
    } while place != nil
  }
}
