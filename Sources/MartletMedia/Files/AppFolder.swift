import Glibc
import MartletNet
import MartletWire

/// The files of one app.
///
/// `users/_USER` has for each file `ID.note`, while its bytes arrive `ID.new`, and once it is complete `ID`. `objects` has each
/// complete file again under its hash: it is a second name of the same bytes, by which the next file that has them finds them. A
/// file that is removed lets go of one name only, so nothing has to count them. `HASH.NAME` beside it was made from these
/// bytes. Names of apps and users begin with an underscore, for `.` and `..` are names of users too.
struct AppFolder: Sendable {
  private let app: AppID
  private let path: String
  private let disk: Disk

  /// Read or written at a time.
  static let piece = 256 << 10

  init(_ app: AppID, in root: String, disk: Disk) {
    self.app = app
    path = "\(root)/_\(app.text)"
    self.disk = disk
  }

  private var usersPath: String { "\(path)/users" }
  private var objectsPath: String { "\(path)/objects" }
  private func folder(_ user: UserID) -> String { "\(usersPath)/_\(user.text)" }

  /// The places of one file.
  private struct Places {
    let folder: String
    let whole: String
    var note: String { whole + ".note" }
    var new: String { whole + ".new" }
    /// The offset to which an upload falls back whose bytes were not checked.
    var floor: String { whole + ".floor" }
  }

  private func places(_ key: MediaKey) -> Places {
    let folder = folder(key.owner.user)
    return Places(folder: folder, whole: "\(folder)/\(key.id.text)")
  }

  // MARK: - State

  func state(of key: MediaKey) throws -> MediaState? {
    let places = places(key)
    guard let bytes = try disk.read(places.note, atMost: MediaNote.bytesAtMost), let note = MediaNote(bytes, of: key) else {
      return nil
    }
    if let record = note.record, try disk.status(places.whole) != nil { return .complete(record) }
    return .arriving(note.upload, offset: try offset(places))
  }

  private func offset(_ places: Places) throws -> Int64 {
    let size = Int64(try disk.status(places.new)?.st_size ?? 0)
    guard let text = try disk.read(places.floor, atMost: 32) else { return size }
    return min(Int64(String(decoding: text, as: UTF8.self)) ?? 0, size)
  }

  private func arriving(_ key: MediaKey) throws -> (upload: MediaUpload, offset: Int64) {
    guard case .arriving(let upload, let offset)? = try state(of: key) else { throw MediaError(.unknown) }
    return (upload, offset)
  }

  func usage(of user: UserID) throws -> MediaUsage {
    var usage = MediaUsage(uploads: 0, bytes: 0)
    let owner = MediaOwner(app: app, user: user)
    for name in try disk.names(in: folder(user)) {
      if MediaID(name) != nil {
        usage.bytes += max(Int64(try disk.status("\(folder(user))/\(name)")?.st_size ?? 0), MediaUsage.least)
      } else if name.hasSuffix(".note"), let id = MediaID(String(name.dropLast(5))),
        case .arriving(let upload, _)? = try state(of: MediaKey(id, of: owner))
      {
        usage.uploads += 1
        usage.bytes += max(upload.size, MediaUsage.least)
      }
    }
    return usage
  }

  // MARK: - Arriving

  func begin(_ upload: MediaUpload, most: MediaUsage) throws {
    let user = upload.key.owner.user
    let usage = try usage(of: user)
    try usage.checkRoom(for: upload, most: most)
    for folder in [path, usersPath, folder(user)] { try disk.makeDirectory(folder) }
    try disk.replace(places(upload.key).note, with: MediaNote(upload).bytes, isDurable: false)
  }

  func resume(_ key: MediaKey, at offset: Int64, isChecked: Bool) throws {
    let places = places(key)
    guard try arriving(key).offset == offset else { throw MediaError(.offset) }
    if isChecked {
      try disk.replace(places.floor, with: Array("\(offset)".utf8), isDurable: false)
    }
    try withNew(places) { try cut($0, at: offset) }
    if !isChecked { try disk.remove(places.floor) }
  }

