import Foundation
import Processes
import Testing

@testable import MartletCommand

/// The completion scripts cover the table of commands, and bash completes with its script.
@Suite(.timeLimit(.minutes(1))) struct CompletionsTests {
  @Test(arguments: Completions.Shell.allCases)
  func everyCommandAndOptionIsThere(shell: Completions.Shell) async {
    let output = TestOutput()
    #expect(await CommandLineInterface.run(["completions", shell.rawValue], output: output) == .success)
    for command in CommandLineInterface.commands {
      #expect(output.text.contains(command.name))
      for option in command.options where !option.isOperand {
        let form = shell == .fish ? "from \(command.name)' -l \(option.name)" : "--\(option.name)"
        #expect(output.text.contains(form), "\(command.name) \(option.name)")
      }
    }
  }

  @Test func bashCompletesCommandsOptionsAndValues() async throws {
    #expect(try complete("se") == ["serve", "send"])
    #expect(try complete("help", "exit") == ["exit-codes"])
    #expect(try complete("serve", "--li") == ["--listen"])
    #expect(try complete("serve", "--log-level", "") == ["debug", "info", "warning", "error"])
    // As bash splits --log-level=w at the equals sign.
    #expect(try complete("serve", "--log-level", "=", "w") == ["warning"])
    #expect(try complete("serve", "--log-level", "=") == ["debug", "info", "warning", "error"])
    #expect(try complete("bench", "fan") == ["fanout"])
    #expect(try complete("serve", "--listen", "").isEmpty)
    #expect(try complete("backup", "--data", "/et").contains("/etc"))
    #expect(try complete("serve", "--config", "/etc/pass").contains("/etc/passwd"))
    #expect(try complete("backup", "--data", "/etc/pass").isEmpty)
  }

  @Test func bashCompletesEveryOptionOfEveryCommand() throws {
    for command in CommandLineInterface.commands {
      for option in command.options where !option.isOperand {
        #expect(try complete(command.name, "--\(option.name)").contains("--\(option.name)"), "\(command.name)")
      }
    }
  }

  /// The completions that bash offers for the last word after `martlet`.
  private func complete(_ words: String...) throws -> [String] {
    let script = """
      eval "$1"
      COMP_WORDS=(martlet "${@:2}")
      COMP_CWORD=$(($# - 1))
      _martlet
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-u", "-c", script, "bash", Completions.script(for: .bash)] + words
    let output = Pipe()
    process.standardOutput = .pipe(output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text.split(separator: "\n").map(String.init)
  }
}
