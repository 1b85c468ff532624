import ClientModels
import Foundation
import MartletSQLite
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// Messages that wait for their files, as the core decides about them.
@Suite struct UploadTests {
  private let bob = Destination.user(UserID.of("bob"))
  private let carol = Destination.user(UserID.of("carol"))
  private let toBob = ConversationID.of("direct:alice:bob")

  private func online(_ seed: UInt64, directory: String? = nil, uploads: Int = 2) throws -> (World, Device) {
    let world = World(seed: seed)
    var bounds = SyncBounds()
    bounds.uploads = uploads
    let device = try world.add("alice", directory: directory, bounds: bounds)
    world.settle()
    return (world, device)
  }

  /// Lets everything happen that needs no upload.
  private func run(_ world: World, _ device: Device) {
    device.commit()
    while !device.toServer.isEmpty || !device.toDevice.isEmpty {
      while !device.toServer.isEmpty { world.serve(device) }
      device.releaseLate()
      while !device.toDevice.isEmpty { device.receive() }
    }
  }

  /// The texts and files of a conversation, in the server's order.
  private func log(_ world: World, _ id: String) -> [String] {
    let entries = world.server.logs[ConversationID.of(id)]?.entries ?? []
    return entries.compactMap { entry in
      guard case .message(let message) = entry.event else { return nil }
      let content = MessageContent(type: message.type, json: message.content)
      return content.text ?? content.read(as: FileContent.self)?.media.id ?? message.content
    }
  }

  @Test func laterMessagesOfTheConversationWaitAndOthersDoNot() throws {
    let (world, device) = try online(1)
    device.send("before", to: bob)
    let file = device.sendFile(to: bob)
    device.send("after", to: bob)
    device.send("elsewhere", to: carol)
    run(world, device)
    #expect(log(world, "direct:alice:bob") == ["before"] && log(world, "direct:alice:carol") == ["elsewhere"])
    #expect(device.uploads.map(\.conversation) == [toBob] && !device.isAtRest)
    device.finishUpload(of: file)
    run(world, device)
    #expect(log(world, "direct:alice:bob") == ["before", "f", "after"])
    #expect(device.releasedFiles == [file.text] && device.isAtRest)
  }

  @Test func aMessageThatTakesItsPlaceLaterHoldsNobodyUp() throws {
    let (world, device) = try online(2)
    let file = device.sendFile(10, .whenReady, to: bob)
    device.send("one", to: bob)
    run(world, device)
    device.finishUpload(of: file)
    device.send("two", to: bob)
    run(world, device)
    #expect(log(world, "direct:alice:bob") == ["one", "f", "two"])
  }