  func append(_ bytes: SharedBytes, to key: MediaKey, at offset: Int64) throws {
    let upload = try arriving(key).upload
    guard Int64(bytes.count) <= upload.size - offset else { throw MediaError(.tooLong) }
    try withNew(places(key)) { file in
      guard try size(file) == offset else { throw MediaError(.offset) }
      // A disk that is full may take a part; it stays, as after a kill.
      try bytes.withUnsafeBytes { try disk.write($0, to: file, at: offset) }
    }
  }

  func settle(_ key: MediaKey, isSound: Bool) throws -> Int64 {
    let places = places(key)
    let known = try arriving(key)
    if !isSound {
      try withNew(places) { try cut($0, at: known.offset) }
      try disk.remove(places.floor)
      return known.offset
    }
    let offset = try withNew(places) { file in
      try disk.sync(file)
      return try size(file)
    }
    try disk.syncDirectory(places.folder)
    try disk.remove(places.floor)
    return offset
  }

  /// Runs `body` with the file of bytes that arrive, which no other process changes meanwhile.
  private func withNew<Result>(_ places: Places, _ body: (Int32) throws -> Result) throws -> Result {
    let result = try disk.withFile(places.new, O_RDWR | O_CREAT, doing: "open an upload") { file in
      while flock(file, LOCK_EX) != 0 {
        guard errno == EINTR else { throw Disk.failure(errno, cannot: "lock an upload") }
      }
      return try body(file)
    }
    guard let result else { throw MediaError(.unknown) }
    return result
  }

