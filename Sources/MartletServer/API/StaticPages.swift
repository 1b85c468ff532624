import BrowserModule
import MartletNet
import MartletWire

/// The chat page and the browser SDK, which are part of the program, so that a server is one file.
package struct StaticPages: Sendable {
  private struct Page: Sendable {
    let body: [UInt8]
    let tag: String
    let type: String
    /// The body's Content-Encoding; nil if it has none.
    var encoding: String?
  }

  /// The client core, a WebAssembly module, as the browser SDK finds it beside itself.
  private static let modulePath = "/sdk/martlet.wasm"

  private let pages: [String: Page]
  private let descriptionBody: [UInt8]

  /// The files that were embedded when the program was built.
  ///
  /// - Parameter module: The client core, compressed with gzip; nil for the embedded one, no bytes for a program without it.
  package init(module: [UInt8]? = nil) {
    var pages: [String: Page] = [:]
    for file in EmbeddedFiles.web {
      let body = Self.bytes(file.text)
      let page = Page(body: body, tag: Self.tag(of: body), type: Self.type(of: file.name))
      pages["/" + file.name] = page
      if file.name == "index.html" { pages["/"] = page }
    }
    let module = module ?? Self.embeddedModule
    if !module.isEmpty {
      pages[Self.modulePath] = Page(body: module, tag: Self.tag(of: module), type: "application/wasm", encoding: "gzip")
    }
    self.pages = pages
    descriptionBody = Self.bytes(EmbeddedFiles.openAPI)
  }

  /// The paths there are pages at.
  package var paths: [String] { pages.keys.sorted() }

  /// The page at a path; nil if there is none.
  ///
  /// - Parameters:
  ///   - path: As in the request.
  ///   - headers: Of the request. A page whose tag `If-None-Match` has is not sent again.
  /// - Returns: The response to a GET request.
  package func response(path: String, headers: HTTPHeaders) -> HTTPResponse? {
    guard let page = pages[path] else { return path == Self.modulePath ? Self.noModule : nil }
    guard page.encoding == nil || Self.acceptsGzip(headers) else { return Self.gzipOnly }
    let knownTag = headers.first(name: "If-None-Match")
    let isKnown = knownTag?.split(separator: ",").contains { $0.trimmingPrefix(while: { $0 == " " }) == page.tag } ?? false
    var response = HTTPResponse(status: isKnown ? 304 : 200, headers: ["ETag": page.tag, "Cache-Control": "no-cache"])
    response.headers.add(name: "Content-Security-Policy", value: Self.policy)
    response.headers.add(name: "Referrer-Policy", value: "no-referrer")
    if page.encoding != nil { response.headers.add(name: "Vary", value: "Accept-Encoding") }
    response.protect()
    guard !isKnown else { return response }
    response.headers.add(name: "Content-Type", value: page.type)
    if let encoding = page.encoding { response.headers.add(name: "Content-Encoding", value: encoding) }
    response.body = page.body
    return response
  }

  /// The page runs its own scripts, workers and WebAssembly, and talks to its own server; nothing else, and in nobody's frame.
  private static let policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; "
    + "img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// Whether a client takes gzip (RFC 9110, section 12.5.3); a client that names no encoding takes any.
  private static func acceptsGzip(_ headers: HTTPHeaders) -> Bool {
    guard !headers.all(name: "Accept-Encoding").isEmpty else { return true }
    var acceptsOthers = false
    for member in headers.list(name: "Accept-Encoding") {
      let parts = member.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      // A weight of 0 excludes an encoding.
      let isExcluded = parts.contains { $0.hasPrefix("q=0") && $0.dropFirst(3).allSatisfy { $0 == "." || $0 == "0" } }
      switch parts.first {
      case "gzip", "x-gzip": return !isExcluded
      case "*": acceptsOthers = !isExcluded
      default: break
      }
    }
    return acceptsOthers
  }

  /// The answer of a program that was built without the module.
  private static var noModule: HTTPResponse {
    hint(404, "This server was built without the browser's client core. Run ./dev web, and build the server again.\n")
  }

  /// The answer to a client that does not take gzip.
  ///
  /// The program holds the module in one form, because all browsers take that.
  private static var gzipOnly: HTTPResponse {
    var response = hint(406, "This server has the browser's client core compressed with gzip only. Send Accept-Encoding: gzip.\n")
    response.headers.add(name: "Vary", value: "Accept-Encoding")
    return response
  }

  private static func hint(_ status: Int, _ text: String) -> HTTPResponse {
    var response = HTTPResponse(
      status: status, headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache"], body: Array(text.utf8))
    response.protect()
    return response
  }

  /// Compressed with gzip; empty if it was not built.
  private static var embeddedModule: [UInt8] {
    var count = 0
    let start = browser_module(&count)
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  private static func tag(of body: [UInt8]) -> String { "\"\(Hexadecimal.encode(SHA256.digest(body, count: 16)))\"" }

  /// `docs/openapi.json`.
  var description: HTTPResponse {
    var response = HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json", "Cache-Control": "no-cache"], body: descriptionBody)
    response.protect()
    return response
  }

  private static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "svg": "image/svg+xml"
    default: "text/plain; charset=utf-8"
    }
  }
}
