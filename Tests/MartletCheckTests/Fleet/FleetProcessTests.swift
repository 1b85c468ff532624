import Foundation
import MartletProcess
import MartletTesting
import MartletWire
import Testing

@testable import MartletCheck

@Suite(.timeLimit(.minutes(2))) struct FleetProcessTests {
  private let whole = HistoryRecord(number: 0, at: 1, device: "d", user: "u", event: .restarted(how: "x")).json

  private func fleet(in directory: String, program: String = "/bin/false", devices: [String] = ["d"]) throws -> FleetProcess {
    let plan = FleetPlan(
      server: "ws://127.0.0.1:1", directories: [directory], history: directory + "/history", seed: 1, firstCall: 1,
      devices: devices.map { FleetPlan.Device(name: $0, user: "u", directory: directory + "/device") }, users: ["u"], groups: [])
    let log = try Folder.log(directory + "/log")
    return try FleetProcess(
      .swift, DeviceHost.Launch(program: program, arguments: ["check"]), folder: directory, plan: plan, log: log,
      history: History(time: SystemTimeSource()))
  }

  @Test func oneLineForEachKillMayBeHalf() async throws {
    try await TemporaryDirectory.with { directory in
      let fleet = try fleet(in: directory, program: try await Script.write("exec sleep 60", in: directory))
      let half = String(whole.prefix(whole.count / 2))
      // As lives leave it that begin with a new line.
      try Folder.write("\n\(whole)\n\(half)\n\(whole)\n", to: directory + "/history")
      #expect(throws: CheckError.self) { try fleet.records() }
      try fleet.start()
      #expect(await fleet.end(SIGKILL) == -SIGKILL)
      #expect(try fleet.records().count == 2)
      try Folder.write("\(half)\n\(half)\n", to: directory + "/history")
      #expect(throws: CheckError.self) { try fleet.records() }
    }
  }

  @Test func fleetActsOnceAllItsDevicesHaveNotedSomething() async throws {
    try await TemporaryDirectory.with { directory in
      let fleet = try fleet(in: directory, devices: ["d", "e"])
      #expect(!fleet.hasActed)
      // As lives begin.
      try Folder.write("\n", to: directory + "/history")
      #expect(!fleet.hasActed)
      try Folder.write("\n\(whole)\n", to: directory + "/history")
      #expect(!fleet.hasActed)
      let other = HistoryRecord(number: 1, at: 2, device: "e", user: "u", event: .restarted(how: "x")).json
      try Folder.write("\n\(whole)\n\(other)\n", to: directory + "/history")
      #expect(fleet.hasActed)
    }
  }

  @Test func sharesCountWhatDevicesOfAHostDid() {
    let events: [(String, HistoryEvent)] = [
      ("a", .invoke(call: 1, Operation(.mark, conversation: "direct:u:v"))), ("a", .ok(call: 1, seq: 1)),
      ("a", .entry(EntryFact(conversation: "direct:u:v", seq: 1, kind: .message), .shown)),
      ("b", .restarted(how: "kill -9")), ("b", .restarted(how: "local data reset")),
    ]
    let share = HostShare(events.map { HistoryRecord(number: 0, at: 1, device: $0.0, user: "u", event: $0.1) })
    let counts: [Int] = [share.devices, share.calls, share.shown, share.resets]
    #expect(counts == [2, 1, 1, 1])
    let sum = share + share
    let sums: [Int] = [sum.devices, sum.calls, sum.shown, sum.resets]
    #expect(sums == [4, 2, 2, 2])
  }

  @Test func onlyWhatIsInUseIsDamaged() async throws {
    try await TemporaryDirectory.with { directory in
      let fleet = try fleet(in: directory)
      var random = SeededRandom.fromEnvironment()
      let device = directory + "/device"
      try Folder.ensure(device)
      let text = String(repeating: "x", count: 4096)
      let idle = ["a.sqlite.corrupt-1", "a.sqlite.corrupt-1-wal", "lock"]
      for name in idle { try Folder.write(text, to: "\(device)/\(name)") }
      let didHarm = try fleet.damage(&random)
      #expect(didHarm == false)
      try Folder.write(text, to: device + "/a.sqlite")
      let isDamaged = try fleet.damage(&random)
      #expect(isDamaged == true, "\(random)")
      #expect(Folder.text(device + "/a.sqlite") != text, "\(random)")
      for name in idle { #expect(Folder.text("\(device)/\(name)") == text, "\(name), \(random)") }
    }
  }
}
