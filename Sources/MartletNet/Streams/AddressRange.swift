/// Neighbouring network addresses: those that begin with the same bits.
package struct AddressRange: Hashable, Sendable, CustomStringConvertible {
  /// The first address, IPv4 as the IPv6 addresses that stand for it (RFC 4291, 2.5.5.2); the other bits are 0.
  private let high: UInt64
  private let low: UInt64
  /// Bits in common, 0 to 128.
  private let length: Int
  /// As it was written.
  package let description: String

  private init(_ bits: (high: UInt64, low: UInt64), length: Int, description: String) {
    self.length = length
    self.description = description
    high = bits.high & Self.mask(length)
    low = bits.low & Self.mask(length - 64)
  }

  private static func mask(_ length: Int) -> UInt64 { length <= 0 ? 0 : length >= 64 ? .max : ~(UInt64.max >> UInt64(length)) }

  /// Reads `10.0.0.0/8`, `2001:db8::/32`, or a single address; nil if the text is neither.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let address = SocketAddress(numeric: String(first), port: 0),
      let bits = address.bits
    else { return nil }
    let most = first.contains(":") ? 128 : 32
    guard let length = parts.count == 2 ? Int(parts[1]) : most, (0...most).contains(length) else { return nil }
    self.init(bits, length: length + 128 - most, description: text)
  }

  /// The addresses that one client can use at will: an IPv4 address alone, of IPv6 a network of 64 bits.
  ///
  /// Nil for a Unix domain socket.
  package init?(around address: SocketAddress) {
    guard let bits = address.bits else { return nil }
    let isMapped = bits.high == 0 && bits.low >> 32 == 0xFFFF
    self.init(bits, length: isMapped ? 128 : 64, description: "")
  }

  package func contains(_ address: SocketAddress) -> Bool {
    guard let bits = address.bits else { return false }
    return bits.high & Self.mask(length) == high && bits.low & Self.mask(length - 64) == low
  }
}
