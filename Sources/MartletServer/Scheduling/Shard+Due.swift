import MartletNet
import MartletStore
import MartletWire

/// When the next scheduled message has to be looked for, as the first shard knows it.
struct DueTimes {
  /// In milliseconds since 1970; at once after a start, since nobody told of what was scheduled before.
  var next = Int64.min
  var isLooking = false

  /// The pause before messages are tried again that could not be sent for the moment.
  static let pause: Int64 = 5_000
  /// Messages read from the store at once.
  static let page = 100
}

extension Shard {
  /// A message was scheduled for this time.
  func noteDue(at milliseconds: Int64) { due.next = min(due.next, milliseconds) }

  /// Tells a user's sessions of a change of what the user has scheduled.
  func tell(_ change: Wire.ScheduleChange, to user: UserKey) {
    mail(Delivery(to: Audience(app: user.app, users: [user.user]), Wire.Push(scheduled: [change])))
  }

  /// Sends what is due; called now and then on the first shard.
  func sendDue() {
    guard !due.isLooking, loop.time.wallMilliseconds >= due.next else { return }
    due.isLooking = true
    due.next = .max
    start { await $0.lookForDue() }
  }

  /// Goes through all that is due, a page after the other, so that no number of messages that cannot be sent holds up others.
  private func lookForDue() async {
    do {
      // What cannot be sent for the moment holds up what comes after it in its own conversation, and no other.
      var held: Set<ConversationKey> = []
      var place: ScheduledPlace?
      var next: Int64?
      pages: while true {
        let found = try await store.scheduled(after: place, limit: DueTimes.page)
        for message in found {
          // By the clock as it is now: it may be put right while messages are sent.
          guard message.time <= loop.time.wallMilliseconds else {
            next = message.time
            break pages
          }
          if held.contains(message.key) { continue }
          if try await !settle(message) { held.insert(message.key) }
        }
        guard found.count == DueTimes.page, let last = found.last else { break }
        place = ScheduledPlace(of: last)
      }
      if let next { noteDue(at: next) }
      if !held.isEmpty { noteDue(at: loop.time.wallMilliseconds &+ DueTimes.pause) }
    } catch {
      environment.log.error("scheduled messages cannot be looked for", ["error": .of("\(error)")])
      noteDue(at: loop.time.wallMilliseconds &+ DueTimes.pause)
    }
    due.isLooking = false
  }

  /// Sends a message and takes it off the schedule; false if it has to be tried again.
  private func settle(_ message: ScheduledMessage) async throws -> Bool {
    guard let end = await send(message) else { return false }
    guard end != .cancelled else { return true }
    // Sending took it off already, unless the same was sent before.
    _ = try await store.unschedule(
      message.clientID, of: message.user, app: message.app, as: end == .sent ? .sent : .dropped,
      at: loop.time.wallMilliseconds)
    tell(Wire.ScheduleChange(ended: message.clientID.text, how: end), to: UserKey(app: message.app, user: message.user))
    return true
  }

  /// Sends a message as its user, who must still be a member.
  ///
  /// What is sent again after a crash has the same client id, so it is stored once.
  ///
  /// - Returns: What became of it; nil where it has to be tried again.
  private func send(_ message: ScheduledMessage) async -> Wire.ScheduleEnd? {
    let body = await withCheckedContinuation { continuation in
      let origin = DueOrigin(loop: loop) { continuation.resume(returning: $0) }
      let form = SendRequest(
        type: message.type, content: message.content, details: message.details, parent: message.parent,
        properties: message.properties)
      send(
        AppendRequest(
          caller: UserKey(app: message.app, user: message.user), conversation: message.conversation,
          clientID: message.sendingID, form: form, origin: origin, id: 0, scheduled: message.clientID))
    }
    guard case .failure(let failure) = body else {
      metrics.scheduledSent.add()
      return .sent
    }
    guard failure.errorCode.retry == .never else { return nil }
    // It was taken back meanwhile, and whoever did so was told.
    if failure.errorCode == .targetUnknown { return .cancelled }
    metrics.scheduledDropped.add()
    return .dropped
  }
}

/// Who is answered when a scheduled message was sent: nobody but the shard.
private final class DueOrigin: Origin {
  let loop: EventLoop
  private let take: @Sendable (Wire.ServerPacket.Body) -> Void

  init(loop: EventLoop, take: @escaping @Sendable (Wire.ServerPacket.Body) -> Void) {
    self.loop = loop
    self.take = take
  }

  func answer(_ id: UInt32, with body: Wire.ServerPacket.Body) { take(body) }
}

extension ScheduledMessage {
  fileprivate var key: ConversationKey { ConversationKey(app: app, id: conversation) }

  /// The client id it is sent with: made at its time, and for the rest always the same.
  ///
  /// The one it was scheduled with says that it was made long ago.
  fileprivate var sendingID: ClientID {
    var bits = HashedBits("\(app.text) \(user.text) \(clientID.text)")
    return ClientID(milliseconds: time, random: &bits)
  }
}

/// Numbers that follow from a text.
private struct HashedBits: RandomNumberGenerator {
  private let digest: [UInt8]
  private var taken = 0

  init(_ text: String) { digest = Array(text.utf8).withUnsafeBytes { SHA256.digest($0, count: 32) } }

  mutating func next() -> UInt64 {
    defer { taken &+= 8 }
    return (0..<8).reduce(0) { $0 << 8 | UInt64(digest[(taken &+ $1) % digest.count]) }
  }
}
