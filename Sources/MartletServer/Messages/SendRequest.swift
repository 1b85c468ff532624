import MartletMedia
import MartletStore
import MartletWire

/// Appends a message.
struct SendRequest: AppendingRequest {
  typealias Message = Wire.Send

  let type: String
  let content: String
  var details: Details?
  /// The message to which it replies; 0 for none.
  var parent: UInt64 = 0
  /// Its first properties if it may have some; nil if not.
  var properties: [AnnotationItem]?
  /// The files that its content names.
  var media: [MediaID] = []

  static func size(of send: Wire.Send) -> Int {
    // By far the most: not gone through part by part.
    send.details == nil && send.properties.isEmpty ? send.content.utf8.count : send.encodedSize
  }

  /// The users it is for in particular.
  static func named(_ send: Wire.Send) -> Int {
    (send.details?.directed.count ?? 0) &+ (send.details?.mentions?.users.count ?? 0)
  }

  static func check(_ send: Wire.Send, for context: RequestContext) throws(Refusal) -> Checked<SendRequest> {
    let limits = context.limits
    try Form.message(send.content, type: send.type, limits: limits.value)
    let conversation = try context.conversation(send.conversation)
    var form = SendRequest(type: send.type, content: send.content)
    form.details = try Form.details(send.details, limits: limits.value)
    form.parent = try parent(of: send)
    form.properties = try properties(of: send, limits: limits.value)
    form.media = try Form.media(send.content, type: send.type)
    return try Checked(conversation, clientID: send.clientId, form)
  }

  private static func parent(of send: Wire.Send) throws(Refusal) -> UInt64 {
    guard send.replyTo <= UInt64(UInt32.max), send.replyTo == 0 || send.details?.directed.isEmpty != false else {
      throw Refusal(field: "reply_to")
    }
    return send.replyTo
  }

  private static func properties(of send: Wire.Send, limits: Limits) throws(Refusal) -> [AnnotationItem]? {
    guard send.expandable else {
      guard send.properties.isEmpty else { throw Refusal(field: "properties") }
      return nil
    }
    let items = try Form.items(send.properties, .property, "properties", limits: limits)
    guard items.allSatisfy({ $0.value != nil }) else { throw Refusal(field: "properties") }
    return items
  }

  var bytes: Int { content.utf8.count &+ (details?.bytes.count ?? 0) &+ (properties?.bytes ?? 0) }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("send")
    body(conversation.text)
    body(type)
    body(content)
    if let details { body(Hexadecimal.encode(details.bytes)) }
    if parent > 0 { body("reply to \(parent)") }
    if let properties {
      body("expandable")
      properties.forEachPart(body)
    }
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    if let decision = deciding.require(media, for: &append) { return decision }
    let isDirected = details?.isDirected == true
    let operation: Permission = isDirected ? .sendDirected : .send
    if let decision = conversation.permissions.require(operation, for: &append, deciding.limits.value) { return decision }
    let details = settledDetails(deciding.limits.value)
    append.event = .message(type: type, content: content)
    append.details = details
    append.parent = parent
    append.properties = properties
    append.counts = !isDirected && conversation.permissions.policy.readState == .markers && details?.wire.counts ?? true
    // Ensures that a message cancelled at this moment is either cancelled or sent.
    if let name = deciding.scheduled {
      append.conditions.append(.scheduled(name))
      // It was due by the clock, which may have been put back since.
      append.time = max(deciding.now, append.clientID.madeAt ?? deciding.now)
    }
    return conversation.membership.pair == nil ? nil : open(&append, conversation, deciding)
  }

  /// Details as they are stored: the policies of the type and of the sender in one.
  private func settledDetails(_ limits: Limits) -> Details? {
    let usual = limits.types.departure(of: type)
    guard usual != nil || details?.wire.policy != nil else { return details }
    var wire = details?.wire ?? Wire.Details()
    wire.policy = (usual ?? TypePolicy()).settled(wire.policy)
    return Details(wire)
  }

  /// Makes the direct conversation with its first message.
  private func open(
    _ append: inout Append, _ conversation: Conversation, _ deciding: Deciding
  ) -> Conversation.Decision? {
    guard let (first, second) = conversation.membership.pair, append.sender == first || append.sender == second else {
      return .answer(.failure(Wire.Failure(.conversationUnknown)))
    }
    guard !conversation.log.exists else { return nil }
    let peer = append.sender == first ? second : first
    if let decision = deciding.require(existing: [peer]) { return decision }
    append.create = NewConversation()
    append.joins = first == second ? [first] : [first, second]
    return nil
  }
}
