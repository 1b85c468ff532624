import Foundation
import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletServer

struct DataDirectoryTests {
  private let parent: TemporaryDirectory
  private var path: String { parent.file("data") }

  init() throws { parent = try TemporaryDirectory() }

  private func open(probe: @escaping Directory.Probe = { _ in }) throws -> DataDirectory {
    try DataDirectory.open(path, random: SystemRandomBytes(), attempts: 1, probe: probe)
  }

  private func firstSecret(_ directory: DataDirectory) throws -> [UInt8] {
    try #require(directory.apps().all.first).secrets[0].bytes
  }

  private func failure(_ body: () throws -> Void) throws -> ServerError {
    try #require(throws: ServerError.self) { try body() }
  }

  // MARK: First start

  @Test func firstStartMakesWhatOnlyItsOwnerCanReach() throws {
    let directory = try open()
    #expect(try parent.mode("data") == 0o700)
    #expect(try parent.mode("data/apps.json") == 0o600)
    #expect(try parent.mode("data/lock") == 0o600)
    let app = try #require(directory.apps().all.first)
    #expect(app.id.text == "main" && app.secrets.count == 1 && app.secrets[0].bytes.count == 32)
    #expect(Set(app.secrets[0].bytes).count > 8)
    // Tokens have a key of their own.
    #expect(app.hasOwnTokenKeys && app.tokenKeys.count == 1 && app.tokenKeys[0].secret?.bytes != app.secrets[0].bytes)
  }

  @Test func laterStartsKeepTheSecret() throws {
    let first = try open()
    let secret = try firstSecret(first)
    first.close()
    #expect(try firstSecret(try open()) == secret)
  }

  @Test func closedDirectoryIsFreeEvenIfAChildProcessBeingStartedHoldsItsFiles() throws {
    let first = try open()
    var lock = stat()
    #expect(stat(parent.file("data/lock"), &lock) == 0)
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap { Int32($0) }
    let holders = descriptors.filter { descriptor in
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_dev == lock.st_dev && status.st_ino == lock.st_ino
    }
    let copy = dup(try #require(holders.first))
    defer { close(copy) }
    first.close()
    let second = try open()
    #expect(try firstSecret(second) == firstSecret(first))
  }

  @Test func twoServersHaveDifferentSecrets() throws {
    let other = try TemporaryDirectory()
    let directory = try DataDirectory.open(other.file("data"), random: SystemRandomBytes())
    #expect(try firstSecret(open()) != firstSecret(directory))
  }

  @Test func startKilledAtAnyStepIsCompletedByTheNext() throws {
    struct Killed: Error {}
    let steps = Steps()
    _ = try open { steps.record($0) }
    let all = steps.all
    #expect(all.count > 8)
    for death in all.indices {
      try FileManager.default.removeItem(atPath: path)
      let lived = Mutex(0)
      let killed = try? open { _ in
        let step = lived.withLock { count in
          defer { count += 1 }
          return count
        }
        if step >= death { throw Killed() }
      }
      #expect(killed == nil)
      let written = try? Apps(json: Array(Data(contentsOf: URL(filePath: path + "/apps.json"))))

      let next = try open()
      #expect(try next.apps().all.map(\.id.text) == ["main"], "killed before \(all[death])")
      if let written { #expect(try firstSecret(next) == written.all[0].secrets[0].bytes) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["apps.json", "lock"])
      next.close()
    }
  }

  @Test func secretIsDurableBeforeItHasItsName() throws {
    let steps = Steps()
    _ = try open { steps.record($0) }
    let interesting: [Directory.Step] = [
      .make, .syncParent, .lock, .create("apps.json.new"), .write("apps.json.new"), .sync("apps.json.new"), .rename("apps.json"),
      .syncDirectory,
    ]
    #expect(steps.all.filter { interesting.contains($0) } == interesting)
  }

  @Test func halfWrittenFileOfAKilledStartIsReplaced() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try createFile(path + "/apps.json.new", Data("{\"apps\": [".utf8), mode: 0o644)
    #expect(try open().apps().all.count == 1)
    #expect(try parent.mode("data/apps.json") == 0o600)
  }

  @Test func lostSecretsAreNotReplacedInSilence() throws {
    try open().close()
    try createFile(path + "/" + SQLiteStore.fileName, mode: 0o600)
    try FileManager.default.removeItem(atPath: path + "/apps.json")
    #expect(try failure { _ = try open() }.code == .missing)
  }

  // MARK: Permissions

  @Test func secondUserIsRefusedUntilTheFirstGivesUp() throws {
    let first = try open()
    let refusal = try failure { _ = try open() }
    #expect(refusal.code == .inUse)
    #expect(refusal.message.contains("process \(getpid())") && refusal.message.contains(path))
    first.close()
    first.close()
    _ = try open()
  }

  @Test func patientUserGetsItWhenTheFirstGivesUp() async throws {
    let first = try open()
    let path = path
    let steps = Steps()
    // It waits on a thread of its own: the threads of the tests may all be needed to end the wait.
    async let second = withCheckedContinuation { (continuation: CheckedContinuation<Result<DataDirectory, any Error>, Never>) in
      Thread {
        let result = Result { try DataDirectory.open(path, random: SystemRandomBytes(), attempts: 1000) { steps.record($0) } }
        continuation.resume(returning: result)
      }.start()
    }
    while !steps.all.contains(.lock) { await Task.yield() }
    first.close()
    _ = try await second.get()
  }

  @Test(arguments: [0o750, 0o705, 0o701, 0o710, 0o777])
  func directoryOpenToOthersIsRefused(mode: Int) throws {
    try open().close()
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let refusal = try failure { _ = try open() }
    #expect(refusal.code == .exposed)
    #expect(refusal.message.hasSuffix("chmod 700 \(path)"))
    #expect(try failure { _ = try DataDirectory.publishedServer(at: path) }.code == .exposed)
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o666])
  func secretsOpenToOthersAreRefused(mode: Int) throws {
    let directory = try open()
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/apps.json")
    for refusal in [
      try failure { _ = try directory.apps() },
      try failure {
        directory.close(); _ = try open()
      },
    ] {
      #expect(refusal.code == .exposed)
      #expect(refusal.message.hasSuffix("chmod 600 \(path)/apps.json"))
    }
  }

