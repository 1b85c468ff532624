// Generated from everything.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

extension TestWire.Everything {
  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.double.bitPattern != 0 { writer.field("double"); writer.double(self.double) }
    if self.float.bitPattern != 0 { writer.field("float"); writer.float(self.float) }
    if self.int32 != 0 { writer.field("int32"); writer.int32(self.int32) }
    if self.int64 != 0 { writer.field("int64"); writer.int64(self.int64) }
    if self.uint32 != 0 { writer.field("uint32"); writer.uint32(self.uint32) }
    if self.uint64 != 0 { writer.field("uint64"); writer.uint64(self.uint64) }
    if self.sint32 != 0 { writer.field("sint32"); writer.sint32(self.sint32) }
    if self.sint64 != 0 { writer.field("sint64"); writer.sint64(self.sint64) }
    if self.fixed32 != 0 { writer.field("fixed32"); writer.fixed32(self.fixed32) }
    if self.fixed64 != 0 { writer.field("fixed64"); writer.fixed64(self.fixed64) }
    if self.sfixed32 != 0 { writer.field("sfixed32"); writer.sfixed32(self.sfixed32) }
    if self.sfixed64 != 0 { writer.field("sfixed64"); writer.sfixed64(self.sfixed64) }
    if self.bool { writer.field("bool"); writer.bool(self.bool) }
    if !self.string.isEmpty { writer.field("string"); writer.string(self.string) }
    if !self.bytes.isEmpty { writer.field("bytes"); writer.bytes(self.bytes) }
    if self.colour.rawValue != 0 { writer.field("colour"); writer.enumeration(self.colour) }
    if let value = self.inner { writer.field("inner"); writer.message(value) }
    if let value = self.tree { writer.field("tree"); writer.message(value) }
    if let value = self.shapes { writer.field("shapes"); writer.message(value) }
    if let value = self.choice { writer.field("choice"); writer.message(value) }
    if let value = self.words { writer.field("words"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("double", 0),
    ("float", 1),
    ("int32", 2),
    ("int64", 3),
    ("uint32", 4),
    ("uint64", 5),
    ("sint32", 6),
    ("sint64", 7),
    ("fixed32", 8),
    ("fixed64", 9),
    ("sfixed32", 10),
    ("sfixed64", 11),
    ("bool", 12),
    ("string", 13),
    ("bytes", 14),
    ("colour", 15),
    ("inner", 16),
    ("tree", 17),
    ("shapes", 18),
    ("choice", 19),
    ("words", 20),
  ])

  mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.double = try reader.double()
      case 1:
        self.float = try reader.float()
      case 2:
        self.int32 = try reader.int32()
      case 3:
        self.int64 = try reader.int64()
      case 4:
        self.uint32 = try reader.uint32()
      case 5:
        self.uint64 = try reader.uint64()
      case 6:
        self.sint32 = try reader.sint32()
      case 7:
        self.sint64 = try reader.sint64()
      case 8:
        self.fixed32 = try reader.fixed32()
      case 9:
        self.fixed64 = try reader.fixed64()
      case 10:
        self.sfixed32 = try reader.sfixed32()
      case 11:
        self.sfixed64 = try reader.sfixed64()
      case 12:
        self.bool = try reader.bool()
      case 13:
        self.string = try reader.string()
      case 14:
        self.bytes = try reader.bytes()
      case 15:
        if let value: TestWire.Colour = try reader.enumeration() { self.colour = value }
      case 16:
        self.inner = try reader.message()
      case 17:
        self.tree = try reader.message()
      case 18:
        self.shapes = try reader.message()
      case 19:
        self.choice = try reader.message()
      case 20:
        self.words = try reader.message()
      default: break
      }
    }
  }
}

extension TestWire.Inner {
  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if let value = self.deeper { writer.field("deeper"); writer.message(value) }
    if !self.kinds.isEmpty {
      writer.field("kinds")
      writer.beginList()
      for value in self.kinds { writer.element(); writer.enumeration(value) }
      writer.endList()
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("deeper", 0),
    ("kinds", 1),
  ])

  mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.deeper = try reader.message()
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { if let value: TestWire.Inner.Deeper.Kind = try reader.enumeration() { self.kinds.append(value) } }
      default: break
      }
    }
  }
}

