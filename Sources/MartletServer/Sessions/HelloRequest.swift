import MartletWire

/// Opens a session; `SessionState` takes the first, and any other is a breach of the protocol.
enum HelloRequest: ServedRequest {
  typealias Message = Wire.Hello

  static var effort: RequestEffort { .none }

  static func serve(_ hello: Wire.Hello, for context: RequestContext) throws(Refusal) { throw Refusal(.helloExpected) }
}