  @Test func whatIsNotAFileIsRefused() throws {
    try open().close()
    let apps = path + "/apps.json"
    try FileManager.default.moveItem(atPath: apps, toPath: path + "/elsewhere.json")
    try FileManager.default.createSymbolicLink(atPath: apps, withDestinationPath: path + "/elsewhere.json")
    #expect(try failure { _ = try open() }.code == .foreign)
    try FileManager.default.removeItem(atPath: apps)
    try FileManager.default.createDirectory(atPath: apps, withIntermediateDirectories: false)
    #expect(try failure { _ = try open() }.code == .foreign)
    try FileManager.default.removeItem(atPath: apps)
    try #require(mkfifo(apps, 0o600) == 0)
    #expect(try failure { _ = try open() }.code == .foreign)
  }

  @Test func fileInThePlaceOfTheDirectoryIsRefused() throws {
    try createFile(path, mode: 0o600)
    #expect(try failure { _ = try open() }.code == .foreign)
  }

  @Test func missingParentIsSaid() throws {
    let refusal = try failure { _ = try DataDirectory.open(parent.file("a/b"), random: SystemRandomBytes()) }
    #expect(refusal.code == .missing && refusal.message.contains(parent.file("a/b")))
  }

  @Test func placeThatCannotBeWrittenIsSaid() throws {
    let refusal = try failure { _ = try DataDirectory.open("/sys/martlet", random: SystemRandomBytes()) }
    #expect(refusal.code == .unwritable && refusal.message.contains("/sys/martlet") && refusal.message.contains("--data"))
  }

  @Test func pathTooLongForASocketIsRefused() throws {
    let long = parent.file(String(repeating: "x", count: 100))
    #expect(try failure { _ = try DataDirectory.open(long, random: SystemRandomBytes()) }.code == .malformed)
  }

  // MARK: While running

  @Test func runningServerIsFoundUntilItWithdraws() throws {
    let directory = try open()
    #expect(try DataDirectory.publishedServer(at: path) == nil)
    let record = ServerRecord(processID: getpid(), address: "[::1]:4222", startedAt: 1_800_000_000_123, version: "1.2.3 \"x\"")
    try directory.publish(record)
    #expect(try DataDirectory.publishedServer(at: path) == record)
    #expect(try parent.mode("data/server.json") == 0o600)
    try directory.withdraw()
    #expect(try DataDirectory.publishedServer(at: path) == nil)
    try directory.withdraw()
  }

  @Test func tracesOfAKilledServerAreRemoved() throws {
    let directory = try open()
    try directory.publish(ServerRecord(processID: 1, address: "a:1", startedAt: 0, version: "0"))
    #expect(directory.controlSocketPath == DataDirectory.controlSocketPath(at: path))
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    try #require(bindSocket(socket, to: directory.controlSocketPath))
    directory.close()

    let next = try open()
    #expect(try DataDirectory.publishedServer(at: path) == nil)
    #expect(!FileManager.default.fileExists(atPath: next.controlSocketPath))
    next.close()

    try createFile(next.controlSocketPath, mode: 0o600)
    #expect(try failure { _ = try open() }.code == .foreign)
  }

  @Test func replacedAppsAreReadBack() throws {
    let directory = try open()
    let old = try #require(directory.apps().all.first)
    let new = try Secret(random: SystemRandomBytes())
    try directory.store(try Apps([appKeys(old.id.text, new, old.secrets[0])]))
    #expect(try directory.apps()[old.id]?.secrets.map(\.bytes) == [new.bytes, old.secrets[0].bytes])
  }

  @Test func appsAreChangedBesideARunningServer() throws {
    let directory = try open()
    let first = try #require(directory.apps().all.first)
    try DataDirectory.changeApps(at: path) { try $0.adding(appKeys("more", secret(1))) }
    #expect(try directory.apps().all.map(\.id.text) == ["main", "more"])
    #expect(try parent.mode("data/apps.json") == 0o600 && parent.mode("data/apps.lock") == 0o600)
    struct Stopped: Error {}
    #expect(throws: Stopped.self) { try DataDirectory.changeApps(at: path) { _ in throw Stopped() } }
    #expect(try DataDirectory.apps(at: path).all.map(\.id.text) == ["main", "more"])
    #expect(try directory.apps()[first.id]?.secrets[0].bytes == first.secrets[0].bytes)
    #expect(try failure { try DataDirectory.changeApps(at: parent.file("none")) { $0 } }.code == .missing)
  }

  @Test func changesOfAppsAtOnceAreAllKept() async throws {
    try open().close()
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for byte: UInt8 in 1...12 {
        group.addTask { try DataDirectory.changeApps(at: path) { try $0.adding(appKeys("app\(byte)", secret(byte))) } }
      }
      try await group.waitForAll()
    }
    #expect(try Set(DataDirectory.apps(at: path).all.map(\.id.text)).count == 13)
  }

  private func bindSocket(_ socket: Int32, to path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
    }
  }
}

/// Records the steps of a start.
private final class Steps: Sendable {
  private let steps = Mutex<[Directory.Step]>([])
  var all: [Directory.Step] { steps.withLock { $0 } }
  func record(_ step: Directory.Step) { steps.withLock { $0.append(step) } }
}
