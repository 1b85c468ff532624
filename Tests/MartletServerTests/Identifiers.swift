import MartletServer
import MartletWire
import Testing

func appID(_ text: String) throws -> AppID { try #require(AppID(text)) }

func userID(_ text: String) throws -> UserID { try #require(UserID(text)) }

/// A secret of 32 equal bytes.
func secret(_ byte: UInt8) throws -> Secret { try #require(Secret(Array(repeating: byte, count: 32))) }

func appKeys(_ id: String, _ secrets: Secret...) throws -> AppKeys {
  let id = try appID(id)
  return try #require(AppKeys(id: id, secrets: secrets))
}
