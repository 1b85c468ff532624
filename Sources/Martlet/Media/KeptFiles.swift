import MartletCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The client's own copies of the files that messages in the outbox wait for.
///
/// They lie beside the local database. A client without a directory has none, and uploads the app's files from where they lie:
/// its outbox does not outlive the process either.
struct KeptFiles: Sendable {
  static let folderName = "martlet.uploads"

  /// Nil for a client without a directory.
  private let folder: String?

  init(in directory: String?) { folder = directory.map { $0 + "/" + Self.folderName } }

  /// A file that is kept.
  struct Kept {
    /// As the outbox names it.
    let file: String
    let size: Int64
    let sha256: String
  }

  func path(of file: String) -> String { folder.map { $0 + "/" + file } ?? file }

  /// Copies a file under a name that is not used yet; the copy is on the disk when this returns.
  ///
  /// - Throws: `.argumentInvalid` with the field `file` for one that cannot be read; `.storageFull`; `.storageFailed`.
  func keep(_ path: String, as name: String) async throws(MartletError) -> Kept {
    let source = try LocalFile(path)
    guard let folder else {
      return Kept(file: path, size: try await source.size(), sha256: try await source.sha256())
    }
    _ = try await source.size()
    try Self.make(folder)
    do throws(MartletError) {
      let (size, sha256) = try await Self.copy(source, to: folder + "/" + name)
      try Self.sync(folder)
      return Kept(file: name, size: size, sha256: sha256)
    } catch {
      remove(name)
      throw error
    }
  }

  private static func copy(_ source: LocalFile, to path: String) async throws(MartletError) -> (size: Int64, sha256: String) {
    let copy = try LocalFile(copying: path)
    var hash = FileHash()
    var offset: Int64 = 0
    while case let bytes = try await source.read(at: offset, count: MediaTransfer.piece), !bytes.isEmpty {
      guard !Task.isCancelled else { throw .cancelled }
      hash.add(bytes)
      try await copy.write(bytes, at: offset)
      offset += Int64(bytes.count)
    }
    try await copy.sync()
    return (offset, hash.finish())
  }

  /// Deletes a copy; the app's own files are left alone.
  func remove(_ file: String) {
    guard folder != nil else { return }
    unlink(path(of: file))
  }

  /// Deletes all copies but these, such as those whose messages did not come into the outbox before the process ended.
  func sweep(keeping needed: [String]) {
    guard let folder, let names = Self.names(in: folder) else { return }
    let needed = Set(needed)
    for name in names where !needed.contains(name) { remove(name) }
  }

  /// Deletes all copies of a directory, and their folder.
  static func erase(in directory: String) throws(MartletError) {
    let folder = directory + "/" + folderName
    guard let names = names(in: folder) else { return }
    for name in names {
      guard unlink(folder + "/" + name) == 0 || errno == ENOENT else { throw failure("\(folder)/\(name) cannot be deleted") }
    }
    guard rmdir(folder) == 0 || errno == ENOENT else { throw failure("\(folder) cannot be deleted") }
  }

  /// The names of the files in a folder; nil if there is no such folder.
  private static func names(in folder: String) -> [String]? {
    guard let entries = opendir(folder) else { return nil }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func make(_ folder: String) throws(MartletError) {
    if mkdir(folder, 0o700) == 0 {
      // So that the folder itself outlives a loss of power.
      guard let slash = folder.lastIndex(of: "/") else { return }
      return try sync(String(folder[..<slash]))
    }
    guard errno == EEXIST else { throw failure("\(folder) cannot be made") }
  }

  private static func sync(_ folder: String) throws(MartletError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("\(folder) cannot be opened") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("\(folder) cannot be synced") }
  }

  private static func failure(_ what: String) -> MartletError {
    let number = errno
    let isFull = number == ENOSPC || number == EDQUOT
    return MartletError(isFull ? .storageFull : .storageFailed, "\(what): \(String(cString: strerror(number)))")
  }
}
