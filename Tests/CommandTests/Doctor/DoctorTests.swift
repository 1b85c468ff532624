import Foundation
import MartletServer
import Testing

@testable import MartletCommand

@Suite struct DoctorTests {
  private static let findings: [Finding] = [
    .ok("one", "fine"), .warn("two", "so so", "look"), .fail("three", "bad \u{1B}[2J", "mend"),
  ]

  @Test func findingsAreToldInLines() {
    #expect(
      Doctor.text(Self.findings) == """
        ok    one: fine
        warn  two: so so
              look
        fail  three: bad ␛[2J
              mend

        1 failure, 1 warning

        """)
    #expect(Doctor.text([.ok("one", "fine")]).hasSuffix("\nno failures, no warnings\n"))
    #expect(Doctor.text([.warn("one", "fine", "x")]).hasSuffix("\nno failures, 1 warning\n"))
  }

  @Test func findingsAreToldToPrograms() throws {
    struct Report: Decodable {
      struct Check: Decodable {
        let check: String
        let status: String
        let found: String
        let advice: String?
      }
      let ok: Bool
      let checks: [Check]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(Doctor.json(Self.findings).utf8))
    #expect(!report.ok)
    #expect(report.checks.map(\.status) == ["ok", "warn", "fail"])
    #expect(report.checks.map(\.advice) == [nil, "look", "mend"])
    #expect(report.checks.last?.found == "bad \u{1B}[2J")
  }

  @Test func anAddressInUseIsSaid() async throws {
    let free = await AddressCheck.find(try #require(ListenAddress("127.0.0.1:0")))
    #expect(free.status == .ok)
    let foreign = await AddressCheck.find(try #require(ListenAddress("192.0.2.1:7777")))
    #expect(foreign.status == .fail)
    #expect(foreign.advice.contains("ss -ltnp"))
  }
}
