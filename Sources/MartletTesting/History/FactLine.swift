import MartletWire

/// Writes one flat object.
struct FactWriter {
  private var writer = JSONWriter()

  init() { writer.beginObject() }

  var text: String {
    var whole = writer
    whole.endObject()
    return String(decoding: whole.output.bytes, as: UTF8.self)
  }

  mutating func event(_ name: String, call: UInt64) {
    add("event", name)
    add("call", call)
  }

  mutating func event(_ name: String, from source: HistoryEvent.Source) {
    add("event", name)
    switch source {
    case .push: break
    case .answer(let call): add("answer", call, always: true)
    case .selection(let call): add("selection", call, always: true)
    case .shown: add("shown", 1)
    }
  }

  mutating func add(_ name: StaticString, _ value: String) {
    guard !value.isEmpty else { return }
    writer.field(name)
    writer.string(value)
  }

  mutating func add(_ name: StaticString, _ value: UInt64, always: Bool = false) {
    guard value != 0 || always else { return }
    writer.field(name)
    writer.uint64(value)
  }

  mutating func add(_ name: StaticString, _ values: [String]) {
    guard !values.isEmpty else { return }
    writer.field(name)
    writer.beginList()
    for value in values {
      writer.element()
      writer.string(value)
    }
    writer.endList()
  }
}

/// Reads one flat object; missing members are empty.
struct FactReader {
  private let object: JSONObject

  init?(_ text: String) {
    guard case .object(let object)? = try? JSONValue(json: [UInt8](text.utf8), limits: DecodingLimits()) else { return nil }
    self.object = object
  }

  func text(_ name: String) -> String { if case .string(let text)? = object[name] { text } else { "" } }

  func number(_ name: String) -> UInt64? { if case .string(let text)? = object[name] { UInt64(text) } else { nil } }

  func flag(_ name: String) -> Bool { number(name) == 1 }

  func list(_ name: String) -> [String] {
    guard case .array(let values)? = object[name] else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
