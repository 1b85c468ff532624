import MartletWire

// Messages that the server sends at a time to come.
extension Chat {
  /// Has the server send a message of this user at a time to come, whether this device is there or not.
  ///
  /// It waits for a connection where one is being made, and is not kept in the outbox: when this returns, the server has it on
  /// its disk. It is sent once. Whether the user may write in the conversation is looked at again then; where not, it is
  /// dropped.
  ///
  /// - Parameters:
  ///   - content: What to say.
  ///   - details: As for `send(_:details:id:within:)`.
  ///   - time: When, by the server's clock: more than a minute and at most 30 days ahead, unless the server is told otherwise.
  ///   - id: Names it; the same again is the same. Nil makes a new one.
  /// - Throws: `.server(.fieldInvalid)` with the field `at` for another time; `.server(.tooManyScheduled)` beyond 100;
  ///   `.conversationUnknown`; `.server(.peerUnknown)`; `.clientIDConflict`; `.contentTooLarge`; `.notConnected` and
  ///   `.cancelled` leave open whether it is scheduled.
  /// - Returns: Its name.
  @discardableResult
  public func schedule(
    _ content: MessageContent, details: MessageDetails = MessageDetails(), at time: Timestamp, id: ClientID? = nil
  ) async throws(MartletError) -> ClientID {
    let name: ClientID = if let id { id } else { await client.newClientID() }
    var send = Wire.Send(
      conversation: destination.description, clientId: name.text, type: content.type, content: content.json)
    details.write(to: &send)
    let request = Wire.Schedule(send: send, at: time.milliseconds)
    guard case .done = try await client.call(.request(.schedule(request))) else { throw .unexpectedAnswer }
    return name
  }
}

extension MartletClient {
  /// The time by the server's clock as far as this device knows it, else by its own.
  public var serverTime: Timestamp { Timestamp(milliseconds: wall) }

  /// What the user has scheduled and is not sent yet, on whatever device; the earliest first.
  ///
  /// Changes are told by `Event.scheduled` and `Event.scheduledEnded` while there is a connection.
  ///
  /// - Throws: `.notConnected`; `.cancelled`.
  /// - Returns: All of it.
  public func scheduled() async throws(MartletError) -> [ScheduledMessage] {
    var found: [ScheduledMessage] = []
    var after = ""
    while true {
      let request = Wire.ListScheduled(after: after, limit: 100)
      guard case .scheduledMessages(let page) = try await call(.request(.listScheduled(request))) else { throw .unexpectedAnswer }
      for wire in page.messages {
        guard let message = ScheduledMessage(wire), after.utf8.lexicographicallyPrecedes(message.id.text.utf8) else {
          throw .unexpectedAnswer
        }
        after = message.id.text
        found.append(message)
      }
      guard page.more, !page.messages.isEmpty else { return found.sorted { ($0.time, $0.id.text) < ($1.time, $1.id.text) } }
    }
  }

  /// Takes back what was scheduled.
  ///
  /// - Parameter id: Its name.
  /// - Throws: `.notConnected` and `.cancelled`, which leave open whether it was.
  /// - Returns: False where there is nothing of that name any more: it was sent, or taken back already.
  @discardableResult
  public func cancelScheduled(_ id: ClientID) async throws(MartletError) -> Bool {
    do throws(MartletError) {
      guard case .done = try await call(.request(.cancelScheduled(Wire.CancelScheduled(clientId: id.text)))) else {
        throw .unexpectedAnswer
      }
      return true
    } catch {
      if error.code == .server(.targetUnknown) { return false }
      throw error
    }
  }
}

extension ScheduledMessage {
  /// Nil where it makes no sense.
  init?(_ wire: Wire.Schedule) {
    guard let send = wire.send, let id = ClientID(send.clientId), let conversation = ConversationID(send.conversation) else {
      return nil
    }
    self.init(
      id: id, conversation: conversation, content: .custom(type: send.type, json: send.content), details: MessageDetails(send),
      time: Timestamp(milliseconds: wire.at))
  }
}

extension Sync {
  /// What the user has scheduled has changed.
  mutating func receive(_ change: Wire.ScheduleChange) {
    if let message = change.made.flatMap({ ScheduledMessage($0) }) { return act(.publish(.scheduled(message))) }
    guard let id = ClientID(change.ended) else { return }
    let ends: [Wire.ScheduleEnd: ScheduledMessage.End] = [.sent: .sent, .cancelled: .cancelled, .dropped: .dropped]
    if let end = ends[change.how] { act(.publish(.scheduledEnded(id, end))) }
  }
}
