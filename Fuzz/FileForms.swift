// Any headers, ranges, links and notes of files, any picture, and any output of the programs that look into them.

import MartletNet
import MartletWire

@testable import MartletMedia
@testable import MartletServer
@testable import MartletStore

private let apps: Apps? = {
  guard let id = AppID("main"), let secret = Secret([UInt8](repeating: 1, count: 32)),
    let keys = AppKeys(id: id, secrets: [secret])
  else { return nil }
  return try? Apps([keys])
}()
private let key: MediaKey? = {
  guard let app = AppID("main"), let user = UserID("alice"), let id = MediaID(String(repeating: "0", count: 32)) else {
    return nil
  }
  return MediaKey(id, of: MediaOwner(app: app, user: user))
}()

/// Called by libFuzzer with one input: a line, which is a range, a header's value or the path of a link, and any bytes behind it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let apps, let key else { fatalError("no app") }
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
  let line = String(decoding: parts[0], as: UTF8.self)
  checkHeaders(line, size: Int64(count % 1000))
  checkLink(line, apps)
  let bytes = parts.count > 1 ? Array(parts[1]) : input
  if let picture = WebP.withoutMetadata(bytes) {
    guard picture.count <= bytes.count, WebP.withoutMetadata(picture) == picture else { fatalError("a picture that grew") }
  }
  if let header = Pictures.Header(output: String(decoding: bytes, as: UTF8.self)) {
    for variant in Variant.allCases {
      let size = variant.size(of: header.size)
      guard size.width > 0, size.height > 0, size.width <= Variant.longestSide, size.height <= Variant.longestSide else {
        fatalError("a variant without end")
      }
    }
    _ = header.moves
  }
  _ = Films.Header(output: bytes)
  if let note = MediaNote(bytes, of: key), let again = MediaNote(note.bytes, of: key), again != note {
    fatalError("a note that is not written as it was read")
  }
  var waveform = Waveform()
  bytes.withUnsafeBytes { waveform.add($0) }
  guard waveform.bars.count <= Waveform.barsAtMost else { fatalError("too many bars") }
  return 0
}

private func checkHeaders(_ line: String, size: Int64) {
  if case .part(let range) = ByteRange(line, size: size) {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= size else { fatalError("a range outside: \(range)") }
  }
  let headers: HTTPHeaders = ["Upload-Length": line, "Upload-Metadata": line, "Upload-Checksum": line]
  if let number = try? Tus.number("Upload-Length", in: headers), number < 0 { fatalError("a number below zero") }
  _ = try? Tus.metadata(headers)
  _ = try? Tus.checksum(headers)
}

private func checkLink(_ line: String, _ apps: Apps) {
  let parts = line.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
  let query = parts.count > 1 ? String(parts[1]) : ""
  if (try? MediaLink(path: parts[0], query: query, apps: apps, kinds: .standard, now: 0)) != nil {
    fatalError("nobody has signed this")
  }
  if let place = MediaPlace(parts[0], caller: UserID("alice"), kinds: .standard) {
    guard MediaPlace(place.path.dropFirst(MediaService.path.utf8.count), caller: nil, kinds: .standard) == place else {
      fatalError("a place that is not written as it was read")
    }
  }
}
