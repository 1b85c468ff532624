import MartletNet
import MartletStore
import MartletWire

/// The time of the next scheduled message, as the first shard knows it.
struct DueTimes {
  /// In milliseconds since 1970.
  ///
  /// The first check is due at once after a start, because earlier schedules are unknown.
  var next = Int64.min
  var isLooking = false

  /// The pause before messages are tried again that could not be sent for the moment.
  static let pause: Int64 = 5_000
  /// The same where other nodes schedule messages.
  static let pauseOfNodes: Int64 = 1_000
  /// Messages read from the store at once.
  static let page = 100
}

extension Shard {
  /// A message was scheduled for this time.
  func noteDue(at milliseconds: Int64) { due.next = min(due.next, milliseconds) }

  /// Tells a user's sessions about a change of a scheduled message.
  func tell(_ change: Wire.ScheduleChange, to user: UserKey) {
    let delivery = Delivery(to: Audience(app: user.app, users: [user.user]), Wire.Push(scheduled: [change]))
    mail(delivery)
    environment.link?.push(delivery, to: user)
  }

  /// Sends due messages; called periodically on the first shard.
  func sendDue() {
    guard !due.isLooking, loop.time.wallMilliseconds >= due.next else { return }
    due.isLooking = true
    due.next = .max
    start { await $0.lookForDue() }
  }

  /// Goes through all that is due, a page after the other, so that no number of messages that cannot be sent holds up others.
  private func lookForDue() async {
    do {
      // A message that cannot be sent for the moment delays later messages of its own conversation only.
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
          if let link = environment.link, !link.sends(message, now: loop.time.wallMilliseconds) { continue }
          if held.contains(message.key) { continue }
          if try await !settle(message) { held.insert(message.key) }
        }
        guard found.count == DueTimes.page, let last = found.last else { break }
        place = ScheduledPlace(of: last)
      }
      if let next { noteDue(at: next) }
      // Other nodes schedule messages, too.
      if environment.link != nil { noteDue(at: loop.time.wallMilliseconds &+ DueTimes.pauseOfNodes) }
      if !held.isEmpty { noteDue(at: loop.time.wallMilliseconds &+ DueTimes.pause) }
    } catch {
      environment.log.error("scheduled messages cannot be looked for", ["error": .of("\(error)")])
      noteDue(at: loop.time.wallMilliseconds &+ DueTimes.pause)
    }
    due.isLooking = false
  }

  /// Sends a message and removes it from the schedule; false if it must be retried.
  private func settle(_ message: ScheduledMessage) async throws -> Bool {
    guard let end = await send(message) else { return false }
    guard end != .cancelled else { return true }
    // Sending has unscheduled it already, unless the same message was sent before.
    _ = try await store.unschedule(
      message.clientID, of: message.user, app: message.app, as: end == .sent ? .sent : .dropped,
      at: loop.time.wallMilliseconds)
    tell(Wire.ScheduleChange(ended: message.clientID.text, how: end), to: UserKey(app: message.app, user: message.user))
    return true
  }

  /// Sends a message as its user, who must still be a member.
  ///
  /// A message sent again after a crash has the same client id, so it is stored once.
  ///
  /// - Returns: The outcome; nil if it must be retried.
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
    // The message was cancelled meanwhile, and the caller of that was told.
    if failure.errorCode == .targetUnknown { return .cancelled }
    metrics.scheduledDropped.add()
    return .dropped
  }
}

/// The origin of scheduled sends: passes the answer to the shard only.
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
