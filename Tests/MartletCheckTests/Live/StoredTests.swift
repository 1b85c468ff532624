import MartletProcess
import MartletTesting
import Testing

@testable import MartletCheck

@Suite(.timeLimit(.minutes(2))) struct StoredTests {
  @Test func storeThatCannotBeReadIsAFailure() async throws {
    try await TemporaryDirectory.with { directory in
      let failures = Failures()
      try Folder.write(String(repeating: "no database ", count: 1000), to: directory + "/store.db")
      #expect(try await LiveRun.dump(of: directory, failures) == nil)
      #expect(failures.all.count == 1)
      #expect(failures.all.first?.contains("cannot read the store") == true)
    }
  }
}