extension TestWire.Inner.Deeper {
  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.kind.rawValue != 0 { writer.field("kind"); writer.enumeration(self.kind) }
    if !self.text.isEmpty { writer.field("text"); writer.string(self.text) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("kind", 0),
    ("text", 1),
  ])

  mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        if let value: TestWire.Inner.Deeper.Kind = try reader.enumeration() { self.kind = value }
      case 1:
        self.text = try reader.string()
      default: break
      }
    }
  }
}

extension TestWire.Tree {
  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.children.isEmpty {
      writer.field("children")
      writer.beginList()
      for value in self.children { writer.element(); writer.message(value) }
      writer.endList()
    }
    if !self.named.isEmpty {
      writer.field("named")
      writer.beginObject()
      for (key, value) in self.named { writer.key(key); writer.message(value) }
      writer.endObject()
    }
    switch self.link {
    case .next(let value)?:
      writer.field("next"); writer.message(value)
    case .end(let value)?:
      writer.field("end"); writer.string(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("children", 0),
    ("named", 1),
    ("next", 2),
    ("end", 3),
  ])

  mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.children.append(try reader.message()) }
      case 1:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: TestWire.Tree = try reader.message()
          try reader.insert(value, for: key, into: &self.named)
        }
      case 2:
        try reader.checkAbsent(self.link == nil)
        self.link = .next(try reader.message())
      case 3:
        try reader.checkAbsent(self.link == nil)
        self.link = .end(try reader.string())
      default: break
      }
    }
  }
}

