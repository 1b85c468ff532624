import Testing

@testable import MartletNet

@Suite struct HTTPHeadersTests {
  @Test func namesAreTheSameInUpperAndLowerCase() {
    var headers: HTTPHeaders = ["Content-Type": "a"]
    headers.add(name: "content-TYPE", value: "b")
    #expect(headers.first(name: "CONTENT-type") == "a")
    #expect(headers.all(name: "content-type") == ["a", "b"])
    #expect(headers.first(name: "content") == nil)
  }

  @Test func listsMayBeSpreadOverFields() {
    var headers: HTTPHeaders = ["Connection": " keep-alive ,, Upgrade"]
    headers.add(name: "connection", value: "\tx\t")
    #expect(headers.list(name: "Connection") == ["keep-alive", "Upgrade", "x"])
    #expect(headers.contains("upgrade", name: "connection"))
    #expect(!headers.contains("keep", name: "connection"))
  }

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (1_767_225_599_999, "Wed, 31 Dec 2025 23:59:59 GMT"), (4_107_542_400_000, "Mon, 01 Mar 2100 00:00:00 GMT"),
    (-1_000, "Wed, 31 Dec 1969 23:59:59 GMT"), (-2_208_988_800_000, "Mon, 01 Jan 1900 00:00:00 GMT"),
  ])
  func datesAreWrittenInFull(_ milliseconds: Int, _ expected: String) {
    #expect(HTTPDate.text(milliseconds: Int64(milliseconds)) == expected)
  }
}
