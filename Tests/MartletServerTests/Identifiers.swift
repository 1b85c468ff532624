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

func appKeys(_ id: String, _ secrets: [Secret], _ tokenKeys: [TokenKey]) throws -> AppKeys {
  let id = try appID(id)
  return try #require(AppKeys(id: id, secrets: secrets, tokenKeys: tokenKeys))
}

/// An HS256 key of 32 equal bytes.
func tokenKey(_ byte: UInt8, _ id: String? = nil) throws -> TokenKey {
  let material = TokenKey.Material.secret(try secret(byte))
  return try #require(TokenKey(material, id: id))
}

/// The public key of a PEM text.
func tokenKey(_ pem: String, _ id: String? = nil) throws -> TokenKey {
  let material = TokenKey.Material.publicKey(try PublicKey(pem: pem))
  return try #require(TokenKey(material, id: id))
}
