import MartletMedia
import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Variants of files over HTTP.
@Suite(.timeLimit(.minutes(5))) struct ServedVariantTests {
  /// A PNG of 1 x 1 pixel.
  private static let png = Array(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==".utf8
  ).withUnsafeBytes { Base64.decode($0) }

  private func path(_ id: String, _ product: String) -> String { "/v1/media/direct:alice:bob/1/\(id)/\(product)" }

  @Test func whoeverMayHaveTheFileHasItsVariants() async throws {
    try await TestServer.with { server in
      let (alice, bob) = (try await MediaClient("alice", of: server), try await MediaClient("bob", of: server))
      let carol = try await MediaClient("carol", of: server)
      let id = try await alice.upload(try #require(Self.png))
      #expect(try await bob.ask("GET", path(id, "small")).outcome == "404 media_unknown")
      #expect(try await alice.send(id) == "#1")
      for variant in Variant.allCases {
        let response = try await bob.ask("GET", path(id, variant.rawValue))
        #expect(response.status == 200 && MediaType(of: response.body) == .webp)
        for (name, value) in [
          ("Content-Type", "image/webp"), ("Content-Disposition", "inline"), ("X-Content-Type-Options", "nosniff"),
          ("Content-Security-Policy", "default-src 'none'; sandbox"), ("Cache-Control", "private, no-cache"),
        ] { #expect(response.headers.first(name: name) == value) }
        let tag = try #require(response.headers.first(name: "ETag"))
        #expect(try await bob.ask("GET", path(id, variant.rawValue), ["If-None-Match": tag]).status == 304)
        #expect(try await carol.ask("GET", path(id, variant.rawValue)).outcome == "404 media_unknown")
      }
      let facts = try await bob.ask("GET", path(id, "facts"))
      #expect(facts.headers.first(name: "Content-Type") == "application/json")
      #expect(
        try Wire.MediaFacts(json: facts.body, limits: DecodingLimits())
          == Wire.MediaFacts(type: "image/png", width: 1, height: 1, frames: 1))
      #expect(try await bob.ask("GET", path(id, "smaller")).outcome == "404 media_unknown")
      #expect(try await bob.ask("GET", path(id, "small/small")).outcome == "404 media_unknown")

      let link = try await bob.link(path(id, "small"))
      #expect(MediaType(of: try await carol.ask("GET", link, token: "").body) == .webp)
      // The link is for the small picture only.
      #expect(try await carol.ask("GET", link.replacing("/small?", with: "?"), token: "").outcome == "403 media_link_invalid")
      #expect(
        try await carol.ask("GET", link.replacing("/small?", with: "/large?"), token: "").outcome == "403 media_link_invalid")
      #expect(try await alice.recall(1) == "#2")
      #expect(try await carol.ask("GET", link, token: "").outcome == "404 media_unknown")
      #expect(try await bob.ask("GET", path(id, "small")).outcome == "404 media_unknown")
    }
  }

  @Test func whatIsNoPictureHasNone() async throws {
    try await TestServer.with { server in
      let alice = try await MediaClient("alice", of: server)
      let id = try await alice.upload("just a text")
      _ = try await MediaClient("bob", of: server)
      #expect(try await alice.send(id) == "#1")
      for product in ["preview", "small", "medium", "large", "facts"] {
        #expect(try await alice.ask("GET", path(id, product)).outcome == "404 media_no_variant")
      }
    }
  }

  @Test func aServerMayMakeNone() async throws {
    try await TestServer.with(configure: { $0.mediaVariants = 0 }) { server in
      let alice = try await MediaClient("alice", of: server)
      _ = try await MediaClient("bob", of: server)
      let id = try await alice.upload(try #require(Self.png))
      #expect(try await alice.send(id) == "#1")
      #expect(try await alice.ask("GET", path(id, "small")).outcome == "404 media_no_variant")
      #expect(try await alice.ask("GET", "/v1/media/direct:alice:bob/1/\(id)").status == 200)
    }
  }
}
