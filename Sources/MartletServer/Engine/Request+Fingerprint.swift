import MartletStore
import MartletWire

extension Request {
  /// A hash of all parameters of the request, the same for every retry.
  ///
  /// 16 bytes: enough to notice a client id that is reused for another request.
  var fingerprint: [UInt8] { Self.fingerprint(of: operation, in: conversation) }

  /// A hash of an operation on a conversation, and of its scheduled time in milliseconds since 1970, if there is one.
  ///
  /// A group's id counts only if the caller chose it.
  static func fingerprint(of operation: Operation, in conversation: ConversationID, at time: Int64? = nil) -> [UInt8] {
    func forEachPart(_ body: (String) -> Void) {
      Self.forEachPart(of: operation, in: conversation, body)
      if let time { body("at \(time)") }
    }
    var size = 0
    forEachPart { size &+= 4 &+ $0.utf8.count }
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { bytes in
      var end = 0
      // Each part with its length before it, so that no two different lists of parts are alike.
      forEachPart { part in
        var part = part
        part.withUTF8 { text in
          bytes.storeBytes(of: UInt32(truncatingIfNeeded: text.count).littleEndian, toByteOffset: end, as: UInt32.self)
          end &+= 4
          UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyMemory(from: UnsafeRawBufferPointer(text))
          end &+= text.count
        }
      }
      return SHA256.digest(bytes, count: 16)
    }
  }

  private static func forEachPart(of operation: Operation, in conversation: ConversationID, _ body: (String) -> Void) {
    switch operation {
    case .send(let type, let content, let details, let more):
      body("send")
      body(conversation.text)
      body(type)
      body(content)
      if let details { body(Hexadecimal.encode(details.bytes)) }
      if more.parent > 0 { body("reply to \(more.parent)") }
      if let properties = more.properties {
        body("expandable")
        forEachPart(of: properties, body)
      }
    case .edit(let target, let type, let content):
      body("edit")
      body(conversation.text)
      body(String(target))
      body(type)
      body(content)
    case .recall(let target, let details):
      body("recall")
      body(conversation.text)
      body(String(target))
      if let details { body(Hexadecimal.encode(details.bytes)) }
    case .annotate(let annotation):
      body("annotate")
      body(conversation.text)
      body(String(annotation.target))
      body("\(annotation.kind)")
      forEachPart(of: annotation.items, body)
    case .createGroup(let title, let members, let attributes, let named):
      body("create")
      body(named ? conversation.text : "")
      body(title)
      for member in members { body(member.text) }
      if let attributes { forEachPart(of: attributes.values, body) }
    case .addMembers(let users):
      body("add")
      body(conversation.text)
      for user in users { body(user.text) }
    case .removeMembers(let users, let details):
      body("remove")
      body(conversation.text)
      for user in users { body(user.text) }
      // No user has a name with a space.
      if let details { body("because \(details.wire.reason)") }
    case .changeConversation(let change):
      body("change")
      body(conversation.text)
      body(change.title == nil ? "as it is" : "titled")
      body(change.title ?? "")
      forEachPart(of: change.attributes, body)
    }
  }

  /// No user's id has a space.
  private static func forEachPart(of attributes: [String: String], _ body: (String) -> Void) {
    for attribute in [Wire.Attribute](attributes) {
      body("attribute \(attribute.key)")
      body(attribute.value)
    }
  }

  private static func forEachPart(of items: [AnnotationItem], _ body: (String) -> Void) {
    for item in items {
      body(item.key)
      body(item.value == nil ? "removed" : "set")
      body(item.value ?? "")
    }
  }
}
