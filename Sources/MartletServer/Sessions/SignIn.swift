import MartletWire

/// A session of a user, as the user's home shard knows it.
struct SignIn: Sendable {
  let session: any LiveSession
  let device: String
  let deviceClass: Wire.DeviceClass
  /// The time at which the token was issued, in seconds since 1970.
  let issuedAt: Int64
  /// The fingerprint of the key that signed the token.
  let key: String
  /// Whether it gives way to other devices of its class that are connected.
  var yields = false
  /// Whether the token and the user were found good; only then does the session push others out.
  var isConfirmed = false
  /// The status text that the device set; nil for none.
  var status: StatusText?
}
