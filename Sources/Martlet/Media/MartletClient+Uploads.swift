import MartletCore

// Files that messages in the outbox wait for.
extension MartletClient {
  /// An upload in progress.
  struct RunningUpload {
    /// Tells its reports from those of an earlier attempt.
    let number: UInt64
    let message: ClientID
    let size: Int64
    let task: Task<Void, Never>
  }

  /// Pauses the upload of a message's file, across starts of the app too; does nothing if there is none.
  ///
  /// The message keeps its place in its conversation's order, so later messages wait for it, unless it was sent with
  /// `FileOrdering.whenReady`.
  ///
  /// - Parameter id: The message's client id.
  /// - Throws: `.storageFailed`.
  public func pauseUpload(of id: ClientID) throws(MartletError) { try setPaused(id, true) }

  /// Lets a paused upload go on, from where it was.
  ///
  /// - Parameter id: The message's client id.
  /// - Throws: `.storageFailed`.
  public func resumeUpload(of id: ClientID) throws(MartletError) { try setPaused(id, false) }

  private func setPaused(_ id: ClientID, _ isPaused: Bool) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    _ = try engine.pauseUpload(of: id, isPaused)
  }

  /// Sends a refused operation of the outbox again, as the newest of its conversation, with its file if it has one.
  ///
  /// - Parameter id: The operation's client id.
  /// - Throws: `.storageFull`, `.storageFailed`; `.argumentInvalid` with the field `id` if the outbox has no refused operation
  ///   of that id.
  public func retry(_ id: ClientID) throws(MartletError) {
    defer { commitAtEndOfTurn() }
    guard try engine.retry(id) else {
      throw MartletError(.argumentInvalid, "the outbox has no refused operation of that id", field: "id")
    }
  }

  /// Returns how far the upload of a message's file is, now and after each step.
  ///
  /// Ends when the file is uploaded, or the message has failed or was discarded; at once if there is no such upload.
  ///
  /// - Parameter id: The message's client id.
  /// - Returns: The progress.
  public nonisolated func uploadProgress(of id: ClientID) -> UploadProgress { UploadProgress(client: self, id: id) }

  // MARK: Carrying out

  func begin(_ upload: Upload) {
    cancelUpload(upload.row)
    uploadCount += 1
    let (number, row) = (uploadCount, upload.row)
    let (file, uploader) = (outgoing(upload), uploader)
    let task = transport.follow { [weak self] in
      let result: Result<FilePlace, MartletError>
      do {
        let place = try await uploader.upload(file) { [weak self] bytes in await self?.reached(row, number, bytes) }
        result = .success(place)
      } catch {
        result = .failure(error as? MartletError ?? MartletError(.unreachable, "the app's uploader failed"))
      }
      await self?.ended(row, number, result)
    }
    running[row] = RunningUpload(number: number, message: upload.message, size: upload.file.size, task: task)
  }

  private var uploader: any MediaUploading { configuration.uploader ?? ServerUploader(connection: MediaConnection(of: self)) }

  private func outgoing(_ upload: Upload) -> OutgoingFile {
    OutgoingFile(
      message: upload.message, conversation: upload.conversation, path: files.path(of: upload.file.file), name: upload.file.name,
      size: upload.file.size, sha256: upload.file.sha256)
  }

  func cancelUpload(_ row: Int64) { running.removeValue(forKey: row)?.task.cancel() }

  /// Tells the uploader that the message of a file was discarded.
  func forget(_ upload: Upload) {
    let (file, uploader) = (outgoing(upload), uploader)
    _ = transport.follow { await uploader.forget(file) }
  }

  private func reached(_ row: Int64, _ number: UInt64, _ bytes: Int64) {
    guard let upload = running[row], upload.number == number else { return }
    input { $0.uploadReached(row, bytes) }
    let step = TransferProgress(bytes: bytes, total: upload.size)
    for listener in progressListeners[upload.message] ?? [] { listener(step) }
  }

  private func ended(_ row: Int64, _ number: UInt64, _ result: Result<FilePlace, MartletError>) {
    guard running[row]?.number == number else { return }
    running[row] = nil
    input { engine in
      switch result {
      case .success(let place): engine.uploaded(row, place)
      case .failure(let error): engine.uploadFailed(row, error)
      }
    }
  }

  /// Holds uploads while they would use a network that costs money, if the app wants that.
  func holdUploads() {
    guard configuration.uploadsNeedCheapNetwork else { return }
    input { $0.holdUploads(isNetworkExpensive) }
  }

  // MARK: Sending

  /// A file in the client's keeping, and the message that will name it.
  struct PreparedSend {
    let action: PendingSend.Action
    let details: MessageDetails
    let upload: FileToUpload?
  }

  /// Keeps a file for a message; nil if the app took over.
  ///
  /// - Throws: As `Chat.enqueue(file:name:details:id:ordering:content:)`. Nothing is kept then.
  func prepare(
    _ file: UnpreparedFile, _ details: MessageDetails, to destination: Destination, id: ClientID, _ ordering: FileOrdering
  ) async throws(MartletError) -> PreparedSend? {
    if let closure = engine.closure { throw closure }
    let began = holder
    let file = try await prepared(file)
    guard file.content.awaitsFile else {
      throw MartletError(.argumentInvalid, "the content does not name the file; make it with the media given", field: "content")
    }
    let kept = try await files.keep(file.path, as: String(engine.draw(), radix: 36))
    do throws(MartletError) {
      // Another client may have used the directory, and deleted what no row names.
      guard holder == began else { throw .suspended }
      let content = file.content.describing(size: kept.size, sha256: kept.sha256)
      guard case (.send(let content), let details)? = try await intercepted(.send(content), details, to: destination, id: id)
      else {
        files.remove(kept.file)
        return nil
      }
      guard content.awaitsFile else {
        // The app's interceptor has put the file elsewhere.
        files.remove(kept.file)
        return PreparedSend(action: .send(content), details: details, upload: nil)
      }
      guard holder == began else { throw .suspended }
      return PreparedSend(
        action: .send(content), details: details,
        upload: FileToUpload(file: kept.file, name: file.name, size: kept.size, sha256: kept.sha256, ordering: ordering))
    } catch {
      files.remove(kept.file)
      throw error
    }
  }

  private func prepared(_ file: UnpreparedFile) async throws(MartletError) -> UnpreparedFile {
    guard let preparer = configuration.preparer else { return file }
    do {
      return try await preparer.prepare(file)
    } catch let error as MartletError {
      throw error
    } catch {
      throw MartletError(Task.isCancelled ? .cancelled : .refusedByApp, "the app's preparer rejected the file")
    }
  }

  func send(
    _ file: UnpreparedFile, _ details: MessageDetails, to destination: Destination, id: ClientID, _ ordering: FileOrdering,
    within limit: Duration?, progress: (@Sendable (TransferProgress) -> Void)?
  ) async -> SendResult {
    do throws(MartletError) {
      guard let send = try await prepare(file, details, to: destination, id: id, ordering) else { return .takenOver }
      if let progress { progressListeners[id, default: []].append(progress) }
      defer { if progress != nil { progressListeners[id] = nil } }
      return await end(try begin(send, to: destination, id: id), within: limit)
    } catch {
      return .failed(error)
    }
  }

  func enqueue(
    _ file: UnpreparedFile, _ details: MessageDetails, to destination: Destination, id: ClientID, _ ordering: FileOrdering
  ) async throws(MartletError) {
    guard let send = try await prepare(file, details, to: destination, id: id, ordering) else { return }
    let promise = Promise<MartletError?>()
    try submit(send) { engine throws(MartletError) in
      try engine.submit(
        send.action, send.details, to: destination, id: id, upload: send.upload, written: { promise.resolve($0) })
    }
    if let error = await promise.value() { throw error }
  }

  private func begin(_ send: PreparedSend, to destination: Destination, id: ClientID) throws(MartletError) -> Waiting {
    let promise = Promise<SendResult>()
    let ticket = try submit(send) { engine throws(MartletError) in
      try engine.submit(
        send.action, send.details, to: destination, id: id, upload: send.upload, written: { _ in },
        ended: { promise.resolve($0) })
    }
    return Waiting(id: id, ticket: ticket, promise: promise)
  }

  /// Hands a send over; from then on its file is the outbox's.
  @discardableResult
  private func submit(
    _ send: PreparedSend, _ begin: (ClientEngine) throws(MartletError) -> UInt64
  ) throws(MartletError) -> UInt64 {
    do throws(MartletError) {
      return try submit(begin)
    } catch {
      if let upload = send.upload { files.remove(upload.file) }
      throw error
    }
  }
}

