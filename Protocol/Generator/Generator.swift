import MartletWire

/// From protoc's request to the response.
package enum Generator {
  /// What `--martlet_opt=Key=Value,...` says.
  struct Options {
    /// The type that the types are within.
    var namespace = "Wire"
    /// `package ` or nothing.
    var access = "package "
    /// A module to import.
    var imports: [String] = []
    /// Which files to write.
    var parts = ["Types", "Binary", "JSON"]

    init(_ parameter: String) throws {
      for option in parameter.split(separator: ",") {
        let pair = option.split(separator: "=", maxSplits: 1).map(String.init)
        switch (pair.first, pair.count) {
        case ("Namespace", 2): namespace = pair[1]
        case ("Access", 2): access = pair[1] == "internal" ? "" : pair[1] + " "
        case ("Import", 2): imports.append(pair[1])
        case ("Parts", 2): parts = pair[1].split(separator: "+").map(String.init)
        default: throw SchemaError("option \(option): known are Namespace=, Access=, Import= and Parts=")
        }
      }
    }
  }

  /// Answers a `CodeGeneratorRequest` with a `CodeGeneratorResponse`, both in the binary form.
  package static func respond(to input: [UInt8]) -> [UInt8] {
    var response = ByteWriter()
    // The plug-in knows `optional` in proto3.
    response.append(2 << 3)
    response.append(1)
    do {
      for (name, content) in try generate(input) {
        var file = ByteWriter()
        file.append(field: 1, name)
        file.append(field: 15, content)
        response.append(field: 15, file.bytes)
      }
    } catch let error as SchemaError {
      response.append(field: 1, error.message)
    } catch {
      response.append(field: 1, "\(error)")
    }
    return response.bytes
  }

  private static func generate(_ input: [UInt8]) throws -> [(name: String, content: String)] {
    let request = try input.withUnsafeBytes { bytes in
      var reader = try BinaryReader(bytes, limits: DecodingLimits(bytes: .max))
      return try GeneratorRequest(&reader)
    }
    let options = try Options(request.parameter)
    let schema = try Schema(request.files, namespace: options.namespace)
    var result: [(name: String, content: String)] = []
    for file in schema.files where request.filesToGenerate.contains(file.name) {
      for message in file.messages { _ = try schema.width(of: message.schemaName) }
      let base = baseName(of: file.name)
      for part in options.parts {
        let body = try emit(part, file, schema, options, list: Names.lowerCamel(base) + "Messages")
        guard part != "TypeScript" else {
          result.append(("\(base).d.ts", "// Generated from \(file.name) by Protocol/generate. Do not edit.\n" + body))
          continue
        }
        result.append(("\(Names.upperCamel(base))\(part).swift", header(of: file.name, options) + body))
      }
    }
    return result
  }

  private static func emit(_ part: String, _ file: File, _ schema: Schema, _ options: Options, list: String) throws -> String {
    switch part {
    case "Types": try TypesEmitter(schema: schema, options: options).emit(file)
    case "Binary": BinaryEmitter(access: options.access).emit(file)
    case "JSON": JSONEmitter(access: options.access, isAlone: !options.parts.contains("Binary")).emit(file)
    case "Random": RandomEmitter().emit(file, list: list)
    case "Requests": try RequestsEmitter(namespace: options.namespace).emit(file)
    case "TypeScript": TypeScriptEmitter(namespace: options.namespace).emit(file)
    default: throw SchemaError("Parts=\(part): known are Types, Binary, JSON, Random, Requests and TypeScript")
    }
  }

  private static func header(of file: String, _ options: Options) -> String {
    let imports = options.imports.map { "\nimport \($0)" }.joined()
    return """
      // Generated from \(file) by Protocol/generate. Do not edit.
      // swift-format-ignore-file
      \(imports.isEmpty ? "" : imports + "\n")
      """
  }

  /// `dir/rest_api.proto` becomes `rest_api`.
  private static func baseName(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".proto") ? String(name.dropLast(6)) : name
  }
}

extension ByteWriter {
  /// Appends a field with a length.
  fileprivate mutating func append(field: UInt8, _ value: [UInt8]) {
    append(field << 3 | 2)
    var rest = value.count
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
    bytes += value
  }

  fileprivate mutating func append(field: UInt8, _ value: String) { append(field: field, Array(value.utf8)) }
}
