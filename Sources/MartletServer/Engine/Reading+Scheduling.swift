import MartletStore
import MartletWire

/// Scheduled messages.
///
/// Their conversation's home is not involved until they are sent.
extension Reading {
  /// Schedules a message in checked form; `hasTime` tells whether its time is one that a new message may have.
  ///
  /// - Returns: The answer, and whether the message is scheduled now and was not before.
  func schedule(
    _ message: ScheduledMessage, fingerprint: [UInt8], hasTime: Bool, now: Int64
  ) async throws -> (answer: Wire.ServerPacket.Body, isNew: Bool) {
    let limits = limits.of(message.app)
    if let failure = limits.failure(of: message.clientID, now: now) { return (.failure(failure), false) }
    // A retry gets the same answer as before, even if the request would now be refused.
    var refusal = try await refusal(of: message)
    if refusal == nil, !hasTime {
      refusal = Wire.Failure(.fieldInvalid, field: "at", limit: UInt64(clamping: limits.scheduledMost.milliseconds))
    }
    let limit = limits.scheduledMessages
    let request = ScheduleRequest(message, fingerprint: fingerprint, time: now, isAllowed: refusal == nil, limit: limit)
    switch try await store.schedule(request) {
    case .scheduled: return (.done(Wire.Done()), true)
    case .repeated: return (.done(Wire.Done()), false)
    case .conflict: return (.failure(Wire.Failure(.clientIdConflict)), false)
    case .refused: return (.failure(refusal ?? Wire.Failure(.internal)), false)
    case .tooMany: return (.failure(Wire.Failure(.tooManyScheduled, limit: UInt64(clamping: limit))), false)
    }
  }

  /// The reason why the user may not write there, as far as it is known before the message is sent.
  private func refusal(of message: ScheduledMessage) async throws -> Wire.Failure? {
    let (id, app) = (message.conversation, message.app)
    guard let (first, second) = id.directUsers else {
      return try await store.member(message.user, of: id, app: app) == nil ? Wire.Failure(.conversationUnknown) : nil
    }
    guard first == message.user || second == message.user else { return Wire.Failure(.conversationUnknown) }
    guard message.details?.isDirected != true else { return Wire.Failure(.notSupportedHere) }
    let peer = first == message.user ? second : first
    return try await store.user(peer, app: app) == nil ? Wire.Failure(.peerUnknown, field: peer.text) : nil
  }

  /// A page of the caller's scheduled messages.
  func scheduled(_ request: Wire.ListScheduled, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    var after: ClientID?
    if !request.after.isEmpty {
      guard let id = ClientID(request.after) else { return invalid("after") }
      after = id
    }
    let limit = page(request.limit, default: 100)
    let found = try await store.scheduled(of: caller.user, app: caller.app, after: after, limit: limit + 1)
    let count = min(limit, fitting(found) { (bytes: $0.bytes, text: $0.content.utf8.count) })
    return .scheduledMessages(
      Wire.ScheduledMessages(messages: found.prefix(count).map(Wire.Schedule.init), more: found.count > count))
  }

  /// Cancels a message that the caller has scheduled.
  ///
  /// A dropped message counts as cancelled, because it is not sent either.
  ///
  /// - Returns: The answer, and true if the message was scheduled until now.
  func cancel(
    _ id: ClientID, for caller: UserKey, now: Int64
  ) async throws -> (answer: Wire.ServerPacket.Body, isNew: Bool) {
    switch try await store.unschedule(id, of: caller.user, app: caller.app, as: .cancelled, at: now) {
    case .ended: (.done(Wire.Done()), true)
    case .already(.cancelled), .already(.dropped): (.done(Wire.Done()), false)
    case .already(.sent): (.failure(Wire.Failure(.alreadySent)), false)
    case .unknown: (.failure(Wire.Failure(.targetUnknown)), false)
    }
  }
}

extension ScheduledMessage {
  /// About how many bytes it has on the wire.
  fileprivate var bytes: Int {
    let properties = properties ?? []
    return 200 + content.utf8.count + (details?.bytes.count ?? 0)
      + properties.reduce(0) { $0 + 50 + ($1.value?.utf8.count ?? 0) }
  }
}

extension Wire.Schedule {
  init(_ message: ScheduledMessage) {
    self.init(
      send: Wire.Send(
        conversation: message.conversation.text, clientId: message.clientID.text, type: message.type, content: message.content,
        details: message.details?.wire, replyTo: message.parent, expandable: message.properties != nil,
        properties: message.properties?.map { Wire.AnnotationItem($0) } ?? []),
      at: message.time)
  }
}
