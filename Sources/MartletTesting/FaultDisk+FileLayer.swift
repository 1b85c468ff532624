import CSQLite

/// The functions SQLite calls. Each looks the disk up from the file or layer it is handed, asks it, and goes on to
/// the system's layer.
extension FaultDisk {
  /// Beside each file SQLite opens.
  private final class OpenFile {
    let disk: FaultDisk
    let path: String

    init(_ disk: FaultDisk, _ path: String) {
      self.disk = disk
      self.path = path
    }
  }

  /// SQLite allocates this much before the system's own file: the table of functions, then the `OpenFile`.
  private static let prefix = 16

  private typealias File = UnsafeMutablePointer<sqlite3_file>

  /// Everything allocated here stays: SQLite holds on to it.
  func register() {
    guard let system = sqlite3_vfs_find(nil) else { return }
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    layer.initialize(to: system.pointee)
    let text = name.utf8CString
    let zName = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
    text.withUnsafeBufferPointer { zName.initialize(from: $0.baseAddress ?? UnsafePointer(zName), count: $0.count) }
    layer.pointee.zName = UnsafePointer(zName)
    layer.pointee.pNext = nil
    layer.pointee.szOsFile = Int32(Self.prefix) + system.pointee.szOsFile
    layer.pointee.pAppData = Unmanaged.passRetained(self).toOpaque()
    layer.pointee.xOpen = { FaultDisk.open($0, $1, $2, $3, $4) }
    layer.pointee.xDelete = { FaultDisk.delete($0, $1, $2) }
    sqlite3_vfs_register(layer, 0)
  }

  private static func open(
    _ layer: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ file: File?, _ flags: Int32,
    _ given: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let file, let data = layer?.pointee.pAppData, let system = sqlite3_vfs_find(nil) else { return SQLITE_CANTOPEN }
    file.pointee.pMethods = nil
    let disk = Unmanaged<FaultDisk>.fromOpaque(data).takeUnretainedValue()
    guard disk.hasPower, let xOpen = system.pointee.xOpen else { return SQLITE_IOERR }
    let result = xOpen(system, name, real(file), flags, given)
    guard result == SQLITE_OK else { return result }
    let path = name.map { String(cString: $0) } ?? ""
    var size: sqlite3_int64 = 0
    _ = methods(file)?.pointee.xFileSize(real(file), &size)
    disk.opened(path, size: Int(size))
    let context = Unmanaged.passRetained(OpenFile(disk, path)).toOpaque()
    UnsafeMutableRawPointer(file).advanced(by: 8).assumingMemoryBound(to: UnsafeMutableRawPointer.self).initialize(to: context)
    file.pointee.pMethods = UnsafePointer(functions.table)
    return SQLITE_OK
  }

  private static func delete(
    _ layer: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ sync: Int32
  ) -> Int32 {
    guard let data = layer?.pointee.pAppData, let system = sqlite3_vfs_find(nil), let xDelete = system.pointee.xDelete else {
      return SQLITE_IOERR
    }
    let disk = Unmanaged<FaultDisk>.fromOpaque(data).takeUnretainedValue()
    guard disk.hasPower else { return SQLITE_IOERR }
    if let name { disk.deleted(String(cString: name)) }
    return xDelete(system, name, sync)
  }

  // MARK: - Files

  /// `@unchecked Sendable` holds because the table is written once, before anyone else can see it.
  private struct Functions: @unchecked Sendable {
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  }

  private static let functions = makeFunctions()

  /// The system's file behind ours.
  private static func real(_ file: File) -> File {
    UnsafeMutableRawPointer(file).advanced(by: prefix).assumingMemoryBound(to: sqlite3_file.self)
  }

  private static func methods(_ file: File) -> UnsafePointer<sqlite3_io_methods>? { real(file).pointee.pMethods }

  private static func context(_ file: File) -> Unmanaged<OpenFile> {
    .fromOpaque(
      UnsafeMutableRawPointer(file).advanced(by: 8).assumingMemoryBound(to: UnsafeMutableRawPointer.self).pointee)
  }

