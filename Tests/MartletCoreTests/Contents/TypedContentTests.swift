import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// Contents as Swift values: encoding round-trips, invalid values are refused, and unreadable ones do no harm.
@Suite struct TypedContentTests {
  private static let alice = UserID.of("alice")
  private static let media = Media(url: "https://x.org/a", size: 9, format: "image/png", name: "Ä.png", sha256: "00ff")
  private static let thumbnail = Thumbnail(data: [0, 255, 7], pixels: PixelSize(width: 3, height: 2))
  private static let extra = ContentFields([
    "n": .number(0.5), "deep": .fields(ContentFields(["l": .list([.null, .flag(true)])])),
  ])
  private static let quoted = QuoteContent.Quoted(
    id: MessageID("group:team#4"), sender: alice, time: Timestamp(milliseconds: 5), content: .text("\"hi\"\n你好"))

  static let samples: [any TypedContent] = [
    TextContent("@alice hi", spans: [.init(user: alice, start: 0, length: 6)], extra: extra),
    ImageContent(
      Attachment(media: media, thumbnail: thumbnail, caption: "c", extra: extra), pixels: PixelSize(width: 640, height: 480),
      isOriginal: true),
    GIFContent(Attachment(media: media), pixels: PixelSize(width: 1, height: 2)),
    VoiceContent(Attachment(media: media, extra: extra), seconds: 60),
    VideoContent(
      Attachment(media: media, thumbnail: Thumbnail(url: "https://x.org/t", pixels: PixelSize(width: 1, height: 1))), seconds: 5,
      pixels: PixelSize(width: 9, height: 8)),
    FileContent(
      Attachment(media: Media(id: "0123", size: 9, name: "a", sha256: "00ff", key: "k", nonce: "n"), caption: "the file")),
    LocationContent(latitude: -33.5, longitude: 151.25, name: "Opera", address: "Point", thumbnail: thumbnail),
    ContactContent(name: "Bob", user: UserID.of("bob"), picture: "https://x.org/b", vCard: "BEGIN:VCARD"),
    StickerContent(pack: "cats", sticker: "7", url: "https://x.org/7", text: "meow"),
    QuoteContent(quoted, reply: .text("yes")),
    ForwardContent(
      title: "Talk", entries: [.init(sender: alice, name: "Alice", time: Timestamp(milliseconds: 1), content: .text("a"))]),
    CommandContent(name: "refresh", data: extra), NoticeContent("Bob called"),
    PartsContent([.text("one"), .custom(type: "com.example.x", json: "{\"k\":[1,2.5]}")], extra: extra),
  ]

  @Test(arguments: samples.indices) func whatIsWrittenIsReadAgain(index: Int) throws {
    let sample = Self.samples[index]
    let content = try MessageContent(sample)
    let copy = try #require(content.value())
    #expect(AnyHashable(copy) == AnyHashable(sample))
    #expect(try MessageContent(copy) == content)
  }

  @Test func everyBuiltInTypeHasASample() {
    #expect(Set(Self.samples.map { type(of: $0).type }).count == 14)
    for sample in Self.samples { #expect(ContentRegistry.standard.read(.custom(type: type(of: sample).type, json: "{")) == nil) }
  }

  @Test func plainTextIsTextContent() throws {
    #expect(MessageContent.text("a\"b").read(as: TextContent.self) == TextContent("a\"b"))
    #expect(try MessageContent(TextContent("a\"b")).text == "a\"b")
  }

  /// Content comes from anybody: any bytes may take the place of any others.
  @Test(arguments: SeededRandom.environmentSeeds(4)) func malformedContentIsUnknownAndStopsNothing(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for sample in Self.samples {
      let content = try MessageContent(sample)
      for _ in 0..<60 {
        var bytes = [UInt8](content.json.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
          let index = bytes.indices.randomElement(using: &random) ?? 0
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes.remove(at: index)
          case 1: bytes[index] = UInt8.random(in: 0...127, using: &random)
          default: bytes.insert([UInt8]("{}[]\",:-1".utf8).randomElement(using: &random) ?? 48, at: index)
          }
        }
        let broken = MessageContent.custom(type: content.type, json: String(decoding: bytes, as: UTF8.self))
        if let value = broken.value() {
          _ = (value.summary, value.searchText)
          try? value.check()
        } else {
          #expect(broken.summary() == "[\(content.type)]")
        }
      }
    }
  }