  private func size(_ file: Int32) throws -> Int64 {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Disk.failure(errno, cannot: "look at an upload") }
    return Int64(status.st_size)
  }

  private func cut(_ file: Int32, at offset: Int64) throws {
    guard try size(file) > offset else { return }
    try disk.probe("cut")
    guard ftruncate(file, off_t(offset)) == 0 else { throw Disk.failure(errno, cannot: "cut an upload") }
  }

  // MARK: - Complete

  func finish(_ key: MediaKey, until: Int64) throws -> MediaRecord {
    if case .complete(let record)? = try state(of: key) { return record }
    // Somebody else may complete it or give it up meanwhile, so it is looked at again under the lock.
    return try withNew(places(key)) { file in
      if case .complete(let record)? = try state(of: key) { return record }
      return try finish(key, until: until, file)
    }
  }

  private func finish(_ key: MediaKey, until: Int64, _ file: Int32) throws -> MediaRecord {
    let places = places(key)
    let (upload, offset) = try arriving(key)
    guard offset == upload.size else { throw MediaError(.offset) }
    try disk.sync(file)
    let (hash, type) = try examine(file, size: upload.size)
    guard upload.sha256 == nil || upload.sha256 == hash else {
      try remove(key)
      throw MediaError(.hash)
    }
    let record = MediaRecord(upload, sha256: hash, type: type, until: until)
    try disk.replace(places.note, with: MediaNote(record).bytes, isDurable: true)
    try keep(places, hash: hash)
    try disk.syncDirectory(places.folder)
    try disk.remove(places.new)
    return record
  }

  func abandon(_ key: MediaKey) throws -> Bool {
    guard let state = try state(of: key) else { return true }
    guard case .arriving = state else { return false }
    return try withNew(places(key)) { _ in
      if case .complete? = try self.state(of: key) { return false }
      try remove(key)
      return true
    }
  }

  /// The hash and the type of a file's bytes.
  private func examine(_ file: Int32, size: Int64) throws -> (hash: [UInt8], type: MediaType) {
    let digest = Digest(.sha256)
    var type = MediaType.other
    var offset: Int64 = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
    defer { buffer.deallocate() }
    while offset < size {
      let count = try disk.read(file, at: offset, into: buffer)
      guard count > 0 else { throw MediaError(.failed, "an upload became shorter") }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if offset == 0 { type = MediaType(of: bytes) }
      digest.add(bytes)
      offset += Int64(count)
    }
    return (digest.finish(), type)
  }

  /// Gives the bytes their name as a complete file, shared with files that have the same.
  private func keep(_ places: Places, hash: [UInt8]) throws {
    let (shelf, object) = object(hash)
    if try disk.link(object, as: places.whole) { return }
    for folder in [objectsPath, shelf] { try disk.makeDirectory(folder) }
    // The old bytes have as many names as the file system allows. From now on the new bytes are shared.
    try disk.remove(object)
    guard try disk.link(places.new, as: object), try disk.link(places.new, as: places.whole) else {
      throw MediaError(.failed, "an upload is gone")
    }
    try disk.syncDirectory(shelf)
  }

  /// The shelf of the bytes with a hash, and their name there.
  private func object(_ hash: [UInt8]) -> (shelf: String, path: String) {
    let name = Hexadecimal.encode(hash)
    let shelf = "\(objectsPath)/\(name.prefix(2))"
    return (shelf, "\(shelf)/\(name)")
  }

  func read(_ key: MediaKey, at offset: Int64, count: Int) throws -> SharedBytes {
    let bytes = try disk.withFile(places(key).whole, O_RDONLY, doing: "read a file") { file in
      try SharedBytes(capacity: count) { try disk.read(file, at: offset, into: $0) }
    }
    guard let bytes else { throw MediaError(.unknown) }
    return bytes
  }

  // MARK: - Made from files

  func keep(_ bytes: SharedBytes, as name: String, of key: MediaKey) throws {
    try disk.replace(made(name, of: key), with: bytes.withUnsafeBytes { [UInt8]($0) }, isDurable: false)
  }

  func kept(as name: String, of key: MediaKey) throws -> SharedBytes? {
    try disk.read(made(name, of: key), atMost: Variant.bytesAtMost).map { SharedBytes($0) }
  }

  /// The place of bytes that were made from a complete file.
  private func made(_ name: String, of key: MediaKey) throws -> String {
    "\(object(try complete(key).sha256).path).\(name)"
  }

  private func complete(_ key: MediaKey) throws -> MediaRecord {
    guard case .complete(let record)? = try state(of: key) else { throw MediaError(.unknown) }
    return record
  }

  func note(_ seq: UInt64, for key: MediaKey) throws {
    var record = try complete(key)
    record.seq = seq
    try disk.replace(places(key).note, with: MediaNote(record).bytes, isDurable: true)
  }

  func remove(_ key: MediaKey) throws {
    let places = places(key)
    // The note goes last: as long as it is there, somebody comes back for the rest.
    let files = [places.whole, places.new, places.floor, places.note]
    for file in [places.floor + Disk.unfinished, places.note + Disk.unfinished] + files { try disk.remove(file) }
  }

  // MARK: - Lists

  func users() throws -> [UserID] { try disk.names(in: usersPath).compactMap { UserID(String($0.dropFirst())) } }

  func files(of user: UserID) throws -> [MediaID] {
    try disk.names(in: folder(user)).compactMap { $0.hasSuffix(".note") ? MediaID(String($0.dropLast(5))) : nil }
  }

  /// Removes bytes that no file has, and names without a note that are older than a day.
  func tidy() throws {
    for shelf in try disk.names(in: objectsPath) {
      let path = "\(objectsPath)/\(shelf)"
      let names = try disk.names(in: path)
      // A name with a dot is of bytes that were made from those with the name before it.
      for name in names where !name.contains(".") {
        if try disk.status("\(path)/\(name)")?.st_nlink == 1 { try disk.remove("\(path)/\(name)") }
      }
      for name in names where name.contains(".") {
        let object = name.prefix { $0 != "." }
        if try disk.status("\(path)/\(object)") == nil { try disk.remove("\(path)/\(name)") }
      }
    }
    for user in try users() {
      let known = Set(try files(of: user).map(\.text))
      for name in try disk.names(in: folder(user)) where !known.contains(String(name.prefix(32))) {
        let path = "\(folder(user))/\(name)"
        if let status = try disk.status(path), time(nil) - status.st_mtim.tv_sec > 86_400 { try disk.remove(path) }
      }
    }
  }
}
