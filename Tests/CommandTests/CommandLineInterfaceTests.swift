import Foundation
import Processes
import Testing

@testable import MartletCommand

@Suite struct CommandLineInterfaceTests {
  private let output = TestOutput()
  private let errors = TestOutput()

  private func run(_ words: String...) async -> ExitCode {
    await CommandLineInterface.run(words, output: output, errors: errors)
  }

  @Test func withoutACommandTheyAreListed() async {
    #expect(await run() == .usage)
    #expect(output.text.isEmpty)
    for command in CommandLineInterface.commands { #expect(errors.text.contains("\n  \(command.name) ")) }
  }

  @Test func anUnknownCommandNamesTheNearest() async {
    #expect(await run("docter") == .usage)
    #expect(errors.text == "martlet: there is no command 'docter'; did you mean 'doctor'?\nTry: martlet help\n")
  }

  @Test func anUnknownOptionNamesTheNearest() async {
    #expect(await run("doctor", "--dta", "/") == .usage)
    #expect(errors.text == "martlet doctor: there is no option --dta; did you mean --data?\nTry: martlet help doctor\n")
  }

  @Test func wordsOfTheCommandLineCannotSteerTheTerminal() async {
    #expect(await run("\u{1B}[2J") == .usage)
    #expect(errors.text.contains("'␛[2J'"))
  }

  @Test(arguments: [["help"], ["--help"], ["-h"]])
  func helpIsAskedInSeveralWays(words: [String]) async {
    #expect(await CommandLineInterface.run(words, output: output) == .success)
    #expect(output.text == CommandLineInterface.overview + "\n")
  }

  @Test func everyCommandHasHelpThatFitsATerminal() async {
    for command in CommandLineInterface.commands {
      let help = TestOutput()
      #expect(await CommandLineInterface.run([command.name, "--help"], output: help) == .success)
      #expect(help.text == command.help)
      #expect(help.text.hasPrefix("martlet \(command.name): \(command.summary)\n\nexamples:\n"))
      #expect(help.text.contains("\n\nusage: martlet \(command.name)"))
      for option in command.options { #expect(help.text.contains("\n  \(option.form)"), "\(command.name)") }
      for line in help.text.split(separator: "\n") { #expect(line.count <= 100, "\(command.name): \(line)") }
      #expect(!command.examples.isEmpty)
    }
  }

  @Test func everyExampleIsACommandLineThatIsUnderstood() throws {
    for command in CommandLineInterface.commands {
      for example in command.examples {
        let words = ShellWords.of(example.line)
        let start = try #require(words.firstIndex(of: command.name), "\(example.line)")
        #expect(words[start - 1] == "martlet", "\(example.line)")
        let rest = words[(start + 1)...].prefix { $0 != "|" && $0 != "<" && $0 != ">" && $0 != "&" }
        #expect(throws: Never.self, "\(example.line)") {
          try Arguments(
            parsing: Array(rest), options: command.options, variable: { $0 == "MARTLET_SERVER" ? "ws://localhost:7777" : "TOKEN" }
          )
        }
      }
    }
  }

  @Test func exitCodesAreListed() async {
    #expect(await run("help", "exit-codes") == .success)
    for code in ExitCode.allCases { #expect(output.text.contains(" \(code.rawValue)  \(code.meaning)\n")) }
    #expect(await run("help", "exit-code") == .usage)
    #expect(errors.text.contains("did you mean 'exit-codes'?"))
  }

  @Test func theDocumentListsTheSameExitCodes() throws {
    let rows = try Repository.text("docs/command.md").split(separator: "\n").filter { $0.contains(#/^\| \d+ \|/#) }
    #expect(rows.map(String.init) == ExitCode.allCases.map { "| \($0.rawValue) | \($0.meaning) |" })
  }

  @Test func theVersionIsTold() async {
    #expect(await run("--version") == .success)
    #expect(output.text == "martlet \(CommandLineInterface.version)\n")
  }

  @Test func aClosedOutputEndsQuietly() async {
    #expect(await CommandLineInterface.run(["help"], output: TestOutput(closedAfter: 0), errors: errors) == .success)
    #expect(errors.text.isEmpty)
  }
}

/// Cuts a line of an example into words as a shell would, as far as the examples need it.
enum ShellWords {
  static func of(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for letter in line {
      switch letter {
      case quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil:
        quote = letter
        word = word ?? ""
      case " " where quote == nil:
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(letter)
      }
    }
    if let done = word { words.append(done) }
    return words
  }
}