extension TestWire.Shapes {
  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.doubles.isEmpty {
      writer.field("doubles")
      writer.beginList()
      for value in self.doubles { writer.element(); writer.double(value) }
      writer.endList()
    }
    if !self.floats.isEmpty {
      writer.field("floats")
      writer.beginList()
      for value in self.floats { writer.element(); writer.float(value) }
      writer.endList()
    }
    if !self.int32s.isEmpty {
      writer.field("int32s")
      writer.beginList()
      for value in self.int32s { writer.element(); writer.int32(value) }
      writer.endList()
    }
    if !self.int64s.isEmpty {
      writer.field("int64s")
      writer.beginList()
      for value in self.int64s { writer.element(); writer.int64(value) }
      writer.endList()
    }
    if !self.uint32s.isEmpty {
      writer.field("uint32s")
      writer.beginList()
      for value in self.uint32s { writer.element(); writer.uint32(value) }
      writer.endList()
    }
    if !self.uint64s.isEmpty {
      writer.field("uint64s")
      writer.beginList()
      for value in self.uint64s { writer.element(); writer.uint64(value) }
      writer.endList()
    }
    if !self.sint32s.isEmpty {
      writer.field("sint32s")
      writer.beginList()
      for value in self.sint32s { writer.element(); writer.sint32(value) }
      writer.endList()
    }
    if !self.sint64s.isEmpty {
      writer.field("sint64s")
      writer.beginList()
      for value in self.sint64s { writer.element(); writer.sint64(value) }
      writer.endList()
    }
    if !self.fixed32s.isEmpty {
      writer.field("fixed32s")
      writer.beginList()
      for value in self.fixed32s { writer.element(); writer.fixed32(value) }
      writer.endList()
    }
    if !self.fixed64s.isEmpty {
      writer.field("fixed64s")
      writer.beginList()
      for value in self.fixed64s { writer.element(); writer.fixed64(value) }
      writer.endList()
    }
    if !self.sfixed32s.isEmpty {
      writer.field("sfixed32s")
      writer.beginList()
      for value in self.sfixed32s { writer.element(); writer.sfixed32(value) }
      writer.endList()
    }
    if !self.sfixed64s.isEmpty {
      writer.field("sfixed64s")
      writer.beginList()
      for value in self.sfixed64s { writer.element(); writer.sfixed64(value) }
      writer.endList()
    }
    if !self.bools.isEmpty {
      writer.field("bools")
      writer.beginList()
      for value in self.bools { writer.element(); writer.bool(value) }
      writer.endList()
    }
    if !self.strings.isEmpty {
      writer.field("strings")
      writer.beginList()
      for value in self.strings { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.bytesList.isEmpty {
      writer.field("bytesList")
      writer.beginList()
      for value in self.bytesList { writer.element(); writer.bytes(value) }
      writer.endList()
    }
    if !self.colours.isEmpty {
      writer.field("colours")
      writer.beginList()
      for value in self.colours { writer.element(); writer.enumeration(value) }
      writer.endList()
    }
    if !self.unpacked.isEmpty {
      writer.field("unpacked")
      writer.beginList()
      for value in self.unpacked { writer.element(); writer.int32(value) }
      writer.endList()
    }
    if !self.byString.isEmpty {
      writer.field("byString")
      writer.beginObject()
      for (key, value) in self.byString { writer.key(key); writer.string(value) }
      writer.endObject()
    }
    if !self.byInt32.isEmpty {
      writer.field("byInt32")
      writer.beginObject()
      for (key, value) in self.byInt32 { writer.key(key); writer.uint64(value) }
      writer.endObject()
    }
    if !self.bySint64.isEmpty {
      writer.field("bySint64")
      writer.beginObject()
      for (key, value) in self.bySint64 { writer.key(key); writer.double(value) }
      writer.endObject()
    }
    if !self.byFixed32.isEmpty {
      writer.field("byFixed32")
      writer.beginObject()
      for (key, value) in self.byFixed32 { writer.key(key); writer.bytes(value) }
      writer.endObject()
    }
    if !self.byBool.isEmpty {
      writer.field("byBool")
      writer.beginObject()
      for (key, value) in self.byBool { writer.key(key); writer.enumeration(value) }
      writer.endObject()
    }
    if !self.messages.isEmpty {
      writer.field("messages")
      writer.beginObject()
      for (key, value) in self.messages { writer.key(key); writer.message(value) }
      writer.endObject()
    }
    if let value = self.optionalInt32 { writer.field("optionalInt32"); writer.int32(value) }
    if let value = self.optionalString { writer.field("optionalString"); writer.string(value) }
    if let value = self.optionalBool { writer.field("optionalBool"); writer.bool(value) }
    if let value = self.optionalColour { writer.field("optionalColour"); writer.enumeration(value) }
    if let value = self.optionalDouble { writer.field("optionalDouble"); writer.double(value) }
    if let value = self.optionalBytes { writer.field("optionalBytes"); writer.bytes(value) }
    if let value = self.optionalInner { writer.field("optionalInner"); writer.message(value) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("doubles", 0),
    ("floats", 1),
    ("int32s", 2),
    ("int64s", 3),
    ("uint32s", 4),
    ("uint64s", 5),
    ("sint32s", 6),
    ("sint64s", 7),
    ("fixed32s", 8),
    ("fixed64s", 9),
    ("sfixed32s", 10),
    ("sfixed64s", 11),
    ("bools", 12),
    ("strings", 13),
    ("bytesList", 14), ("bytes_list", 14),
    ("colours", 15),
    ("unpacked", 16),
    ("byString", 17), ("by_string", 17),
    ("byInt32", 18), ("by_int32", 18),
    ("bySint64", 19), ("by_sint64", 19),
    ("byFixed32", 20), ("by_fixed32", 20),
    ("byBool", 21), ("by_bool", 21),
    ("messages", 22),
    ("optionalInt32", 23), ("optional_int32", 23),
    ("optionalString", 24), ("optional_string", 24),
    ("optionalBool", 25), ("optional_bool", 25),
    ("optionalColour", 26), ("optional_colour", 26),
    ("optionalDouble", 27), ("optional_double", 27),
    ("optionalBytes", 28), ("optional_bytes", 28),
    ("optionalInner", 29), ("optional_inner", 29),
  ])

  mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.doubles.append(try reader.double()) }
      case 1:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.floats.append(try reader.float()) }
      case 2:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.int32s.append(try reader.int32()) }
      case 3:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.int64s.append(try reader.int64()) }
      case 4:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.uint32s.append(try reader.uint32()) }
      case 5:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.uint64s.append(try reader.uint64()) }
      case 6:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.sint32s.append(try reader.sint32()) }
      case 7:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.sint64s.append(try reader.sint64()) }
      case 8:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.fixed32s.append(try reader.fixed32()) }
      case 9:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.fixed64s.append(try reader.fixed64()) }
      case 10:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.sfixed32s.append(try reader.sfixed32()) }
      case 11:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.sfixed64s.append(try reader.sfixed64()) }
      case 12:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.bools.append(try reader.bool()) }
      case 13:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.strings.append(try reader.string()) }
      case 14:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.bytesList.append(try reader.bytes()) }
      case 15:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { if let value: TestWire.Colour = try reader.enumeration() { self.colours.append(value) } }
      case 16:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.unpacked.append(try reader.int32()) }
      case 17:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.string()
          try reader.colon()
          let value: String = try reader.string()
          try reader.insert(value, for: key, into: &self.byString)
        }
      case 18:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.int32()
          try reader.colon()
          let value: UInt64 = try reader.uint64()
          try reader.insert(value, for: key, into: &self.byInt32)
        }
      case 19:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.sint64()
          try reader.colon()
          let value: Double = try reader.double()
          try reader.insert(value, for: key, into: &self.bySint64)
        }
      case 20:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.fixed32()
          try reader.colon()
          let value: [UInt8] = try reader.bytes()
          try reader.insert(value, for: key, into: &self.byFixed32)
        }
      case 21:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.boolKey()
          try reader.colon()
          if let value: TestWire.Colour = try reader.enumeration() { try reader.insert(value, for: key, into: &self.byBool) }
        }
      case 22:
        var isFirst = true
        try reader.beginMap()
        while try reader.nextPair(isFirst: &isFirst) {
          let key = try reader.uint64()
          try reader.colon()
          let value: TestWire.Inner = try reader.message()
          try reader.insert(value, for: key, into: &self.messages)
        }
      case 23:
        self.optionalInt32 = try reader.int32()
      case 24:
        self.optionalString = try reader.string()
      case 25:
        self.optionalBool = try reader.bool()
      case 26:
        if let value: TestWire.Colour = try reader.enumeration() { self.optionalColour = value }
      case 27:
        self.optionalDouble = try reader.double()
      case 28:
        self.optionalBytes = try reader.bytes()
      case 29:
        self.optionalInner = try reader.message()
      default: break
      }
    }
  }
}

