// Generated from everything.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

let everythingMessages: [any RandomMessage.Type] = [
  TestWire.Everything.self,
  TestWire.Inner.self,
  TestWire.Inner.Deeper.self,
  TestWire.Tree.self,
  TestWire.Shapes.self,
  TestWire.Choice.self,
  TestWire.Words.self,
]

extension TestWire.Everything: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.double = random.double() }
    if random.isPresent() { self.float = random.float() }
    if random.isPresent() { self.int32 = random.int32() }
    if random.isPresent() { self.int64 = random.int64() }
    if random.isPresent() { self.uint32 = random.uint32() }
    if random.isPresent() { self.uint64 = random.uint64() }
    if random.isPresent() { self.sint32 = random.sint32() }
    if random.isPresent() { self.sint64 = random.sint64() }
    if random.isPresent() { self.fixed32 = random.fixed32() }
    if random.isPresent() { self.fixed64 = random.fixed64() }
    if random.isPresent() { self.sfixed32 = random.sfixed32() }
    if random.isPresent() { self.sfixed64 = random.sfixed64() }
    if random.isPresent() { self.bool = random.bool() }
    if random.isPresent() { self.string = random.string() }
    if random.isPresent() { self.bytes = random.bytes() }
    if random.isPresent() { self.colour = random.enumeration() }
    if random.mayNest() { self.inner = random.message() }
    if random.mayNest() { self.tree = random.message() }
    if random.mayNest() { self.shapes = random.message() }
    if random.mayNest() { self.choice = random.message() }
    if random.mayNest() { self.words = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension TestWire.Inner: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.mayNest() { self.deeper = random.message() }
    self.kinds = random.list { $0.enumeration() }
    random.unknownFields(&self.unknownFields)
  }
}

extension TestWire.Inner.Deeper: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.kind = random.enumeration() }
    if random.isPresent() { self.text = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}

extension TestWire.Tree: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.children = random.listOfMessages { $0.message() }
    self.named = random.mapOfMessages({ $0.string() }, { $0.message() })
    switch random.choice(of: 3) {
    case 0: if random.mayNest() { self.link = .next(random.message()) }
    case 1: self.link = .end(random.string())
    default: break
    }
    random.unknownFields(&self.unknownFields)
  }
}

extension TestWire.Shapes: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    self.doubles = random.list { $0.double() }
    self.floats = random.list { $0.float() }
    self.int32s = random.list { $0.int32() }
    self.int64s = random.list { $0.int64() }
    self.uint32s = random.list { $0.uint32() }
    self.uint64s = random.list { $0.uint64() }
    self.sint32s = random.list { $0.sint32() }
    self.sint64s = random.list { $0.sint64() }
    self.fixed32s = random.list { $0.fixed32() }
    self.fixed64s = random.list { $0.fixed64() }
    self.sfixed32s = random.list { $0.sfixed32() }
    self.sfixed64s = random.list { $0.sfixed64() }
    self.bools = random.list { $0.bool() }
    self.strings = random.list { $0.string() }
    self.bytesList = random.list { $0.bytes() }
    self.colours = random.list { $0.enumeration() }
    self.unpacked = random.list { $0.int32() }
    self.byString = random.map({ $0.string() }, { $0.string() })
    self.byInt32 = random.map({ $0.int32() }, { $0.uint64() })
    self.bySint64 = random.map({ $0.sint64() }, { $0.double() })
    self.byFixed32 = random.map({ $0.fixed32() }, { $0.bytes() })
    self.byBool = random.map({ $0.bool() }, { $0.enumeration() })
    self.messages = random.mapOfMessages({ $0.uint64() }, { $0.message() })
    if random.isPresent() { self.optionalInt32 = random.int32() }
    if random.isPresent() { self.optionalString = random.string() }
    if random.isPresent() { self.optionalBool = random.bool() }
    if random.isPresent() { self.optionalColour = random.enumeration() }
    if random.isPresent() { self.optionalDouble = random.double() }
    if random.isPresent() { self.optionalBytes = random.bytes() }
    if random.mayNest() { self.optionalInner = random.message() }
    random.unknownFields(&self.unknownFields)
  }
}

extension TestWire.Choice: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.before = random.uint32() }
    switch random.choice(of: 9) {
    case 0: self.value = .double(random.double())
    case 1: self.value = .int64(random.int64())
    case 2: self.value = .bool(random.bool())
    case 3: self.value = .string(random.string())
    case 4: self.value = .bytes(random.bytes())
    case 5: self.value = .colour(random.enumeration())
    case 6: if random.mayNest() { self.value = .inner(random.message()) }
    case 7: if random.mayNest() { self.value = .shapes(random.message()) }
    default: break
    }
    if random.isPresent() { self.after = random.uint32() }
    switch random.choice(of: 3) {
    case 0: self.other = .none_(random.fixed32())
    case 1: self.other = .some_(random.float())
    default: break
    }
    random.unknownFields(&self.unknownFields)
  }
}

extension TestWire.Words: RandomMessage {
  init(random: inout RandomValues) {
    self.init()
    if random.isPresent() { self.`in` = random.string() }
    if random.isPresent() { self.self_ = random.string() }
    if random.isPresent() { self.size = random.uint32() }
    if random.isPresent() { self.value = random.string() }
    if random.isPresent() { self.reader = random.uint32() }
    if random.isPresent() { self.writer = random.bool() }
    if random.isPresent() { self.key = random.string() }
    if random.isPresent() { self.fields = random.string() }
    if random.isPresent() { self.json_ = random.string() }
    if random.isPresent() { self.`default` = random.string() }
    self.`init` = random.list { $0.string() }
    if random.isPresent() { self.custom = random.string() }
    if random.isPresent() { self.unknownFields_ = random.string() }
    if random.isPresent() { self.oddName2x = random.string() }
    random.unknownFields(&self.unknownFields)
  }
}
