import MartletStore
import MartletWire

/// Moves the caller's read marker.
enum MarkReadRequest: ServedRequest {
  typealias Message = Wire.MarkRead

  static var effort: RequestEffort { .write }

  static func serve(_ mark: Wire.MarkRead, for context: RequestContext) throws(Refusal) {
    let conversation = try Form.conversation(mark.conversation, context.user)
    let key = ConversationKey(app: context.user.app, id: conversation)
    context.submit(MarkChange(key: key, kind: mark.quiet ? .readQuietly : .read, seq: mark.seq))
  }
}
