import MartletSQLite
import MartletWire

// Messages and fields that exist on this device only. The next commit reports a change.
extension ClientEngine {
  /// Inserts local messages atomically.
  package func insertLocal(
    _ drafts: [LocalDraft], to destination: Destination, skippingDuplicates: Bool, for operation: Operation,
    then: @escaping Completion<[LocalMessage]>
  ) {
    attempt(then) { () throws(MartletError) in
      try LocalDraft.check(drafts)
      resolve(destination, for: operation) { [self] result in
        proceed(result, then) { id throws(MartletError) in
          guard let user = core.store.user else {
            throw MartletError(.notConnected, "the user is unknown before the first connection; call connect()")
          }
          let now = Timestamp(milliseconds: wall)
          let inserted = try changeLocalMessages(of: id) { store throws(SQLiteError) in
            try store.insertLocal(drafts, to: id, by: user, now: now, skippingDuplicates: skippingDuplicates)
          }
          guard let inserted else { throw .invalid("a local message with this name already exists", field: "name") }
          then(.success(inserted))
        }
      }
    }
  }

  /// Replaces the content or the fields of a local message; nil keeps them.
  package func changeLocal(
    _ message: LocalMessage.ID, in destination: Destination, to content: MessageContent?, fields: ContentFields?,
    for operation: Operation, then: @escaping Completion<Void>
  ) {
    attempt(then) { () throws(MartletError) in
      try LocalDraft.check([LocalDraft(content ?? .text(""), fields: fields ?? ContentFields())])
      resolve(destination, for: operation) { [self] result in
        proceed(result, then) { id throws(MartletError) in
          let isThere = try changeLocalMessages(of: id) { store throws(SQLiteError) in
            try store.changeLocal(message, in: id, content, fields)
          }
          guard isThere else { throw .invalid("the local message does not exist", field: "message") }
          then(.success(()))
        }
      }
    }
  }

  /// Removes local messages; nil removes all of the conversation.
  package func removeLocal(
    _ messages: [LocalMessage.ID]?, from destination: Destination, for operation: Operation, then: @escaping Completion<Void>
  ) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        try changeLocalMessages(of: id) { store throws(SQLiteError) in try store.removeLocal(messages, from: id) }
        then(.success(()))
      }
    }
  }

  /// Attaches the app's own fields to a message of the log; empty ones remove them.
  package func setLocalFields(
    _ fields: ContentFields, on seq: UInt64, of destination: Destination, for operation: Operation,
    then: @escaping Completion<Void>
  ) {
    attempt(then) { () throws(MartletError) in
      try ContentCheck.bytes(fields.json, "fields", atMost: MessageContent.bytesAtMost)
      resolve(destination, for: operation) { [self] result in
        proceed(result, then) { id throws(MartletError) in
          try changeLocalMessages(of: id) { store throws(SQLiteError) in try store.setLocalFields(fields, on: seq, of: id) }
          then(.success(()))
        }
      }
    }
  }

  private func changeLocalMessages<Value>(
    of id: ConversationID, _ body: (LocalStore) throws(SQLiteError) -> Value
  ) throws(MartletError) -> Value {
    try change { store throws(SQLiteError) in
      var changes = Changes()
      changes.localMessages = [id]
      return (try body(store), changes)
    }
  }
}
