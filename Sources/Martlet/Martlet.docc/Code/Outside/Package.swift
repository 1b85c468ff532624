// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "hello",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../martlet")],
  targets: [.executableTarget(name: "hello", dependencies: [.product(name: "Martlet", package: "martlet")], path: ".")]
)
