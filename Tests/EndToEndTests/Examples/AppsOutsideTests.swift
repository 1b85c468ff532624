import Foundation
import Martlet
import MartletTesting
import Processes
import Testing

/// Apps in folders of their own, made of nothing but what README shows.
@Suite(.timeLimit(.minutes(20)))
struct AppsOutsideTests {
  /// The only block of README in a language that begins with some text, for the test's server.
  private func block(_ language: String, beginning text: String, for server: TestServer) throws -> String {
    let blocks = try Repository.text("README.md").components(separatedBy: "```\(language)\n").dropFirst()
    let found = blocks.compactMap { $0.components(separatedBy: "\n```\n").first }.filter { $0.hasPrefix(text) }
    try #require(found.count == 1, "\(found.count) blocks begin with \(text)")
    return found[0].replacing("ws://127.0.0.1:7777", with: server.url) + "\n"
  }

  private func write(_ text: String, _ path: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }

  /// Packs the JavaScript SDK, and unpacks it as npm does.
  private func unpack(into folder: String) async throws {
    let packing = try Program("\(Repository.root.path)/Web/pack", [])
    let package = try await packing.line { $0.hasSuffix(".tgz") }
    #expect(try await packing.exit() == 0)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let unpacking = try Program("/usr/bin/env", ["tar", "-xzf", "\(Repository.root.path)/\(package)", "-C", folder])
    #expect(try await unpacking.exit() == 0)
  }

  @Test func swiftPackageSaysHelloAndHearsTheAnswer() async throws {
    try await TestServer.with { server in
      let folder = try TemporaryDirectory()
      let app = folder.path + "/hello"
      try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: folder.path + "/martlet", withDestinationPath: Repository.root.path)
      try write(try block("swift", beginning: "// swift-tools-version", for: server), app + "/Package.swift")
      try write(try block("swift", beginning: "import Martlet", for: server), app + "/hello.swift")
      let bob = try await server.swiftClient("bob")
      let token = try await server.token(for: "alice")
      // The next run finds the SDK compiled.
      let built = Repository.root.appending(path: ".local/outside").path
      let building = try Program("/usr/bin/env", ["swift", "build", "--scratch-path", built], directory: app)
      let status = try await building.exit(within: .seconds(900))
      try #require(status == 0, "\(building.lines.suffix(20)) \(building.errors.suffix(20))")
      let hello = try Program(
        "/usr/bin/env", ["swift", "run", "--skip-build", "--scratch-path", built, "hello", token], directory: app)
      let chat = bob.chat(with: try #require(UserID("alice")))
      #expect(try await chat.entry { $0.seq == 1 }.text == "hello from Swift")
      _ = await chat.send(.text("hello yourself"))
      _ = try await hello.line { $0 == "bob: hello yourself" }
      #expect(try await hello.exit() == 0)
      #expect(FileManager.default.fileExists(atPath: app + "/data"))
      await bob.close()
    }
  }

  @Test func packageInNodeAnswers() async throws {
    try await TestServer.with { server in
      let folder = try TemporaryDirectory()
      try await unpack(into: "\(folder.path)/node_modules")
      try FileManager.default.moveItem(
        atPath: "\(folder.path)/node_modules/package", toPath: "\(folder.path)/node_modules/martlet")
      try write(try block("js", beginning: #"import { open } from "martlet""#, for: server), folder.path + "/bot.mjs")
      let alice = try await server.swiftClient("alice")
      let token = try await server.token(for: "bot")
      let bot = try Program("/usr/bin/env", ["node", "bot.mjs", token], directory: folder.path)
      _ = try await bot.line { $0 == "bot listens" }
      let chat = alice.chat(with: try #require(UserID("bot")))
      _ = await chat.send(.text("ping"))
      #expect(try await chat.entry { $0.seq == 2 }.text == "pong")
      try await bot.killAndWait()
      await alice.close()
    }
  }

  @Test func pageOfAnotherServerSendsAndReceives() async throws {
    try await TestServer.with { server in
      let folder = try TemporaryDirectory()
      try await unpack(into: folder.path)
      try write(try block("html", beginning: "<!doctype html>", for: server), folder.path + "/index.html")
      let pages = try Program(
        "/usr/bin/env", ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], directory: folder.path)
      let told = try await pages.line { $0.hasPrefix("Serving HTTP on") }
      let port = try #require(told.components(separatedBy: " port ").last?.components(separatedBy: " ").first)
      let bob = try await server.swiftClient("bob")
      let token = try await server.token(for: "alice")
      let peer = try await Peer.start("browser_peer.py", ["--page", "http://127.0.0.1:\(port)/#\(token)", "--bare"])
      try await peer.wait(until: "document.forms.length === 1 && document.forms[0].onsubmit !== null")
      try await peer.evaluate("void (document.getElementById('text').value = 'hello from a page')")
      try await peer.evaluate("document.forms[0].requestSubmit()")
      let chat = bob.chat(with: try #require(UserID("alice")))
      #expect(try await chat.entry { $0.seq == 1 }.text == "hello from a page")
      _ = await chat.send(.text("hello page"))
      try await peer.wait(until: "document.querySelector('li:last-child')?.textContent === 'hello page'")
      await peer.stop()
      try await pages.killAndWait()
      await bob.close()
    }
  }
}
