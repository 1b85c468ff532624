import MartletStore
import MartletWire

/// Messages to be sent at a time to come. Nothing here looks at a conversation's home: that is done when they are sent.
extension Reading {
  /// Schedules a message in checked form.
  func schedule(_ message: ScheduledMessage) async throws -> Wire.ServerPacket.Body {
    let (id, app) = (message.conversation, message.app)
    if id.directUsers == nil {
      guard try await store.member(message.user, of: id, app: app) != nil else {
        return .failure(Wire.Failure(.conversationUnknown))
      }
    } else if let (first, second) = id.directUsers {
      guard first == message.user || second == message.user else { return .failure(Wire.Failure(.conversationUnknown)) }
      guard message.details?.isDirected != true else { return .failure(Wire.Failure(.notSupportedHere)) }
      let peer = first == message.user ? second : first
      guard try await store.user(peer, app: app) != nil else { return .failure(Wire.Failure(.peerUnknown, field: peer.text)) }
    }
    let limit = limits.of(app).scheduledMessages
    switch try await store.schedule(message, limit: limit) {
    case .scheduled: return .done(Wire.Done())
    case .conflict: return .failure(Wire.Failure(.clientIdConflict))
    case .tooMany: return .failure(Wire.Failure(.tooManyScheduled, limit: UInt64(clamping: limit)))
    }
  }

  /// A page of what the caller has scheduled.
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

  /// Takes back what the caller has scheduled.
  func cancel(_ id: ClientID, for caller: UserKey) async throws -> Wire.ServerPacket.Body {
    try await store.unschedule(id, of: caller.user, app: caller.app) ? .done(Wire.Done()) : .failure(Wire.Failure(.targetUnknown))
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
