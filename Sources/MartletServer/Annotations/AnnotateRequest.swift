import MartletStore
import MartletWire

/// Attaches something to a message, or takes it off.
struct AnnotateRequest: AppendingRequest {
  typealias Message = Wire.Annotate

  let annotation: Annotation

  static func check(_ annotate: Wire.Annotate, for context: RequestContext) throws(Refusal) -> Checked<AnnotateRequest> {
    let conversation = try context.conversation(annotate.conversation)
    let form = AnnotateRequest(annotation: try Form.annotation(annotate, limits: context.limits.value))
    return try Checked(conversation, clientID: annotate.clientId, form)
  }

  var bytes: Int { annotation.items.bytes }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("annotate")
    body(conversation.text)
    body(String(annotation.target))
    body("\(annotation.kind)")
    annotation.items.forEachPart(body)
  }

  /// States what must hold; what it comes to is settled by the store.
  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    let (caller, limits) = (append.sender, deciding.limits)
    append.event = .annotated(annotation)
    append.conditions += [.notRecalled(annotation.target, to: caller), .visibleMessage(annotation.target, to: caller)]
    let operation: Permission =
      switch annotation.kind {
      case .pin: .pin
      case .closing: .closePoll
      default: .annotate
      }
    let permissions = conversation.permissions
    if let decision = permissions.require(operation, for: &append, at: annotation.target, limits.value) { return decision }
    switch annotation.kind {
    case .reaction:
      append.conditions += [
        .annotationChanges, .ownKeysAtMost(limits.value.reactionsEach), .keysAtMost(limits.value.reactionKinds),
      ]
    case .property:
      append.conditions += [
        .expandable(annotation.target), .annotationChanges, .keysAtMost(limits.value.properties),
        .propertyBytesAtMost(limits.value.propertyBytesOfMessage),
      ]
    case .vote: append.conditions += [.ballotFits, .pollOpen(at: append.time), .annotationChanges]
    case .pin:
      // Members who do not see the message could not remove the annotation, and all members share the space.
      if annotation.items.contains(where: { $0.value != nil }) { append.conditions.append(.toAll(annotation.target)) }
      append.conditions += [.annotationChanges, .pinsAtMost(limits.value.pins)]
    case .closing:
      append.conditions += [.isPoll(annotation.target), .annotationChanges]
    // No request has this kind.
    case .reply, .version: append.conditions.append(.annotationChanges)
    }
    return nil
  }
}

extension [AnnotationItem] {
  /// About how many bytes they keep in memory.
  var bytes: Int { reduce(0) { $0 &+ 64 &+ $1.key.utf8.count &+ ($1.value?.utf8.count ?? 0) } }

  /// Calls `body` with each part of them, for a fingerprint.
  func forEachPart(_ body: (String) -> Void) {
    for item in self {
      body(item.key)
      body(item.value == nil ? "removed" : "set")
      body(item.value ?? "")
    }
  }
}
