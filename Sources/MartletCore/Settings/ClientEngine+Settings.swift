import MartletSQLite
import MartletWire

// Per-user settings, and hiding.
extension ClientEngine {
  /// Changes settings on this device, and sends them when there is a connection.
  package func change(_ settings: [Setting]) throws(MartletError) {
    for setting in settings where !setting.name.isValid {
      throw MartletError(.argumentInvalid, "a key must be 1 to 64 of A-Z a-z 0-9 _ . -", field: "key")
    }
    let unsynced = try change { store throws(SQLiteError) in try store.set(settings) }
    if !unsynced.isEmpty { sync { $0.settingsChanged(unsynced, at: now) } }
  }

  /// Changes the user's own settings of a conversation.
  package func change(
    _ destination: Destination, _ changes: [ConversationSettings.Change], for operation: Operation,
    then: @escaping Completion<Void>
  ) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        var settings: [Setting] = []
        for change in changes { settings += try change.settings(of: id, at: Timestamp(milliseconds: wall)) }
        try self.change(settings)
        then(.success(()))
      }
    }
  }

  /// Drops a conversation from the list until its next message.
  ///
  /// With its history, also hides everything up to now on all of the user's devices.
  package func removeFromList(
    _ destination: Destination, withHistory: Bool = false, for operation: Operation, then: @escaping Completion<Void>
  ) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        guard let head = try read({ store throws(SQLiteError) in try store.conversation(id)?.head }) else {
          throw .conversationUnknown
        }
        let remove = { [self] in change(destination, [.removed(upTo: head)], for: operation, then: then) }
        guard withHistory else { return remove() }
        hide(destination, until: head, [], onAllDevices: true, for: operation) { [self] result in
          proceed(result, then) { () throws(MartletError) in remove() }
        }
      }
    }
  }

  /// Hides messages from the user's devices, or from this one.
  package func hide(
    _ destination: Destination, until: UInt64, _ targets: [UInt64], onAllDevices: Bool, for operation: Operation,
    then: @escaping Completion<Void>
  ) {
    known(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        guard try read({ store throws(SQLiteError) in try store.stored(id) }) != nil else { throw .conversationUnknown }
        let targets = targets.filter { EntryPage.isPosition($0) }
        let waiting = try change { store throws(SQLiteError) in
          try store.hideHere(id, until: until, targets, isForAll: onAllDevices)
        }
        if !waiting.isEmpty { sync { $0.hides(waiting, at: now) } }
        then(.success(()))
      }
    }
  }
}
