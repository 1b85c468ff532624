import MartletStore
import MartletWire

/// One caller's requests to a store, one after the other; the same for the same seed, regardless of the answers.
///
/// Several callers meet in the same conversations, but no two use the same client id.
struct CrashTraffic {
  enum Request {
    case append([Append])
    case mark([Mark])
  }

  private struct Name: Hashable {
    var app: AppID
    var sender: UserID
    var id: ClientID
  }

  private let name: String
  private let groups: Int
  private var history: RandomHistory
  private var issued: [Name: Append] = [:]

  /// - Parameters:
  ///   - name: Which caller of a round this is.
  ///   - seed: Of the round.
  ///   - groups: Among how many groups each of those the history knows is spread.
  init(_ name: String, seed: UInt64, groups: Int = 3) {
    self.name = name
    self.groups = groups
    history = RandomHistory(seed: name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  mutating func next() -> Request {
    if history.chance(5) {
      return .mark((0..<Int.random(in: 1...3, using: &history.random)).map { _ in nextMark() })
    }
    return .append((0..<Int.random(in: 1...4, using: &history.random)).map { _ in nextAppend() })
  }

  private mutating func nextMark() -> Mark {
    var mark = history.nextMark()
    // Others are in no user's log, from which markers are made anew here.
    mark.kind = .read
    mark.conversation = spread(mark.conversation, by: UInt64(bitPattern: mark.time) ^ mark.seq)
    return mark
  }

  /// An id stands for one request.
  ///
  /// A different request that the history has under the same id is skipped.
  private mutating func nextAppend() -> Append {
    while true {
      var append = history.nextAppend()
      if append.clientID.madeAt == nil { append.clientID = .sample("\(name)-\(append.clientID)") }
      let number = append.clientID.text.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }
      append.conversation = spread(append.conversation, by: number)
      append.event = padded(append.event, by: Int(number % 3 == 0 ? number / 3 % 6000 : 0))
      let name = Name(app: append.app, sender: append.sender, id: append.clientID)
      if let first = issued[name], first != append { continue }
      issued[name] = append
      return append
    }
  }

  /// Long enough now and then for several pages.
  private func padded(_ event: LogEvent, by count: Int) -> LogEvent {
    let padding = String(repeating: "p", count: count)
    return switch event {
    case .message(let type, let content): .message(type: type, content: content + padding)
    case .edited(let target, let type, let content): .edited(target: target, type: type, content: content + padding)
    default: event
    }
  }

  private func spread(_ id: ConversationID, by number: UInt64) -> ConversationID {
    id.kind == .group ? .sample("\(id.text.dropFirst(6))-\(number % UInt64(groups))") : id
  }
}
