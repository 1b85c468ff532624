import MartletServer

/// Judges what the bus answers.
enum BusCheck {
  /// A message of the bus names what a commit of some thousand rows changed.
  private static let least: Int64 = 1 << 20

  static func judged(_ probe: BusAnswer, _ address: String) -> Finding {
    switch probe {
    case .usable(let bytes):
      let text = "\(address) takes messages of up to \(bytes >> 10) KiB"
      return bytes < least
        ? .warn(
          "bus", text,
          "Set max_payload: 1MB in the configuration of NATS. Larger messages are lost, and read from the database later.")
        : .ok("bus", text)
    case .refused(let reason):
      return .fail(
        "bus", "\(address) refuses this server: \(reason)",
        "Name the user in the address, nats://USER@HOST, and a file with the password or the token: --bus-secret FILE")
    case .insecure(let reason):
      return .fail(
        "bus", "TLS with \(address) failed: \(reason)",
        "Use tls:// if NATS has TLS, otherwise nats://. Install the certificate's authority on this machine.")
    case .unreachable(let reason):
      return .fail(
        "bus", "\(address) cannot be reached: \(reason)",
        "Check host and port, that nats-server runs, and the firewalls in between.")
    }
  }
}
