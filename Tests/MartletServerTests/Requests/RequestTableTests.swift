import MartletWire
import Testing

@testable import MartletServer

/// The table of requests and what is derived from it.
@Suite struct RequestTableTests {
  /// The request of each field of the packet, empty.
  private static let requests: [Wire.ClientPacket.Request] = (2...4095 as ClosedRange<UInt32>).compactMap { number in
    var bytes: [UInt8] = []
    var tag = number << 3 | 2
    while tag >= 0x80 {
      bytes.append(UInt8(tag & 0x7F) | 0x80)
      tag >>= 7
    }
    return try? Wire.ClientPacket(decoding: bytes + [UInt8(tag), 0]).request
  }

  @Test func tableListsTheRequestsOfTheSchemaInItsOrder() throws {
    #expect(RequestTable.all.map(\.name) == (try AuthorizationPage.operations()))
  }

  @Test func eachRequestIsServedByTheTypeThatTheTableNames() {
    let served = Self.requests.map { ObjectIdentifier($0.visit(Finding())) }
    #expect(Set(served) == Set(RequestTable.all.map { ObjectIdentifier($0.type) }))
    #expect(served.count == RequestTable.all.count)
  }

  @Test func eachRequestButThoseOfTheConnectionCountsAgainstARateLimit() {
    let free = RequestTable.all.filter { $0.type.effort == .none }.map(\.name)
    #expect(free == ["hello", "ping"])
    for request in Self.requests { #expect(request.visit(Costing()) >= 0) }
  }
}

/// Finds the type that serves a request.
private struct Finding: RequestVisitor {
  typealias Result = any ServedRequest.Type
  typealias Failure = Never

  func visit<Request: ServedRequest>(_ request: Request.Type, _ message: Request.Message) -> any ServedRequest.Type { request }
}
