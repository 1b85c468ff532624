/// The allowed dependencies between targets, which are acyclic.
///
/// The client SDK and the server know each other only through the wire schema, so neither appears in the
/// other's row. A new arrow is a decision: it belongs in `docs/decisions.md`.
enum Arrows {
  static let allowed: [String: Set<String>] = [
    "MartletWire": [],
    "MartletNet": ["MartletWire", "CUV", "COpenSSL", "CHTTPParser"],
    "MartletSQLite": ["CSQLite"],
    "MartletStore": ["MartletWire", "MartletSQLite"],
    "MartletPostgres": ["MartletWire", "MartletNet", "MartletStore", "CPostgres"],
    "MartletBus": ["CNats"],
    "MartletMedia": ["MartletWire", "MartletNet", "MartletSQLite", "MartletProcess", "COpenSSL", "CExpat"],
    "BrowserModule": [],
    "MartletServer": [
      "BrowserModule", "MartletWire", "MartletNet", "MartletStore", "MartletPostgres", "MartletBus", "MartletMedia",
      "COpenSSL",
    ],
    "MartletCore": ["MartletWire", "MartletSQLite"],
    "MartletBrowser": ["MartletCore", "MartletWire", "MartletSQLite", "CSQLite"],
    "Martlet": ["MartletCore", "MartletWire", "MartletNet", "MartletSQLite"],
    "MartletFoundation": ["Martlet", "Foundation", "FoundationEssentials"],
    "MartletProcess": ["CSpawn"],
    "MartletBench": ["MartletWire", "MartletNet", "MartletProcess", "Martlet", "COpenSSL"],
    "MartletTesting": [
      "MartletWire", "MartletNet", "MartletSQLite", "MartletStore", "MartletPostgres", "MartletBus", "MartletMedia",
      "MartletServer", "MartletProcess", "Martlet", "CSQLite",
    ],
    "MartletCheck": [
      "MartletWire", "MartletNet", "MartletProcess", "MartletCore", "Martlet", "MartletBrowser", "MartletServer",
      "MartletTesting",
    ],
    "MartletCommand": [
      "MartletWire", "MartletNet", "MartletSQLite", "MartletStore", "MartletPostgres", "MartletServer", "MartletProcess",
      "MartletBench", "MartletCheck", "MartletTesting", "Martlet",
    ],
    "MartletGenerator": ["MartletWire"],
  ]

  /// Modules of the system and the toolchain any target may import; Foundation is not among them.
  static let system: Set<String> = ["Darwin", "Glibc", "Musl", "Observation", "Synchronization"]

  /// Modules that single files may import besides: on Apple's platforms, sockets are Foundation's, and the normal forms of
  /// Unicode are an SPI of the standard library, which has to be named for it.
  static let inFile: [String: Set<String>] = [
    "Sources/MartletStore/Profiles/NameWords.swift": ["Swift"],
    "Sources/Martlet/Transport/URLSessionSockets.swift": ["Foundation", "FoundationNetworking"],
    "Sources/Martlet/Conditions/SystemMonitor.swift": ["Foundation", "Network", "UIKit"],
    "Sources/Martlet/Martlet.docc/Code/FollowTimeline.swift": ["SwiftUI"],
    "Sources/Martlet/Martlet.docc/Code/Outside/Package.swift": ["PackageDescription"],
  ]

  /// Modules a file imports, with their line numbers.
  static func imports(in source: String) -> [(line: Int, module: String)] {
    let kinds: Set<Substring> = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
    return source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      var words = line.split(separator: " ")[...]
      while let word = words.first,
        word.hasPrefix("@") || ["package", "public", "internal", "private", "fileprivate"].contains(word)
      {
        words.removeFirst()
      }
      guard words.popFirst() == "import", var module = words.popFirst() else { return nil }
      if kinds.contains(module), let next = words.popFirst() { module = next }
      return (index + 1, String(module.prefix { $0 != "." && $0 != ";" }))
    }
  }

  /// The forbidden imports in one file of a target.
  static func violations(of source: String, in target: String, file: String = "") -> [String] {
    let own = (allowed[target] ?? []).union(inFile[file] ?? [])
    return imports(in: source).compactMap { line, module in
      if module == target || own.contains(module) || system.contains(module) { return nil }
      return "\(line): \(target) may not import \(module)"
    }
  }

  /// The targets a manifest declares, with their dependencies.
  static func declared(in manifest: String) -> [String: Set<String>] {
    // Either `library("Name", [...])` or `.executableTarget(name: "Name", dependencies: [...]`.
    let target = /(?:library\(\s*|executableTarget\(\s*name:\s*)"(\w+)",\s*(?:dependencies:\s*)?\[([^\]]*)\]/
    return manifest.matches(of: target).reduce(into: [:]) { found, match in
      found[String(match.1)] = Set(match.2.matches(of: /"(\w+)"/).map { String($0.1) })
    }
  }
}