  @Test func membersOfAnotherTypeAreMalformed() {
    let cases = [
      ("text", "{\"text\":5}"), ("text", "{}"), ("image", "{\"media\":\"x\"}"), ("image", "{\"media\":{}}"),
      ("image", "{\"media\":{\"url\":\"u\"},\"thumbnail\":{\"data\":\"!\"}}"), ("location", "{\"latitude\":91,\"longitude\":0}"),
      ("voice", "{\"media\":{\"url\":\"u\"},\"seconds\":1.5}"), ("quote", "{\"reply\":{\"type\":\"text\"}}"),
      ("parts", "{\"parts\":[1]}"), ("contact", "{\"name\":null}"), ("text", "{\"text\":\"a\",\"text\":\"b\"}"),
      ("text", "{\"text\":\"a\",\"n\":1e999}"),
    ]
    for (type, json) in cases { #expect(MessageContent.custom(type: type, json: json).value() == nil, "\(type) \(json)") }
  }

  @Test func membersNobodyKnowsArePassedOver() {
    let content = MessageContent.custom(type: "notice", json: "{\"text\":\"a\",\"later\":{\"x\":[1]}}")
    #expect(content.read(as: NoticeContent.self)?.text == "a")
  }

  @Test func partsThatCannotBeReadAreLeftOut() {
    let json = "{\"parts\":[{\"type\":\"text\",\"content\":{\"text\":\"a\"}},{\"content\":{}}]}"
    #expect(MessageContent.custom(type: "parts", json: json).read(as: PartsContent.self)?.parts == [.text("a")])
    let spans =
      "{\"text\":\"ab\",\"spans\":[{\"user\":\"x\",\"start\":1,\"length\":9223372036854775807},"
      + "{\"user\":\"x\",\"start\":0,\"length\":2}]}"
    #expect(MessageContent.custom(type: "text", json: spans).read(as: TextContent.self)?.spans.count == 1)
  }

  @Test func whatIsTooLargeSaysWhatToDo() {
    let long = String(repeating: "a", count: 70_000)
    let cases: [(any TypedContent, String)] = [
      (TextContent(long), "text"), (TextContent("a", spans: [.init(user: Self.alice, start: 1, length: 1)]), "spans"),
      (ImageContent(Attachment(media: Media(url: ""))), "media.url"),
      (ImageContent(Attachment(media: Media(id: ""))), "media.id"),
      (ImageContent(Attachment(media: Media(id: "a", key: String(repeating: "k", count: 513)))), "media.key"),
      (ImageContent(Attachment(media: Media(url: "u", size: -1))), "media.size"),
      (ImageContent(Attachment(media: Media(url: "u")), pixels: PixelSize(width: -1)), "width"),
      (
        GIFContent(
          Attachment(
            media: Media(url: "u"), thumbnail: Thumbnail(data: Array(repeating: 0, count: 20_481), pixels: PixelSize()))),
        "thumbnail.data"
      ),
      (FileContent(Attachment(media: Media(url: "u"), caption: String(repeating: "é", count: 4_001))), "caption"),
      (LocationContent(latitude: .nan, longitude: 0), "latitude"), (ContactContent(name: ""), "name"),
      (StickerContent(pack: "p", sticker: ""), "sticker"), (NoticeContent(""), "text"), (CommandContent(name: ""), "name"),
      (ForwardContent(entries: []), "entries"), (PartsContent(Array(repeating: .text("a"), count: 21)), "parts"),
      (PartsContent([.custom(type: "quote", json: "{}")]), "parts"),
      (QuoteContent(Self.quoted, reply: .custom(type: "x", json: "[]")), "reply"),
      (CommandContent(name: "c", data: ContentFields(["x": .text(long)])), "content"),
    ]
    for (value, field) in cases {
      let error = #expect(throws: MartletError.self) { _ = try MessageContent(value) }
      #expect(error?.field == field && error?.message.isEmpty == false, "\(field): \(String(describing: error))")
    }
  }

  @Test func numbersThatAreNoneAreWrittenAsNull() throws {
    #expect(ContentFields(["a": .number(.infinity), "b": .integer(.min)]).json == "{\"a\":null,\"b\":-9223372036854775808}")
    #expect(try ContentFields(json: "{\"a\":2.0}").integer("a") == 2)
  }

  @Test func appsTypeIsReadOnceItIsNamed() throws {
    let content = try MessageContent(Dice(eyes: 6))
    #expect(content.value() == nil && content.summary() == "[com.example.dice]")
    let registry = ContentRegistry.standard.adding(Dice.self)
    #expect(content.value(in: registry) as? Dice == Dice(eyes: 6))
    #expect(content.summary(in: registry) == "6 eyes" && registry.searchText(of: content) == "six")
    #expect(throws: MartletError.self) { _ = try MessageContent(Dice(eyes: 7)) }
  }
}

/// A content type of an app.
struct Dice: TypedContent {
  static let type = "com.example.dice"
  var eyes: Int64

