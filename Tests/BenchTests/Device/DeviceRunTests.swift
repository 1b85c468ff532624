import Foundation
import Martlet
import MartletNet
import MartletProcess
import MartletTesting
import MartletWire
import Testing

@testable import MartletBench

/// The benchmark of the SDK, small.
@Suite(.timeLimit(.minutes(10))) struct DeviceRunTests {
  private static var martlet: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("martlet").path
  }

  private func report(in parent: String, kept directory: String? = nil) async throws -> BenchReport {
    let place = BenchPlan.DevicePlace(program: Self.martlet, parent: parent, directory: directory)
    var plan = BenchPlan(.client, target: .device(place))
    (plan.conversations, plan.messages, plan.rounds) = (60, 900, 2)
    return try await Bench.run(plan) { _ in }
  }

  @Test func everyFigureIsMeasuredInEveryProcess() async throws {
    try await TemporaryDirectory.with { directory in
      let report = try await report(in: directory)
      #expect(report.tally.isClean)
      for figure in DeviceFigure.allCases {
        let key = figure.isMemory ? "\(figure.rawValue)_bytes" : "\(figure.rawValue)_p99_ms"
        #expect(report.number(key) ?? 0 > 0, "\(key)")
      }
      #expect(report["conversations"] == .count(60))
      // In each of two processes: lists, a page and searches; the writes; and two times a hundred reads.
      #expect(report["reads"] == .count(2 * (12 + 1 + 200)))
      #expect(Folder.names(in: directory) == [], "something is left behind")
    }
  }

  @Test func givenDirectoryIsFilledOnceAndAsBefore() async throws {
    try await TemporaryDirectory.with { directory in
      let first = try await report(in: directory, kept: directory + "/device")
      #expect(first["fill_seconds"] != nil)
      let again = try await report(in: directory, kept: directory + "/device")
      #expect(again["fill_seconds"] == nil)
      #expect(again.tally.isClean)
      let client = try MartletClient(
        configuration: .init(server: "ws://127.0.0.1:1", directory: directory + "/device", device: .init(class: .tool)) { "" })
      #expect(try await client.conversations().count == 60)
      // The writes it measures beside are gone.
      for conversation in try await client.conversations() {
        #expect(try await client.chat(conversation.id).localMessages().isEmpty)
      }
      await client.close()
    }
  }

  @Test func wrongReadsAreNoticed() async throws {
    try await TemporaryDirectory.with { directory in
      let fill = try LocalFill(LocalFolder(directory), user: try #require(UserID("me")), device: "bench")
      let id = "group:\(DeviceFill.largest)"
      let entry = Wire.Entry(
        conversation: id, seq: 1, time: 5, sender: "peer", clientId: "x", countable: 1,
        event: .message(Wire.Message(type: "text", content: #"{"text":"none of the words"}"#)))
      try fill.add([(Wire.Conversation(id: id, head: 1, read: 1, countable: 1), [entry])])
      while try fill.index() {}
      fill.close()
      var probe = DeviceProbe(directory: directory)
      // Nothing is unread, and neither of the words is there that always are.
      #expect(try await probe.run().faulty == 3)
    }
  }

  @Test func samplesOfProcessesAreAddedUp() throws {
    var one = DeviceSamples()
    for value in [4.0, 1, 3, 2] { one.add(.start, value) }
    one.add(.memoryWithList, 1000)
    one.judge(true)
    var other = DeviceSamples()
    other.add(.start, 100)
    other.add(.memoryWithList, 3000)
    other.judge(false)
    one.add(other)
    var report = BenchReport()
    one.add(to: &report)
    #expect(report.number("start_p50_ms") == 3)
    #expect(report.number("start_p99_ms") == 100)
    #expect(report["rss_with_list_bytes"] == .count(3000))
    #expect(report["reads"] == .count(2))
    #expect(report["faulty_reads"] == .count(1))
    #expect(!report.tally.isClean)
  }

  @Test func whatIsNoReportOfAProcessIsRefused() {
    #expect(throws: MartletError.self) { try DeviceSamples(json: "the process failed") }
    #expect(throws: MartletError.self) { try DeviceSamples(json: #"{"samples":[],"reads":3}"#) }
    #expect(throws: MartletError.self) {
      try DeviceSamples(json: #"{"samples":[{"figure":"start"}],"reads":3,"faulty_reads":0}"#)
    }
  }
}

@Suite struct VocabularyTests {
  @Test func everyWordIsAnother() {
    let words = Set((0..<Vocabulary.words).map { Vocabulary.word($0) })
    #expect(words.count == Vocabulary.words)
    #expect(words.allSatisfy { $0.utf8.count >= 3 })
  }

  @Test func fewWordsAreUsedOftenAndMostSeldom() {
    var random = SplitMix64(seed: 7)
    var counts: [Substring: Int] = [:]
    let sentences = (0..<4_000).map { _ in Vocabulary.sentence(&random) }
    for sentence in sentences { for word in sentence.split(separator: " ") { counts[word, default: 0] += 1 } }
    let first = counts[Substring(Vocabulary.word(0))] ?? 0
    #expect(first > 500)
    #expect(counts[Substring(Vocabulary.word(1_000))] ?? 0 < first / 50)
    #expect(sentences.contains { $0.contains(Vocabulary.han(0..<1)) })
    #expect(!sentences.contains { $0.contains("\"") || $0.contains("\\") })
  }

  @Test func sentencesFollowFromTheSeed() {
    var (one, other) = (SplitMix64(seed: 3), SplitMix64(seed: 3))
    #expect((0..<20).map { _ in Vocabulary.sentence(&one) } == (0..<20).map { _ in Vocabulary.sentence(&other) })
  }
}
