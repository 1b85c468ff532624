import MartletSQLite
import MartletWire

// The outbox.
extension ClientEngine {
  /// Content above this is more than any server takes.
  private static let contentBytes = 16 << 20

  /// A caller that waits for the outcome of a send.
  struct SendWaiter {
    let ticket: UInt64
    let then: (SendResult) -> Void
    /// How often the connection had ended when the caller began to wait.
    let endings: Int
  }

  /// Adds an operation to the outbox with the next commit, and then reports whether it is stored.
  ///
  /// - Parameters:
  ///   - action: The operation.
  ///   - details: The optional fields of a message.
  ///   - destination: The conversation.
  ///   - id: The client id.
  ///   - upload: The file to upload first; the content has a place for it.
  ///   - written: Called once the operation is on the disk, or refused.
  ///   - ended: Called once its outcome is known; nil if nobody waits for it. It is called for a refusal too.
  /// - Throws: `closure`, `.contentTooLarge`; `.argumentInvalid` for a content with a place for a file that is not given.
  /// - Returns: Identifies the waiting caller for `stopWaiting(_:for:)`.
  @discardableResult
  package func submit(
    _ action: PendingSend.Action, _ details: MessageDetails, to destination: Destination, id: ClientID,
    upload: FileToUpload? = nil, written: @escaping (MartletError?) -> Void, ended: ((SendResult) -> Void)? = nil
  ) throws(MartletError) -> UInt64 {
    if let closure { throw closure }
    if upload == nil, action.awaitsFile {
      throw MartletError(.argumentInvalid, "the content names no file; send the file, or call retry(_:)", field: "content")
    }
    if let size = action.contentBytes, size > Self.contentBytes {
      throw MartletError(
        .contentTooLarge, "the content is too large", limit: UInt64(Self.contentBytes), actual: UInt64(size))
    }
    lastTicket += 1
    let ticket = lastTicket
    if let ended { sends[id, default: []].append(SendWaiter(ticket: ticket, then: ended, endings: core.sync.endings)) }
    drafted[ticket] = { [self] error in
      written(error)
      if let error, ended != nil { stopWaiting(ticket, for: id)?(.failed(error)) }
    }
    let draft = LocalStore.Draft(
      id: id, destination: destination, action: action, details: details, made: Timestamp(milliseconds: wall),
      ticket: ticket, upload: upload)
    input { $0.enqueue(draft) }
    return ticket
  }

  /// Forgets a caller that waits for a send.
  ///
  /// - Returns: The caller's closure, if it still waited.
  @discardableResult
  package func stopWaiting(_ ticket: UInt64, for id: ClientID) -> ((SendResult) -> Void)? {
    guard let index = sends[id]?.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    let waiter = sends[id]?.remove(at: index)
    if sends[id]?.isEmpty == true { sends[id] = nil }
    return waiter?.then
  }

  func endSends(of id: ClientID, _ result: SendResult) {
    for waiter in sends.removeValue(forKey: id) ?? [] { waiter.then(result) }
  }

  /// Ends all callers that are meant, in the order of their calls; how each send ended is not known.
  func endSends(_ isMeant: (SendWaiter) -> Bool = { _ in true }) {
    let waiters = sends.values.joined().filter(isMeant).sorted { $0.ticket < $1.ticket }
    for id in Array(sends.keys) { sends[id]?.removeAll(where: isMeant) }
    sends = sends.filter { !$0.value.isEmpty }
    for waiter in waiters { waiter.then(.unknown) }
  }

  /// Removes an operation from the outbox.
  ///
  /// - Returns: True if it was there.
  package func discard(_ id: ClientID) throws(MartletError) -> Bool {
    let discarded = try change { store throws(SQLiteError) -> (LocalStore.Discarded?, Changes) in
      var changes = Changes()
      let discarded = try store.discard(id)
      if let discarded {
        (changes.settledRows, changes.pendingRemoved) = ([discarded.row], [id])
        changes.releasedFiles = discarded.file.map { [$0] } ?? []
        changes.forgotten = discarded.upload.map { [$0] } ?? []
      }
      return (discarded, changes)
    }
    guard let discarded else { return false }
    sync { $0.outboxShrank(at: now) }
    endSends(of: id, discarded.wasUploading ? .failed(.cancelled) : .unknown)
    return true
  }
}

extension PendingSend.Action {
  fileprivate var awaitsFile: Bool { if case .send(let content) = self { content.awaitsFile } else { false } }

  fileprivate var contentBytes: Int? {
    switch self {
    case .send(let content), .edit(_, let content): content.json.utf8.count + content.type.utf8.count
    case .recall: nil
    case .annotate(_, let change): change.items.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
  }
}
