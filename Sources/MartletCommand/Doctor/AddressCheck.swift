import MartletNet
import MartletServer

/// Checks whether a server could listen on an address, by listening there for a moment.
enum AddressCheck {
  static func find(_ address: ListenAddress) async -> Finding {
    do {
      try await TCP.checkFree(host: address.host, port: address.port)
      return .ok("address", "\(address) is free")
    } catch {
      return judged(error, address)
    }
  }

  static func judged(_ error: any Error, _ address: ListenAddress) -> Finding {
    let reason = (error as? NetError)?.message ?? "\(error)"
    switch (error as? NetError)?.code {
    case NetError.Code.addressInUse:
      return .fail(
        "address", "\(address) cannot be taken: \(reason)",
        "Find out who has it with: ss -ltnp 'sport = :\(address.port)'. Stop that program, or choose another port. Is the host "
          + "an address of this machine?")
    case NetError.Code.permission:
      return .fail(
        "address", "this user may not listen on \(address): \(reason)",
        "Ports below 1024 need AmbientCapabilities=CAP_NET_BIND_SERVICE in the systemd unit. Or choose a higher port.")
    default: return .fail("address", "\(address) cannot be taken: \(reason)", "Check the host's name and the port.")
    }
  }
}
