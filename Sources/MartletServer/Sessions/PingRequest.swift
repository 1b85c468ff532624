import MartletWire

/// Keeps the connection alive.
enum PingRequest: ServedRequest {
  typealias Message = Wire.Ping

  static var effort: RequestEffort { .none }

  static func serve(_ ping: Wire.Ping, for context: RequestContext) throws(Refusal) {
    context.answer(.pong(Wire.Pong(time: context.now)))
  }
}
