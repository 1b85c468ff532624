import Foundation
import MartletTesting
import Processes
import Testing

/// `martlet check` with the built program: a short round of each kind.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CheckTests {
  private let seed = "\(SeededRandom.environmentSeed)"

  /// A short live round under these faults, in which every promise is kept: its report.
  private func keeps(under faults: [String], seconds: Int, scratch: String) async throws -> [String: Any] {
    let words = ["--seed", seed, "--seconds", "\(seconds)", "--faults", faults.joined(separator: ",")]
    let (status, report) = try await Program.check(words, scratch: scratch)
    #expect(status == 0, "seed \(seed): \(report["broken"] ?? "")")
    return report
  }

  @Test func everyPromiseIsKeptUnderCrashes() async throws {
    try await TemporaryDirectory.with { directory in
      let faults = ["server-kill", "server-point", "client-kill", "client-damage", "cut", "revocation"]
      let report = try await keeps(under: faults, seconds: 5, scratch: directory)
      #expect(report["broken"] as? [String] == [])
      for figure in [
        "acknowledged", "stored", "seen", "lines_compared", "server_starts", "own_changes", "annotations", "directed",
        "marked_lines_compared", "annotators_compared", "wordings_compared", "receipts_compared",
      ] {
        #expect(try #require(report[figure] as? Int) > 0, "\(figure), seed \(seed)")
      }
      // If no promise was broken, no evidence is left.
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
    }
  }

  @Test func everyPromiseIsKeptOnABadDiskAndWithWrongClocks() async throws {
    try await TemporaryDirectory.with { directory in
      let faults = ["disk-slow", "disk-failing", "clock", "client-clock"]
      let report = try await keeps(under: faults, seconds: 9, scratch: directory)
      for fault in faults { #expect(try #require(report[fault] as? Int) > 0, "\(fault), seed \(seed)") }
      let effects = try #require(report["took_effect"] as? [String: Int])
      #expect(try #require(effects["disk-slow"]) > 0, "seed \(seed)")
      // Another file system than that of the scratch directory would not be tried.
      #expect(report["file_system"] as? String != nil)
      #expect(try #require(report["acknowledged"] as? Int) > 0)
    }
  }

  @Test func clientThatReadsNothingBreaksNoPromise() async throws {
    try await TemporaryDirectory.with { directory in
      let report = try await keeps(under: ["slow-reader"], seconds: 9, scratch: directory)
      let effects = try #require(report["took_effect"] as? [String: Int])
      // On a busy machine, the server may need longer than this round to exceed its queue limit.
      #expect(try #require(report["slow-reader"] as? Int) >= #require(effects["slow-reader"]), "seed \(seed)")
      #expect(try #require(report["slow-reader"] as? Int) > 0, "seed \(seed)")
    }
  }

  @Test func deviceWhoseDataIsDamagedBeginsAnew() async throws {
    try await TemporaryDirectory.with { directory in
      let report = try await keeps(under: ["client-damage"], seconds: 6, scratch: directory)
      let effects = try #require(report["took_effect"] as? [String: Int])
      #expect(try #require(effects["client-damage"]) > 0, "seed \(seed): \(report)")
    }
  }

  /// The devices in Node and in a page act, and at the end hold what the server stored.
  @Test func devicesOnTheJavaScriptSDKBreakNoPromise() async throws {
    try await TemporaryDirectory.with { directory in
      let web = Repository.root.appending(path: "Web").path
      let words = [
        "--devices", "node,chromium", "--web", web, "--seed", seed, "--seconds", "30", "--faults", "server-kill,cut",
        "--keep", directory + "/kept",
      ]
      let (status, report) = try await Program.check(words, scratch: directory)
      #expect(status == 0, "seed \(seed): \(report)")
      let history = try String(contentsOfFile: "\(directory)/kept/martlet-check-seed-\(seed)/history.jsonl", encoding: .utf8)
      let lines = history.split(separator: "\n")
      for device in ["node00", "chromium10"] {
        let own = lines.filter { $0.contains("\"device\":\"\(device)\"") }
        for event in ["invoke", "ok", "entry", "restarted"] {
          #expect(own.contains { $0.contains("\"event\":\"\(event)\"") }, "\(device) \(event), seed \(seed)")
        }
      }
    }
  }

  /// A page whose clock jumps, whose database is damaged, or which stands still for an hour by its clock.
  @Test func devicesInAPageKeepPromisesThroughTheirOwnFaults() async throws {
    try await TemporaryDirectory.with { directory in
      let faults = ["client-clock", "client-damage", "client-freeze"]
      let words = [
        "--devices", "chromium", "--web", Repository.root.appending(path: "Web").path, "--seed", seed, "--seconds", "45",
        "--faults", faults.joined(separator: ","),
      ]
      let (status, report) = try await Program.check(words, scratch: directory)
      #expect(status == 0, "seed \(seed): \(report)")
      for fault in faults { #expect(try #require(report[fault] as? Int) > 0, "\(fault), seed \(seed)") }
      let share = try #require(report["devices_chromium"] as? [String: Int])
      for (name, count) in share { #expect(count > 0, "\(name), seed \(seed): \(report)") }
      #expect(share.count == 4)
    }
  }

  @Test func devicesThatCannotBeStartedAreSaid() async throws {
    for (words, text) in [
      (["--devices", "nodes"], "there are no devices on 'nodes'"), (["--devices", "swift,node"], "needs --web DIR"),
      (["--devices", "chromium", "--web", "/var"], "/var is not the folder Web of the sources"),
    ] {
      let program = try Program(Place.martlet, ["check"] + words)
      #expect(try await program.exit() == 64)
      #expect(program.errors.contains { $0.contains(text) }, "\(program.errors)")
    }
  }

  @Test func serverThatDoesNotComeUpAgainIsAFindingWithEvidence() async throws {
    try await TemporaryDirectory.with { directory in
      let program = try Program(
        Place.martlet, ["check", "--seed", "7", "--seconds", "5", "--faults", "server-kill", "--json", "--scratch", directory])
      // It runs; the next one is told something that it does not understand.
      _ = try await program.error(within: .seconds(60)) { $0.contains("server-kill") }
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: directory).first)
      try "nonsense\n".write(toFile: "\(directory)/\(name)/martlet.conf", atomically: false, encoding: .utf8)
      let line = try await program.line(within: .seconds(240)) { $0.hasPrefix("{") }
      #expect(try await program.exit(within: .seconds(60)) == 1)
      let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(report["kept"] as? Bool == false)
      #expect(report["seed"] as? String == "7")
      let broken = try #require(report["broken"] as? [String])
      #expect(broken.contains { $0.contains("the server did not start: it exited with 65") }, "\(broken)")
      // The promises up to then were judged, and all of them were kept.
      for figure in ["acknowledged", "stored", "records"] { #expect(try #require(report[figure] as? Int) > 0, "\(figure)") }
      let evidence = "\(directory)/martlet-check-seed-7"
      for file in ["history.jsonl", "server.log", "report.txt", "store.db"] {
        let size = try FileManager.default.attributesOfItem(atPath: "\(evidence)/\(file)")[.size] as? Int
        #expect(try #require(size) > 0, "\(file)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["martlet-check-seed-7"])
    }
  }

  @Test func checkThatCannotBeCarriedOutSaysSo() async throws {
    let program = try Program(Place.martlet, ["check", "--seconds", "3", "--scratch", "/there/is/nothing"])
    #expect(try await program.exit() == 70)
    #expect(program.errors.contains { $0.contains("nothing was checked") })
  }

  @Test func herdComesBack() async throws {
    try await TemporaryDirectory.with { directory in
      let (status, report) = try await Program.check(["herd", "--connections", "200", "--seed", "1"], scratch: directory)
      #expect(status == 0, "\(report["broken"] ?? "")")
      #expect(report["synced"] as? Int == 200)
    }
  }

  @Test func simulationsKeepEveryPromise() async throws {
    try await TemporaryDirectory.with { directory in
      let (status, report) = try await Program.check(["sim", "--seeds", "6", "--seed", "1"], scratch: directory)
      #expect(status == 0, "\(report["broken"] ?? "")")
      #expect(report["seeds"] as? Int == 6)
      #expect(try #require(report["stored"] as? Int) > 0)
      // Without the steps in which anybody does anything nothing is stored.
      let words = ["sim", "--seeds", "1", "--seed", "1", "--steps", "0"]
      let (again, empty) = try await Program.check(words, scratch: directory)
      #expect(again == 0)
      #expect(empty["stored"] as? Int == 0)
    }
  }

  /// With other hash seeds and other memory addresses.
  @Test func seedsGiveTheSameRunsInAnotherProcess() async throws {
    try await TemporaryDirectory.with { directory in
      let words = ["sim", "--seeds", "2", "--seed", "1"]
      let (_, one) = try await Program.check(words, scratch: directory)
      let (_, other) = try await Program.check(words, scratch: directory)
      let trace = try #require(one["trace"] as? String)
      #expect(trace.count == 16)
      #expect(other["trace"] as? String == trace)
      let decisions = try #require(one["decisions"] as? Int)
      #expect(decisions > 0)
      #expect(other["decisions"] as? Int == decisions)
    }
  }

  @Test func unknownFaultIsSaid() async throws {
    let program = try Program(Place.martlet, ["check", "--faults", "server-kil"])
    #expect(try await program.exit() == 64)
    #expect(program.errors.contains { $0.contains("server-kill") })
  }
}

extension Program {
  /// Runs `martlet check` to its end, and gives its status and the report of its one round.
  static func check(_ words: [String], scratch: String) async throws -> (status: Int32, report: [String: Any]) {
    // How long things take says nothing here: the machine does much else.
    let program = try Program(Place.martlet, ["check"] + words + ["--json", "--slack", "20", "--scratch", scratch])
    let line = try await program.line(within: .seconds(240)) { $0.hasPrefix("{") }
    let status = try await program.exit(within: .seconds(60))
    let report = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return (status, try #require(report))
  }
}
