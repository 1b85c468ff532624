import CNats

/// What a bus answers to somebody who connects for a moment.
package enum BusProbe: Sendable, Equatable {
  /// It can be used; messages of up to so many bytes are taken.
  case usable(maxPayload: Int64)
  case unreachable(String)
  /// The user, the password or the token is wrong or missing.
  case refused(String)
  /// TLS failed, or only one side wants it.
  case insecure(String)

  private static let patience: Int64 = 5000

  /// Connects, and disconnects.
  ///
  /// Blocks for up to five seconds for each server of the address.
  package static func of(_ address: String, secret: String?) -> BusProbe {
    var options: OpaquePointer?
    guard natsOptions_Create(&options) == NATS_OK else { return .unreachable("no memory is left") }
    defer { natsOptions_Destroy(options) }
    do {
      try NatsBus.setServers(options, address, secret: secret)
      try NatsBus.check(natsOptions_SetTimeout(options, patience), "prepare the connection")
    } catch {
      return .unreachable("\(error)")
    }
    var connection: OpaquePointer?
    let status = natsConnection_Connect(&connection, options)
    guard status == NATS_OK, let connection else {
      let text = NatsBus.text(status)
      return switch status {
      case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED: .refused(text)
      case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_REQUIRED, NATS_SECURE_CONNECTION_WANTED: .insecure(text)
      default: .unreachable(text)
      }
    }
    defer { natsConnection_Destroy(connection) }
    return .usable(maxPayload: natsConnection_GetMaxPayload(connection))
  }
}
