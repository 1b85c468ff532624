// Generated from everything.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

extension TestWire {
  /// Every type of field, in every shape.
  struct Everything: Equatable, Sendable {
    var double: Double = 0
    var float: Float = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var uint32: UInt32 = 0
    var uint64: UInt64 = 0
    var sint32: Int32 = 0
    var sint64: Int64 = 0
    var fixed32: UInt32 = 0
    var fixed64: UInt64 = 0
    var sfixed32: Int32 = 0
    var sfixed64: Int64 = 0
    var bool: Bool = false
    var string: String = ""
    var bytes: [UInt8] = []
    var colour: TestWire.Colour = TestWire.Colour()
    @Apart var inner: TestWire.Inner? = nil
    @Apart var tree: TestWire.Tree? = nil
    @Apart var shapes: TestWire.Shapes? = nil
    @Apart var choice: TestWire.Choice? = nil
    @Apart var words: TestWire.Words? = nil
    var unknownFields = UnknownFields()

    init() {}

    init(
      double: Double = 0,
      float: Float = 0,
      int32: Int32 = 0,
      int64: Int64 = 0,
      uint32: UInt32 = 0,
      uint64: UInt64 = 0,
      sint32: Int32 = 0,
      sint64: Int64 = 0,
      fixed32: UInt32 = 0,
      fixed64: UInt64 = 0,
      sfixed32: Int32 = 0,
      sfixed64: Int64 = 0,
      bool: Bool = false,
      string: String = "",
      bytes: [UInt8] = [],
      colour: TestWire.Colour = TestWire.Colour(),
      inner: TestWire.Inner? = nil,
      tree: TestWire.Tree? = nil,
      shapes: TestWire.Shapes? = nil,
      choice: TestWire.Choice? = nil,
      words: TestWire.Words? = nil
    ) {
      self.double = double
      self.float = float
      self.int32 = int32
      self.int64 = int64
      self.uint32 = uint32
      self.uint64 = uint64
      self.sint32 = sint32
      self.sint64 = sint64
      self.fixed32 = fixed32
      self.fixed64 = fixed64
      self.sfixed32 = sfixed32
      self.sfixed64 = sfixed64
      self.bool = bool
      self.string = string
      self.bytes = bytes
      self.colour = colour
      self.inner = inner
      self.tree = tree
      self.shapes = shapes
      self.choice = choice
      self.words = words
    }
  }
}

extension TestWire {
  struct Inner: Equatable, Sendable {
    var deeper: TestWire.Inner.Deeper? = nil
    var kinds: [TestWire.Inner.Deeper.Kind] = []
    var unknownFields = UnknownFields()

    init() {}

    init(
      deeper: TestWire.Inner.Deeper? = nil,
      kinds: [TestWire.Inner.Deeper.Kind] = []
    ) {
      self.deeper = deeper
      self.kinds = kinds
    }
  }
}

extension TestWire.Inner {
  /// Types within types.
  struct Deeper: Equatable, Sendable {
    var kind: TestWire.Inner.Deeper.Kind = TestWire.Inner.Deeper.Kind()
    var text: String = ""
    var unknownFields = UnknownFields()

    init() {}

    init(
      kind: TestWire.Inner.Deeper.Kind = TestWire.Inner.Deeper.Kind(),
      text: String = ""
    ) {
      self.kind = kind
      self.text = text
    }
  }
}

extension TestWire {
  /// Recursive through a list, a map and a oneof.
  struct Tree: Equatable, Sendable {
    enum Link: Equatable, Sendable {
      indirect case next(TestWire.Tree)
      case end(String)
    }

    var children: [TestWire.Tree] = []
    var named: [String: TestWire.Tree] = [:]
    var link: Link? = nil
    var unknownFields = UnknownFields()

    init() {}

    init(
      children: [TestWire.Tree] = [],
      named: [String: TestWire.Tree] = [:],
      link: Link? = nil
    ) {
      self.children = children
      self.named = named
      self.link = link
    }
  }
}

extension TestWire {
  struct Shapes: Equatable, Sendable {
    var doubles: [Double] = []
    var floats: [Float] = []
    var int32s: [Int32] = []
    var int64s: [Int64] = []
    var uint32s: [UInt32] = []
    var uint64s: [UInt64] = []
    var sint32s: [Int32] = []
    var sint64s: [Int64] = []
    var fixed32s: [UInt32] = []
    var fixed64s: [UInt64] = []
    var sfixed32s: [Int32] = []
    var sfixed64s: [Int64] = []
    var bools: [Bool] = []
    var strings: [String] = []
    var bytesList: [[UInt8]] = []
    var colours: [TestWire.Colour] = []
    var unpacked: [Int32] = []
    var byString: [String: String] = [:]
    var byInt32: [Int32: UInt64] = [:]
    var bySint64: [Int64: Double] = [:]
    var byFixed32: [UInt32: [UInt8]] = [:]
    var byBool: [Bool: TestWire.Colour] = [:]
    var messages: [UInt64: TestWire.Inner] = [:]
    var optionalInt32: Int32? = nil
    var optionalString: String? = nil
    var optionalBool: Bool? = nil
    var optionalColour: TestWire.Colour? = nil
    var optionalDouble: Double? = nil
    var optionalBytes: [UInt8]? = nil
    @Apart var optionalInner: TestWire.Inner? = nil
    var unknownFields = UnknownFields()

    init() {}

