import Glibc
import MartletNet
import MartletProcess
import MartletTesting
import MartletWire
import Testing

@testable import MartletMedia

/// Files that were made to do harm.
///
/// `docs/security.md` lists them with their answers.
@Suite(.timeLimit(.minutes(5))) struct HostileFileTests {
  struct Hostile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether a variant comes of it all the same.
    let isShown: Bool
    let bytes: @Sendable () throws -> [UInt8]
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The header of a PNG that claims a size, and no picture.
  private static func png(claiming width: UInt32, _ height: UInt32) -> [UInt8] {
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let header = bytes("IHDR") + number(width) + number(height) + [8, 6, 0, 0, 0]
    var crc: UInt32 = ~0
    for byte in header {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return [0x89] + bytes("PNG\r\n\u{1A}\n") + number(13) + header + number(~crc) + number(0) + bytes("IDAT")
      + number(0x35AF_061E)
  }

  static let all: [Hostile] = [
    Hostile(testDescription: "a picture that ends in the middle", isShown: true) {
      let whole = try MadeFile.png("600x400")
      return Array(whole.prefix(whole.count / 2))
    },
    Hostile(testDescription: "a picture that claims 100,000 x 100,000 pixels", isShown: false) {
      png(claiming: 100_000, 100_000)
    },
    Hostile(testDescription: "a picture that claims 20,000 x 20,000 pixels", isShown: false) { png(claiming: 20_000, 20_000) },
    Hostile(testDescription: "a picture that claims 2^31 x 2^31 pixels", isShown: false) {
      png(claiming: 1 << 31 - 1, 1 << 31 - 1)
    },
    Hostile(testDescription: "a moving picture of 10,000 pictures", isShown: true) {
      let one = try MadeFile.gif("64x64", frames: 2)
      // All after the first picture of the file, again and again.
      let start = one.firstRange(of: [0x21, 0xF9, 0x04])?.lowerBound ?? 0
      let pictures = one[start..<one.count - 1]
      return Array(one[..<start]) + (0..<5000).flatMap { _ in pictures } + [0x3B]
    },
    Hostile(testDescription: "a JPEG whose metadata claims 1 GB", isShown: true) {
      var photo = try MadeFile.photo("320x240", place: "x")
      // The number of bytes of the description.
      if let entry = photo.firstRange(of: [0x0E, 0x01, 2, 0])?.upperBound {
        photo.replaceSubrange(entry..<entry + 4, with: [0, 0, 0, 0x40])
      }
      return photo
    },
    Hostile(testDescription: "a drawing with a script, called a GIF", isShown: false) {
      bytes("GIF89a/*<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>*/=1")
    },
    Hostile(testDescription: "a JPEG that is also an archive and a page", isShown: true) {
      try MadeFile.photo("320x240", place: "<script>alert(1)</script>") + bytes("PK\u{3}\u{4}<html><script>alert(1)</script>")
    },
    Hostile(testDescription: "letters after the beginning of a JPEG", isShown: false) {
      [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0x41, count: 100_000)
    },
    Hostile(testDescription: "letters after the beginning of a video", isShown: false) {
      [0, 0, 0, 0x18] + bytes("ftypmp42") + [UInt8](repeating: 0x41, count: 100_000)
    },
    Hostile(testDescription: "a playlist of the server's files, called a recording", isShown: false) {
      bytes("ID3\n#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n")
    },
    Hostile(testDescription: "a video that ends in the middle", isShown: true) {
      let whole = try MadeFile.video("320x240")
      return Array(whole.prefix(whole.count * 2 / 3))
    },
    Hostile(testDescription: "a video that names a file outside", isShown: false) {
      // A `moov` with a data reference by path, without a track.
      let alias = [0, 0, 0, 0x18] + bytes("url ") + [0, 0, 0, 0] + bytes("/etc/passwd\0")
      return [0, 0, 0, 0x10] + bytes("ftypmp42") + [0, 0, 0, 0] + [0, 0, 0, UInt8(alias.count + 8)] + bytes("moov") + alias
    },
  ]

  @Test(arguments: all) func noneDoesHarm(_ file: Hostile) async throws {
    let studio = try Studio()
    let record = try await studio.file(try file.bytes())
    for variant in [Variant.small, .preview] {
      let made = try await studio.variant(variant, of: record)
      #expect((made != nil) == (file.isShown && record.type.kind != .recording), "\(variant)")
      #expect((made?.count ?? 0) <= Variant.bytesAtMost)
    }
    _ = try await studio.facts(of: record)
    if !file.isShown, record.type.kind != .recording {
      // It is not tried again.
      #expect(try await studio.store.kept(as: "small", of: record.key)?.count == 0)
    }
  }

  /// Runs `body` with the path of a small file.
  private func withFile(_ body: (String) throws -> Void) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/a"
    try Disk { _ in }.replace(path, with: Array("a file".utf8), isDurable: false)
    try body(path)
  }

  @Test func aProgramSeesNothingButItsFile() throws {
    let sandbox = Sandbox(seconds: 20)
    #expect(sandbox.obstacle() == nil && !sandbox.works(on: "/no/such/file"))
    try withFile { path in
      func read(_ source: String) throws -> Int {
        var count = 0
        let arguments = ["-v", "error", "-nostdin", "-f", "data", "-i", source, "-map", "0", "-c", "copy", "-f", "data", "-"]
        _ = try sandbox.run(.ffmpeg, arguments, input: path, atMost: 1 << 20) { count += $0.count }
        return count
      }
      let own = try read(Sandbox.input)
      #expect(own == 6)
      for secret in [path, "/etc/passwd", "/etc/hostname", "/proc/self/environ"] {
        let count = try read(secret)
        #expect(count == 0, "\(secret)")
      }
    }
  }

  @Test func aProgramReachesNoNetwork() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(bind(listener, $0, length) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &length) == 0)
      }
    }
    let port = UInt16(bigEndian: address.sin_port)
    let arguments = ["-v", "error", "-nostdin", "-i", "http://127.0.0.1:\(port)/", "-f", "null", "-"]
    try withFile { path in
      let ending = try Sandbox(seconds: 5).run(.ffmpeg, arguments, input: path, atMost: 1 << 20) { _ in }
      #expect(ending == .gaveUp)
      #expect(accept(listener, nil, nil) < 0)
    }
    // It would have come from outside of its place.
    let free = try ChildProcess("/usr/bin/ffmpeg", arguments, isConfined: true)
    var arrival = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    #expect(poll(&arrival, 1, 60_000) == 1)
    free.kill()
  }

  @Test func aProgramThatDoesNotEndIsEnded() throws {
    let endless = ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=size=1920x1080", "-f", "null", "-"]
    let chatty = ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=size=640x480", "-f", "rawvideo", "-"]
    try withFile { path in
      let tooLong = try Sandbox(seconds: 1).run(.ffmpeg, endless, input: path, atMost: 1 << 20) { _ in }
      let tooMuch = try Sandbox(seconds: 60).run(.ffmpeg, chatty, input: path, atMost: 1000) { _ in }
      #expect(tooLong == .gaveUp && tooMuch == .gaveUp)
    }
  }
}