/// How far the upload of a message's file is, as it goes on.
///
/// Each iteration begins with the current progress. A slow reader may skip steps.
public struct UploadProgress: AsyncSequence, Sendable {
  /// A step.
  public typealias Element = TransferProgress
  /// Iteration does not throw.
  public typealias Failure = Never

  let client: MartletClient
  let id: ClientID

  /// Starts to follow the upload.
  public func makeAsyncIterator() -> Iterator {
    // Listens before it reads, so that no change falls in between.
    Iterator(mailbox: client.ownEvents().mailbox, client: client, id: id)
  }

  /// An iterator over steps.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    private let mailbox: Mailbox<Event>
    private let client: MartletClient
    private let id: ClientID
    private var hasBegun = false

    init(mailbox: Mailbox<Event>, client: MartletClient, id: ClientID) {
      self.mailbox = mailbox
      self.client = client
      self.id = id
    }

    /// Waits for the next step; returns nil at the end.
    public mutating func next() async -> TransferProgress? { await next(isolation: nil) }

    /// Waits for the next step; returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> TransferProgress? {
      if !hasBegun {
        hasBegun = true
        return await Self.current(client, id)
      }
      while let event = await mailbox.next() {
        switch event {
        case .pending(let pending) where pending.id == id:
          if case .uploading(let progress, _) = pending.state { return progress }
          return nil
        case .pendingRemoved(id): return nil
        case .missed, .localDataReset: return await Self.current(client, id)
        default: continue
        }
      }
      return nil
    }

    private static func current(_ client: MartletClient, _ id: ClientID) async -> TransferProgress? {
      let pending = (try? await client.pending()) ?? []
      guard case .uploading(let progress, _)? = pending.first(where: { $0.id == id })?.state else { return nil }
      return progress
    }
  }
}
