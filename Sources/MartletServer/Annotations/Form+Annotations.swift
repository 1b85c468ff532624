import MartletStore
import MartletWire

// The forms of annotations.
extension Form {
  static func annotation(_ annotate: Wire.Annotate, limits: Limits) throws(Refusal) -> Annotation {
    guard let kind = AnnotationKind(annotate.kind) else { throw Refusal(field: "kind") }
    let items = try items(annotate.items, kind, "items", limits: limits)
    guard !items.isEmpty || kind == .vote else { throw Refusal(field: "items") }
    return Annotation(target: try target(annotate.target), kind: kind, items: items)
  }

  /// Items of different keys, each as its kind asks for.
  static func items(
    _ items: [Wire.AnnotationItem], _ kind: AnnotationKind, _ field: String, limits: Limits
  ) throws(Refusal) -> [AnnotationItem] {
    let most =
      switch kind {
      case .property: limits.propertiesPerRequest
      case .reaction: limits.reactionsEach
      case .vote: Limits.pollChoices
      case .pin, .closing, .reply, .version: 1
      }
    guard items.count <= most else { throw Refusal(field: field, limit: most, items.count) }
    guard Set(items.map(\.key)).count == items.count else { throw Refusal(field: field) }
    return try items.map { item throws(Refusal) in
      guard isRight(item, kind) else { throw Refusal(field: field) }
      let characters = item.value.unicodeScalars.count
      guard characters <= limits.propertyCharacters else {
        throw Refusal(field: field, limit: limits.propertyCharacters, characters)
      }
      return AnnotationItem(item)
    }
  }

  private static func isRight(_ item: Wire.AnnotationItem, _ kind: AnnotationKind) -> Bool {
    guard item.value.isEmpty || (kind == .property && !item.removed && isPlain(item.value)) else { return false }
    let bytes = item.key.utf8
    return switch kind {
    case .property: (1...Limits.propertyKeyBytes).contains(bytes.count) && bytes.allSatisfy(isPropertyByte)
    case .reaction: (1...Limits.reactionBytes).contains(bytes.count) && isOneForm(item.key)
    case .vote: (1...4).contains(bytes.count) && bytes.allSatisfy(isDigit) && !item.removed
    case .pin: bytes.isEmpty
    case .closing: bytes.isEmpty && !item.removed
    case .reply, .version: false
    }
  }

  /// True for a key without control characters in composed form (NFC), so that keys that look the same are the same.
  private static func isOneForm(_ key: String) -> Bool {
    guard key.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return false }
    var key = key
    key.makeContiguousUTF8()
    var span = key.utf8Span
    return span.checkForNFC(quickCheck: false)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isPropertyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: isDigit(byte) || "+=_-".utf8.contains(byte)
    }
  }
}
