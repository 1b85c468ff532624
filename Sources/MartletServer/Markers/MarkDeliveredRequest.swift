import MartletStore
import MartletWire

/// Says which messages the caller's devices have.
enum MarkDeliveredRequest: ServedRequest {
  typealias Message = Wire.MarkDelivered

  static var effort: RequestEffort { .write }

  /// Each marker is stored by itself, but takes less than a message does.
  static func cost(of request: Wire.MarkDelivered) -> Int { (request.marks.count &+ 9) / 10 }

  /// Hands each marker to its conversation's home, without waiting for the outcome.
  static func serve(_ request: Wire.MarkDelivered, for context: RequestContext) throws(Refusal) {
    try Form.count(of: request.marks, "marks", in: 0...Limits.marksPerRequest)
    for mark in request.marks {
      let key = ConversationKey(app: context.user.app, id: try context.conversation(mark.conversation))
      // No request has the id 0, so nothing is answered.
      context.submit(MarkChange(key: key, kind: .delivered, seq: mark.seq), id: 0)
    }
    context.answer(.done(Wire.Done()))
  }
}
