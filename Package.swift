// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// The SDK uses the system's networking on Apple's platforms. With this variable it does so on Linux too: `tools/apple/check`
// compiles in this way what is otherwise compiled there only.
let usesSystemTransport = Context.environment["MARTLET_SYSTEM_TRANSPORT"] != nil
let transport: [SwiftSetting] = usesSystemTransport ? [.define("MARTLET_SYSTEM_TRANSPORT")] : []

func onLinux(_ name: String) -> Target.Dependency? {
  usesSystemTransport ? nil : .target(name: name, condition: .when(platforms: [.linux]))
}

func system(_ name: String, _ package: String?, apt: String) -> Target {
  .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: package, providers: [.apt([apt])])
}

func library(
  _ name: String, _ dependencies: [Target.Dependency?], exclude: [String] = [], swiftSettings more: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies.compactMap { $0 }, exclude: exclude, swiftSettings: settings + more)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "martlet",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "Martlet", targets: ["Martlet"]),
    .library(name: "MartletFoundation", targets: ["MartletFoundation"]),
    .library(name: "MartletTesting", targets: ["MartletTesting"]),
    .executable(name: "martlet", targets: ["MartletCommand"]),
    .executable(name: "protoc-gen-martlet", targets: ["MartletGenerator"]),
  ],
  targets: [
    system("CSpawn", nil, apt: "libc6-dev"),
    system("CUV", "libuv", apt: "libuv1-dev"),
    system("COpenSSL", "openssl", apt: "libssl-dev"),
    system("CSQLite", "sqlite3", apt: "libsqlite3-dev"),
    system("CPostgres", "libpq", apt: "libpq-dev"),
    system("CNats", "libnats", apt: "libnats-dev"),
    system("CHTTPParser", nil, apt: "libhttp-parser-dev"),
    system("CExpat", "expat", apt: "libexpat1-dev"),

    library("MartletWire", []),
    library("MartletNet", ["MartletWire", "CUV", "COpenSSL", "CHTTPParser"]),
    library("MartletSQLite", ["CSQLite"]),
    library("MartletStore", ["MartletWire", "MartletSQLite"]),
    library("MartletPostgres", ["MartletWire", "MartletNet", "MartletStore", "CPostgres"]),
    library("MartletBus", ["CNats"]),
    library("MartletMedia", ["MartletWire", "MartletNet", "MartletSQLite", "MartletProcess", "COpenSSL", "CExpat"]),
    library("BrowserModule", []),
    library(
      "MartletServer",
      [
        "BrowserModule", "MartletWire", "MartletNet", "MartletStore", "MartletPostgres", "MartletBus", "MartletMedia",
        "COpenSSL",
      ]),
    library("MartletCore", ["MartletWire", "MartletSQLite"]),
    library("MartletBrowser", ["MartletCore", "MartletWire", "MartletSQLite", "CSQLite"], exclude: ["C"]),
    library(
      "Martlet", ["MartletCore", "MartletWire", onLinux("MartletNet"), "MartletSQLite"], swiftSettings: transport),
    library("MartletFoundation", ["Martlet"]),
    library("MartletProcess", ["CSpawn"]),
    library("MartletBench", ["MartletWire", "MartletNet", "MartletProcess", "Martlet", "COpenSSL"]),
    library(
      "MartletTesting",
      [
        "MartletWire", "MartletNet", "MartletSQLite", "MartletStore", "MartletPostgres", "MartletBus", "MartletMedia",
        "MartletServer", "MartletProcess", "Martlet", "CSQLite",
      ]),
    library(
      "MartletCheck",
      [
        "MartletWire", "MartletNet", "MartletProcess", "MartletCore", "Martlet", "MartletBrowser", "MartletServer",
        "MartletTesting",
      ]),
    .executableTarget(
      name: "MartletCommand",
      dependencies: [
        "MartletWire", "MartletNet", "MartletSQLite", "MartletStore", "MartletPostgres", "MartletServer", "MartletProcess",
        "MartletBench", "MartletCheck", "MartletTesting", "Martlet",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "store-benchmark", dependencies: ["MartletWire", "MartletStore"], path: "Benchmarks/Store",
      exclude: ["run", "columns.py"], swiftSettings: settings),
    .executableTarget(name: "group-chat", dependencies: ["Martlet"], path: "Examples/GroupChat", swiftSettings: settings),
    .executableTarget(
      name: "MartletGenerator", dependencies: ["MartletWire"], path: "Protocol/Generator", swiftSettings: settings),
    .executableTarget(
      name: "net-echo", dependencies: ["MartletNet"], path: "Benchmarks/Net/Echo", swiftSettings: settings),

    // What several of the tests share.
    .target(name: "Processes", path: "Tests/Processes", swiftSettings: settings),
    .target(
      name: "ClientModels",
      dependencies: ["MartletWire", "MartletSQLite", "MartletCore", "Martlet", "MartletBrowser", "MartletTesting"],
      path: "Tests/ClientModels", swiftSettings: settings),
    .target(
      name: "CoreReplay", dependencies: ["MartletWire", "MartletSQLite", "MartletCore", "MartletBrowser"],
      path: "Tests/CoreReplay", swiftSettings: settings),
    .testTarget(
      name: "MartletWireTests", dependencies: ["MartletWire", "MartletGenerator", "MartletTesting", "Processes"],
      exclude: ["Schema", "CrossCheck/peer.py"], swiftSettings: settings),
    tests("MartletNetTests", ["MartletNet", "Processes", "MartletTesting", "COpenSSL", "net-echo"], exclude: ["Peers"]),
    tests(
      "MartletStoreTests",
      ["MartletStore", "MartletPostgres", "MartletServer", "Processes", "MartletSQLite", "MartletTesting", "CSQLite"]),
    tests("MartletProcessTests", ["MartletProcess", "MartletTesting"]),
    tests("MartletMediaTests", ["MartletMedia", "MartletNet", "MartletProcess", "MartletWire", "MartletTesting"]),
    tests("MartletBusTests", ["MartletBus", "MartletTesting"]),
    tests(
      "MartletServerTests",
      ["MartletServer", "MartletMedia", "MartletBus", "MartletStore", "MartletPostgres", "Processes", "MartletTesting"]),
    tests("MartletCoreTests", ["MartletCore", "Martlet", "MartletTesting", "ClientModels", "CoreReplay"]),
    tests("MartletBrowserTests", ["MartletBrowser", "MartletCore", "MartletWire"]),
    tests("MartletTests", ["Martlet", "MartletCore", "MartletServer", "MartletTesting", "ClientModels"]),
    tests("MartletFoundationTests", ["Martlet", "MartletFoundation"]),
    tests(
      "EndToEndTests",
      ["Martlet", "MartletNet", "MartletWire", "Processes", "ClientModels", "MartletTesting", "MartletCommand", "group-chat"],
      exclude: ["Golden", "Peers"]),
    tests("ExampleTests", ["Martlet", "MartletTesting", "Processes"]),
    tests("CommandTests", ["MartletCommand", "MartletPostgres", "Processes", "Martlet", "MartletCore", "MartletTesting"]),
    tests("MartletCheckTests", ["MartletCheck", "MartletProcess", "MartletTesting"]),
    tests("BenchTests", ["MartletBench", "Processes", "MartletProcess", "MartletTesting", "MartletCommand"]),
    tests("MartletTestingTests", ["MartletTesting", "MartletNet", "MartletPostgres"]),
    tests("HouseTests", ["Processes"]),
  ],
  swiftLanguageModes: [.v6]
)
