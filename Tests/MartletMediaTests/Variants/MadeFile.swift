import MartletNet
import MartletProcess
import MartletTesting
import MartletWire
import Testing

@testable import MartletMedia

/// Files that FFmpeg makes for tests.
enum MadeFile {
  /// The bytes that FFmpeg writes to its standard output.
  static func bytes(_ arguments: String...) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let process = try ChildProcess("/usr/bin/ffmpeg", ["-v", "error", "-nostdin"] + arguments + ["-"], isConfined: true)
    let code = process.output(atMost: 64 << 20, within: .seconds(60)) { bytes += $0 }
    guard code == 0 else { throw TestError("ffmpeg made no file: \(arguments)") }
    return bytes
  }

  static func png(_ size: String) throws -> [UInt8] {
    try bytes("-f", "lavfi", "-i", "testsrc=size=\(size)", "-frames:v", "1", "-c:v", "png", "-f", "image2pipe")
  }

  /// A JPEG that lies on its side, with a place in its metadata.
  static func photo(_ size: String, place: String) throws -> [UInt8] {
    let jpeg = try bytes("-f", "lavfi", "-i", "testsrc=size=\(size)", "-frames:v", "1", "-c:v", "mjpeg", "-f", "image2pipe")
    // TIFF with two entries: a description (0x010E), and the orientation (0x0112), which is 6.
    let text = Array(place.utf8) + [0]
    var tiff: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 2, 0]
    tiff += [0x0E, 0x01, 2, 0] + [UInt8(text.count), 0, 0, 0] + [38, 0, 0, 0]
    tiff += [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0] + [0, 0, 0, 0]
    let exif = Array("Exif".utf8) + [0, 0] + tiff + text
    let length = exif.count + 2
    return jpeg[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + exif + jpeg[2...]
  }

  static func gif(_ size: String, frames: Int) throws -> [UInt8] {
    try bytes("-f", "lavfi", "-i", "testsrc=size=\(size):rate=10", "-frames:v", "\(frames)", "-f", "gif")
  }

  /// A video with sound, of two seconds.
  static func video(_ size: String) throws -> [UInt8] {
    try bytes(
      "-f", "lavfi", "-i", "testsrc=size=\(size):rate=10", "-f", "lavfi", "-i", "sine", "-t", "2", "-c:v", "mpeg4", "-c:a", "aac",
      "-movflags", "frag_keyframe+empty_moov", "-f", "mp4")
  }

  /// The same, to be turned by a quarter, as telephones write it.
  static func turnedVideo(_ size: String) throws -> [UInt8] {
    func matrix(_ numbers: [UInt32]) -> [UInt8] {
      numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    }
    let one: UInt32 = 1 << 16
    let straight = matrix([one, 0, 0, 0, one, 0, 0, 0, one << 14])
    let turned = matrix([0, one, 0, ~one + 1, 0, 0, 0, 0, one << 14])
    var video = try self.video(size)
    // The matrix of the first track is the first one after its header.
    guard let header = video.firstRange(of: Array("tkhd".utf8)),
      let place = video[header.upperBound...].firstRange(of: straight)
    else { throw TestError("no matrix") }
    video.replaceSubrange(place, with: turned)
    return video
  }

  /// A second of silence and a second of sound, as a browser records it, which does not say how long it is.
  static func recording() throws -> [UInt8] {
    try bytes(
      "-f", "lavfi", "-i", "sine=frequency=440:duration=2", "-af", "volume=enable='lt(t,1)':volume=0", "-c:a", "libopus",
      "-f", "webm", "-live", "1")
  }
}

/// A place with files and a maker of their variants.
struct Studio {
  let store: MediaFiles
  let maker: VariantMaker
  let directory: TemporaryDirectory

  init(in sandbox: Sandbox = Sandbox(), sourceAtMost: Int64 = 64 << 20, atOnce: Int = 2) throws {
    directory = try TemporaryDirectory()
    store = MediaFiles(directory.path + "/media", threadCount: 1)
    maker = VariantMaker(
      of: store, in: sandbox, scratch: directory.path + "/scratch", sourceAtMost: sourceAtMost, atOnce: atOnce
    ) { Issue.record("variants cannot be made here: \($0)") }
  }

  /// A complete file with these bytes.
  func file(_ bytes: [UInt8], _ number: Int = 1) async throws -> MediaRecord {
    let upload = Sample.upload(number, size: Int64(bytes.count))
    try await store.begin(upload, most: Sample.most)
    try await store.resume(upload.key, at: 0, isChecked: false)
    try await store.append(SharedBytes(bytes), to: upload.key, at: 0)
    _ = try await store.settle(upload.key, isSound: true)
    return try await store.finish(upload.key, until: 0)
  }

  func variant(_ variant: Variant, of record: MediaRecord) async throws -> [UInt8]? {
    try await maker.product(.variant(variant), of: record)?.withUnsafeBytes { [UInt8]($0) }
  }

  func facts(of record: MediaRecord) async throws -> Wire.MediaFacts? {
    let bytes = try await maker.product(.facts, of: record)?.withUnsafeBytes { [UInt8]($0) }
    return try bytes.map { try Wire.MediaFacts(json: $0) }
  }

  /// The size of a variant's picture, and the number of its pictures: `198x132 1`; nil if there is none.
  func look(at variant: Variant, of record: MediaRecord) async throws -> String? {
    guard let bytes = try await self.variant(variant, of: record) else { return nil }
    // A file for each variant of each file.
    let number = 100 * (Int(record.key.id.text) ?? 0) + (Variant.allCases.firstIndex(of: variant) ?? 0)
    let facts = try await facts(of: try await file(bytes, number))
    return facts.map { "\($0.width)x\($0.height) \($0.frames)" }
  }
}
