import MartletMedia
import MartletNet
import MartletTesting
import MartletWire
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct MediaFilesTests {
  /// Dies before every step in turn; what the next process finds is a beginning of the bytes, or all of them.
  @Test func aKillAtAnyStepLosesNothingReported() async throws {
    var steps = 0
    while true {
      let directory = try TemporaryDirectory(inMemory: true)
      let left = Atomic(steps)
      let upload = Sample.upload(size: 6, sha256: Sample.sha256("abcdef"))
      var reported: Int64 = -1
      do {
        let dying = MediaFiles(directory.path + "/media", threadCount: 1) { _ in
          if left.subtract(1, ordering: .relaxed).newValue < 0 { throw Killed() }
        }
        try await dying.begin(upload, most: Sample.most)
        reported = 0
        for (offset, text) in [(Int64(0), "abc"), (3, "def")] {
          try await dying.resume(upload.key, at: offset, isChecked: offset == 3)
          try await dying.append(SharedBytes(text.utf8), to: upload.key, at: offset)
          reported = try await dying.settle(upload.key, isSound: true)
        }
        _ = try await dying.finish(upload.key, until: 5)
        reported = .max
      } catch is Killed {}
      let store = MediaFiles(directory.path + "/media", threadCount: 1)
      try await complete(upload, "abcdef", reported: reported, in: store)
      #expect(try await store.text(upload.key, 0, 9) == "abcdef", "killed before step \(steps)")
      try await store.remove(upload.key)
      try await store.tidy(Sample.app)
      #expect(try files(in: directory.path).isEmpty, "killed before step \(steps)")
      if reported == .max { break }
      steps += 1
    }
    #expect(steps > 20)
  }

  private func complete(_ upload: MediaUpload, _ text: String, reported: Int64, in store: MediaFiles) async throws {
    switch try await store.state(of: upload.key) {
    case nil:
      #expect(reported < 0)
      try await store.fill(upload, text)
    case .arriving(_, let offset):
      #expect(offset >= reported)
      try await store.resume(upload.key, at: offset, isChecked: false)
      let rest = SharedBytes(text.utf8.dropFirst(Int(offset)))
      try await store.append(rest, to: upload.key, at: offset)
      _ = try await store.settle(upload.key, isSound: true)
    case .complete: break
    }
    _ = try await store.finish(upload.key, until: 5)
  }

  /// The files below a directory that are not directories.
  private func files(in path: String) throws -> [String] {
    guard let entries = opendir(path) else { return [] }
    defer { closedir(entries) }
    var found: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { found += try files(in: "\(path)/\(name)") } else { found.append("\(path)/\(name)") }
    }
    return found
  }

  @Test func equalBytesLieOnDiskOnce() async throws {
    let directory = try TemporaryDirectory()
    let store = MediaFiles(directory.path + "/media")
    for number in 1...3 {
      let upload = Sample.upload(number, of: "user\(number)", size: 3)
      try await store.fill(upload, "abc")
      _ = try await store.finish(upload.key, until: 0)
    }
    let whole = try files(in: directory.path).filter { !$0.hasSuffix(".note") }
    let nodes = Set(
      whole.map { path in
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_ino : 0
      })
    #expect(whole.count == 4)
    #expect(nodes.count == 1)
  }

  @Test func aFullDiskIsSaidAndLeavesTheOffset() async throws {
    let directory = try TemporaryDirectory()
    let isFull = Atomic(false)
    let store = MediaFiles(directory.path + "/media") { step in
      if step == "write", isFull.load(ordering: .relaxed) { throw MediaError(.full) }
    }
    let upload = Sample.upload(size: 4)
    try await store.fill(upload, "ab")
    isFull.store(true, ordering: .relaxed)
    try await store.resume(upload.key, at: 2, isChecked: false)
    #expect(await code { try await store.append(SharedBytes("cd".utf8), to: upload.key, at: 2) } == .full)
    #expect(await code { try await store.begin(Sample.upload(2, size: 1), most: Sample.most) } == .full)
    isFull.store(false, ordering: .relaxed)
    #expect(try await store.state(of: upload.key) == .arriving(upload, offset: 2))
    try await store.append(SharedBytes("cd".utf8), to: upload.key, at: 2)
    _ = try await store.settle(upload.key, isSound: true)
    #expect(try await store.finish(upload.key, until: 0).sha256 == Sample.sha256("abcd"))
  }

  @Test func aDamagedNoteIsNoFile() async throws {
    let directory = try TemporaryDirectory()
    let store = MediaFiles(directory.path + "/media")
    let upload = Sample.upload(size: 3)
    try await store.fill(upload, "abc")
    let note = try #require(try files(in: directory.path).first { $0.hasSuffix(".note") })
    for damage in ["", "{", "{\"conversation\":1}", "[]", String(repeating: "x", count: 100_000)] {
      let file = open(note, O_WRONLY | O_TRUNC)
      _ = damage.withCString { write(file, $0, damage.utf8.count) }
      close(file)
      #expect(try await store.state(of: upload.key) == nil)
    }
    try await store.remove(upload.key)
    #expect(try files(in: directory.path).isEmpty)
  }
}

private struct Killed: Error {}

@Suite struct MediaTypeTests {
  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], MediaType.jpeg), (Array("GIF89a".utf8), .gif), (Array("RIFF....WEBP".utf8), .webp),
      (Array("RIFF....WAVE".utf8), .wav), (Array("....ftypisom".utf8), .mp4), (Array("....ftypM4A ".utf8), .m4a),
      ([0x1A, 0x45, 0xDF, 0xA3], .webm), (Array("OggS".utf8), .ogg), (Array("ID3".utf8), .mp3), ([0xFF, 0xFB], .mp3),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
      // What a browser could run, and beginnings that are too short.
      (Array("<svg xmlns='http://www.w3.org/2000/svg'>".utf8), .other), (Array("<!doctype html>".utf8), .other),
      (Array("%PDF-1.7".utf8), .other), (Array("GIF89".utf8), .other), ([0xFF], .other), ([], .other),
      (Array("<script>GIF89a".utf8), .other),
    ] as [([UInt8], MediaType)])
  func theFirstBytesShowTheType(_ bytes: [UInt8], _ type: MediaType) {
    #expect(MediaType(of: bytes) == type)
    #expect(type.isInline == (type != .other))
  }
}
