import MartletServer
import Testing

struct SecretTests {
  @Test func noWayOfPrintingShowsTheBytes() throws {
    let secret = try #require(Secret(Array(repeating: 0x41, count: 32)))
    var dumped = ""
    dump(secret, to: &dumped)
    let all = "\(secret) \(String(reflecting: secret)) \(dumped) \(String(describing: Optional(secret))) \([secret])"
    #expect(!all.contains("41") && !all.contains("65") && !all.contains("AAAA"))
  }

  @Test func lengthIsBounded() {
    #expect(Secret(Array(repeating: 1, count: 31)) == nil)
    #expect(Secret(Array(repeating: 1, count: 32)) != nil)
    #expect(Secret(Array(repeating: 1, count: 64)) != nil)
    #expect(Secret(Array(repeating: 1, count: 65)) == nil)
  }

  @Test func newSecretsDiffer() throws {
    let first = try Secret(random: SystemRandomBytes())
    let second = try Secret(random: SystemRandomBytes())
    #expect(!first.isSame(as: second))
    #expect(first.isSame(as: first))
    #expect(first.bytes.count == 32)
  }

  @Test func impossibleCountsAreRefused() {
    #expect(throws: ServerError.self) { try SystemRandomBytes().bytes(-1) }
    #expect(throws: ServerError.self) { try SystemRandomBytes().bytes(Int.max) }
    #expect(throws: Never.self) { try SystemRandomBytes().bytes(0) }
  }
}
