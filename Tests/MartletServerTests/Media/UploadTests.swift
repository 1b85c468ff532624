import MartletMedia
import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Uploads in the tus protocol.
@Suite(.timeLimit(.minutes(5))) struct UploadTests {
  private func withAlice(_ limits: Limits = Limits(), _ body: (MediaClient) async throws -> Void) async throws {
    try await TestServer.with(limits: limits) { server in
      _ = try await server.token(for: "bob")
      try await body(try await MediaClient("alice", of: server))
    }
  }

  /// A checksum as clients write it.
  private func checksum(_ function: Digest.Function, _ text: String) -> String {
    let digest = Digest(function)
    Array(text.utf8).withUnsafeBytes { digest.add($0) }
    return "\(function) \(String(decoding: Base64.encode(digest.finish()), as: UTF8.self))"
  }

  @Test func anUploadGoesOnWhereItEnded() async throws {
    try await withAlice { alice in
      let made = try await alice.create(6)
      let path = try alice.location(made)
      #expect(made.headers.first(name: "Tus-Resumable") == "1.0.0")
      #expect(made.headers.first(name: "Upload-Expires")?.hasSuffix(" GMT") == true)
      let first = try await alice.patch(path, at: 0, "abc")
      #expect(first.status == 204 && first.headers.first(name: "Upload-Offset") == "3")
      #expect(try await alice.patch(path, at: 0, "abc").outcome == "409 upload_offset_wrong")
      let head = try await alice.ask("HEAD", path, MediaClient.tus)
      #expect(head.headers.first(name: "Upload-Offset") == "3" && head.headers.first(name: "Upload-Length") == "6")
      #expect(head.headers.first(name: "Cache-Control") == "no-store")
      #expect(try await alice.patch(path, at: 3, "defg").outcome == "413 media_too_large")
      #expect(try await alice.patch(path, at: 3, "def").status == 204)
      #expect(try await alice.offset(path) == 6)
      // The answer was lost, and the client asks again.
      #expect(try await alice.patch(path, at: 6, "").status == 204)
      #expect(try await alice.patch(path, at: 3, "def").outcome == "409 upload_offset_wrong")
    }
  }

  @Test func optionsSayWhatIsThere() async throws {
    try await withAlice { alice in
      let options = try await alice.ask("OPTIONS", "/v1/media/uploads", token: "")
      #expect(options.status == 204)
      #expect(options.headers.first(name: "Tus-Version") == "1.0.0")
      #expect(options.headers.first(name: "Tus-Extension") == "creation,creation-with-upload,termination,checksum,expiration")
      #expect(options.headers.first(name: "Tus-Max-Size") == "268435456")
      #expect(options.headers.first(name: "Tus-Checksum-Algorithm") == "sha1,sha256")
    }
  }

  @Test func bytesMayComeWithTheCreation() async throws {
    try await withAlice { alice in
      var headers = MediaClient.bytes
      headers.add(name: "Upload-Length", value: "4")
      headers.add(name: "Upload-Metadata", value: MediaClient.metadata(["conversation": "direct:bob", "message": "m1"]))
      let made = try await alice.ask("POST", "/v1/media/uploads", headers, "ab")
      #expect(made.headers.first(name: "Upload-Offset") == "2")
      let path = try alice.location(made)
      #expect(try await alice.patch(path, at: 2, "cd").status == 204)
      #expect(try await alice.send(String(path.suffix(32))) == "#1")
    }
  }

  @Test func aFileMayBeEmpty() async throws {
    try await withAlice { alice in
      let made = try await alice.create(0)
      #expect(made.headers.first(name: "Upload-Offset") == "0")
      #expect(try await alice.send(String(try alice.location(made).suffix(32))) == "#1")
    }
  }

  @Test(arguments: Digest.Function.allCases) func bytesWithAWrongChecksumAreDropped(_ function: Digest.Function) async throws {
    try await withAlice { alice in
      let path = try alice.location(try await alice.create(6))
      #expect(try await alice.patch(path, at: 0, "abc", checksum: checksum(function, "abc")).status == 204)
      #expect(
        try await alice.patch(path, at: 3, "dxf", checksum: checksum(function, "def")).outcome == "460 upload_checksum_wrong")
      #expect(try await alice.offset(path) == 3)
      #expect(try await alice.patch(path, at: 3, "def", checksum: "md5 AAAA").outcome == "400 field_invalid upload-checksum")
      #expect(try await alice.patch(path, at: 3, "def", checksum: checksum(function, "def")).status == 204)
      #expect(try await alice.offset(path) == 6)
    }
  }

  @Test func aFileWithAnotherHashIsRefused() async throws {
    try await withAlice { alice in
      let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      let path = try alice.location(try await alice.create(3, sha256: right))
      #expect(try await alice.patch(path, at: 0, "abd").outcome == "460 upload_checksum_wrong sha256")
      #expect(try await alice.offset(path) == nil)
      let again = try alice.location(try await alice.create(3, sha256: right))
      #expect(try await alice.patch(again, at: 0, "abc").status == 204)
    }
  }

  @Test func whoBeginsTheSameAgainGoesOn() async throws {
    try await withAlice { alice in
      let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      let path = try alice.location(try await alice.create(3, sha256: hash))
      #expect(try await alice.patch(path, at: 0, "ab").status == 204)
      let again = try await alice.create(3, sha256: hash)
      #expect(try alice.location(again) == path && again.headers.first(name: "Upload-Offset") == "2")
      #expect(try await alice.patch(path, at: 2, "c").status == 204)
      #expect(try await alice.create(3, sha256: hash).headers.first(name: "Upload-Offset") == "3")
      for other in [
        try await alice.create(3, for: "m2", sha256: hash), try await alice.create(3, name: "b", sha256: hash),
        try await alice.create(3, to: "direct:alice:alice", sha256: hash), try await alice.create(3),
      ] { #expect(try alice.location(other) != path) }
      #expect(try await alice.send(String(path.suffix(32))) == "#1")
    }
  }

  @Test func onlyUploadsThatAreNotCompleteEnd() async throws {
    try await withAlice { alice in
      let path = try alice.location(try await alice.create(6))
      #expect(try await alice.ask("DELETE", path, MediaClient.tus).status == 204)
      #expect(try await alice.offset(path) == nil)
      #expect(try await alice.ask("DELETE", path, MediaClient.tus).outcome == "404 media_unknown")
      let complete = "/v1/media/uploads/" + (try await alice.upload("abc"))
      #expect(try await alice.ask("DELETE", complete, MediaClient.tus).outcome == "409 upload_complete")
      #expect(try await alice.send(String(complete.suffix(32))) == "#1")
    }
  }

  @Test func aUserMayUploadOnlySoMuch() async throws {
    var limits = Limits()
    (limits.mediaBytes, limits.mediaUploads, limits.mediaBytesOfUser) = (5000, 2, 2 * 4096 + 4999)
    try await withAlice(limits) { alice in
      #expect(try await alice.create(5001).outcome == "413 media_too_large")
      _ = try await alice.upload("0123456789")
      let one = try alice.location(try await alice.create(9))
      #expect(try await alice.create(5000).outcome == "413 media_full")
      _ = try alice.location(try await alice.create(1))
      #expect(try await alice.create(0).outcome == "429 uploads_full")
      #expect(try await alice.ask("DELETE", one, MediaClient.tus).status == 204)
      #expect(try await alice.create(9).status == 201)
    }
  }

  @Test func anUploadExpires() async throws {
    var limits = Limits()
    limits.mediaWaits = .zero
    try await withAlice(limits) { alice in
      let path = try alice.location(try await alice.create(3))
      #expect(try await alice.offset(path) == nil)
      #expect(try await alice.patch(path, at: 0, "abc").outcome == "404 media_unknown")
    }
  }

  @Test func whatCameBeforeACutStays() async throws {
    try await withAlice { alice in
      let path = try alice.location(try await alice.create(10))
      let head =
        "PATCH \(path) HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(alice.token)\r\nTus-Resumable: 1.0.0\r\n"
        + "Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: 10\r\n\r\nabcd"
      _ = try await RawConnection.exchange(Array(head.utf8), with: alice.server) { stream, _ in
        if (try? await alice.offset(path)) == 4 { await stream.loop.run { stream.abort() } }
      }
      #expect(try await alice.patch(path, at: 4, "efghij").status == 204)
      let id = String(path.suffix(32))
      #expect(try await alice.send(id) == "#1")
      #expect(try await alice.ask("GET", "/v1/media/direct:alice:bob/1/\(id)").text == "abcdefghij")
    }
  }

  @Test func whatIsMalformedIsRefused() async throws {
    try await withAlice { alice in
      let path = try alice.location(try await alice.create(6))
      let uploads = "/v1/media/uploads"
      #expect(try await alice.ask("POST", uploads).outcome == "412 upload_version_unknown")
      #expect(try await alice.ask("POST", uploads, ["Tus-Resumable": "0.2"]).headers.first(name: "Tus-Version") == "1.0.0")
      #expect(try await alice.ask("PATCH", path, MediaClient.tus, "abc").outcome == "415 upload_type_wrong")
      #expect(try await alice.ask("PATCH", path, MediaClient.bytes, "abc").outcome == "400 field_invalid upload-offset")
      #expect(try await alice.ask("PUT", path, MediaClient.tus).outcome == "405 method_not_allowed")
      #expect(try await alice.ask("GET", uploads, MediaClient.tus).status == 405)
      for name in ["x", String(repeating: "g", count: 32), String(repeating: "0", count: 32)] {
        #expect(try await alice.ask("HEAD", "\(uploads)/\(name)", MediaClient.tus).status == 404)
      }
      for length in ["", "-1", "1x", "9999999999999999999"] {
        var headers = MediaClient.tus
        headers.add(name: "Upload-Length", value: length)
        #expect(try await alice.ask("POST", uploads, headers).outcome == "400 field_invalid upload-length")
      }
      let bob = "conversation \(String(decoding: Base64.encode(Array("direct:bob".utf8)), as: UTF8.self))"
      for (said, field) in [
        ("", "conversation"), ("conversation !!!", "upload-metadata"), ("\(bob),\(bob)", "upload-metadata"), (bob, "message"),
        ("\(bob),message", "message"), ("\(bob),message bTE=,sha256 bTE=", "sha256"),
      ] {
        var headers = MediaClient.tus
        headers.add(name: "Upload-Length", value: "1")
        if !said.isEmpty { headers.add(name: "Upload-Metadata", value: said) }
        #expect(try await alice.ask("POST", uploads, headers).outcome == "400 field_invalid \(field)", "\(said)")
      }
      #expect(try await alice.create(1, name: String(repeating: "n", count: 256)).outcome == "400 field_invalid filename")
    }
  }

  @Test func onlyTheUploaderMayGoOn() async throws {
    try await TestServer.with { server in
      let alice = try await MediaClient("alice", of: server)
      let bob = try await MediaClient("bob", of: server)
      let path = try alice.location(try await alice.create(6))
      #expect(try await bob.offset(path) == nil)
      #expect(try await bob.patch(path, at: 0, "abc").outcome == "404 media_unknown")
      #expect(try await bob.ask("DELETE", path, MediaClient.tus).outcome == "404 media_unknown")
      #expect(try await alice.create(1, to: "direct:bob:carol").outcome == "404 conversation_unknown")
      #expect(try await alice.create(1, to: "nonsense:x").outcome == "400 field_invalid conversation")
      #expect(try await alice.create(1, to: "group:none").outcome == "404 conversation_unknown")
      #expect(try await alice.ask("HEAD", path, MediaClient.tus, token: "").status == 401)
      #expect(try await alice.ask("HEAD", path, MediaClient.tus, token: "x.y.z").status == 401)
      try await server.revokeTokens(of: "alice")
      #expect(try await alice.patch(path, at: 0, "abc").outcome == "401 token_revoked")
    }
  }
}
