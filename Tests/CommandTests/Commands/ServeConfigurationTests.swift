import Foundation
import MartletServer
import MartletTesting
import Testing

@testable import MartletCommand

@Suite struct ServeConfigurationTests {
  private let output = TestOutput()
  private let errors = TestOutput()

  private func serve(_ words: String...) async -> ExitCode {
    await CommandLineInterface.run(["serve"] + words, output: output, errors: errors)
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func read(_ values: [String: String]) throws -> ServeConfiguration {
    try ServeConfiguration(Arguments(values: values))
  }

  @Test func theDefaultsArePrintedAndAreInOrder() async throws {
    #expect(await serve("--default-config") == .success)
    try await TemporaryDirectory.with { directory in
      let file = directory + "/printed.conf"
      try write(output.text, to: file)
      #expect(await serve("--config", file, "--check-config") == .success)
      #expect(output.text.hasSuffix("\(file): valid; every key has its default\n"))
    }
  }

  @Test func whatAFileSetsIsShownByACheck() async throws {
    try await TemporaryDirectory.with { directory in
      try write("limits.hello = 5s\napp.shop.limits.group_members = 9\n", to: directory + "/martlet.conf")
      #expect(await serve("--data", directory, "--check-config") == .success)
      #expect(
        output.text == "\(directory)/martlet.conf: valid; it sets\n"
          + "server.data = \(directory)\nlimits.hello = 5s\napp.shop.limits.group_members = 9\n")
    }
  }

  @Test func aFileThatIsNotInOrderEndsTheStartWithItsLine() async throws {
    try await TemporaryDirectory.with { directory in
      let file = directory + "/martlet.conf"
      try write("\nlimits.helo = 5s\n", to: file)
      for words in [["--data", directory], ["--config", file, "--data", directory, "--check-config"]] {
        let errors = TestOutput()
        #expect(await CommandLineInterface.run(["serve"] + words, output: output, errors: errors) == .malformed)
        #expect(errors.text.hasPrefix("martlet serve: \(file):2: there is no key limits.helo; did you mean limits.hello?\n"))
      }
      #expect(await serve("--config", directory + "/none", "--check-config") == .missing)
      try write("server.data = /elsewhere\n", to: file)
      #expect(await serve("--data", directory) == .malformed)
      #expect(output.text.isEmpty)
    }
  }

  @Test func aServerWithoutADirectoryDoesNotStart() async {
    #expect(await serve() == .usage)
    #expect(errors.text.hasPrefix("martlet serve: --data is missing: --data DIR\n"))
  }

  @Test func theCommandLineOverridesTheFile() throws {
    let file = NSTemporaryDirectory() + "martlet-\(UUID()).conf"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try write("server.data = /srv/x\nserver.listen = [::]:1\nserver.loops = 3\nlog.level = error\nlimits.hello = 5s\n", to: file)
    let plain = try read(["config": file]).values
    #expect(plain.dataDirectory == "/srv/x" && plain.listen == ListenAddress(host: "::", port: 1) && plain.loops == 3)
    #expect(plain.logLevel == .error && plain.limits.hello == .seconds(5))
    let given = try read([
      "config": file, "data": "/tmp", "listen": "127.0.0.1:2", "loops": "4", "log-level": "debug",
    ]).values
    #expect(given.dataDirectory == "/tmp" && given.listen == ListenAddress(host: "127.0.0.1", port: 2) && given.loops == 4)
    #expect(given.logLevel == .debug && given.limits.hello == .seconds(5))
  }
}
