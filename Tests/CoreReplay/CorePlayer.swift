#if arch(wasm32)
  import MartletBrowser
  import MartletCore
  import MartletWire

  // The module's side: plays lines, and tells what the core told.

  @_extern(wasm, module: "host", name: "tell")
  func hostTell(_ text: UnsafePointer<UInt8>?, _ count: Int32)

  /// The module's core.
  ///
  /// `@unchecked Sendable` holds because a module has one thread.
  private final class CorePlayer: @unchecked Sendable {
    var core: ClientCore?
  }

  private let player = CorePlayer()

  private func tell(_ line: String) {
    var line = line
    line.withUTF8 { hostTell($0.baseAddress, Int32(truncatingIfNeeded: $0.count)) }
  }

  /// Opens a core with `open PATH DEVICE SEED BOUND…`, plays an input, or tells the rows with `rows`.
  @_expose(wasm, "play") @_cdecl("martlet_play")
  public func play(_ bytes: UnsafeRawPointer?, _ count: Int32) {
    let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    if line.hasPrefix("open ") {
      player.core?.close()
      guard let opening = CoreOpening(line) else { return tell("cannot read the opening") }
      player.core = try? opening.open(opening.file.map { LocalFolder(HostFiles(databasePath: $0)) })
      if player.core == nil { tell("cannot open") }
      return
    }
    guard let core = player.core else { return tell("there is no core") }
    if line == "rows" {
      for row in CoreTold.rows(core.store) { tell(row) }
      return
    }
    guard let step = CoreStep(line) else { return tell("cannot read the step") }
    do throws(MartletError) {
      for line in CoreTold.lines(try step.play(core)) { tell(line) }
    } catch {
      tell("failed: \(error.message)")
    }
  }
#endif
