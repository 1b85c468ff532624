import MartletWire
import Testing

@testable import MartletCommand

@Suite struct MachineChecksTests {
  @Test(arguments: [
    ("Linux", "6.1.0-40-amd64", Finding.Status.ok), ("Linux", "4.18.0", .ok), ("Linux", "4.17.9", .fail), ("Linux", "odd", .fail),
    ("Darwin", "25.0.0", .warn),
  ])
  func kernelIsJudged(name: String, release: String, status: Finding.Status) {
    #expect(MachineChecks.kernel(named: name, release: release).status == status)
  }

  @Test(arguments: [(UInt64(1023), Finding.Status.fail), (1024, .warn), (16383, .warn), (16384, .ok), (.max, .ok)])
  func openFilesAreJudged(limit: UInt64, status: Finding.Status) {
    #expect(MachineChecks.openFiles(limit: limit).status == status)
  }

  @Test(arguments: [(UInt64?.none, Finding.Status.warn), (10 << 20, .fail), (100 << 20, .warn), (1 << 30, .ok)])
  func memoryIsJudged(available: UInt64?, status: Finding.Status) {
    #expect(MachineChecks.memory(available: available).status == status)
  }

  @Test func availableMemoryIsFound() {
    #expect(MachineChecks.availableMemory(in: "MemTotal: 10 kB\nMemFree:  1 kB\nMemAvailable:   2048 kB\n") == 2 << 20)
    #expect(MachineChecks.availableMemory(in: "MemTotal: 10 kB\n") == nil)
    #expect(MachineChecks.availableMemory(in: "MemAvailable: 99999999999999999999 kB") == nil)
    #expect(MachineChecks.availableMemory(in: "MemAvailable: 18446744073709551615 kB") == nil)
  }

  @Test func clockIsJudged() {
    #expect(MachineChecks.clock(milliseconds: 0, keeper: "chrony").status == .fail)
    #expect(MachineChecks.clock(milliseconds: 1_767_225_600_000, keeper: nil).status == .warn)
    #expect(MachineChecks.clock(milliseconds: 1_767_225_600_000, keeper: "chrony").status == .ok)
  }

  @Test func everyFindingThatIsNotFineSaysWhatToDo() {
    for finding in MachineChecks.all(time: SystemTimeSource()) {
      #expect(finding.advice.isEmpty == (finding.status == .ok), "\(finding)")
    }
  }
}
