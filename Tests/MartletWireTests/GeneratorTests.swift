import Foundation
import MartletGenerator
import MartletWire
import Processes
import Testing

struct GeneratorTests {
  struct Response {
    var error = ""
    var files: [String: String] = [:]
  }

  /// Runs the stock protoc on a schema, and the generator on protoc's output.
  private func generate(_ schema: String, parameter: String = "") throws -> Response {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("martlet-generator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(schema.utf8).write(to: folder.appendingPathComponent("sample.proto"))
    // The well-known types come with another package than protoc; their names are what matters.
    let wellKnown = folder.appendingPathComponent("google/protobuf")
    try FileManager.default.createDirectory(at: wellKnown, withIntermediateDirectories: true)
    let timestamp = "syntax = \"proto3\"; package google.protobuf; message Timestamp {}"
    try Data(timestamp.utf8).write(to: wellKnown.appendingPathComponent("timestamp.proto"))
    let protoc = TestProcess()
    protoc.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    protoc.arguments = [
      "protoc", "--include_imports", "--include_source_info", "--descriptor_set_out=set", "-I.", "sample.proto",
    ]
    protoc.currentDirectoryURL = folder
    try protoc.run()
    protoc.waitUntilExit()
    try #require(protoc.terminationStatus == 0, "protoc refused the test's schema, or is missing: ./dev setup")

    var request: [UInt8] = []
    func append(_ field: UInt8, _ value: [UInt8]) {
      var rest = value.count
      request.append(contentsOf: field < 16 ? [field << 3 | 2] : [])
      while rest >= 0x80 {
        request.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      request += [UInt8(rest)] + value
    }
    append(1, Array("sample.proto".utf8))
    append(2, Array(parameter.utf8))
    for file in try files(of: [UInt8](Data(contentsOf: folder.appendingPathComponent("set")))) { append(15, file) }
    return try response(Generator.respond(to: request))
  }

  /// The files of a FileDescriptorSet.
  private func files(of set: [UInt8]) throws -> [[UInt8]] {
    try set.withUnsafeBytes { bytes in
      var reader = try BinaryReader(bytes, limits: DecodingLimits())
      var files: [[UInt8]] = []
      while try reader.nextTag() != 0 { files.append(try reader.bytes()) }
      return files
    }
  }

  private func response(_ bytes: [UInt8]) throws -> Response {
    try bytes.withUnsafeBytes { bytes in
      var reader = try BinaryReader(bytes, limits: DecodingLimits())
      var response = Response()
      while true {
        switch try reader.nextTag() {
        case 0: return response
        case 10: response.error = try reader.string()
        case 16: #expect(try reader.uint64() == 1, "proto3's `optional` is supported")
        case 122:
          let outer = try reader.enter()
          #expect(try reader.nextTag() == 10)
          let name = try reader.string()
          #expect(try reader.nextTag() == 122)
          response.files[name] = try reader.string()
          reader.leave(outer)
        default: try reader.skip()
        }
      }
    }
  }

  @Test func commentsOfTheSchemaBecomeThoseOfTheTypes() throws {
    let types = try generate(
      """
      syntax = "proto3";
      package p.v1;
      // A thing
      // of two lines.
      message Thing {
        // How many.
        uint32 how_many = 1;
        // One of two.
        oneof either { string one = 2; bool two = 3; }
      }
      // Kinds.
      enum Kind {
        // Nothing yet.
        KIND_NONE_YET = 0;
      }
      """
    ).files["SampleTypes.swift"]
    let text = try #require(types)
    for expected in [
      "  /// A thing\n  /// of two lines.\n  package struct Thing: Equatable, Sendable {",
      "    /// How many.\n    package var howMany: UInt32 = 0\n",
      "    /// One of two.\n    package enum Either: Equatable, Sendable {",
      "  /// Kinds.\n  package struct Kind: WireEnum {", "    /// Nothing yet.\n    package static var noneYet: Self",
    ] {
      #expect(text.contains(expected), "\(expected)")
    }
  }

  @Test func optionsSayWhatIsWritten() throws {
    let schema = "syntax = \"proto3\"; message A {}"
    #expect(try generate(schema).files.keys.sorted() == ["SampleBinary.swift", "SampleJSON.swift", "SampleTypes.swift"])
    let types = try generate(schema, parameter: "Parts=Types,Access=internal,Namespace=Other,Import=M").files
    #expect(types.keys.sorted() == ["SampleTypes.swift"])
    #expect(types["SampleTypes.swift"]?.contains("import M\n\nextension Other {\n  struct A: Equatable") == true)
    #expect(try generate(schema, parameter: "Colour=red").error.contains("Colour=red"))
    #expect(try generate(schema, parameter: "Parts=Pictures").error.contains("Pictures"))
  }

  @Test func largeMembersOfOneofsAreKeptApart() throws {
    let fields = (1...12).map { "string f\($0) = \($0);" }.joined()
    let types = try generate(
      "syntax = \"proto3\"; message L {\(fields)} message S {} message A { oneof o { L l = 1; S s = 2; A a = 3; } }")
    let text = try #require(types.files["SampleTypes.swift"])
    #expect(text.contains("indirect case l(") && text.contains("indirect case a(") && text.contains("  case s("))
  }

  @Test func largeSingleMessagesAreKeptApart() throws {
    let types = try generate(
      "syntax = \"proto3\"; message L { string a = 1; string b = 2; string c = 3; } message S {} message A { L l = 1; S s = 2; }")
    let text = try #require(types.files["SampleTypes.swift"])
    #expect(text.contains("@Apart package var l: Wire.L?") && text.contains("    package var s: Wire.S?"))
  }

  @Test(arguments: [
    ("message A { optional int32 a = 1; }", "only syntax \"proto3\""),
    ("syntax = \"proto2\"; message A { optional group G = 1 {} }", "only syntax \"proto3\""),
    (
      "syntax = \"proto3\"; import \"google/protobuf/timestamp.proto\"; message A { google.protobuf.Timestamp t = 1; }",
      "well-known types"
    ),
    ("syntax = \"proto3\"; message A {} service S { rpc R(A) returns (A); }", "services"),
    ("syntax = \"proto3\"; message A { B b = 1; } message B { A a = 1; }", "contains itself"),
    ("syntax = \"proto3\"; message String {}", "cannot have this name"),
    ("syntax = \"proto3\"; message A {" + (1...129).map { "int32 f\($0) = \($0);" }.joined() + "}", "more than 128 fields"),
  ])
  func whatCannotBeGeneratedIsSaid(_ schema: String, _ reason: String) throws {
    let response = try generate(schema)
    #expect(response.error.contains(reason), "\(response.error)")
    #expect(response.files.isEmpty)
  }

  @Test func whatIsNoRequestIsSaid() throws {
    #expect(try response(Generator.respond(to: [0xFF])).error.contains("truncated"))
  }
}
