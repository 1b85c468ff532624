import Foundation
import MartletTesting
import Testing

@testable import MartletCommand

@Suite struct ConfigCommandTests {
  private let output = TestOutput()
  private let errors = TestOutput()

  private func roles(_ words: String...) async -> [String: [String]] {
    #expect(await CommandLineInterface.run(["config", "roles"] + words, output: output, errors: errors) == .success)
    let lines = output.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return Dictionary(lines.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
  }

  @Test func rolesAreListedWithWhatTheyMayDo() async {
    let table = await roles()
    #expect(output.text.hasPrefix("                        member  admin  owner  direct\n"))
    #expect(table["send"] == ["yes", "yes", "yes", "yes"])
    #expect(table["recall_others"] == ["-", "yes", "yes", "-"])
    for operation in ["remove_members", "ban", "silence"] {
      #expect(table[operation] == ["-", "below", "yes", "-"], "\(operation)")
    }
    #expect(table["dismiss"] == ["-", "-", "yes", "-"])
  }

  @Test func whatAnAppLeavesToFewerUsersIsShownForIt() async throws {
    try await TemporaryDirectory.with { directory in
      let text = "limits.recall_by = sender\napp.shop.limits.change_conversation_by = owner\n"
      try text.write(toFile: directory + "/martlet.conf", atomically: true, encoding: .utf8)
      var table = await roles("--data", directory)
      #expect(table["recall_others"] == ["-", "-", "-", "-"] && table["change"] == ["yes", "yes", "yes", "-"])
      table = await ConfigCommandTests().roles("--data", directory, "--app", "shop")
      #expect(table["change"] == ["-", "-", "yes", "-"])
    }
  }

  @Test func anythingElseIsRefused() async {
    #expect(await CommandLineInterface.run(["config", "rules"], output: output, errors: errors) == .usage)
    #expect(await CommandLineInterface.run(["config"], output: output, errors: errors) == .usage)
  }
}
