import MartletNet

/// A list of network addresses, as a configuration names them.
package struct AddressRanges: Sendable, Equatable {
  package let ranges: [AddressRange]

  /// The addresses of this machine that no other can use.
  package static let loopback = AddressRanges("127.0.0.0/8, ::1/128") ?? AddressRanges(ranges: [])

  private init(ranges: [AddressRange]) { self.ranges = ranges }

  /// Reads addresses and networks separated by commas, or `none`; nil if an item is neither.
  package init?(_ text: String) {
    var ranges: [AddressRange] = []
    for word in text == "none" ? [] : text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let range = AddressRange(Self.trimmed(word)) else { return nil }
      ranges.append(range)
    }
    self.init(ranges: ranges)
  }

  private static func trimmed(_ word: Substring) -> String {
    var word = word
    while word.first == " " { word.removeFirst() }
    while word.last == " " { word.removeLast() }
    return String(word)
  }

  /// The form that `init(_:)` reads.
  package var text: String { ranges.isEmpty ? "none" : ranges.map(\.description).joined(separator: ", ") }
}
