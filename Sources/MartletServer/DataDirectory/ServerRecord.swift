import MartletWire

/// The contents of `server.json`, in which a running server describes itself to other programs on its machine.
package struct ServerRecord: Sendable, Equatable {
  package var processID: Int32
  /// The address for clients: `HOST:PORT`.
  package var address: String
  /// Milliseconds since 1970.
  package var startedAt: Int64
  package var version: String

  package init(processID: Int32, address: String, startedAt: Int64, version: String) {
    self.processID = processID
    self.address = address
    self.startedAt = startedAt
    self.version = version
  }

  func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("pid")
    writer.int32(processID)
    writer.field("address")
    writer.string(address)
    writer.field("started_at")
    writer.string(UTCTime.text(milliseconds: startedAt))
    writer.field("started_at_ms")
    writer.int64(startedAt)
    writer.field("version")
    writer.string(version)
    writer.endObject()
    return writer.output.bytes + [UInt8(ascii: "\n")]
  }

  init?(json bytes: [UInt8]) {
    guard case .object(let record) = try? JSONValue(json: bytes, limits: DecodingLimits(bytes: 4096, depth: 2, elements: 64)),
      case .number(let process) = record["pid"], let processID = process.integer.flatMap(Int32.init(exactly:)),
      case .string(let address) = record["address"], case .string(let started) = record["started_at_ms"],
      let startedAt = Int64(started), case .string(let version) = record["version"]
    else { return nil }
    self.init(processID: processID, address: address, startedAt: startedAt, version: version)
  }
}
