import ClientModels
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

@Suite struct MessageContentTests {
  @Test(arguments: ["", "hi", "quote \" backslash \\ newline \n nul \u{0} emoji \u{1F600} é"])
  func textComesBack(text: String) {
    let content = MessageContent.text(text)
    #expect(content.type == "text" && content.text == text)
    #expect(MessageContent.custom(type: "text", json: content.json) == content)
  }

  @Test func otherMembersOfTextArePassedOver() {
    #expect(MessageContent.custom(type: "text", json: #"{"a":[1,{"text":"no"}],"text":"yes","b":null}"#).text == "yes")
  }

  @Test(arguments: ["", "{", "[]", "null", #"{"text":5}"#, #"{"other":"x"}"#, #"{"text":"a"} x"#, #"{"text":null}"#])
  func jsonThatIsNoTextHasNone(json: String) {
    #expect(MessageContent.custom(type: "text", json: json).text == nil)
  }

  @Test func otherTypesHaveNoText() {
    #expect(MessageContent.custom(type: "poll", json: #"{"text":"a"}"#).text == nil)
  }
}

@Suite struct DestinationTests {
  private let alice = UserID.of("alice")

  @Test func formsAreRead() {
    #expect(Destination("direct:bob") == .user(UserID.of("bob")))
    #expect(Destination("direct:alice:bob") == .conversation(.direct(UserID.of("bob"), alice)))
    #expect(Destination("group:g") == ConversationID.group("g").map { .conversation($0) })
    for text in ["", "bob", "direct:", "direct:b b", "group:", "direct:bob:alice", "channel:", "Channel:x"] {
      #expect(Destination(text) == nil, "\(text)")
    }
  }

  @Test func formsAreWritten() {
    for text in ["direct:bob", "direct:alice:bob", "group:g", "channel:x"] { #expect(Destination(text)?.description == text) }
  }

  @Test func userBecomesAConversationOnceTheCallerIsKnown() {
    #expect(Destination("direct:bob")?.conversation(of: nil) == nil)
    #expect(Destination("direct:bob")?.conversation(of: alice)?.text == "direct:alice:bob")
    #expect(Destination("direct:alice")?.conversation(of: alice)?.text == "direct:alice:alice")
  }
}

@Suite struct ServerAddressTests {
  @Test func partsAreRead() throws {
    let plain = try #require(ServerAddress("ws://chat.example.com"))
    #expect(!plain.isSecure && plain.host == "chat.example.com" && plain.port == 80 && plain.path == "/v1/connect")
    let secure = try #require(ServerAddress("wss://[::1]:4222/"))
    #expect(secure.isSecure && secure.host == "::1" && secure.port == 4222 && secure.path == "/v1/connect")
    #expect(ServerAddress("wss://h")?.port == 443)
    #expect(ServerAddress("ws://h:1/own/path?x=y")?.path == "/own/path?x=y")
    #expect(ServerAddress("ws://h?x=y")?.path == "/?x=y")
  }

  @Test(arguments: [
    "", "ws:", "ws://", "ws:///path", "http://h", "WS://h", "ws://h:", "ws://h:x", "ws://h:0", "ws://h:70000", "ws://h:+1",
    "ws://u:p@h", "ws://u@h", "ws://h/#f", "ws://h/a b", "ws://h/\r\n", "ws://[::1", "ws://[::1]x", "ws://a:1:2",
  ]) func otherTextIsRefused(text: String) { #expect(ServerAddress(text) == nil) }
}

@Suite struct MartletErrorTests {
  @Test func serversErrorIsTakenOverWhole() {
    let error = MartletError(
      Wire.Failure(.contentTooLarge, field: "content", limit: 10, actual: 12, retryAfterMs: 1_500, message: "too large"))
    #expect(error.code == .contentTooLarge && error.code.server == .contentTooLarge)
    #expect(error.field == "content" && error.limit == 10 && error.actual == 12 && error.retryAfter == .milliseconds(1_500))
    #expect(error.description == "content_too_large (content): too large")
  }

  @Test func codeThatIsNotInTheRegistryIsKept() {
    let error = MartletError(Wire.Failure(code: 9_999, name: "new", message: ""))
    #expect(error.code == .server(ErrorCode(rawValue: 9_999)) && error.code.description == "error_9999")
  }

  @Test func codesOfThisDeviceAreNotTheServers() {
    #expect(MartletError.Code.storageFull.server == nil)
    #expect(MartletError.Code.storageFull != .server(.storageFull))
    #expect(MartletError.Code.tokenExpired == .server(.tokenExpired))
  }
}
