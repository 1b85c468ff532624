import MartletSQLite
import MartletWire

// Read markers, receipts and typing indicators.
extension ClientEngine {
  /// Moves the user's read marker to a position; nil for the newest.
  package func markRead(
    _ destination: Destination, upTo seq: UInt64?, for operation: Operation, then: @escaping Completion<Void>
  ) {
    knownSoFar(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        let marked = try change { store throws(SQLiteError) in
          let marked = try store.markRead(id, upTo: seq)
          return (marked?.seq, marked?.changes ?? Changes())
        }
        if let marked {
          sync { $0.marked(id, upTo: marked, at: now) }
        } else if try read({ store throws(SQLiteError) in try store.stored(id) }) == nil {
          throw .conversationUnknown
        }
        then(.success(()))
      }
    }
  }

  /// The known markers of other members, from the local database.
  package func markers(
    of destination: Destination, for operation: Operation, then: @escaping Completion<[UserID: MemberMarker]>
  ) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        then(.success(try read { store throws(SQLiteError) in try store.markers(of: id) }))
      }
    }
  }

  /// Says that the user is writing content of a type, or has stopped.
  package func setTyping(
    in destination: Destination, _ type: String?, for operation: Operation, then: @escaping Completion<Void>
  ) {
    attempt(then) { () throws(MartletError) in
      if let closure { throw closure }
      if let type, !NameForm.isContentType(type) {
        throw MartletError(.argumentInvalid, "a content type must be 1 to 64 of a-z 0-9 . _ -", field: "type", limit: 64)
      }
      resolve(destination, for: operation) { [self] result in
        proceed(result, then) { id throws(MartletError) in
          sync { $0.writes(in: id, type, at: now) }
          then(.success(()))
        }
      }
    }
  }

  /// Sends a signal to the members who are connected now.
  package func signal(
    _ content: MessageContent, to destination: Destination, for operation: Operation, then: @escaping Completion<Void>
  ) {
    let signal = Wire.Signal(conversation: destination.description, type: content.type, content: content.json)
    call(.once(.signal(signal)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .done = body else { throw .unexpectedAnswer }
        then(.success(()))
      }
    }
  }

  /// Counts the members who have messages.
  package func receipts(
    of seqs: [UInt64], in destination: Destination, for operation: Operation, then: @escaping Completion<[Wire.ReceiptCount]>
  ) {
    attempt(then) { () throws(MartletError) in
      try ContentCheck.count(seqs.count, "seqs", in: 1...100)
      let request = Wire.CountReceipts(conversation: destination.description, seqs: seqs)
      call(.read(.countReceipts(request)), for: operation) { [self] result in
        proceed(result, then) { body throws(MartletError) in
          guard case .receipts(let receipts) = body else { throw .unexpectedAnswer }
          then(.success(receipts.counts))
        }
      }
    }
  }
}
