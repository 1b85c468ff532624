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

  @Test(arguments: [
    ("/", "text/html"), ("/page/app.js", "text/javascript"), ("/sdk/martlet-worker.js", "text/javascript"),
    ("/page/page.css", "text/css"),
  ])
  func pageHasItsTypeAndAPolicy(path: String, type: String) async throws {
    let response = try await get(path)
    #expect(response.headers.first(name: "Content-Type") == "\(type); charset=utf-8")
    #expect(response.headers.first(name: "X-Content-Type-Options") == "nosniff")
    let policy = try #require(response.headers.first(name: "Content-Security-Policy"))
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe-inline"))
  }

  /// Nothing beyond the server's own scripts and workers, and compiling WebAssembly.
  @Test func policyAllowsTheClientCoreAndNothingMore() async throws {
    let policy = try #require(try await get("/").headers.first(name: "Content-Security-Policy"))
    let directives = policy.split(separator: ";").map { $0.split(separator: " ") }
    #expect(directives.filter { $0.first == "script-src" } == [["script-src", "'self'", "'wasm-unsafe-eval'"]])
    #expect(directives.filter { $0.first == "worker-src" } == [["worker-src", "'self'"]])
    #expect(directives.joined().count { $0.contains("unsafe") } == 1)
  }

  /// `./dev test` builds the module before the server.
  @Test func clientCoreIsServedCompressed() async throws {
    let response = try await get("/sdk/martlet.wasm")
    #expect(response.status == 200, "run ./dev web")
    #expect(response.headers.first(name: "Content-Type") == "application/wasm")
    #expect(response.headers.first(name: "Content-Encoding") == "gzip")
    #expect(response.headers.first(name: "Vary") == "Accept-Encoding")
    let built = try Data(contentsOf: Repository.root.appending(path: ".build/web/martlet.wasm.gz"))
    #expect(Data(response.body) == built, "build the server again")
  }

  private static let someModule = StaticPages(module: [31, 139, 8])

  @Test(arguments: [
    "gzip", "gzip, deflate, br", "br, GZip;q=0.5", "deflate , gzip ; q=0.001", "*", "br;q=1, *;q=0.1", "gzip, *;q=0", "x-gzip",
  ])
  func clientThatAcceptsGzipGetsTheClientCore(accepted: String) throws {
    let response = try #require(Self.someModule.response(path: "/sdk/martlet.wasm", headers: ["Accept-Encoding": accepted]))
    #expect(response.status == 200 && response.body == [31, 139, 8])
  }

  @Test(arguments: [
    "", "identity", "br", "gzip;q=0", "gzip; q=0.000, br", "*;q=0", "br, *;q=0.0", "*, gzip;q=0", "gzippy", ";", ",",
  ])
  func clientWithoutGzipIsToldToAcceptIt(accepted: String) throws {
    let response = try #require(Self.someModule.response(path: "/sdk/martlet.wasm", headers: ["Accept-Encoding": accepted]))
    #expect(response.status == 406 && response.headers.first(name: "Vary") == "Accept-Encoding")
    #expect(String(decoding: response.body, as: UTF8.self).contains("Send Accept-Encoding: gzip."))
    let page = try #require(Self.someModule.response(path: "/", headers: ["Accept-Encoding": accepted]))
    #expect(page.status == 200 && page.headers.first(name: "Content-Encoding") == nil)
  }

  @Test func serverBuiltWithoutTheClientCoreSaysHowToBuildIt() throws {
    let pages = StaticPages(module: [])
    let response = try #require(pages.response(path: "/sdk/martlet.wasm", headers: [:]))
    #expect(response.status == 404 && String(decoding: response.body, as: UTF8.self).contains("Run ./dev web"))
    #expect(!pages.paths.contains("/sdk/martlet.wasm") && pages.response(path: "/", headers: [:])?.status == 200)
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
    #expect(try await get("/page/app.js").headers.first(name: "ETag") != tag)
    let module = try #require(Self.someModule.response(path: "/sdk/martlet.wasm", headers: [:])?.headers.first(name: "ETag"))
    #expect(Self.someModule.response(path: "/sdk/martlet.wasm", headers: ["If-None-Match": module])?.status == 304)
  }
}
