import MartletServer
import MartletTesting
import MartletWire
import Testing

@Suite(.timeLimit(.minutes(10))) struct SignInsTests {
  @Test(arguments: [(Wire.DeviceClass.mobile, 1), (.tablet, 1), (.desktop, 1), (.web, 10), (.tool, 16)])
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
        guard case .pong = try await client.request(.ping(Wire.Ping())) else { throw TestError("a session is dead") }
      }
    }
  }

  @Test(arguments: [Wire.DeviceClass.mobile, .web])
  func numberOfDevicesIsWhatIsConfigured(deviceClass: Wire.DeviceClass) async throws {
    var limits = Limits()
    limits.devicesPerClass[deviceClass] = 3
    try await TestServer.with(limits: limits) { server in
      var devices: [WireClient] = []
      for number in 0..<4 {
        devices.append(try await server.client(user: "alice", device: "device-\(number)", class: deviceClass))
      }
      await devices[0].until { $0.closeCode != nil }
      for client in devices.dropFirst() {
        guard case .pong = try await client.request(.ping(Wire.Ping())) else { throw TestError("a session is dead") }
      }
    }
  }

  @Test func deviceThatGivesWayIsTurnedAwayWhileAnotherIsThere() async throws {
    try await TestServer.with { server in
      let token = try await server.token(for: "alice")
      func comeBack(_ device: String, yields: Bool) async throws -> WireClient {
        let client = try await server.connection()
        let hello = Wire.Hello(
          versionMin: 1, versionMax: 1, token: token, device: Wire.Device(id: device, class: .mobile), yields: yields)
        // A refused client gets no answer.
        async let answer = client.request(.hello(hello))
        _ = try? await answer
        return client
      }
      let first = try await comeBack("first", yields: true)
      let second = try await comeBack("second", yields: true)
      await second.until { $0.closeCode != nil }
      #expect(await second.closing?.failure?.errorCode == .signedInElsewhere)
      guard case .pong = try await first.request(.ping(Wire.Ping())) else { throw TestError("the first is dead") }
      // A device is not in its own way.
      let again = try await comeBack("first", yields: true)
      await first.until { $0.closeCode != nil }
      #expect(await first.closing?.failure?.errorCode == .replaced)
      guard case .pong = try await again.request(.ping(Wire.Ping())) else { throw TestError("the first is dead") }
      // A session that does not yield takes the place.
      let third = try await comeBack("third", yields: false)
      await again.until { $0.closeCode != nil }
      #expect(await again.closing?.failure?.errorCode == .signedInElsewhere)
      guard case .pong = try await third.request(.ping(Wire.Ping())) else { throw TestError("the third is dead") }
    }
  }
}
