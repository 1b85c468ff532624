import MartletStore

extension Conversation {
  /// States what must hold for an annotation; what it comes to is settled by the store.
  func annotate(_ append: inout Append, _ annotation: Annotation, limits: Shared<Limits>) {
    let caller = append.sender
    append.event = .annotated(annotation)
    append.conditions.append(.visibleMessage(annotation.target, to: caller))
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
      if limits.value.ownerPins, record?.owner != nil { append.conditions.append(.owner(caller)) }
      // Those who do not see it could not take it off, and all share the room.
      if annotation.items.contains(where: { $0.value != nil }) { append.conditions.append(.toAll(annotation.target)) }
      append.conditions += [.annotationChanges, .pinsAtMost(limits.value.pins)]
    case .closing:
      append.conditions += [.sentBy(caller, annotation.target), .isPoll(annotation.target), .annotationChanges]
    // No request has this kind.
    case .reply, .version: append.conditions.append(.annotationChanges)
    }
  }
}
