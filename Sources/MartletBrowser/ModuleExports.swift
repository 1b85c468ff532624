#if arch(wasm32)
  import MartletCore
  import MartletSQLite
  import MartletWire

  // The functions that JavaScript calls. None may be called from within an imported function.

  /// The module's client.
  ///
  /// `@unchecked Sendable` holds because a module has one thread.
  private final class ModuleState: @unchecked Sendable {
    var client: BrowserClient?
    var hash = FileHash()
    var room: UnsafeMutableRawPointer?
  }

  private let module = ModuleState()

  private func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(clamping: count)), as: UTF8.self)
  }

  private func tell(_ notice: Bridge.Notice.Notice) {
    let json = Bridge.Notice(notice: notice).json()
    json.withUnsafeBufferPointer { hostTell($0.baseAddress, Int32(truncatingIfNeeded: $0.count)) }
  }

  /// Opens the client; the notice `opened` or `failed` answers.
  @_expose(wasm, "open") @_cdecl("martlet_open")
  public func openClient(_ bytes: UnsafeRawPointer?, _ count: Int32) {
    do throws(MartletError) {
      let json = UnsafeRawBufferPointer(start: bytes, count: Int(clamping: count))
      guard let opening = try? Bridge.Opening(json: json) else { throw .invalid("the opening is not valid JSON") }
      module.client?.close()
      let folder = opening.path.isEmpty ? nil : LocalFolder(HostFiles(databasePath: opening.path))
      let host = BrowserClient.Host(
        tell: { tell($0) },
        send: { packet in
          packet.withUnsafeBufferPointer { hostSend($0.baseAddress, Int32(truncatingIfNeeded: $0.count)) }
        },
        surroundings: ClientEngine.Surroundings(
          monotonic: { UInt64(hostMonotonicTime()) }, wall: { Int64(hostWallTime()) },
          random: {
            var number: UInt64 = 0
            hostRandom(&number, Int32(MemoryLayout<UInt64>.size))
            return number
          }))
      module.client = try BrowserClient(opening, folder: folder, host: host)
    } catch {
      tell(.failed(Bridge.Failure(error)))
    }
  }

  /// Takes a call; a notice answers it, in this call or in a later one.
  @_expose(wasm, "call") @_cdecl("martlet_call")
  public func takeCall(_ bytes: UnsafeRawPointer?, _ count: Int32) {
    let json = UnsafeRawBufferPointer(start: bytes, count: Int(clamping: count))
    guard let call = try? Bridge.Call(json: json) else {
      // Without its number, nobody could be answered.
      return tell(.failed(Bridge.Failure(.invalid("the call is not valid JSON"))))
    }
    guard let client = module.client else {
      let failure = Bridge.Failure(.invalid("the client is not open"))
      return tell(.answer(Bridge.Answer(call: call.id, result: .failure(failure))))
    }
    client.call(call)
  }

  /// The connection that `dial` asked for is open.
  @_expose(wasm, "connected") @_cdecl("martlet_connected")
  public func connectionOpened() { module.client?.connected() }

  /// A binary message arrived on the connection.
  @_expose(wasm, "received") @_cdecl("martlet_received")
  public func packetReceived(_ bytes: UnsafeRawPointer?, _ count: Int32) {
    module.client?.received(UnsafeRawBufferPointer(start: bytes, count: Int(clamping: count)))
  }

  /// The connection ended, or could not be made; the text says why.
  @_expose(wasm, "disconnected") @_cdecl("martlet_disconnected")
  public func connectionClosed(_ bytes: UnsafeRawPointer?, _ count: Int32) { module.client?.disconnected(text(bytes, count)) }

  /// The token that was asked for under a number.
  @_expose(wasm, "tokenObtained") @_cdecl("martlet_token_obtained")
  public func tokenObtained(_ number: UInt32, _ bytes: UnsafeRawPointer?, _ count: Int32) {
    module.client?.tokenObtained(number, text(bytes, count))
  }

  /// No token was to be had under a number.
  @_expose(wasm, "tokenFailed") @_cdecl("martlet_token_failed")
  public func tokenFailed(_ number: UInt32) { module.client?.tokenFailed(number) }

  /// The timer that a notice set is due.
  @_expose(wasm, "timerFired") @_cdecl("martlet_timer_fired")
  public func timerFired() { module.client?.timerFired() }

  /// Stores and performs what the calls since the last turn caused.
  @_expose(wasm, "endTurn") @_cdecl("martlet_end_turn")
  public func endTurn() { module.client?.endTurn() }

  /// The bytes that a hash takes at a time.
  private let hashRoomBytes = 64 << 10

  /// Begins the SHA-256 of a file, in place of the one before.
  ///
  /// - Returns: Where JavaScript puts the bytes, and finds the hash.
  @_expose(wasm, "hashRoom") @_cdecl("martlet_hash_room")
  public func beginHash() -> UnsafeMutableRawPointer? {
    module.hash = FileHash()
    if module.room == nil { module.room = UnsafeMutableRawPointer.allocate(byteCount: hashRoomBytes, alignment: 16) }
    return module.room
  }

  /// Adds bytes in the room.
  @_expose(wasm, "hashAdd") @_cdecl("martlet_hash_add")
  public func addToHash(_ count: Int32) {
    guard let room = module.room else { return }
    module.hash.add([UInt8](UnsafeRawBufferPointer(start: room, count: min(max(0, Int(clamping: count)), hashRoomBytes))))
  }

  /// Puts the 32 bytes of the hash into the room; nothing may be added afterwards.
  @_expose(wasm, "hashEnd") @_cdecl("martlet_hash_end")
  public func endHash() {
    guard let room = module.room else { return }
    for (place, byte) in module.hash.finishBytes().enumerated() { room.storeBytes(of: byte, toByteOffset: place, as: UInt8.self) }
  }

  /// Disconnects, and closes the local data.
  @_expose(wasm, "close") @_cdecl("martlet_close")
  public func closeClient() {
    module.client?.close()
    module.client = nil
  }
#endif
