import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletMedia

/// Variants of files, made by the real programs.
@Suite(.timeLimit(.minutes(5))) struct VariantTests {
  @Test func aPictureComesInFourSizes() async throws {
    let studio = try Studio()
    let wide = try await studio.file(try MadeFile.png("3000x2000"))
    for (variant, look) in [
      (Variant.preview, "240x160 1"), (.small, "297x198 1"), (.medium, "1080x720 1"), (.large, "1080x720 1"),
    ] { #expect(try await studio.look(at: variant, of: wide) == look) }
    let preview = try #require(try await studio.variant(.preview, of: wide))
    let small = try #require(try await studio.variant(.small, of: wide))
    #expect(MediaType(of: preview) == .webp && preview.count < small.count)
    let facts = Wire.MediaFacts(type: "image/png", width: 3000, height: 2000, frames: 1)
    #expect(try await studio.facts(of: wide) == facts)
  }

  @Test func nothingIsEnlargedOrEndless() {
    func size(_ variant: Variant, _ width: Int, _ height: Int) -> PictureSize {
      variant.size(of: PictureSize(width: width, height: height))
    }
    #expect(size(.small, 10, 20) == PictureSize(width: 10, height: 20))
    #expect(size(.large, 1, 50_000) == PictureSize(width: 1, height: 1080))
    #expect(size(.small, 200, 40_000) == PictureSize(width: 20, height: 4096))
  }

  @Test func aPhotoIsTurnedAndTellsNoPlace() async throws {
    let studio = try Studio()
    let place = "52.5200 N, 13.4050 E"
    let bytes = try MadeFile.photo("640x480", place: place)
    #expect(bytes.firstRange(of: Array(place.utf8)) != nil)
    let photo = try await studio.file(bytes)
    #expect(try await studio.facts(of: photo) == Wire.MediaFacts(type: "image/jpeg", width: 480, height: 640, frames: 1))
    #expect(try await studio.look(at: .small, of: photo) == "198x264 1")
    for variant in Variant.allCases {
      let made = try #require(try await studio.variant(variant, of: photo))
      for text in [place, "EXIF", "Exif", "ICCP", "XMP "] { #expect(made.firstRange(of: Array(text.utf8)) == nil, "\(text)") }
    }
  }

  @Test func onlyWholeChunksOfAPictureArePassedOn() {
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
    func file(_ chunks: [UInt8]...) -> [UInt8] {
      let body = Array("WEBP".utf8) + chunks.flatMap { $0 }
      return Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
    }
    let picture = chunk("VP8 ", [1, 2, 3])
    let head: [UInt8] = [0xFF, 0, 0, 0, 7, 0, 0, 7, 0, 0]
    #expect(
      WebP.withoutMetadata(file(chunk("VP8X", head), chunk("ICCP", [9]), picture, chunk("EXIF", [8, 8]), chunk("XXXX", [7])))
        == file(chunk("VP8X", [0x12] + head.dropFirst()), picture))
    #expect(WebP.withoutMetadata(file(picture)) == file(picture))
    for cut in 1..<picture.count { #expect(WebP.withoutMetadata(Array(file(picture).dropLast(cut))) == nil) }
    #expect(WebP.withoutMetadata([1, 2, 3]) == nil)
  }

  @Test func aMovingPictureMoves() async throws {
    let studio = try Studio()
    let gif = try await studio.file(try MadeFile.gif("320x240", frames: 5))
    #expect(try await studio.facts(of: gif)?.frames == 5)
    #expect(try await studio.look(at: .small, of: gif) == "264x198 5")
    #expect(try await studio.look(at: .preview, of: gif) == "240x180 1")
  }

  @Test func aVideoHasAPictureAndItsFacts() async throws {
    let studio = try Studio()
    let video = try await studio.file(try MadeFile.video("640x480"))
    #expect(try await studio.look(at: .small, of: video) == "264x198 1")
    let facts = try #require(try await studio.facts(of: video))
    #expect((facts.type, facts.width, facts.height, facts.frames) == ("video/mp4", 640, 480, 0))
    #expect((1900...2200).contains(facts.durationMs) && facts.waveform.isEmpty)
    let turned = try await studio.file(try MadeFile.turnedVideo("640x480"), 2)
    #expect(try await studio.facts(of: turned)?.width == 480)
    #expect(try await studio.look(at: .small, of: turned) == "198x264 1")
  }

  @Test func aRecordingShowsWhereItIsLoud() async throws {
    let studio = try Studio()
    let recording = try await studio.file(try MadeFile.recording())
    let facts = try #require(try await studio.facts(of: recording))
    #expect((1900...2100).contains(facts.durationMs) && facts.width == 0)
    let bars = facts.waveform
    #expect((32...64).contains(bars.count) && bars.max() == 255)
    #expect(bars.prefix(bars.count / 2 - 2).allSatisfy { $0 == 0 })
    #expect(bars.suffix(bars.count / 2 - 2).allSatisfy { $0 > 128 })
    #expect(try await studio.variant(.small, of: recording) == nil)
  }

  @Test func aWaveformIsGatheredFromAnyPieces() {
    var (whole, cut) = (Waveform(), Waveform())
    let samples: [UInt8] = (0..<100_000).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 / 1000)] }
    samples.withUnsafeBytes { bytes in
      whole.add(bytes)
      var rest = bytes[...]
      while !rest.isEmpty {
        cut.add(UnsafeRawBufferPointer(rebasing: rest.prefix(777)))
        rest = rest.dropFirst(777)
      }
    }
    #expect(whole.samples == 100_000 && cut.samples == 100_000)
    #expect(whole.bars == cut.bars && whole.bars.count == 64)
    var quiet = Waveform()
    [UInt8](repeating: 0, count: 10).withUnsafeBytes { quiet.add($0) }
    #expect(quiet.bars == [0])
    #expect(Waveform().bars.isEmpty)
  }

  @Test func eachIsMadeOnceAndStaysWithTheBytes() async throws {
    let studio = try Studio(atOnce: 1)
    let picture = try await studio.file(try MadeFile.png("300x300"))
    async let one = studio.variant(.small, of: picture)
    async let other = studio.variant(.small, of: picture)
    let made = try await (one, other)
    #expect(made.0 != nil && made.0 == made.1)
    // A second file with the same bytes has it already, also for a maker that can make nothing.
    let same = try await studio.file(try MadeFile.png("300x300"), 2)
    let idle = VariantMaker(of: studio.store, scratch: studio.directory.path + "/no/such", sourceAtMost: 1 << 20, atOnce: 1) {
      _ in
    }
    #expect(try await idle.product(.variant(.small), of: same) != nil)
    await #expect(throws: MediaError.self) { try await idle.product(.variant(.large), of: same) }
  }

  @Test func manyAreMadeAtOnceFromTheBeginning() async throws {
    let studio = try Studio(atOnce: 4)
    var records: [MediaRecord] = []
    for number in 1...8 { records.append(try await studio.file(try MadeFile.png("\(100 + number)x100"), number)) }
    let made = try await withThrowingTaskGroup(of: Bool.self) { group in
      for record in records { group.addTask { try await studio.variant(.small, of: record) != nil } }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(made == 8)
  }

  @Test func ofLargeFilesNothingIsMade() async throws {
    let studio = try Studio(sourceAtMost: 100)
    let picture = try await studio.file(try MadeFile.png("300x300"))
    #expect(try await studio.variant(.small, of: picture) == nil)
    #expect(try await studio.facts(of: picture) == nil)
    #expect(try await studio.store.kept(as: "small", of: picture.key) == nil)
  }
}
