import CExpat

/// An element of a small XML document, with what is in it.
///
/// Expat checks that the text is well-formed. Documents that declare a type or entities are refused: S3 sends none.
struct XMLElement: Equatable {
  let name: String
  /// The text directly inside.
  private(set) var text = ""
  private(set) var children: [XMLElement] = []

  private static let depthLimit = 16

  /// The text of the first child of that name; empty if there is none.
  func text(of name: String) -> String { children.first { $0.name == name }?.text ?? "" }

  func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// Reads a document; nil if it is malformed.
  static func parse(_ bytes: [UInt8]) -> XMLElement? {
    guard let length = Int32(exactly: bytes.count), let parser = XML_ParserCreate("UTF-8") else { return nil }
    defer { XML_ParserFree(parser) }
    let reading = Reading(parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
    XML_SetElementHandler(
      parser, { data, name, _ in Reading.of(data)?.open(name.map { String(cString: $0) } ?? "") },
      { data, _ in Reading.of(data)?.close() })
    XML_SetCharacterDataHandler(parser) { data, start, count in
      guard let start else { return }
      Reading.of(data)?.add(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
    XML_SetDoctypeDeclHandler(parser, { data, _, _, _, _ in Reading.of(data)?.stop() }, { _ in })
    let status = bytes.withUnsafeBytes { raw in
      XML_Parse(parser, raw.baseAddress?.assumingMemoryBound(to: CChar.self), length, 1)
    }
    return status == XML_STATUS_OK ? reading.root : nil
  }

  /// The elements that are open while a document is read.
  private final class Reading {
    private let parser: XML_Parser
    private var open: [XMLElement] = []
    private(set) var root: XMLElement?

    init(_ parser: XML_Parser) { self.parser = parser }

    static func of(_ data: UnsafeMutableRawPointer?) -> Reading? {
      data.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
    }

    func open(_ name: String) {
      guard open.count < XMLElement.depthLimit else { return stop() }
      open.append(XMLElement(name: name))
    }

    func add(_ bytes: UnsafeRawBufferPointer) {
      guard let last = open.indices.last else { return }
      open[last].text += String(decoding: bytes, as: UTF8.self)
    }

    func close() {
      guard let element = open.popLast() else { return }
      if let last = open.indices.last { open[last].children.append(element) } else { root = element }
    }

    func stop() { XML_StopParser(parser, XML_Bool(XML_FALSE)) }
  }
}

extension XMLElement {
  /// Text as it stands in a document.
  static func escape(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
