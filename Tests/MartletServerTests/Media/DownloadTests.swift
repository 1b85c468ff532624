import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Files of messages, for those who may read the message.
@Suite(.timeLimit(.minutes(5))) struct DownloadTests {
  private static let png = "\u{89}PNG"

  private func withTwo(
    _ limits: Limits = Limits(), _ body: (_ alice: MediaClient, _ bob: MediaClient) async throws -> Void
  ) async throws {
    try await TestServer.with(limits: limits) {
      try await body(try await MediaClient("alice", of: $0), try await MediaClient("bob", of: $0))
    }
  }

  private func path(_ id: String, _ seq: UInt64 = 1, in conversation: String = "direct:alice:bob") -> String {
    "/v1/media/\(conversation)/\(seq)/\(id)"
  }

  @Test func aMemberHasAllOfItOrAPart() async throws {
    try await withTwo { alice, bob in
      let id = try await alice.upload("0123456789", name: "a \"b\".html")
      #expect(try await bob.ask("GET", path(id)).outcome == "404 media_unknown")
      #expect(try await alice.send(id) == "#1")
      let whole = try await bob.ask("GET", path(id))
      #expect(whole.status == 200 && whole.text == "0123456789")
      #expect(try await bob.ask("GET", path(id, in: "direct%3Aalice")).text == "0123456789")
      let tag = try #require(whole.headers.first(name: "ETag"))
      for (range, status, text, said) in [
        ("bytes=2-4", 206, "234", "bytes 2-4/10"), ("bytes=7-", 206, "789", "bytes 7-9/10"),
        ("bytes=-3", 206, "789", "bytes 7-9/10"), ("bytes=-99", 206, "0123456789", "bytes 0-9/10"),
        ("bytes=9-99", 206, "9", "bytes 9-9/10"), ("bytes=0-0", 206, "0", "bytes 0-0/10"),
        // What need not be understood.
        ("bytes=1-2,4-5", 200, "0123456789", ""), ("lines=1-2", 200, "0123456789", ""), ("bytes=4-2", 200, "0123456789", ""),
        ("bytes=-", 200, "0123456789", ""), ("bytes=99999999999999999999-", 200, "0123456789", ""),
      ] {
        let part = try await bob.ask("GET", path(id), ["Range": range])
        #expect(part.status == status && part.text == text, "\(range)")
        #expect(part.headers.first(name: "Content-Range") ?? "" == said, "\(range)")
      }
      for range in ["bytes=10-", "bytes=10-12", "bytes=-0"] {
        let part = try await bob.ask("GET", path(id), ["Range": range])
        #expect(part.outcome == "416 range_invalid" && part.headers.first(name: "Content-Range") == "bytes */10", "\(range)")
      }
      #expect(try await bob.ask("GET", path(id), ["Range": "bytes=2-4", "If-Range": tag]).text == "234")
      #expect(try await bob.ask("GET", path(id), ["Range": "bytes=2-4", "If-Range": "\"x\""]).text == "0123456789")
      #expect(try await bob.ask("GET", path(id), ["If-None-Match": "\"x\", \(tag)"]).status == 304)
      let head = try await bob.ask("HEAD", path(id))
      #expect(head.headers.first(name: "Content-Length") == "10" && head.body.isEmpty)
      #expect(try await bob.ask("POST", path(id)).outcome == "405 method_not_allowed")
    }
  }

  @Test func onlyWhatIsHarmlessIsShownInPlace() async throws {
    try await withTwo { alice, bob in
      let html = try await alice.upload("<!doctype html><script>1</script>", name: "a \"b\"\r\nX: y.png")
      let svg = try await alice.upload("<svg onload='1'/>", name: "a.png")
      let gif = try await alice.upload("GIF89a....", name: "ä.txt")
      #expect(try await alice.send(html, svg, gif) == "#1")
      for (id, type, disposition) in [
        (html, "application/octet-stream", "attachment; filename*=UTF-8''a%20%22b%22%0D%0AX%3A%20y.png"),
        (svg, "application/octet-stream", "attachment; filename*=UTF-8''a.png"),
        (gif, "image/gif", "inline; filename*=UTF-8''%C3%A4.txt"),
      ] {
        let response = try await bob.ask("GET", path(id))
        #expect(response.headers.first(name: "Content-Type") == type)
        #expect(response.headers.first(name: "Content-Disposition") == disposition)
        #expect(response.headers.first(name: "X-Content-Type-Options") == "nosniff")
        #expect(response.headers.first(name: "Content-Security-Policy") == "default-src 'none'; sandbox")
        #expect(response.headers.first(name: "X") == nil)
      }
    }
  }

  @Test func nobodyElseHasIt() async throws {
    try await withTwo { alice, bob in
      let carol = try await MediaClient("carol", of: alice.server)
      let id = try await alice.upload("abc")
      #expect(try await alice.send(id) == "#1")
      #expect(try await carol.ask("GET", path(id)).outcome == "404 media_unknown")
      #expect(try await bob.ask("GET", path(id), token: "").status == 401)
      #expect(try await bob.ask("GET", path(id, 2)).status == 404)
      #expect(try await bob.ask("GET", path(id, 0)).status == 404)
      #expect(try await bob.ask("GET", path(String(repeating: "0", count: 32))).status == 404)
      #expect(try await bob.ask("GET", path("x")).status == 404)
      #expect(try await bob.ask("GET", "/v1/media/direct%3/1/\(id)").status == 404)
      // A file that another message names.
      let other = try await alice.upload("abc", for: "m2")
      #expect(try await alice.send(other, as: "m2") == "#2")
      #expect(try await bob.ask("GET", path(other, 1)).status == 404)
      #expect(try await bob.ask("GET", path(other, 2)).status == 200)
      #expect(try await alice.recall(2) == "#3")
      #expect(try await bob.ask("GET", path(other, 2)).outcome == "404 media_unknown")
      #expect(try await alice.ask("GET", path(other, 2)).outcome == "404 media_unknown")
    }
  }

  @Test func aGroupsFilesAreForThoseWhoReadTheMessage() async throws {
    try await withTwo { alice, bob in
      let carol = try await MediaClient("carol", of: alice.server)
      let dave = try await MediaClient("dave", of: alice.server)
      let group = "group:g"
      #expect(
        try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "c", members: ["bob", "carol"]))) == "#1")
      let id = try await alice.upload("abc", to: group)
      #expect(try await alice.send(id, to: group) == "#2")
      let secret = try await alice.upload("secret", to: group, for: "m2")
      #expect(try await alice.send(secret, to: group, as: "m2", details: Wire.Details(directed: ["carol"])) == "#3")
      #expect(try await alice.request(.addMembers(Wire.AddMembers(conversation: group, clientId: "a", users: ["dave"]))) == "#4")
      #expect(try await bob.ask("GET", path(id, 2, in: group)).text == "abc")
      #expect(try await dave.ask("GET", path(id, 2, in: group)).status == 404)
      #expect(try await bob.ask("GET", path(secret, 3, in: group)).status == 404)
      #expect(try await carol.ask("GET", path(secret, 3, in: group)).text == "secret")
      let link = try await bob.link(path(id, 2, in: group))
      #expect(try await carol.ask("GET", link, token: "").text == "abc")
      #expect(
        try await alice.request(.removeMembers(Wire.RemoveMembers(conversation: group, clientId: "r", users: ["bob"]))) == "#5")
      #expect(try await bob.ask("GET", path(id, 2, in: group)).status == 404)
      #expect(try await carol.ask("GET", link, token: "").status == 404)
    }
  }

  @Test func aLinkIsForOneFileAndNotForEver() async throws {
    try await withTwo { alice, bob in
      let (one, two) = (try await alice.upload("one"), try await alice.upload("two"))
      #expect(try await alice.send(one, two) == "#1")
      let link = try await bob.link(path(one))
      #expect(try await bob.ask("GET", link, ["Range": "bytes=1-"], token: "").text == "ne")
      let query = try #require(link.split(separator: "?").last)
      for wrong in [
        "\(path(two))?\(query)", link.replacing("user=bob", with: "user=alice"), link.replacing("app=", with: "app=x"),
        link.replacing("expires=", with: "expires=9"), link + "&more=1", link.replacing("&signature=", with: "&signature=0"),
        path(one) + "?x", path(one) + "?app=%",
      ] { #expect(try await bob.ask("GET", wrong, token: "").outcome == "403 media_link_invalid", "\(wrong)") }
      #expect(try await alice.recall(1) == "#2")
      #expect(try await bob.ask("GET", link, token: "").outcome == "404 media_unknown")
    }
    var limits = Limits()
    limits.mediaLink = .zero
    try await withTwo(limits) { alice, bob in
      let id = try await alice.upload("abc")
      #expect(try await alice.send(id) == "#1")
      #expect(try await bob.ask("GET", try await bob.link(path(id)), token: "").outcome == "403 media_link_invalid")
    }
  }
}
