import MartletWire

// Messages that the server sends at a time to come.
extension ClientEngine {
  /// Schedules a message under a name.
  package func schedule(
    _ content: MessageContent, _ details: MessageDetails, to destination: Destination, at time: Timestamp, id: ClientID,
    for operation: Operation, then: @escaping Completion<Void>
  ) {
    var send = Wire.Send(
      conversation: destination.description, clientId: id.text, type: content.type, content: content.json)
    details.write(to: &send)
    call(.request(.schedule(Wire.Schedule(send: send, at: time.milliseconds))), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .done = body else { throw .unexpectedAnswer }
        then(.success(()))
      }
    }
  }

  /// Fetches all pending scheduled messages of the user, earliest first.
  package func scheduled(for operation: Operation, then: @escaping Completion<[ScheduledMessage]>) {
    scheduled(after: "", found: [], for: operation, then: then)
  }

  private func scheduled(
    after last: String, found: [ScheduledMessage], for operation: Operation, then: @escaping Completion<[ScheduledMessage]>
  ) {
    call(.read(.listScheduled(Wire.ListScheduled(after: last, limit: 100))), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .scheduledMessages(let page) = body else { throw .unexpectedAnswer }
        var (found, last) = (found, last)
        for wire in page.messages {
          guard let message = ScheduledMessage(wire), last.utf8.lexicographicallyPrecedes(message.id.text.utf8) else {
            throw .unexpectedAnswer
          }
          last = message.id.text
          found.append(message)
        }
        guard page.more, !page.messages.isEmpty else {
          return then(.success(found.sorted { ($0.time, $0.id.text) < ($1.time, $1.id.text) }))
        }
        scheduled(after: last, found: found, for: operation, then: then)
      }
    }
  }

  /// Cancels a scheduled message; reports false if it was sent already, or if the server knows nothing under that name.
  package func cancelScheduled(_ id: ClientID, for operation: Operation, then: @escaping Completion<Bool>) {
    call(.request(.cancelScheduled(Wire.CancelScheduled(clientId: id.text))), for: operation) { [self] result in
      if case .failure(let error) = result, error.code == .server(.targetUnknown) || error.code == .server(.alreadySent) {
        return then(.success(false))
      }
      proceed(result, then) { body throws(MartletError) in
        guard case .done = body else { throw .unexpectedAnswer }
        then(.success(true))
      }
    }
  }
}
