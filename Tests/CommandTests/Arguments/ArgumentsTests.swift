import Testing

@testable import MartletCommand

@Suite struct ArgumentsTests {
  private static let options = [
    CommandOption("data", "DIR", .text, required: true, says: "The directory."),
    CommandOption("text", "TEXT", .text, says: "A text."),
    CommandOption("json", says: "For programs."),
    CommandOption("valid", "TIME", .duration(1...86400), says: "How long."),
    CommandOption("token", "T", .text, variable: "TEST_TOKEN", says: "The token."),
    CommandOption("listen", "HOST:PORT", .address, says: "Where."),
    CommandOption("to", "WHO", .conversation, says: "To whom."),
  ]

  private func parse(_ words: [String], variables: [String: String] = [:]) throws -> Arguments {
    try Arguments(parsing: words, options: Self.options, variable: { variables[$0] })
  }

  private func complaint(_ words: [String], variables: [String: String] = [:]) -> String {
    do {
      _ = try parse(words, variables: variables)
      return "accepted"
    } catch let failure as CommandFailure {
      return failure.code == .usage ? failure.message : "\(failure.code)"
    } catch {
      return "\(error)"
    }
  }

  @Test func valuesComeAfterABlankOrAnEqualsSign() throws {
    let arguments = try parse(["--data", "/srv", "--text=a=b", "--json", "--valid", "15m"])
    #expect(arguments.text("data") == "/srv")
    #expect(arguments.text("text") == "a=b")
    #expect(arguments.has("json"))
    #expect(!arguments.has("listen"))
    #expect(arguments.duration("valid") == 900)
  }

  @Test func emptyAndDashedValuesAreTakenAsTheyAre() throws {
    #expect(try parse(["--data", "/", "--text", ""]).text("text")?.isEmpty == true)
    #expect(try parse(["--data", "/", "--text", "--- hello"]).text("text") == "--- hello")
    #expect(try parse(["--data", "/", "--text=--json"]).text("text") == "--json")
  }

  @Test func anotherOptionIsNotTakenForAValue() {
    #expect(complaint(["--data", "--json"]) == "--data needs a value: --data DIR; if --json is the value, write --data=--json")
    #expect(complaint(["--data"]) == "--data needs a value: --data DIR")
  }

  @Test(arguments: [
    (["--dta", "/"], "there is no option --dta; did you mean --data?"),
    (["--jsn"], "there is no option --jsn; did you mean --json?"),
    (["--lis", "x"], "there is no option --lis; did you mean --listen?"),
    (["--zebra"], "there is no option --zebra"),
    (["--\u{1B}[31m"], "there is no option --␛[31m"),
    (["data"], "'data' is not an option; options begin with --"),
    (["--"], "'--' is not an option; options begin with --"),
    (["--data", "/", "--data", "/x"], "--data is given twice"),
    (["--json=yes"], "--json takes no value"),
    (["--text", "x"], "--data is missing: --data DIR"),
    (["--data", "/", "--listen", "80"], "--listen takes HOST:PORT, such as 127.0.0.1:7777 or [::]:7777"),
    (["--data", "/", "--to", "bob"], "--to takes direct:USER or group:ID"),
    (
      ["--data", "/", "--valid", "2d"],
      "--valid takes seconds, or a number with s, m, h or d (such as 90, 15m or 7d), 1 to 86400 s"
    ),
  ])
  func mistakesAreNamed(words: [String], message: String) {
    #expect(complaint(words) == message)
  }

  @Test func environmentStandsInForAnOption() throws {
    #expect(try parse(["--data", "/"], variables: ["TEST_TOKEN": "abc"]).text("token") == "abc")
    #expect(try parse(["--data", "/", "--token", "x"], variables: ["TEST_TOKEN": "abc"]).text("token") == "x")
    #expect(try parse(["--data", "/"], variables: ["TEST_TOKEN": ""]).text("token") == nil)
  }

  @Test(arguments: [
    ("0", 0), ("90", 90), ("90s", 90), ("15m", 900), ("12h", 43200), ("7d", 604800), ("", nil), ("d", nil), ("-1", nil),
    ("1.5h", nil), ("9223372036854775807d", nil), ("99999999999999999999", nil), ("7 d", nil), ("٣", nil),
  ])
  func durationsAreRead(text: String, seconds: Int?) {
    #expect(OptionValue.seconds(text) == seconds)
  }

  @Test(arguments: [
    ("direct:bob", true), ("direct:alice:bob", true), ("group:team", true), ("direct:bob:alice", false), ("group:", false),
    ("bob", false), ("direct:a b", false),
  ])
  func conversationsAreRecognised(text: String, isOne: Bool) {
    #expect((OptionValue.conversation.complaint(about: text) == nil) == isOne)
  }
}
