// Generated from everything.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

extension TestWire.Everything: WireMessage {
  static var messageName: String { "martlet.test.Everything" }

  var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.double.bitPattern != 0 { size &+= 1 &+ BinarySize.double(self.double) }
    if self.float.bitPattern != 0 { size &+= 1 &+ BinarySize.float(self.float) }
    if self.int32 != 0 { size &+= 1 &+ BinarySize.int32(self.int32) }
    if self.int64 != 0 { size &+= 1 &+ BinarySize.int64(self.int64) }
    if self.uint32 != 0 { size &+= 1 &+ BinarySize.uint32(self.uint32) }
    if self.uint64 != 0 { size &+= 1 &+ BinarySize.uint64(self.uint64) }
    if self.sint32 != 0 { size &+= 1 &+ BinarySize.sint32(self.sint32) }
    if self.sint64 != 0 { size &+= 1 &+ BinarySize.sint64(self.sint64) }
    if self.fixed32 != 0 { size &+= 1 &+ BinarySize.fixed32(self.fixed32) }
    if self.fixed64 != 0 { size &+= 1 &+ BinarySize.fixed64(self.fixed64) }
    if self.sfixed32 != 0 { size &+= 1 &+ BinarySize.sfixed32(self.sfixed32) }
    if self.sfixed64 != 0 { size &+= 1 &+ BinarySize.sfixed64(self.sfixed64) }
    if self.bool { size &+= 1 &+ BinarySize.bool(self.bool) }
    if !self.string.isEmpty { size &+= 1 &+ BinarySize.string(self.string) }
    if !self.bytes.isEmpty { size &+= 1 &+ BinarySize.bytes(self.bytes) }
    if self.colour.rawValue != 0 { size &+= 2 &+ BinarySize.enumeration(self.colour) }
    if let value = self.inner { size &+= 2 &+ BinarySize.message(value) }
    if let value = self.tree { size &+= 2 &+ BinarySize.message(value) }
    if let value = self.shapes { size &+= 2 &+ BinarySize.message(value) }
    if let value = self.choice { size &+= 2 &+ BinarySize.message(value) }
    if let value = self.words { size &+= 5 &+ BinarySize.message(value) }
    return size
  }

  func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.words { writer.message(value); writer.tag(4294967290) }
    if let value = self.choice { writer.message(value); writer.tag(162) }
    if let value = self.shapes { writer.message(value); writer.tag(154) }
    if let value = self.tree { writer.message(value); writer.tag(146) }
    if let value = self.inner { writer.message(value); writer.tag(138) }
    if self.colour.rawValue != 0 { writer.enumeration(self.colour); writer.tag(128) }
    if !self.bytes.isEmpty { writer.bytes(self.bytes); writer.tag(122) }
    if !self.string.isEmpty { writer.string(self.string); writer.tag(114) }
    if self.bool { writer.bool(self.bool); writer.tag(104) }
    if self.sfixed64 != 0 { writer.sfixed64(self.sfixed64); writer.tag(97) }
    if self.sfixed32 != 0 { writer.sfixed32(self.sfixed32); writer.tag(93) }
    if self.fixed64 != 0 { writer.fixed64(self.fixed64); writer.tag(81) }
    if self.fixed32 != 0 { writer.fixed32(self.fixed32); writer.tag(77) }
    if self.sint64 != 0 { writer.sint64(self.sint64); writer.tag(64) }
    if self.sint32 != 0 { writer.sint32(self.sint32); writer.tag(56) }
    if self.uint64 != 0 { writer.uint64(self.uint64); writer.tag(48) }
    if self.uint32 != 0 { writer.uint32(self.uint32); writer.tag(40) }
    if self.int64 != 0 { writer.int64(self.int64); writer.tag(32) }
    if self.int32 != 0 { writer.int32(self.int32); writer.tag(24) }
    if self.float.bitPattern != 0 { writer.float(self.float); writer.tag(21) }
    if self.double.bitPattern != 0 { writer.double(self.double); writer.tag(9) }
  }

  mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 9: self.double = try reader.double()
      case 21: self.float = try reader.float()
      case 24: self.int32 = try reader.int32()
      case 32: self.int64 = try reader.int64()
      case 40: self.uint32 = try reader.uint32()
      case 48: self.uint64 = try reader.uint64()
      case 56: self.sint32 = try reader.sint32()
      case 64: self.sint64 = try reader.sint64()
      case 77: self.fixed32 = try reader.fixed32()
      case 81: self.fixed64 = try reader.fixed64()
      case 93: self.sfixed32 = try reader.sfixed32()
      case 97: self.sfixed64 = try reader.sfixed64()
      case 104: self.bool = try reader.bool()
      case 114: self.string = try reader.string()
      case 122: self.bytes = try reader.bytes()
      case 128: self.colour = try reader.enumeration()
      case 138: try reader.message(&self.inner)
      case 146: try reader.message(&self.tree)
      case 154: try reader.message(&self.shapes)
      case 162: try reader.message(&self.choice)
      case 4294967290: try reader.message(&self.words)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension TestWire.Inner: WireMessage {
  static var messageName: String { "martlet.test.Inner" }

  var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if let value = self.deeper { size &+= 1 &+ BinarySize.message(value) }
    if !self.kinds.isEmpty {
      var length = 0
      for value in self.kinds { length &+= BinarySize.enumeration(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    return size
  }

  func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.kinds.isEmpty {
      let mark = writer.mark
      for value in self.kinds.reversed() { writer.enumeration(value) }
      writer.length(since: mark); writer.tag(18)
    }
    if let value = self.deeper { writer.message(value); writer.tag(10) }
  }

  mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.message(&self.deeper)
      case 16:
        try reader.countElement()
        self.kinds.append(try reader.enumeration())
      case 18:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.kinds.append(try reader.enumeration())
        }
        reader.leavePacked(outer)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension TestWire.Inner.Deeper: WireMessage {
  static var messageName: String { "martlet.test.Inner.Deeper" }

  var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.kind.rawValue != 0 { size &+= 1 &+ BinarySize.enumeration(self.kind) }
    if !self.text.isEmpty { size &+= 1 &+ BinarySize.string(self.text) }
    return size
  }

  func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.text.isEmpty { writer.string(self.text); writer.tag(18) }
    if self.kind.rawValue != 0 { writer.enumeration(self.kind); writer.tag(8) }
  }

  mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.kind = try reader.enumeration()
      case 18: self.text = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension TestWire.Tree: WireMessage {
  static var messageName: String { "martlet.test.Tree" }

  var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    for value in self.children { size &+= 1 &+ BinarySize.message(value) }
    for (key, value) in self.named {
      size &+= 1 &+ BinarySize.prefixed(2 &+ BinarySize.string(key) &+ BinarySize.message(value))
    }
    switch self.link {
    case .next(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .end(let value)?: size &+= 1 &+ BinarySize.string(value)
    case nil: break
    }
    return size
  }

  func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    switch self.link {
    case .next(let value)?:
      writer.message(value); writer.tag(26)
    case .end(let value)?:
      writer.string(value); writer.tag(34)
    case nil: break
    }
    for (key, value) in self.named {
      let mark = writer.mark
      writer.message(value); writer.tag(18)
      writer.string(key); writer.tag(10)
      writer.length(since: mark); writer.tag(18)
    }
    for value in self.children.reversed() { writer.message(value); writer.tag(10) }
  }

  mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: try reader.append(to: &self.children)
      case 18:
        try reader.countElement()
        var key: String = ""
        var value: TestWire.Tree = TestWire.Tree()
        let outer = try reader.enter()
        entry: while true {
          switch try reader.nextTag() {
          case 0: break entry
          case 10: key = try reader.string()
          case 18: try reader.message(&value)
          default: try reader.skip()
          }
        }
        reader.leave(outer)
        self.named[key] = value
      case 26:
        var value = TestWire.Tree()
        if case .next(let earlier)? = self.link { value = earlier; self.link = nil }
        try reader.message(&value)
        self.link = .next(value)
      case 34: self.link = .end(try reader.string())
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension TestWire.Shapes: WireMessage {
  static var messageName: String { "martlet.test.Shapes" }

  var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.doubles.isEmpty {
      var length = 0
      for value in self.doubles { length &+= BinarySize.double(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.floats.isEmpty {
      var length = 0
      for value in self.floats { length &+= BinarySize.float(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.int32s.isEmpty {
      var length = 0
      for value in self.int32s { length &+= BinarySize.int32(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.int64s.isEmpty {
      var length = 0
      for value in self.int64s { length &+= BinarySize.int64(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.uint32s.isEmpty {
      var length = 0
      for value in self.uint32s { length &+= BinarySize.uint32(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.uint64s.isEmpty {
      var length = 0
      for value in self.uint64s { length &+= BinarySize.uint64(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.sint32s.isEmpty {
      var length = 0
      for value in self.sint32s { length &+= BinarySize.sint32(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.sint64s.isEmpty {
      var length = 0
      for value in self.sint64s { length &+= BinarySize.sint64(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.fixed32s.isEmpty {
      var length = 0
      for value in self.fixed32s { length &+= BinarySize.fixed32(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.fixed64s.isEmpty {
      var length = 0
      for value in self.fixed64s { length &+= BinarySize.fixed64(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.sfixed32s.isEmpty {
      var length = 0
      for value in self.sfixed32s { length &+= BinarySize.sfixed32(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.sfixed64s.isEmpty {
      var length = 0
      for value in self.sfixed64s { length &+= BinarySize.sfixed64(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    if !self.bools.isEmpty {
      var length = 0
      for value in self.bools { length &+= BinarySize.bool(value) }
      size &+= 1 &+ BinarySize.prefixed(length)
    }
    for value in self.strings { size &+= 1 &+ BinarySize.string(value) }
    for value in self.bytesList { size &+= 1 &+ BinarySize.bytes(value) }
    if !self.colours.isEmpty {
      var length = 0
      for value in self.colours { length &+= BinarySize.enumeration(value) }
      size &+= 2 &+ BinarySize.prefixed(length)
    }
    for value in self.unpacked { size &+= 2 &+ BinarySize.int32(value) }
    for (key, value) in self.byString {
      size &+= 2 &+ BinarySize.prefixed(2 &+ BinarySize.string(key) &+ BinarySize.string(value))
    }
    for (key, value) in self.byInt32 {
      size &+= 2 &+ BinarySize.prefixed(2 &+ BinarySize.int32(key) &+ BinarySize.uint64(value))
    }
    for (key, value) in self.bySint64 {
      size &+= 2 &+ BinarySize.prefixed(2 &+ BinarySize.sint64(key) &+ BinarySize.double(value))
    }
    for (key, value) in self.byFixed32 {
      size &+= 2 &+ BinarySize.prefixed(2 &+ BinarySize.fixed32(key) &+ BinarySize.bytes(value))
    }
    for (key, value) in self.byBool {
      size &+= 2 &+ BinarySize.prefixed(2 &+ BinarySize.bool(key) &+ BinarySize.enumeration(value))
    }
    for (key, value) in self.messages {
      size &+= 2 &+ BinarySize.prefixed(2 &+ BinarySize.uint64(key) &+ BinarySize.message(value))
    }
    if let value = self.optionalInt32 { size &+= 2 &+ BinarySize.int32(value) }
    if let value = self.optionalString { size &+= 2 &+ BinarySize.string(value) }
    if let value = self.optionalBool { size &+= 2 &+ BinarySize.bool(value) }
    if let value = self.optionalColour { size &+= 2 &+ BinarySize.enumeration(value) }
    if let value = self.optionalDouble { size &+= 2 &+ BinarySize.double(value) }
    if let value = self.optionalBytes { size &+= 2 &+ BinarySize.bytes(value) }
    if let value = self.optionalInner { size &+= 2 &+ BinarySize.message(value) }
    return size
  }

  func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if let value = self.optionalInner { writer.message(value); writer.tag(290) }
    if let value = self.optionalBytes { writer.bytes(value); writer.tag(282) }
    if let value = self.optionalDouble { writer.double(value); writer.tag(273) }
    if let value = self.optionalColour { writer.enumeration(value); writer.tag(264) }
    if let value = self.optionalBool { writer.bool(value); writer.tag(256) }
    if let value = self.optionalString { writer.string(value); writer.tag(250) }
    if let value = self.optionalInt32 { writer.int32(value); writer.tag(240) }
    for (key, value) in self.messages {
      let mark = writer.mark
      writer.message(value); writer.tag(18)
      writer.uint64(key); writer.tag(8)
      writer.length(since: mark); writer.tag(202)
    }
    for (key, value) in self.byBool {
      let mark = writer.mark
      writer.enumeration(value); writer.tag(16)
      writer.bool(key); writer.tag(8)
      writer.length(since: mark); writer.tag(194)
    }
    for (key, value) in self.byFixed32 {
      let mark = writer.mark
      writer.bytes(value); writer.tag(18)
      writer.fixed32(key); writer.tag(13)
      writer.length(since: mark); writer.tag(186)
    }
    for (key, value) in self.bySint64 {
      let mark = writer.mark
      writer.double(value); writer.tag(17)
      writer.sint64(key); writer.tag(8)
      writer.length(since: mark); writer.tag(178)
    }
    for (key, value) in self.byInt32 {
      let mark = writer.mark
      writer.uint64(value); writer.tag(16)
      writer.int32(key); writer.tag(8)
      writer.length(since: mark); writer.tag(170)
    }
    for (key, value) in self.byString {
      let mark = writer.mark
      writer.string(value); writer.tag(18)
      writer.string(key); writer.tag(10)
      writer.length(since: mark); writer.tag(162)
    }
    for value in self.unpacked.reversed() { writer.int32(value); writer.tag(136) }
    if !self.colours.isEmpty {
      let mark = writer.mark
      for value in self.colours.reversed() { writer.enumeration(value) }
      writer.length(since: mark); writer.tag(130)
    }
    for value in self.bytesList.reversed() { writer.bytes(value); writer.tag(122) }
    for value in self.strings.reversed() { writer.string(value); writer.tag(114) }
    if !self.bools.isEmpty {
      let mark = writer.mark
      for value in self.bools.reversed() { writer.bool(value) }
      writer.length(since: mark); writer.tag(106)
    }
    if !self.sfixed64s.isEmpty {
      let mark = writer.mark
      for value in self.sfixed64s.reversed() { writer.sfixed64(value) }
      writer.length(since: mark); writer.tag(98)
    }
    if !self.sfixed32s.isEmpty {
      let mark = writer.mark
      for value in self.sfixed32s.reversed() { writer.sfixed32(value) }
      writer.length(since: mark); writer.tag(90)
    }
    if !self.fixed64s.isEmpty {
      let mark = writer.mark
      for value in self.fixed64s.reversed() { writer.fixed64(value) }
      writer.length(since: mark); writer.tag(82)
    }
    if !self.fixed32s.isEmpty {
      let mark = writer.mark
      for value in self.fixed32s.reversed() { writer.fixed32(value) }
      writer.length(since: mark); writer.tag(74)
    }
    if !self.sint64s.isEmpty {
      let mark = writer.mark
      for value in self.sint64s.reversed() { writer.sint64(value) }
      writer.length(since: mark); writer.tag(66)
    }
    if !self.sint32s.isEmpty {
      let mark = writer.mark
      for value in self.sint32s.reversed() { writer.sint32(value) }
      writer.length(since: mark); writer.tag(58)
    }
    if !self.uint64s.isEmpty {
      let mark = writer.mark
      for value in self.uint64s.reversed() { writer.uint64(value) }
      writer.length(since: mark); writer.tag(50)
    }
    if !self.uint32s.isEmpty {
      let mark = writer.mark
      for value in self.uint32s.reversed() { writer.uint32(value) }
      writer.length(since: mark); writer.tag(42)
    }
    if !self.int64s.isEmpty {
      let mark = writer.mark
      for value in self.int64s.reversed() { writer.int64(value) }
      writer.length(since: mark); writer.tag(34)
    }
    if !self.int32s.isEmpty {
      let mark = writer.mark
      for value in self.int32s.reversed() { writer.int32(value) }
      writer.length(since: mark); writer.tag(26)
    }
    if !self.floats.isEmpty {
      let mark = writer.mark
      for value in self.floats.reversed() { writer.float(value) }
      writer.length(since: mark); writer.tag(18)
    }
    if !self.doubles.isEmpty {
      let mark = writer.mark
      for value in self.doubles.reversed() { writer.double(value) }
      writer.length(since: mark); writer.tag(10)
    }
  }

  mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 9:
        try reader.countElement()
        self.doubles.append(try reader.double())
      case 10:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.doubles.append(try reader.double())
        }
        reader.leavePacked(outer)
      case 21:
        try reader.countElement()
        self.floats.append(try reader.float())
      case 18:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.floats.append(try reader.float())
        }
        reader.leavePacked(outer)
      case 24:
        try reader.countElement()
        self.int32s.append(try reader.int32())
      case 26:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.int32s.append(try reader.int32())
        }
        reader.leavePacked(outer)
      case 32:
        try reader.countElement()
        self.int64s.append(try reader.int64())
      case 34:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.int64s.append(try reader.int64())
        }
        reader.leavePacked(outer)
      case 40:
        try reader.countElement()
        self.uint32s.append(try reader.uint32())
      case 42:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.uint32s.append(try reader.uint32())
        }
        reader.leavePacked(outer)
      case 48:
        try reader.countElement()
        self.uint64s.append(try reader.uint64())
      case 50:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.uint64s.append(try reader.uint64())
        }
        reader.leavePacked(outer)
      case 56:
        try reader.countElement()
        self.sint32s.append(try reader.sint32())
      case 58:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.sint32s.append(try reader.sint32())
        }
        reader.leavePacked(outer)
      case 64:
        try reader.countElement()
        self.sint64s.append(try reader.sint64())
      case 66:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.sint64s.append(try reader.sint64())
        }
        reader.leavePacked(outer)
      case 77:
        try reader.countElement()
        self.fixed32s.append(try reader.fixed32())
      case 74:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.fixed32s.append(try reader.fixed32())
        }
        reader.leavePacked(outer)
      case 81:
        try reader.countElement()
        self.fixed64s.append(try reader.fixed64())
      case 82:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.fixed64s.append(try reader.fixed64())
        }
        reader.leavePacked(outer)
      case 93:
        try reader.countElement()
        self.sfixed32s.append(try reader.sfixed32())
      case 90:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.sfixed32s.append(try reader.sfixed32())
        }
        reader.leavePacked(outer)
      case 97:
        try reader.countElement()
        self.sfixed64s.append(try reader.sfixed64())
      case 98:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.sfixed64s.append(try reader.sfixed64())
        }
        reader.leavePacked(outer)
      case 104:
        try reader.countElement()
        self.bools.append(try reader.bool())
      case 106:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.bools.append(try reader.bool())
        }
        reader.leavePacked(outer)
      case 114:
        try reader.countElement()
        self.strings.append(try reader.string())
      case 122:
        try reader.countElement()
        self.bytesList.append(try reader.bytes())
      case 128:
        try reader.countElement()
        self.colours.append(try reader.enumeration())
      case 130:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.colours.append(try reader.enumeration())
        }
        reader.leavePacked(outer)
      case 136:
        try reader.countElement()
        self.unpacked.append(try reader.int32())
      case 138:
        let outer = try reader.enterPacked()
        while reader.hasMore {
          try reader.countElement()
          self.unpacked.append(try reader.int32())
        }
        reader.leavePacked(outer)
      case 162:
        try reader.countElement()
        var key: String = ""
        var value: String = ""
        let outer = try reader.enter()
        entry: while true {
          switch try reader.nextTag() {
          case 0: break entry
          case 10: key = try reader.string()
          case 18: value = try reader.string()
          default: try reader.skip()
          }
        }
        reader.leave(outer)
        self.byString[key] = value
      case 170:
        try reader.countElement()
        var key: Int32 = 0
        var value: UInt64 = 0
        let outer = try reader.enter()
        entry: while true {
          switch try reader.nextTag() {
          case 0: break entry
          case 8: key = try reader.int32()
          case 16: value = try reader.uint64()
          default: try reader.skip()
          }
        }
        reader.leave(outer)
        self.byInt32[key] = value
      case 178:
        try reader.countElement()
        var key: Int64 = 0
        var value: Double = 0
        let outer = try reader.enter()
        entry: while true {
          switch try reader.nextTag() {
          case 0: break entry
          case 8: key = try reader.sint64()
          case 17: value = try reader.double()
          default: try reader.skip()
          }
        }
        reader.leave(outer)
        self.bySint64[key] = value
      case 186:
        try reader.countElement()
        var key: UInt32 = 0
        var value: [UInt8] = []
        let outer = try reader.enter()
        entry: while true {
          switch try reader.nextTag() {
          case 0: break entry
          case 13: key = try reader.fixed32()
          case 18: value = try reader.bytes()
          default: try reader.skip()
          }
        }
        reader.leave(outer)
        self.byFixed32[key] = value
      case 194:
        try reader.countElement()
        var key: Bool = false
        var value: TestWire.Colour = TestWire.Colour()
        let outer = try reader.enter()
        entry: while true {
          switch try reader.nextTag() {
          case 0: break entry
          case 8: key = try reader.bool()
          case 16: value = try reader.enumeration()
          default: try reader.skip()
          }
        }
        reader.leave(outer)
        self.byBool[key] = value
      case 202:
        try reader.countElement()
        var key: UInt64 = 0
        var value: TestWire.Inner = TestWire.Inner()
        let outer = try reader.enter()
        entry: while true {
          switch try reader.nextTag() {
          case 0: break entry
          case 8: key = try reader.uint64()
          case 18: try reader.message(&value)
          default: try reader.skip()
          }
        }
        reader.leave(outer)
        self.messages[key] = value
      case 240: self.optionalInt32 = try reader.int32()
      case 250: self.optionalString = try reader.string()
      case 256: self.optionalBool = try reader.bool()
      case 264: self.optionalColour = try reader.enumeration()
      case 273: self.optionalDouble = try reader.double()
      case 282: self.optionalBytes = try reader.bytes()
      case 290: try reader.message(&self.optionalInner)
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension TestWire.Choice: WireMessage {
  static var messageName: String { "martlet.test.Choice" }

  var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if self.before != 0 { size &+= 1 &+ BinarySize.uint32(self.before) }
    switch self.value {
    case .double(let value)?: size &+= 1 &+ BinarySize.double(value)
    case .int64(let value)?: size &+= 1 &+ BinarySize.int64(value)
    case .bool(let value)?: size &+= 1 &+ BinarySize.bool(value)
    case .string(let value)?: size &+= 1 &+ BinarySize.string(value)
    case .bytes(let value)?: size &+= 1 &+ BinarySize.bytes(value)
    case .colour(let value)?: size &+= 1 &+ BinarySize.enumeration(value)
    case .inner(let value)?: size &+= 1 &+ BinarySize.message(value)
    case .shapes(let value)?: size &+= 1 &+ BinarySize.message(value)
    case nil: break
    }
    if self.after != 0 { size &+= 1 &+ BinarySize.uint32(self.after) }
    switch self.other {
    case .none_(let value)?: size &+= 1 &+ BinarySize.fixed32(value)
    case .some_(let value)?: size &+= 1 &+ BinarySize.float(value)
    case nil: break
    }
    return size
  }

  func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    switch self.other {
    case .none_(let value)?:
      writer.fixed32(value); writer.tag(93)
    case .some_(let value)?:
      writer.float(value); writer.tag(101)
    case nil: break
    }
    if self.after != 0 { writer.uint32(self.after); writer.tag(80) }
    switch self.value {
    case .double(let value)?:
      writer.double(value); writer.tag(17)
    case .int64(let value)?:
      writer.int64(value); writer.tag(24)
    case .bool(let value)?:
      writer.bool(value); writer.tag(32)
    case .string(let value)?:
      writer.string(value); writer.tag(42)
    case .bytes(let value)?:
      writer.bytes(value); writer.tag(50)
    case .colour(let value)?:
      writer.enumeration(value); writer.tag(56)
    case .inner(let value)?:
      writer.message(value); writer.tag(66)
    case .shapes(let value)?:
      writer.message(value); writer.tag(74)
    case nil: break
    }
    if self.before != 0 { writer.uint32(self.before); writer.tag(8) }
  }

  mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 8: self.before = try reader.uint32()
      case 17: self.value = .double(try reader.double())
      case 24: self.value = .int64(try reader.int64())
      case 32: self.value = .bool(try reader.bool())
      case 42: self.value = .string(try reader.string())
      case 50: self.value = .bytes(try reader.bytes())
      case 56: self.value = .colour(try reader.enumeration())
      case 66:
        var value = TestWire.Inner()
        if case .inner(let earlier)? = self.value { value = earlier; self.value = nil }
        try reader.message(&value)
        self.value = .inner(value)
      case 74:
        var value = TestWire.Shapes()
        if case .shapes(let earlier)? = self.value { value = earlier; self.value = nil }
        try reader.message(&value)
        self.value = .shapes(value)
      case 80: self.after = try reader.uint32()
      case 93: self.other = .none_(try reader.fixed32())
      case 101: self.other = .some_(try reader.float())
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}

extension TestWire.Words: WireMessage {
  static var messageName: String { "martlet.test.Words" }

  var encodedSize: Int {
    var size = self.unknownFields.bytes.count
    if !self.`in`.isEmpty { size &+= 1 &+ BinarySize.string(self.`in`) }
    if !self.self_.isEmpty { size &+= 1 &+ BinarySize.string(self.self_) }
    if self.size != 0 { size &+= 1 &+ BinarySize.uint32(self.size) }
    if !self.value.isEmpty { size &+= 1 &+ BinarySize.string(self.value) }
    if self.reader != 0 { size &+= 1 &+ BinarySize.uint32(self.reader) }
    if self.writer { size &+= 1 &+ BinarySize.bool(self.writer) }
    if !self.key.isEmpty { size &+= 1 &+ BinarySize.string(self.key) }
    if !self.fields.isEmpty { size &+= 1 &+ BinarySize.string(self.fields) }
    if !self.json_.isEmpty { size &+= 1 &+ BinarySize.string(self.json_) }
    if !self.`default`.isEmpty { size &+= 1 &+ BinarySize.string(self.`default`) }
    for value in self.`init` { size &+= 1 &+ BinarySize.string(value) }
    if !self.custom.isEmpty { size &+= 1 &+ BinarySize.string(self.custom) }
    if !self.unknownFields_.isEmpty { size &+= 1 &+ BinarySize.string(self.unknownFields_) }
    if !self.oddName2x.isEmpty { size &+= 1 &+ BinarySize.string(self.oddName2x) }
    return size
  }

  func encode(into writer: inout BinaryWriter) {
    writer.unknown(self.unknownFields)
    if !self.oddName2x.isEmpty { writer.string(self.oddName2x); writer.tag(114) }
    if !self.unknownFields_.isEmpty { writer.string(self.unknownFields_); writer.tag(106) }
    if !self.custom.isEmpty { writer.string(self.custom); writer.tag(98) }
    for value in self.`init`.reversed() { writer.string(value); writer.tag(90) }
    if !self.`default`.isEmpty { writer.string(self.`default`); writer.tag(82) }
    if !self.json_.isEmpty { writer.string(self.json_); writer.tag(74) }
    if !self.fields.isEmpty { writer.string(self.fields); writer.tag(66) }
    if !self.key.isEmpty { writer.string(self.key); writer.tag(58) }
    if self.writer { writer.bool(self.writer); writer.tag(48) }
    if self.reader != 0 { writer.uint32(self.reader); writer.tag(40) }
    if !self.value.isEmpty { writer.string(self.value); writer.tag(34) }
    if self.size != 0 { writer.uint32(self.size); writer.tag(24) }
    if !self.self_.isEmpty { writer.string(self.self_); writer.tag(18) }
    if !self.`in`.isEmpty { writer.string(self.`in`); writer.tag(10) }
  }

  mutating func decode(from reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: self.`in` = try reader.string()
      case 18: self.self_ = try reader.string()
      case 24: self.size = try reader.uint32()
      case 34: self.value = try reader.string()
      case 40: self.reader = try reader.uint32()
      case 48: self.writer = try reader.bool()
      case 58: self.key = try reader.string()
      case 66: self.fields = try reader.string()
      case 74: self.json_ = try reader.string()
      case 82: self.`default` = try reader.string()
      case 90:
        try reader.countElement()
        self.`init`.append(try reader.string())
      case 98: self.custom = try reader.string()
      case 106: self.unknownFields_ = try reader.string()
      case 114: self.oddName2x = try reader.string()
      default: try reader.keep(in: &self.unknownFields)
      }
    }
  }
}