    init(
      doubles: [Double] = [],
      floats: [Float] = [],
      int32s: [Int32] = [],
      int64s: [Int64] = [],
      uint32s: [UInt32] = [],
      uint64s: [UInt64] = [],
      sint32s: [Int32] = [],
      sint64s: [Int64] = [],
      fixed32s: [UInt32] = [],
      fixed64s: [UInt64] = [],
      sfixed32s: [Int32] = [],
      sfixed64s: [Int64] = [],
      bools: [Bool] = [],
      strings: [String] = [],
      bytesList: [[UInt8]] = [],
      colours: [TestWire.Colour] = [],
      unpacked: [Int32] = [],
      byString: [String: String] = [:],
      byInt32: [Int32: UInt64] = [:],
      bySint64: [Int64: Double] = [:],
      byFixed32: [UInt32: [UInt8]] = [:],
      byBool: [Bool: TestWire.Colour] = [:],
      messages: [UInt64: TestWire.Inner] = [:],
      optionalInt32: Int32? = nil,
      optionalString: String? = nil,
      optionalBool: Bool? = nil,
      optionalColour: TestWire.Colour? = nil,
      optionalDouble: Double? = nil,
      optionalBytes: [UInt8]? = nil,
      optionalInner: TestWire.Inner? = nil
    ) {
      self.doubles = doubles
      self.floats = floats
      self.int32s = int32s
      self.int64s = int64s
      self.uint32s = uint32s
      self.uint64s = uint64s
      self.sint32s = sint32s
      self.sint64s = sint64s
      self.fixed32s = fixed32s
      self.fixed64s = fixed64s
      self.sfixed32s = sfixed32s
      self.sfixed64s = sfixed64s
      self.bools = bools
      self.strings = strings
      self.bytesList = bytesList
      self.colours = colours
      self.unpacked = unpacked
      self.byString = byString
      self.byInt32 = byInt32
      self.bySint64 = bySint64
      self.byFixed32 = byFixed32
      self.byBool = byBool
      self.messages = messages
      self.optionalInt32 = optionalInt32
      self.optionalString = optionalString
      self.optionalBool = optionalBool
      self.optionalColour = optionalColour
      self.optionalDouble = optionalDouble
      self.optionalBytes = optionalBytes
      self.optionalInner = optionalInner
    }
  }
}

extension TestWire {
  struct Choice: Equatable, Sendable {
    enum Value: Equatable, Sendable {
      case double(Double)
      case int64(Int64)
      case bool(Bool)
      case string(String)
      case bytes([UInt8])
      case colour(TestWire.Colour)
      case inner(TestWire.Inner)
      indirect case shapes(TestWire.Shapes)
    }

    enum Other: Equatable, Sendable {
      case none_(UInt32)
      case some_(Float)
    }

    var before: UInt32 = 0
    var value: Value? = nil
    var after: UInt32 = 0
    var other: Other? = nil
    var unknownFields = UnknownFields()

    init() {}

    init(
      before: UInt32 = 0,
      value: Value? = nil,
      after: UInt32 = 0,
      other: Other? = nil
    ) {
      self.before = before
      self.value = value
      self.after = after
      self.other = other
    }
  }
}

extension TestWire {
  /// Names that mean something in Swift or in what is generated.
  struct Words: Equatable, Sendable {
    var `in`: String = ""
    var self_: String = ""
    var size: UInt32 = 0
    var value: String = ""
    var reader: UInt32 = 0
    var writer: Bool = false
    var key: String = ""
    var fields: String = ""
    var json_: String = ""
    var `default`: String = ""
    var `init`: [String] = []
    var custom: String = ""
    var unknownFields_: String = ""
    var oddName2x: String = ""
    var unknownFields = UnknownFields()

    init() {}

    init(
      `in`: String = "",
      self_: String = "",
      size: UInt32 = 0,
      value: String = "",
      reader: UInt32 = 0,
      writer: Bool = false,
      key: String = "",
      fields: String = "",
      json_: String = "",
      `default`: String = "",
      `init`: [String] = [],
      custom: String = "",
      unknownFields_: String = "",
      oddName2x: String = ""
    ) {
      self.`in` = `in`
      self.self_ = self_
      self.size = size
      self.value = value
      self.reader = reader
      self.writer = writer
      self.key = key
      self.fields = fields
      self.json_ = json_
      self.`default` = `default`
      self.`init` = `init`
      self.custom = custom
      self.unknownFields_ = unknownFields_
      self.oddName2x = oddName2x
    }
  }
}

extension TestWire {
  struct Colour: WireEnum {
    var rawValue: Int32 = 0

    init() {}
    init(rawValue: Int32) { self.rawValue = rawValue }

    static var none_: Self { Self(rawValue: 0) }
    static var red: Self { Self(rawValue: 1) }
    static var crimson: Self { Self(rawValue: 1) }
    static var ultraviolet: Self { Self(rawValue: -1) }

    static let names: [(name: StaticString, number: Int32)] = [
      ("COLOUR_NONE", 0),
      ("COLOUR_RED", 1),
      ("COLOUR_CRIMSON", 1),
      ("COLOUR_ULTRAVIOLET", -1),
    ]
  }
}

extension TestWire.Inner.Deeper {
  struct Kind: WireEnum {
    var rawValue: Int32 = 0

    init() {}
    init(rawValue: Int32) { self.rawValue = rawValue }

    static var unknown: Self { Self(rawValue: 0) }
    static var _2d: Self { Self(rawValue: 2) }

    static let names: [(name: StaticString, number: Int32)] = [
      ("KIND_UNKNOWN", 0),
      ("KIND_2D", 2),
    ]
  }
}
