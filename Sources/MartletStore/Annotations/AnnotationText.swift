import MartletWire

extension Annotation {
  /// The columns `type` and `content`: the name of the kind, and the change as JSON.
  var columns: (type: String, content: String) {
    guard !items.isEmpty else { return (name, "") }
    let wire = Wire.Annotated(items: items.map { Wire.AnnotationItem($0) })
    return (name, String(decoding: wire.json(), as: UTF8.self))
  }

  private var name: String { isSecret ? "\(kind) (secret)" : "\(kind)" }

  /// Reads that form; nil if it is malformed.
  ///
  /// Without content, the change was erased.
  init?(target: UInt64, type: String, content: String) {
    var type = type[...]
    let isSecret = type.hasSuffix(" (secret)")
    if isSecret { type = type.dropLast(" (secret)".count) }
    guard let kind = AnnotationKind.allCases.first(where: { "\($0)" == type }) else { return nil }
    self.init(target: target, kind: kind, items: [], isSecret: isSecret)
    guard !content.isEmpty else { return }
    guard let wire = try? Wire.Annotated(json: Array(content.utf8), limits: .stored) else { return nil }
    items = wire.items.map { AnnotationItem($0) }
  }
}

extension AnnotationItem {
  /// An item as the wire has it.
  package init(_ wire: Wire.AnnotationItem) { self.init(wire.key, wire.removed ? nil : wire.value) }
}

extension Wire.AnnotationItem {
  package init(_ item: AnnotationItem) {
    self.init(key: item.key, value: item.value ?? "", removed: item.value == nil)
  }
}