  init(eyes: Int64) { self.eyes = eyes }

  init(_ fields: ContentFields) throws(MartletError) { eyes = try fields.require(try fields.integer("eyes"), "eyes") }

  func write(to fields: inout ContentFields) { fields.set("eyes", eyes) }

  func check() throws(MartletError) {
    guard (1...6).contains(eyes) else { throw .invalid("eyes are 1 to 6", field: "eyes") }
  }

  var summary: String { "\(eyes) eyes" }
  var searchText: String { eyes == 6 ? "six" : "" }
}

/// The summary of a message in the list.
@Suite struct MessageSummaryTests {
  @Test func everyLineHasASummary() {
    let (alice, bob) = (UserID.of("alice"), UserID.of("bob"))
    func summary(_ kind: Message.Kind) -> String {
      Message(
        id: MessageID(conversation: ConversationID.of("group:g"), seq: 1), sender: alice, clientID: nil,
        time: Timestamp(milliseconds: 0), kind: kind, revision: 0
      ).summary()
    }
    #expect(summary(.content(.text("hi"))) == "hi")
    #expect(summary(.content(.custom(type: "x.y", json: "{}"))) == "[x.y]")
    #expect(summary(.recalled) == "[taken back]")
    #expect(summary(.notice(.groupCreated(title: "G", owner: alice, members: []))) == "[made the group G]")
    #expect(summary(.notice(.conversationChanged(title: "H", attributes: ["a": nil]))) == "[called the group H]")
    #expect(summary(.notice(.conversationChanged(title: nil, attributes: ["a": nil]))) == "[changed the group]")
    #expect(summary(.notice(.membersAdded([bob, alice]))) == "[added bob, alice]")
    #expect(summary(.notice(.membersRemoved([bob], owner: alice))) == "[removed bob]")
    #expect(summary(.notice(.membersRemoved([alice], owner: nil))) == "[left]")
    #expect(summary(.notice(.conversationChanged(title: nil, attributes: [:], isSilenced: true))) == "[silenced the group]")
    #expect(
      summary(.notice(.conversationChanged(title: nil, attributes: [:], isSilenced: false))) == "[let everyone write again]")
    #expect(summary(.notice(.rolesSet([bob], .admin))) == "[made bob admin]")
    #expect(summary(.notice(.rolesSet([bob], .member))) == "[ended bob as admin]")
    #expect(summary(.notice(.rolesSet([bob], .owner))) == "[handed the group over to bob]")
    #expect(summary(.notice(.membersSilenced([bob], until: Timestamp(milliseconds: 1)))) == "[silenced bob]")
    #expect(summary(.notice(.speakersSet([bob]))) == "[made bob speaker]")
    #expect(summary(.notice(.membersSilenced([bob], until: nil))) == "[let bob write again]")
    #expect(summary(.unknown) == "[something new]")
  }
}
