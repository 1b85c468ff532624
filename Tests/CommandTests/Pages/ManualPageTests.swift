import MartletServer
import Processes
import Testing

@testable import MartletCommand

/// The manual pages cover the table of commands, in well-formed troff.
@Suite struct ManualPageTests {
  private func page(_ words: String...) async -> String {
    let output = TestOutput()
    #expect(await CommandLineInterface.run(["man"] + words, output: output) == .success)
    return output.text
  }

  @Test func theOverviewHasEveryCommandExitCodeAndVariable() async {
    let page = await page()
    for command in CommandLineInterface.commands {
      #expect(page.contains("\n.BR martlet\\-\(command.name) (1)\n\(Roff.line(command.summary))\n"))
    }
    for code in ExitCode.allCases { #expect(page.contains("\n.B \(code.rawValue)\n\(Roff.line(code.meaning))\n")) }
    #expect(page.contains("\n.B MARTLET_SERVER\n") && page.contains("\n.B MARTLET_TOKEN\n"))
  }

  @Test func aPageHasEveryOptionAndExample() async {
    for command in CommandLineInterface.commands {
      let page = await page(command.name)
      #expect(page.contains("\n.SH NAME\nmartlet\\-\(command.name) \\- \(Roff.text(command.summary))\n"))
      for option in command.options where !option.isOperand {
        let lines = page.split(separator: "\n").filter { $0.hasPrefix(".B") && $0.contains("\\-\\-\(Roff.option(option.name))") }
        #expect(!lines.isEmpty, "\(command.name) \(option.name)")
      }
      for example in command.examples { #expect(page.contains(Roff.option(Roff.text(example.line)))) }
    }
  }

  @Test func noTextIsTakenForARequest() async {
    let macros: Set = [
      ".TH", ".SH", ".TP", ".PP", ".B", ".I", ".BI", ".BR", ".RB", ".RI", ".EX", ".EE", ".br", ".nh", ".ad", ".\\\"",
    ]
    var pages = [await page()]
    for command in CommandLineInterface.commands { pages.append(await page(command.name)) }
    for line in pages.flatMap({ $0.split(separator: "\n") }) {
      #expect(!line.hasPrefix("'"))
      if line.hasPrefix(".") { #expect(macros.contains(String(line.prefix { $0 != " " })), "\(line)") }
    }
    #expect(Roff.line(".conf 'a' \\ --x a-b") == "\\&.conf \\(aqa\\(aq \\e \\-\\-x a-b")
    #expect(Roff.paragraph("One\n  a\n  b\ntwo") == "One\n.PP\n.EX\n  a\n  b\n.EE\ntwo\n")
  }

  @Test func aCommandThatIsNotThereIsSaid() async {
    let errors = TestOutput()
    #expect(await CommandLineInterface.run(["man", "srve"], output: TestOutput(), errors: errors) == .usage)
    #expect(errors.text.contains("there is no command 'srve'"))
  }
}

/// The files that the packages install.
@Suite struct PackagingTests {
  @Test func theServiceWaitsUntilTheServerIsDrained() throws {
    let unit = try Repository.text("Packaging/martlet.service")
    let limit = try #require(unit.firstMatch(of: #/(?m)^TimeoutStopSec=([0-9]+)$/#).flatMap { Int($0.1) })
    // Five more seconds are for answers by HTTP.
    #expect(Duration.seconds(limit) > Limits().drain + .seconds(5))
    #expect(unit.contains("\nKillSignal=SIGTERM\n"))
  }

  @Test func theServiceDoesNotRetryWhatARetryCannotMend() throws {
    let unit = try Repository.text("Packaging/martlet.service")
    let codes: [ExitCode] = [.usage, .malformed, .missing, .unwritable, .insecure]
    #expect(unit.contains("\nRestartPreventExitStatus=\(codes.map { "\($0.rawValue)" }.joined(separator: " "))\n"))
  }

  @Test func theInstalledConfigurationIsValid() async throws {
    let file = Repository.root.appendingPathComponent("Packaging/martlet.conf").path
    let output = TestOutput()
    #expect(await CommandLineInterface.run(["serve", "--config", file, "--check-config"], output: output) == .success)
    #expect(output.text.contains("server.data = /var/lib/martlet\n"))
  }
}
