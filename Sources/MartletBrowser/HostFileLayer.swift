#if arch(wasm32)
  import CSQLite

  /// SQLite's file layer over the files of the JavaScript side.
  ///
  /// One connection uses a file at a time: SQLite locks nothing and shares no memory, so write-ahead logging needs the exclusive
  /// locking mode, which is the default in this build.
  enum HostFileLayer {
    private typealias File = UnsafeMutablePointer<sqlite3_file>

    /// Beside SQLite's own fields, a file has only its number.
    private static let numberOffset = MemoryLayout<sqlite3_file>.stride

    /// Registers the layer as the default; everything allocated here stays.
    static func register() -> Int32 {
      let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
      var vfs = sqlite3_vfs()
      vfs.iVersion = 1
      vfs.szOsFile = Int32(numberOffset + MemoryLayout<Int32>.stride)
      vfs.mxPathname = 512
      vfs.zName = copy("host")
      vfs.xOpen = { HostFileLayer.open($1, $2, $3, $4) }
      vfs.xDelete = { _, name, _ in
        let result = Double(hostFileDelete(name, HostFileLayer.length(name)))
        // SQLite deletes logs that may be gone already.
        return result == HostFailure.notFound ? IOFailure.noFile : HostFileLayer.result(result, else: IOFailure.delete)
      }
      vfs.xAccess = { _, name, _, result in
        result?.pointee = hostFileSizeAt(name, HostFileLayer.length(name)) > 0 ? 1 : 0
        return SQLITE_OK
      }
      vfs.xFullPathname = { _, name, room, result in
        let count = Int(clamping: HostFileLayer.length(name))
        guard let name, let result, count < Int(clamping: room) else { return SQLITE_CANTOPEN }
        result.update(from: name, count: count + 1)
        return SQLITE_OK
      }
      vfs.xRandomness = { _, count, bytes in
        hostRandom(bytes, count)
        return count
      }
      vfs.xSleep = { _, _ in 0 }
      // Days since noon of 24 November 4714 BC, as SQLite wants them.
      vfs.xCurrentTime = { _, days in
        days?.pointee = hostWallTime() / 86_400_000 + 2_440_587.5
        return SQLITE_OK
      }
      vfs.xGetLastError = { _, _, _ in 0 }
      layer.initialize(to: vfs)
      return sqlite3_vfs_register(layer, 1)
    }

    private static func copy(_ text: StaticString) -> UnsafePointer<CChar> {
      let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: text.utf8CodeUnitCount + 1)
      for index in 0..<text.utf8CodeUnitCount { bytes[index] = CChar(bitPattern: text.utf8Start[index]) }
      bytes[text.utf8CodeUnitCount] = 0
      return UnsafePointer(bytes)
    }

    private static func length(_ text: UnsafePointer<CChar>?) -> Int32 {
      guard let text else { return 0 }
      var count = 0
      while text[count] != 0 { count += 1 }
      return Int32(truncatingIfNeeded: count)
    }

    private static func result(_ value: Double, else code: Int32) -> Int32 {
      if value >= 0 { return SQLITE_OK }
      return value == HostFailure.full ? SQLITE_FULL : code
    }

    // MARK: Files

    private static func open(
      _ name: UnsafePointer<CChar>?, _ file: File?, _ flags: Int32, _ given: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
      guard let file else { return SQLITE_CANTOPEN }
      file.pointee.pMethods = nil
      // Temporary files are in memory in this build, so every file has a name.
      guard let name else { return SQLITE_CANTOPEN }
      let number = hostFileOpen(name, length(name), flags & SQLITE_OPEN_CREATE)
      guard number >= 0 else { return Double(number) == HostFailure.full ? SQLITE_FULL : SQLITE_CANTOPEN }
      UnsafeMutableRawPointer(file).storeBytes(of: number, toByteOffset: numberOffset, as: Int32.self)
      given?.pointee = flags
      guard let table = functions() else { return SQLITE_NOMEM }
      file.pointee.pMethods = table
      return SQLITE_OK
    }

    private static func number(_ file: File?) -> Int32 {
      guard let file else { return -1 }
      return UnsafeRawPointer(file).load(fromByteOffset: numberOffset, as: Int32.self)
    }

    /// The layer keeps the table of functions in its `pAppData`, so that there is no global state.
    private static func functions() -> UnsafePointer<sqlite3_io_methods>? {
      guard let layer = sqlite3_vfs_find(nil) else { return nil }
      if let known = layer.pointee.pAppData { return UnsafePointer(known.assumingMemoryBound(to: sqlite3_io_methods.self)) }
      let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
      table.initialize(to: makeFunctions())
      layer.pointee.pAppData = UnsafeMutableRawPointer(table)
      return UnsafePointer(table)
    }

    private static func makeFunctions() -> sqlite3_io_methods {
      var table = sqlite3_io_methods()
      table.iVersion = 1
      table.xClose = { file in
        hostFileClose(HostFileLayer.number(file))
        return SQLITE_OK
      }
      table.xRead = { HostFileLayer.read($0, $1, $2, $3) }
      table.xWrite = { file, bytes, count, offset in
        HostFileLayer.result(
          Double(hostFileWrite(HostFileLayer.number(file), bytes, count, Double(offset))), else: IOFailure.write)
      }
      table.xTruncate = { file, size in
        HostFileLayer.result(Double(hostFileTruncate(HostFileLayer.number(file), Double(size))), else: IOFailure.truncate)
      }
      table.xSync = { file, _ in
        HostFileLayer.result(Double(hostFileSync(HostFileLayer.number(file))), else: IOFailure.sync)
      }
      table.xFileSize = { file, size in
        let found = hostFileSize(HostFileLayer.number(file))
        guard found >= 0 else { return IOFailure.size }
        size?.pointee = Int64(found)
        return SQLITE_OK
      }
      // The JavaScript side holds the files for this module alone.
      table.xLock = { _, _ in SQLITE_OK }
      table.xUnlock = { _, _ in SQLITE_OK }
      table.xCheckReservedLock = { _, isLocked in
        isLocked?.pointee = 0
        return SQLITE_OK
      }
      table.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
      table.xSectorSize = { _ in 4096 }
      table.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
      return table
    }

    private static func read(_ file: File?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
      let found = hostFileRead(number(file), bytes, count, Double(offset))
      guard found >= 0 else { return IOFailure.read }
      guard found < count else { return SQLITE_OK }
      // SQLite asks for zeros behind the end.
      bytes?.advanced(by: Int(clamping: found)).initializeMemory(
        as: UInt8.self, repeating: 0, count: Int(clamping: count - found))
      return IOFailure.shortRead
    }
  }

  /// SQLite's extended result codes, which are macros that Swift does not import.
  private enum IOFailure {
    static let read = SQLITE_IOERR | 1 << 8
    static let shortRead = SQLITE_IOERR | 2 << 8
    static let write = SQLITE_IOERR | 3 << 8
    static let sync = SQLITE_IOERR | 4 << 8
    static let truncate = SQLITE_IOERR | 6 << 8
    static let size = SQLITE_IOERR | 7 << 8
    static let delete = SQLITE_IOERR | 10 << 8
    static let noFile = SQLITE_IOERR | 23 << 8
  }

  /// Registers the file layer when SQLite is first used.
  @_cdecl("sqlite3_os_init")
  public func registerFileLayer() -> Int32 { HostFileLayer.register() }

  /// Does nothing: the layer stays as long as the module.
  @_cdecl("sqlite3_os_end")
  public func unregisterFileLayer() -> Int32 { SQLITE_OK }
#endif
