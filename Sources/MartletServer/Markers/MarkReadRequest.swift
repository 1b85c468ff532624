import MartletStore
import MartletWire

/// Moves the caller's read marker.
enum MarkReadRequest: ServedRequest {
  typealias Message = Wire.MarkRead

  static var effort: RequestEffort { .write }

  static func serve(_ mark: Wire.MarkRead, for context: RequestContext) throws(Refusal) {
    let conversation = try context.conversation(mark.conversation)
    let key = ConversationKey(app: context.user.app, id: conversation)
    context.submit(MarkChange(key: key, kind: mark.quiet ? .readQuietly : .read, seq: mark.seq))
  }
}
