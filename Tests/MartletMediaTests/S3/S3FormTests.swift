import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletMedia

/// The forms of requests to S3 and of its answers.
@Suite struct S3FormTests {
  private static let keys = S3Credentials(id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
  private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  private func signature(
    _ method: String, _ path: String, _ query: [(name: String, value: String)] = [],
    _ headers: [(name: String, value: String)] = [],
    payload: String = empty
  ) -> String {
    let all =
      headers + [
        ("host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", payload), ("x-amz-date", "20130524T000000Z"),
      ]
    let text = S3Signature(
      method: method, path: path, query: S3Signature.query(query), headers: all, payload: payload, date: "20130524T000000Z",
      region: "us-east-1"
    ).authorization(Self.keys)
    return String(text.suffix(64))
  }

  /// The four examples of AWS's "Authenticating Requests: Using the Authorization Header".
  @Test func signaturesAreThoseOfTheManual() {
    #expect(
      signature("GET", "/test.txt", [], [("range", "bytes=0-9")])
        == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    #expect(
      signature(
        "PUT", "/test%24file.text", [],
        [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
        payload: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
        == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
    #expect(
      signature("GET", "/", [("lifecycle", "")]) == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
    #expect(
      signature("GET", "/", [("prefix", "J"), ("max-keys", "2")])
        == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
  }

  @Test func datesHaveTheBasicForm() {
    #expect(HTTPDate.basic(milliseconds: 1_369_353_600_000) == "20130524T000000Z")
    #expect(HTTPDate.basic(milliseconds: 951_782_399_999) == "20000228T235959Z")
  }

  @Test func placesNameTheBucketInThePathOrTheHost() {
    let path = S3Place(
      host: "::1", port: 9000, tls: nil, bucket: "b", prefix: "p/q", region: "r", isPathStyle: true)
    #expect(path.host == "[::1]:9000")
    #expect(path.path("p/q/_a/a+b@c=d") == "/b/p/q/_a/a%2Bb%40c%3Dd")
    #expect(path.prefix == "p/q/")
    let host = S3Place(
      host: "s3.eu-west-1.amazonaws.com", port: nil, tls: nil, bucket: "b", prefix: "", region: "eu-west-1", isPathStyle: false)
    #expect(host.host == "b.s3.eu-west-1.amazonaws.com")
    #expect(host.endpoint == .tcp(host: "b.s3.eu-west-1.amazonaws.com", port: 80))
    #expect(host.path("x") == "/x")
    #expect(host.path("") == "/")
  }

  @Test func documentsAreRead() {
    let text = "<?xml version=\"1.0\"?><R xmlns=\"http://s3\"><A>1 &lt; <!-- c -->2</A><B><A>3</A></B><A/></R>"
    let root = XMLElement.parse(Array(text.utf8))
    #expect(root?.name == "R")
    #expect(root?.all("A").map(\.text) == ["1 < 2", ""])
    #expect(root?.children[1].text(of: "A") == "3")
    #expect(root?.text(of: "C") == "")
    #expect(XMLElement.escape("\"a&b<c>é\"") == "\"a&amp;b&lt;c&gt;é\"")
  }

  @Test(
    arguments: [
      "", "x", "<A>", "<A></B>", "<A/><B/>", "<A>&lol;</A>", "<A>\u{0}</A>", "<!DOCTYPE A><A/>",
      "<!DOCTYPE A [<!ENTITY l \"l\"><!ENTITY m \"&l;&l;\">]><A>&m;</A>",
      String(repeating: "<A>", count: 17) + "1"
        + String(repeating: "</A>", count: 17),
    ])
  func malformedDocumentsAreRefused(_ text: String) {
    #expect(XMLElement.parse(Array(text.utf8)) == nil)
  }

  @Test func aHashGoesOnFromItsState() throws {
    let bytes = Objects.bytes(10_000)
    for cut in [0, 64, 640, 9984] {
      var first = RunningHash()
      Array(bytes.prefix(cut)).withUnsafeBytes { first.add($0) }
      let state = try #require(first.state)
      var second = try #require(RunningHash(state: state, after: Int64(cut)))
      Array(bytes.dropFirst(cut)).withUnsafeBytes { second.add($0) }
      #expect(second.finish() == Sample.sha256(bytes))
      #expect(second.finish() == Sample.sha256(bytes))
      #expect(second.state == nil)
    }
    // More bits than one word counts.
    let far = try #require(RunningHash(state: Array(repeating: 1, count: 32), after: 1 << 40))
    #expect(far.finish() != RunningHash(state: Array(repeating: 1, count: 32), after: 1 << 41)?.finish())
    #expect(RunningHash(state: [1], after: 64) == nil)
    #expect(RunningHash(state: Array(repeating: 0, count: 32), after: 65) == nil)
    #expect(RunningHash(state: Array(repeating: 0, count: 32), after: -64) == nil)
  }

  @Test func notesAreReadAsTheyWereWritten() throws {
    var note = ObjectNote(Sample.upload(size: 100 << 20, sha256: [1, 2]))
    #expect(ObjectNote(note.bytes, of: note.upload.key) == note)
    note.parts = (1...10).map { S3Client.Part(number: $0 * 2, tag: "\"\($0)-é\"") }
    (note.whole, note.uploadID, note.next, note.stored, note.hash) = ("w", "u", 21, 50 << 20, [9, 9])
    (note.type, note.rest, note.restBytes, note.found, note.turn) = (.png, "r", 5, [3], "t")
    #expect(ObjectNote(note.bytes, of: note.upload.key) == note)
    note.note = MediaNote(MediaRecord(note.upload, sha256: [1], type: .gif, until: 4, seq: 9))
    #expect(ObjectNote(note.bytes, of: note.upload.key) == note)
  }

  @Test(
    arguments: [
      ("\"next\":21", "\"next\":0"), ("\"next\":21", "\"next\":10002"), ("\"stored\":6", "\"stored\":-1"),
      ("\"stored\":6", "\"stored\":99"), ("\"restBytes\":1", "\"restBytes\":5"), ("[2,\"a\"]", "[0,\"a\"]"),
      ("[2,\"a\"]", "[2]"), ("[2,\"a\"]", "7"), ("\"objects\":{", "\"others\":{"), ("\"hash\":\"CQ==\"", "\"hash\":\"?\""),
    ])
  func malformedNotesAreRefused(_ part: String, _ other: String) throws {
    var note = ObjectNote(Sample.upload(size: 10))
    note.parts = [S3Client.Part(number: 2, tag: "a")]
    (note.next, note.stored, note.restBytes, note.hash) = (21, 6, 1, [9])
    let text = String(decoding: note.bytes, as: UTF8.self)
    try #require(text.contains(part))
    #expect(ObjectNote(Array(text.replacing(part, with: other).utf8), of: note.upload.key) == nil)
  }

  @Test func partsAreNeverMoreThanS3Takes() {
    #expect(ObjectNote.partBytes(of: 0) == 5 << 20)
    #expect(ObjectNote.partBytes(of: 40 << 30) == 5 << 20)
    for size: Int64 in [45 << 30, 1 << 40, 5 << 40] {
      let part = ObjectNote.partBytes(of: size)
      #expect(part % RunningHash.block == 0)
      #expect(size / part < 9000)
      #expect(part < 700 << 20)
    }
  }

  @Test func listsComeInPages() async throws {
    let prefix = Objects.prefix()
    let raw = try S3(try await MotoServer.shared.value)
    let names = (1...5).map { "\(prefix)/ab-\($0)" }
    for name in names { try await raw.send("PUT", name, [1]) }
    var (found, token, pages) = ([String](), "", 0)
    repeat {
      let page = try await raw.client.list(prefix, token: token, most: 2)
      found += page.objects.map(\.name)
      token = page.next
      pages += 1
    } while !token.isEmpty
    #expect(found == names)
    #expect(pages == 3)
    let page = try await raw.client.list("\(prefix)/", delimiter: "-")
    #expect(page.folders == ["\(prefix)/ab-"])
    #expect(page.objects.isEmpty)
  }
}
