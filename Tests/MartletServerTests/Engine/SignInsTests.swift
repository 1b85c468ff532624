import MartletTesting
import MartletWire
import Testing

@Suite(.timeLimit(.minutes(2))) struct SignInsTests {
  @Test(arguments: [(Wire.DeviceClass.mobile, 1), (.tablet, 1), (.desktop, 1), (.web, 1), (.tool, 16)])
  func eachClassAllowsItsNumberOfDevices(deviceClass: Wire.DeviceClass, count: Int) async throws {
    try await TestServer.with { server in
      let other = try await server.client(user: "alice", device: "other", class: deviceClass == .desktop ? .mobile : .desktop)
      var devices: [WireClient] = []
      for number in 0...count {
        devices.append(try await server.client(user: "alice", device: "device-\(number)", class: deviceClass))
      }
      await devices[0].until { $0.closeCode != nil }
      let reason = await devices[0].closing?.failure
      #expect(reason?.errorCode == .signedInElsewhere && reason?.limit == UInt64(count))
      for client in devices.dropFirst() + [other] {
        guard case .pong = try await client.request(.ping(Wire.Ping())) else { throw TestFailure("a session is dead") }
      }
    }
  }
}
