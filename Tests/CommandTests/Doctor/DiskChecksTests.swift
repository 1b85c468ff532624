import Foundation
import MartletWire
import Testing

@testable import MartletCommand

@Suite struct DiskChecksTests {
  @Test(arguments: [
    (UInt64(50 << 20), UInt64.max, Finding.Status.fail), (500 << 20, .max, .warn), (2 << 30, 50, .fail), (2 << 30, 5000, .ok),
  ])
  func spaceIsJudged(free: UInt64, nodes: UInt64, status: Finding.Status) {
    #expect(DiskChecks.space(free: free, nodes: nodes).status == status)
  }

  @Test(arguments: [(String?.some("ext4"), Finding.Status.ok), ("tmpfs", .warn), ("nfs4", .fail), (nil, .ok)])
  func fileSystemsAreJudged(type: String?, status: Finding.Status) {
    #expect(DiskChecks.fileSystem(type: type).status == status)
  }

  @Test func theMedianWriteIsJudged() {
    #expect(DiskChecks.sync(nanoseconds: [900_000, 1_250_000, 90_000_000]).status == .ok)
    #expect(DiskChecks.sync(nanoseconds: [900_000, 1_250_000, 90_000_000]).found.contains("in 1.25 ms (slowest of 3: 90.00 ms)"))
    #expect(DiskChecks.sync(nanoseconds: [30_000_000, 1_250_000, 90_000_000]).status == .warn)
    #expect(DiskChecks.sync(nanoseconds: [1000, 2000, 90_000_000]).status == .warn)
    #expect(DiskChecks.sync(nanoseconds: []).status == .ok)
  }

  @Test(arguments: [
    ("/", "ext4"), ("/srv", "ext4"), ("/srv/martlet", "xfs"), ("/srv/martlet/data", "xfs"), ("/srv/martlets", "ext4"),
    ("/mnt/a b/c", "nfs4"), ("/run", "ramfs"),
  ])
  func theMountAPathLiesUnderIsFound(path: String, type: String) {
    let mounts = """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      30 22 8:2 / /srv/martlet rw shared:2 master:3 - xfs /dev/sdb rw
      31 22 0:40 / /mnt/a\\040b rw - nfs4 host:/x rw
      32 22 0:41 / /run rw - tmpfs none rw
      33 32 0:42 / /run rw - ramfs none rw
      garbage
      """
    #expect(DiskChecks.mountType(of: path, in: mounts) == type)
    #expect(DiskChecks.mountType(of: path, in: "") == nil)
  }

  @Test func aRealDirectoryIsMeasuredAndLeftAsItWas() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("doctor-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let findings = DiskChecks.all(at: path, time: SystemTimeSource())
    #expect(findings.map(\.subject) == ["disk space", "file system", "disk writing"])
    #expect(findings.last?.found.contains("slowest of 16") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
  }

  @Test func aDirectoryThatCannotBeWrittenIsSaid() {
    let finding = DiskChecks.all(at: "/proc", time: SystemTimeSource()).last
    #expect(finding?.status == .fail)
    #expect(finding?.advice.isEmpty == false)
  }
}