extension TestWire.Choice {
  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if self.before != 0 { writer.field("before"); writer.uint32(self.before) }
    switch self.value {
    case .double(let value)?:
      writer.field("double"); writer.double(value)
    case .int64(let value)?:
      writer.field("int64"); writer.int64(value)
    case .bool(let value)?:
      writer.field("bool"); writer.bool(value)
    case .string(let value)?:
      writer.field("string"); writer.string(value)
    case .bytes(let value)?:
      writer.field("bytes"); writer.bytes(value)
    case .colour(let value)?:
      writer.field("colour"); writer.enumeration(value)
    case .inner(let value)?:
      writer.field("inner"); writer.message(value)
    case .shapes(let value)?:
      writer.field("shapes"); writer.message(value)
    case nil: break
    }
    if self.after != 0 { writer.field("after"); writer.uint32(self.after) }
    switch self.other {
    case .none_(let value)?:
      writer.field("none"); writer.fixed32(value)
    case .some_(let value)?:
      writer.field("some"); writer.float(value)
    case nil: break
    }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("before", 0),
    ("double", 1),
    ("int64", 2),
    ("bool", 3),
    ("string", 4),
    ("bytes", 5),
    ("colour", 6),
    ("inner", 7),
    ("shapes", 8),
    ("after", 9),
    ("none", 10),
    ("some", 11),
  ])

  mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.before = try reader.uint32()
      case 1:
        try reader.checkAbsent(self.value == nil)
        self.value = .double(try reader.double())
      case 2:
        try reader.checkAbsent(self.value == nil)
        self.value = .int64(try reader.int64())
      case 3:
        try reader.checkAbsent(self.value == nil)
        self.value = .bool(try reader.bool())
      case 4:
        try reader.checkAbsent(self.value == nil)
        self.value = .string(try reader.string())
      case 5:
        try reader.checkAbsent(self.value == nil)
        self.value = .bytes(try reader.bytes())
      case 6:
        try reader.checkAbsent(self.value == nil)
        if let value: TestWire.Colour = try reader.enumeration() { self.value = .colour(value) }
      case 7:
        try reader.checkAbsent(self.value == nil)
        self.value = .inner(try reader.message())
      case 8:
        try reader.checkAbsent(self.value == nil)
        self.value = .shapes(try reader.message())
      case 9:
        self.after = try reader.uint32()
      case 10:
        try reader.checkAbsent(self.other == nil)
        self.other = .none_(try reader.fixed32())
      case 11:
        try reader.checkAbsent(self.other == nil)
        self.other = .some_(try reader.float())
      default: break
      }
    }
  }
}

