import MartletWire

// What of google/protobuf/descriptor.proto and compiler/plugin.proto the generator looks at. These are the
// messages protoc sends, so that they cannot come from this generator.

/// What protoc asks a plug-in for.
struct GeneratorRequest {
  var filesToGenerate: [String] = []
  var parameter = ""
  var files: [FileDescriptor] = []

  init(_ reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: filesToGenerate.append(try reader.string())
      case 18: parameter = try reader.string()
      case 122: files.append(try reader.nested(FileDescriptor.init))
      default: try reader.skip()
      }
    }
  }
}

struct FileDescriptor {
  var name = ""
  var package = ""
  var syntax = ""
  var messages: [MessageDescriptor] = []
  var enums: [EnumDescriptor] = []
  var extensions = 0
  var services = 0
  /// Comments by the path of what they stand before, as numbers of fields and indices.
  var comments: [[Int32]: String] = [:]

  init(_ reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: name = try reader.string()
      case 18: package = try reader.string()
      case 34: messages.append(try reader.nested(MessageDescriptor.init))
      case 42: enums.append(try reader.nested(EnumDescriptor.init))
      case 50:
        services += 1
        try reader.skip()
      case 58:
        extensions += 1
        try reader.skip()
      case 74: try readComments(&reader)
      case 98: syntax = try reader.string()
      default: try reader.skip()
      }
    }
  }

  private mutating func readComments(_ reader: inout BinaryReader) throws(WireError) {
    let outer = try reader.enter()
    var tag = try reader.nextTag()
    while tag != 0 {
      if tag == 10 {
        let location = try reader.nested(LocationDescriptor.init)
        if !location.comment.isEmpty { comments[location.path] = location.comment }
      } else {
        try reader.skip()
      }
      tag = try reader.nextTag()
    }
    reader.leave(outer)
  }
}

struct LocationDescriptor {
  var path: [Int32] = []
  var comment = ""

  init(_ reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10:
        let outer = try reader.enterPacked()
        while reader.hasMore { path.append(try reader.int32()) }
        reader.leavePacked(outer)
      case 26: comment = try reader.string()
      default: try reader.skip()
      }
    }
  }
}

struct MessageDescriptor {
  var name = ""
  var fields: [FieldDescriptor] = []
  var messages: [MessageDescriptor] = []
  var enums: [EnumDescriptor] = []
  var oneofs: [String] = []
  var extensions = 0
  var isMapEntry = false

  init(_ reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: name = try reader.string()
      case 18: fields.append(try reader.nested(FieldDescriptor.init))
      case 26: messages.append(try reader.nested(MessageDescriptor.init))
      case 34: enums.append(try reader.nested(EnumDescriptor.init))
      case 42, 50:
        extensions += 1
        try reader.skip()
      case 58: try readOptions(&reader)
      case 66: oneofs.append(try reader.nested(NameDescriptor.init).name)
      default: try reader.skip()
      }
    }
  }

  private mutating func readOptions(_ reader: inout BinaryReader) throws(WireError) {
    let outer = try reader.enter()
    var tag = try reader.nextTag()
    while tag != 0 {
      if tag == 56 { isMapEntry = try reader.bool() } else { try reader.skip() }
      tag = try reader.nextTag()
    }
    reader.leave(outer)
  }
}

struct FieldDescriptor {
  var name = ""
  var number: Int32 = 0
  var isRepeated = false
  var type: Int32 = 0
  var typeName = ""
  var oneof: Int32?
  var jsonName = ""
  var isOptional = false
  /// Whether a list of numbers is written as one value; proto3 does unless the schema says otherwise.
  var isPacked = true
  /// True if a 64-bit integer is a number in JSON instead of text: `[jstype = JS_NUMBER]`.
  var isJSNumber = false

  init(_ reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: name = try reader.string()
      case 24: number = try reader.int32()
      case 32: isRepeated = try reader.int32() == 3
      case 40: type = try reader.int32()
      case 50: typeName = try reader.string()
      case 66: try readOptions(&reader)
      case 72: oneof = try reader.int32()
      case 82: jsonName = try reader.string()
      case 136: isOptional = try reader.bool()
      default: try reader.skip()
      }
    }
  }

  private mutating func readOptions(_ reader: inout BinaryReader) throws(WireError) {
    let outer = try reader.enter()
    var tag = try reader.nextTag()
    while tag != 0 {
      switch tag {
      case 16: isPacked = try reader.bool()
      case 48: isJSNumber = try reader.int32() == 2
      default: try reader.skip()
      }
      tag = try reader.nextTag()
    }
    reader.leave(outer)
  }
}

struct EnumDescriptor {
  var name = ""
  var values: [EnumValueDescriptor] = []

  init(_ reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: name = try reader.string()
      case 18: values.append(try reader.nested(EnumValueDescriptor.init))
      default: try reader.skip()
      }
    }
  }
}

struct EnumValueDescriptor {
  var name = ""
  var number: Int32 = 0

  init(_ reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: name = try reader.string()
      case 16: number = try reader.int32()
      default: try reader.skip()
      }
    }
  }
}

struct NameDescriptor {
  var name = ""

  init(_ reader: inout BinaryReader) throws(WireError) {
    while true {
      switch try reader.nextTag() {
      case 0: return
      case 10: name = try reader.string()
      default: try reader.skip()
      }
    }
  }
}

extension BinaryReader {
  mutating func nested<T>(_ read: (inout BinaryReader) throws(WireError) -> T) throws(WireError) -> T {
    let outer = try enter()
    let value = try read(&self)
    leave(outer)
    return value
  }
}
