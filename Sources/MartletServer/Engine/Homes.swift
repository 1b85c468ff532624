import MartletStore
import MartletWire

/// Maps each conversation and user to its home shard.
///
/// A keyed hash of the name decides, with a key drawn at each start, so that nobody can choose names that all fall to one shard.
/// Swift's own hash also has a key, but it cannot be set.
package struct Homes: Sendable {
  let count: Int
  private let key: UInt64

  /// Spreads over so many shards, in a way that the key decides.
  init(among count: Int, key: UInt64) {
    self.count = count
    self.key = key
  }

  func index(of conversation: ConversationKey) -> Int { index(conversation.app.text, conversation.id.text) }

  func index(of place: Place) -> Int {
    switch place {
    case .conversation(let key): index(of: key)
    case .user(let user): index(of: user)
    }
  }

  func index(of user: UserKey) -> Int { index(user.app.text, user.user.text) }

  private func index(_ app: String, _ name: String) -> Int {
    guard count > 1 else { return 0 }
    var hash = key
    Self.add(app, to: &hash)
    Self.add(name, to: &hash)
    return Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(count)).high)
  }

  /// Takes in eight bytes at a time, each time folding the product's halves onto each other.
  private static func add(_ text: String, to hash: inout UInt64) {
    var text = text
    text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var start = 0
      while start &+ 8 <= bytes.count {
        mix(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self), into: &hash)
        start &+= 8
      }
      var rest = UInt64(truncatingIfNeeded: bytes.count)
      for byte in bytes[start...] { rest = rest &<< 8 | UInt64(byte) }
      mix(rest, into: &hash)
    }
  }

  private static func mix(_ word: UInt64, into hash: inout UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    hash = product.high ^ product.low &+ 0xD1B5_4A32_D192_ED03
  }
}
