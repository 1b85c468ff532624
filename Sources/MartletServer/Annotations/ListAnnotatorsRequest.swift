import MartletStore
import MartletWire

/// Answers who reacted to a message, or voted; of secret votes only the caller's own.
enum ListAnnotatorsRequest: ReadingRequest {
  typealias Message = Wire.ListAnnotators

  static func answer(
    _ request: Wire.ListAnnotators, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    guard let kind = AnnotationKind(request.kind), kind.isCounted else { return reading.invalid("kind") }
    var after: UserID?
    if !request.after.isEmpty {
      guard let user = UserID(request.after) else { return reading.invalid("after") }
      after = user
    }
    guard let member = try await reading.store.member(caller.user, of: id, app: caller.app) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let (app, target) = (caller.app, request.target)
    guard let entry = try await reading.store.entry(at: target, of: id, app: app, for: member),
      case .message(let type, let content) = entry.event
    else { return .failure(Wire.Failure(.targetUnknown)) }
    guard !entry.isRecalled else { return .failure(Wire.Failure(.targetRecalled)) }
    let limit = reading.page(request.limit, default: 100)
    let isSecret = kind == .vote && PollRules.isSecret(type: type, content: content)
    var found = try await reading.store.annotators(
      of: request.key, kind: kind, at: target, in: id, app: app, after: isSecret ? nil : after, limit: isSecret ? .max : limit + 1
    )
    if isSecret { found.removeAll { $0.user != caller.user } }
    return .annotators(
      Wire.Annotators(
        conversation: id.text, target: target,
        annotators: found.prefix(limit).map { Wire.Annotator(user: $0.user.text, seq: $0.seq) }, more: found.count > limit))
  }
}
