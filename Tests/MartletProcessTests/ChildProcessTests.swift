import MartletProcess
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(.timeLimit(.minutes(1))) struct ChildProcessTests {
  @Test func aChildThatNobodyHoldsAnyMoreIsTakenInWhenItEnds() async throws {
    let id = try Self.start()
    // A child that nobody takes in stays as a zombie, of which signals are still accepted.
    while kill(id, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(errno == ESRCH)
  }

  /// Starts a child, has it end a little later, and drops it.
  private static func start() throws -> Int32 {
    let child = try ChildProcess("/bin/sleep", ["0.2"])
    return child.id
  }
}