  private static func makeFunctions() -> Functions {
    let functions = Functions()
    var table = sqlite3_io_methods()
    // Version 2 has shared memory and no memory mapping of the database, which would pass us by.
    table.iVersion = 2
    table.xClose = { file in
      guard let file else { return SQLITE_OK }
      FaultDisk.context(file).release()
      return FaultDisk.methods(file)?.pointee.xClose(FaultDisk.real(file)) ?? SQLITE_OK
    }
    table.xRead = { file, bytes, count, offset in
      guard let file, FaultDisk.context(file).takeUnretainedValue().disk.hasPower else { return SQLITE_IOERR }
      return FaultDisk.methods(file)?.pointee.xRead(FaultDisk.real(file), bytes, count, offset) ?? SQLITE_IOERR
    }
    table.xWrite = { file, bytes, count, offset in
      guard let file, let bytes else { return SQLITE_IOERR }
      return FaultDisk.write(file, UnsafeRawBufferPointer(start: bytes, count: Int(count)), Int(offset))
    }
    table.xTruncate = { file, size in
      guard let file else { return SQLITE_IOERR }
      let open = FaultDisk.context(file).takeUnretainedValue()
      guard case .proceed = open.disk.judge(.truncate, open.path) else { return SQLITE_IOERR | 6 << 8 }
      let tail = FaultDisk.read(file, from: Int(size), count: open.disk.size(of: open.path) - Int(size))
      let result = FaultDisk.methods(file)?.pointee.xTruncate(FaultDisk.real(file), size) ?? SQLITE_IOERR
      if result == SQLITE_OK { open.disk.cut(open.path, to: Int(size), losing: tail) }
      return result
    }
    table.xSync = { file, flags in
      guard let file else { return SQLITE_IOERR }
      let open = FaultDisk.context(file).takeUnretainedValue()
      guard case .proceed = open.disk.judge(.sync, open.path) else { return SQLITE_IOERR | 4 << 8 }
      let result = FaultDisk.methods(file)?.pointee.xSync(FaultDisk.real(file), flags) ?? SQLITE_IOERR
      if result == SQLITE_OK { open.disk.synced(open.path) }
      return result
    }
    passOn(&table)
    functions.table.initialize(to: table)
    return functions
  }

  private static func passOn(_ table: inout sqlite3_io_methods) {
    table.xFileSize = { file, size in
      file.flatMap { FaultDisk.methods($0)?.pointee.xFileSize(FaultDisk.real($0), size) } ?? SQLITE_IOERR
    }
    table.xLock = { file, level in
      file.flatMap { FaultDisk.methods($0)?.pointee.xLock(FaultDisk.real($0), level) } ?? SQLITE_IOERR
    }
    table.xUnlock = { file, level in
      file.flatMap { FaultDisk.methods($0)?.pointee.xUnlock(FaultDisk.real($0), level) } ?? SQLITE_IOERR
    }
    table.xCheckReservedLock = { file, out in
      file.flatMap { FaultDisk.methods($0)?.pointee.xCheckReservedLock(FaultDisk.real($0), out) } ?? SQLITE_IOERR
    }
    table.xFileControl = { file, operation, argument in
      file.flatMap { FaultDisk.methods($0)?.pointee.xFileControl(FaultDisk.real($0), operation, argument) } ?? SQLITE_NOTFOUND
    }
    table.xSectorSize = { file in file.flatMap { FaultDisk.methods($0)?.pointee.xSectorSize(FaultDisk.real($0)) } ?? 512 }
    table.xDeviceCharacteristics = { file in
      file.flatMap { FaultDisk.methods($0)?.pointee.xDeviceCharacteristics(FaultDisk.real($0)) } ?? 0
    }
    table.xShmMap = { file, region, size, extend, out in
      file.flatMap { FaultDisk.methods($0)?.pointee.xShmMap(FaultDisk.real($0), region, size, extend, out) } ?? SQLITE_IOERR
    }
    table.xShmLock = { file, offset, count, flags in
      file.flatMap { FaultDisk.methods($0)?.pointee.xShmLock(FaultDisk.real($0), offset, count, flags) } ?? SQLITE_IOERR
    }
    table.xShmBarrier = { file in if let file { FaultDisk.methods(file)?.pointee.xShmBarrier(FaultDisk.real(file)) } }
    table.xShmUnmap = { file, delete in
      file.flatMap { FaultDisk.methods($0)?.pointee.xShmUnmap(FaultDisk.real($0), delete) } ?? SQLITE_IOERR
    }
  }

  private static func read(_ file: File, from offset: Int, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    _ = bytes.withUnsafeMutableBytes {
      methods(file)?.pointee.xRead(real(file), $0.baseAddress, Int32($0.count), sqlite3_int64(offset))
    }
    return bytes
  }

  private static func write(_ file: File, _ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int32 {
    let open = context(file).takeUnretainedValue()
    let count: Int
    switch open.disk.judge(.write, open.path, offset: offset, count: bytes.count) {
    case .proceed: count = bytes.count
    case .full(let fits): count = fits
    case .fail: return SQLITE_IOERR | 3 << 8
    }
    guard let methods = methods(file) else { return SQLITE_IOERR }
    if count > 0 {
      let replaced = read(file, from: offset, count: min(count, open.disk.size(of: open.path) - offset))
      let result = methods.pointee.xWrite(real(file), bytes.baseAddress, Int32(count), sqlite3_int64(offset))
      guard result == SQLITE_OK else { return result }
      open.disk.wrote([UInt8](bytes[..<count]), over: replaced, at: offset, in: open.path)
    }
    return count < bytes.count ? SQLITE_FULL : SQLITE_OK
  }
}