  @Test func theContentNamesWhereTheFileIs() throws {
    let (world, device) = try online(3)
    let file = device.sendFile(to: bob)
    device.commit()
    func pending() throws -> PendingSend? { try device.core.store.pending().first }
    func media() throws -> Media? {
      guard case .send(let content)? = try pending()?.action else { return nil }
      return content.read(as: FileContent.self)?.media
    }
    #expect(try pending()?.state == .uploading(TransferProgress(bytes: 0, total: 10), isPaused: false))
    #expect(try media()?.isAwaited == true && media()?.id == nil && media()?.name == "a")
    device.play(.uploadReached(row: try #require(device.uploads.first).row, 7, at: world.now))
    device.commit()
    #expect(try pending()?.state == .uploading(TransferProgress(bytes: 7, total: 10), isPaused: false))
    device.finishUpload(of: file, at: .elsewhere(url: "https://files.example/a"))
    #expect(try pending()?.state == .waiting && media()?.url == "https://files.example/a" && media()?.isAwaited == false)
    run(world, device)
    let entry = try #require(world.server.logs[toBob]?.entries.first)
    guard case .message(let message) = entry.event else { throw TestError("no message") }
    #expect(message.content == #"{"media":{"name":"a","size":10,"url":"https://files.example/a"}}"#)
  }

  @Test func nestedPlacesAreFilledIn() throws {
    let media = Media(awaited: "a", size: 1)
    let text = try MessageContent(TextContent("awaited"))
    let content = try MessageContent(PartsContent([text, try MessageContent(FileContent(Attachment(media: media)))]))
    #expect(content.awaitsFile && !text.awaitsFile)
    let parts = content.describing(size: 5, sha256: "ab").naming(.server(id: "f")).read(as: PartsContent.self)
    #expect(parts?.parts.last?.read(as: FileContent.self)?.media == Media(id: "f", size: 5, name: "a", sha256: "ab"))
  }

  /// The moments at which the process may be killed.
  @Test(arguments: 0..<4) func killedAtAnyMomentOneMessageIsStored(step: Int) throws {
    try withFolder { folder in
      let (world, device) = try online(4, directory: folder)
      let file = device.sendFile(to: bob)
      device.send("after", to: bob)
      if step == 0 { device.play(.commit(at: world.now, wall: 0)) } else { run(world, device) }
      if step == 2 { device.play(.uploadReached(row: try #require(device.uploads.first).row, 5, at: world.now)) }
      if step >= 3 { device.finishUpload(of: file) }
      device.commit()
      device.toServer.removeAll()
      try device.kill()
      while device.dials || !device.toServer.isEmpty || !device.toDevice.isEmpty {
        device.open()
        run(world, device)
      }
      if step < 3 {
        #expect(log(world, "direct:alice:bob").isEmpty)
        device.finishUpload(of: file)
      }
      world.settle()
      #expect(log(world, "direct:alice:bob") == ["f", "after"])
      #expect(try device.core.store.pending().isEmpty)
      #expect(try device.core.store.neededFiles().isEmpty)
    }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryDirectory()
    try withExtendedLifetime(folder) { try body(folder.path) }
  }

  @Test func aRefusedFileFailsItsMessageAndMayBeTriedAgain() throws {
    let (world, device) = try online(5)
    let file = device.sendFile(to: bob)
    device.send("after", to: bob)
    device.commit()
    device.failUpload(of: file, MartletError(Wire.Failure(.mediaTooLarge, limit: 5, actual: 10)))
    run(world, device)
    guard case .failed(let error)? = device.results[file] else { throw TestError("no failure") }
    #expect(error.code == .server(.mediaTooLarge) && error.limit == 5)
    #expect(log(world, "direct:alice:bob") == ["after"] && device.releasedFiles.isEmpty, "it can be tried again")
    device.endTape()
    device.results[file] = nil
    let retried = try #require(try device.core.store.retry(file))
    device.core.input { $0.outboxAdded(retried.row, to: retried.destination, awaiting: retried.upload, at: world.now) }
    device.commit()
    #expect(device.uploads.count == 2)
    device.finishUpload(of: file)
    run(world, device)
    #expect(log(world, "direct:alice:bob") == ["after", "f"] && device.releasedFiles == [file.text])
  }

  @Test func aFailureForNowIsTriedAgainLaterEachTime() throws {
    let (world, device) = try online(6)
    let file = device.sendFile(to: bob)
    device.commit()
    var delays: [UInt64] = []
    for attempt in 1...9 {
      device.failUpload(of: file, MartletError(.unreachable, "gone"))
      let failed = world.now
      while device.uploads.count == attempt {
        world.now += 500_000_000
        device.tick()
        run(world, device)
      }
      delays.append((world.now - failed) / 1_000_000_000)
    }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    device.play(.uploadReached(row: try #require(device.uploads.last).row, 5, at: world.now))
    device.failUpload(of: file, MartletError(.unreachable, "gone"))
    world.now += 1_000_000_000
    device.tick()
    #expect(device.uploads.count == 11, "it had gone on, so this was the first failure in a row")
    #expect(device.results[file] == nil)
  }

  @Test func onlySoManyAreUploadedAtATimeOldestFirst() throws {
    let (world, device) = try online(7)
    let files = (0..<4).map { _ in device.sendFile(to: bob) }
    run(world, device)
    #expect(device.uploads.map(\.message) == Array(files.prefix(2)))
    device.finishUpload(of: files[1])
    run(world, device)
    #expect(device.uploads.map(\.message) == Array(files.prefix(3)))
    #expect(log(world, "direct:alice:bob").isEmpty, "the first is not there yet")
    for file in [files[0], files[2], files[3]] {
      device.finishUpload(of: file, at: .server(id: "\(files.firstIndex(of: file) ?? 9)"))
      run(world, device)
    }
    #expect(log(world, "direct:alice:bob") == ["0", "f", "2", "3"])
  }

  @Test func aPausedUploadWaitsAcrossStarts() throws {
    try withFolder { folder in
      let (world, device) = try online(8, directory: folder)
      let file = device.sendFile(to: bob)
      device.commit()
      device.play(.pauseUpload(file, true, at: world.now))
      device.commit()
      #expect(device.stoppedUploads == device.uploads.map(\.row))
      // Its later results are not taken.
      device.finishUpload(of: file)
      #expect(
        try device.core.store.pending().first?.state == .uploading(TransferProgress(bytes: 0, total: 10), isPaused: true))
      try device.kill()
      while device.dials || !device.toServer.isEmpty || !device.toDevice.isEmpty {
        device.open()
        run(world, device)
      }
      #expect(device.uploads.count == 1)
      device.play(.pauseUpload(file, false, at: world.now))
      device.commit()
      #expect(device.uploads.count == 2)
    }
  }

  @Test func aDiscardedUploadEndsAndIsForgotten() throws {
    let (world, device) = try online(9)
    let file = device.sendFile(to: bob)
    device.send("after", to: bob)
    device.commit()
    device.endTape()
    let row = try #require(device.uploads.first).row
    _ = try device.core.change { store throws(SQLiteError) in
      var changes = Changes()
      if let discarded = try store.discard(file) {
        #expect(discarded.wasUploading)
        (changes.settledRows, changes.releasedFiles) = ([discarded.row], discarded.file.map { [$0] } ?? [])
        changes.forgotten = discarded.upload.map { [$0] } ?? []
      }
      return ((), changes)
    }
    run(world, device)
    #expect(device.stoppedUploads == [row] && device.forgottenUploads == [row] && device.releasedFiles == [file.text])
    device.core.input { $0.outboxShrank(at: world.now) }
    run(world, device)
    #expect(log(world, "direct:alice:bob") == ["after"])
  }

  /// The server keeps a file for a time only; a message may come later than that.
  @Test func aFileThatTheServerForgotIsUploadedAgain() throws {
    let (world, device) = try online(10)
    let file = device.sendFile(to: bob)
    device.commit()
    device.toServer.removeAll()
    for attempt in 1...4 {
      device.finishUpload(of: file)
      let sent = device.toServer.removeFirst()
      let request = try #require(sent)
      device.toDevice.append(Wire.ServerPacket(id: request.id, body: .failure(Wire.Failure(.mediaUnknown))))
      device.receive()
      #expect(device.uploads.count == min(attempt + 1, 4))
    }
    guard case .failed(let error)? = device.results[file] else { throw TestError("it is tried for ever") }
    #expect(error.code == .server(.mediaUnknown) && log(world, "direct:alice:bob").isEmpty)
  }

  @Test func disconnectingStopsUploadsAndConnectingGoesOn() throws {
    let (world, device) = try online(11)
    let file = device.sendFile(to: bob)
    device.commit()
    device.breakConnection()
    #expect(device.stoppedUploads.isEmpty, "it has a connection of its own")
    device.play(.stop(at: world.now))
    device.commit()
    #expect(device.stoppedUploads.count == 1)
    device.play(.start(at: world.now))
    device.commit()
    while device.dials || !device.toServer.isEmpty || !device.toDevice.isEmpty {
      device.open()
      run(world, device)
    }
    #expect(device.uploads.count == 2)
    device.finishUpload(of: file)
    world.settle()
    #expect(log(world, "direct:alice:bob") == ["f"])
  }

  @Test func offlineOrOnACostlyNetworkNothingIsBegun() throws {
    let world = World(seed: 12)
    let device = try world.add("alice")
    let file = device.sendFile(to: bob)
    device.commit()
    #expect(device.uploads.isEmpty)
    device.endTape()
    device.core.input { $0.uploadsHeld(true, at: world.now) }
    device.play(.start(at: world.now))
    device.commit()
    while device.dials || !device.toServer.isEmpty || !device.toDevice.isEmpty {
      device.open()
      run(world, device)
    }
    #expect(device.uploads.isEmpty)
    device.core.input { $0.uploadsHeld(false, at: world.now) }
    device.commit()
    #expect(device.uploads.map(\.message) == [file])
    device.core.input { $0.uploadsHeld(true, at: world.now) }
    device.commit()
    #expect(device.stoppedUploads.count == 1)
  }

  @Test func theSameSendTwiceNeedsOneCopy() throws {
    let (world, device) = try online(13)
    let file = device.sendFile(to: bob, id: ClientID.of("same"))
    device.sendFile(to: bob, id: file)
    run(world, device)
    #expect(device.uploads.count == 1 && device.releasedFiles.count == 1)
    device.sendFile(11, to: bob, id: file)
    run(world, device)
    guard case .failed(let error)? = device.results[file] else { throw TestError("no failure") }
    #expect(error.code == .clientIDConflict)
    #expect(device.uploads.count == 1 && device.releasedFiles.count == 2)
  }

  @Test func aDamagedDatabaseKeepsWhatIsToBeUploaded() throws {
    try withFolder { folder in
      let (world, device) = try online(14, directory: folder)
      device.endTape()
      let file = device.sendFile(to: bob)
      run(world, device)
      device.core.close()
      let files = try LocalFolder(folder)
      let (store, reset) = try files.replaceStore(at: 1, newDeviceID: "d")
      #expect(reset.outboxKept)
      #expect(try store.neededFiles() == [file.text])
      #expect(try store.state().uploads.values.map(\.isReady) == [false])
      store.close()
    }
  }
}
