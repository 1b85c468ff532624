import Foundation
import MartletNet
import MartletServer
import Processes
import Testing

struct StaticPagesTests {
  private let test: TestAPI

  init() throws { test = try TestAPI() }

  private func get(_ path: String, tag: String? = nil) async throws -> HTTPResponse {
    await test.api.respond(to: try test.request("GET", path, headers: tag.map { ["If-None-Match": $0] } ?? [:]))
  }

  private static func webFiles() throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: Repository.root.appending(path: "Web").path)
    return all.filter { path in
      let name = path.split(separator: ".")
      return ["html", "css", "js", "svg", "txt"].contains(name.last ?? "") && !name[0].hasSuffix("-node")
    }
  }

  /// Fails where `Web/embed` was not run after a change.
  @Test func pagesAreTheFilesOfTheRepository() async throws {
    let files = try Self.webFiles()
    #expect(files.count > 3)
    for file in files {
      let response = try await get("/" + file)
      #expect(response.status == 200)
      #expect(Data(response.body) == (try Data(contentsOf: Repository.root.appending(path: "Web/" + file))), "run Web/embed")
    }
    #expect(StaticPages().paths.filter { !$0.hasSuffix(".wasm") } == (["/"] + files.map { "/" + $0 }).sorted())
    #expect(try await get("/").body == get("/index.html").body)
    let description = try await get("/v1/openapi.json")
    let page = try Data(contentsOf: Repository.root.appending(path: "docs/openapi.json"))
    #expect(Data(description.body) == page, "run Web/embed")
  }

  @Test(arguments: [("/", "text/html"), ("/martlet.js", "text/javascript"), ("/chat.css", "text/css")])
  func pageHasItsTypeAndAPolicy(path: String, type: String) async throws {
    let response = try await get(path)
    #expect(response.headers.first(name: "Content-Type") == "\(type); charset=utf-8")
    #expect(response.headers.first(name: "X-Content-Type-Options") == "nosniff")
    let policy = try #require(response.headers.first(name: "Content-Security-Policy"))
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe-inline"))
    #expect(policy.contains("script-src 'self' 'wasm-unsafe-eval';") && !policy.contains(" 'unsafe-eval'"))
  }

  /// `./dev test` builds the module before the server.
  @Test func clientCoreIsServedCompressed() async throws {
    let response = try await get("/sdk/martlet.wasm")
    #expect(response.status == 200, "run ./dev web")
    #expect(response.headers.first(name: "Content-Type") == "application/wasm")
    #expect(response.headers.first(name: "Content-Encoding") == "gzip")
    let built = try Data(contentsOf: Repository.root.appending(path: ".build/web/martlet.wasm.gz"))
    #expect(Data(response.body) == built, "build the server again")
  }

  @Test func pageWithNothingInlineKeepsToItsPolicy() async throws {
    let page = String(decoding: try await get("/").body, as: UTF8.self)
    #expect(!page.contains("<style") && !page.contains(" style=") && page.firstMatch(of: /<script(?![^>]* src=)/) == nil)
    #expect(page.firstMatch(of: /\son[a-z]+=/) == nil && page.firstMatch(of: /(src|href)="(https?:)?\/\//) == nil)
  }

  @Test func knownPageIsNotSentAgain() async throws {
    let first = try await get("/")
    let tag = try #require(first.headers.first(name: "ETag"))
    for known in [tag, "\"x\", \(tag)"] {
      let again = try await get("/", tag: known)
      #expect(again.status == 304 && again.body.isEmpty && again.headers.first(name: "ETag") == tag)
    }
    #expect(try await get("/", tag: "\"x\"").status == 200)
    #expect(try await get("/martlet.js").headers.first(name: "ETag") != tag)
  }
}