extension TestWire.Words {
  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    if !self.`in`.isEmpty { writer.field("in"); writer.string(self.`in`) }
    if !self.self_.isEmpty { writer.field("self"); writer.string(self.self_) }
    if self.size != 0 { writer.field("size"); writer.uint32(self.size) }
    if !self.value.isEmpty { writer.field("value"); writer.string(self.value) }
    if self.reader != 0 { writer.field("reader"); writer.uint32(self.reader) }
    if self.writer { writer.field("writer"); writer.bool(self.writer) }
    if !self.key.isEmpty { writer.field("key"); writer.string(self.key) }
    if !self.fields.isEmpty { writer.field("fields"); writer.string(self.fields) }
    if !self.json_.isEmpty { writer.field("json"); writer.string(self.json_) }
    if !self.`default`.isEmpty { writer.field("default"); writer.string(self.`default`) }
    if !self.`init`.isEmpty {
      writer.field("init")
      writer.beginList()
      for value in self.`init` { writer.element(); writer.string(value) }
      writer.endList()
    }
    if !self.custom.isEmpty { writer.field("@custom"); writer.string(self.custom) }
    if !self.unknownFields_.isEmpty { writer.field("unknownFields"); writer.string(self.unknownFields_) }
    if !self.oddName2x.isEmpty { writer.field("OddName2x"); writer.string(self.oddName2x) }
    writer.endObject()
  }

  private static let jsonNames = JSONNames([
    ("in", 0),
    ("self", 1),
    ("size", 2),
    ("value", 3),
    ("reader", 4),
    ("writer", 5),
    ("key", 6),
    ("fields", 7),
    ("json", 8),
    ("default", 9),
    ("init", 10),
    ("@custom", 11), ("custom", 11),
    ("unknownFields", 12), ("unknown_fields", 12),
    ("OddName2x", 13), ("__odd__name_2x", 13),
  ])

  mutating func decode(from reader: inout JSONReader) throws(WireError) {
    var fields = try reader.beginFields(Self.jsonNames)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 0:
        self.`in` = try reader.string()
      case 1:
        self.self_ = try reader.string()
      case 2:
        self.size = try reader.uint32()
      case 3:
        self.value = try reader.string()
      case 4:
        self.reader = try reader.uint32()
      case 5:
        self.writer = try reader.bool()
      case 6:
        self.key = try reader.string()
      case 7:
        self.fields = try reader.string()
      case 8:
        self.json_ = try reader.string()
      case 9:
        self.`default` = try reader.string()
      case 10:
        var isFirst = true
        try reader.beginList()
        while try reader.nextElement(isFirst: &isFirst) { self.`init`.append(try reader.string()) }
      case 11:
        self.custom = try reader.string()
      case 12:
        self.unknownFields_ = try reader.string()
      case 13:
        self.oddName2x = try reader.string()
      default: break
      }
    }
  }
}
