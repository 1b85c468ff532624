import MartletNet
import MartletServer

/// Looks whether a server could listen on an address, by doing it for a moment.
enum AddressCheck {
  static func find(_ address: ListenAddress) async -> Finding {
    do {
      let loop = try EventLoop(name: "doctor")
      let result = await listening(on: address, loop: loop)
      await loop.stop()
      switch result {
      case .success: return .ok("address", "\(address) is free")
      case .failure(let error): return judged(error, address)
      }
    } catch {
      return .fail("address", "no event loop can be started: \(error)", "Look at the limits of processes and open files.")
    }
  }

  private static func listening(on address: ListenAddress, loop: EventLoop) async -> Result<Void, any Error> {
    do {
      let listener = try await TCP.listen(host: address.host, port: address.port, loops: [loop]) { TurnedAway(stream: $0) }
      await listener.close()
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  static func judged(_ error: any Error, _ address: ListenAddress) -> Finding {
    let reason = (error as? NetError)?.message ?? "\(error)"
    switch (error as? NetError)?.code {
    case NetError.Code.addressInUse:
      return .fail(
        "address", "\(address) cannot be taken: \(reason)",
        "See who has it with: ss -ltnp 'sport = :\(address.port)'; stop that, or choose another port. Is the host this machine's?"
      )
    case NetError.Code.permission:
      return .fail(
        "address", "\(address) is not permitted: \(reason)",
        "Ports under 1024 need AmbientCapabilities=CAP_NET_BIND_SERVICE in the systemd unit; or choose a higher one.")
    default: return .fail("address", "\(address) cannot be listened on: \(reason)", "Check the host's name and the port.")
    }
  }
}

/// Whoever connects in the moment of the check is sent away.
private final class TurnedAway: ByteStreamHandler {
  init(stream: ByteStream) { stream.abort() }
  func streamReceived(_ bytes: UnsafeRawBufferPointer) {}
  func streamDrained() {}
  func streamClosed(_ error: NetError?) {}
}
