/// The bytes of a file that a download asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// All of it: no range was asked for, or one that this server need not understand.
  case whole
  /// These bytes; not empty.
  case part(Range<Int64>)
  /// The range has no byte of the file.
  case outside

  /// Reads a Range field; several ranges at once, and other units, stand for the whole file.
  init(_ field: String?, size: Int64) {
    self = .whole
    guard let field, field.hasPrefix("bytes=") else { return }
    let ends = field.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.count <= 18 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return
    }
    switch (Int64(ends[0]), Int64(ends[1])) {
    case (nil, nil): break
    case (nil, let last?): self = last == 0 || size == 0 ? .outside : .part(max(0, size - last)..<size)
    case (let first?, let last):
      guard last.map({ $0 >= first }) ?? true else { return }
      self = first < size ? .part(first..<min(size, (last ?? size) + 1)) : .outside
    }
  }
}
