import Foundation
import Martlet
import MartletTesting
import Testing

/// Files through the JavaScript SDK.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ScriptFilesTests {
  /// Makes `last`, which resolves to the last message once it is of a type: the sender's own device learns of a message a moment
  /// after the answer.
  private static let last = """
    void (globalThis.last = async (type) => {
      for (;;) {
        const message = (await toAlice.history()).at(-1);
        if (message?.type === type) return message;
        await new Promise((done) => setTimeout(done, 20));
      }
    })
    """
  private static let code = ".then(() => 'done', ({ code }) => code)"

  @Test(arguments: ScriptHost.allCases)
  func filesAreSentAndFetched(host: ScriptHost) async throws {
    try await host.meet { peer, _, chat in
      try await peer.run("void (globalThis.toAlice = bob.chat('direct:alice'))")
      try await peer.run("void ((globalThis.told = []), (globalThis.bytes = new Uint8Array(2_500_000).fill(7)))")
      try await peer.run(
        "toAlice.sendFile(bytes, { name: 'a b.bin', caption: 'look', onProgress: ({ sent }) => told.push(sent) })")
      #expect(try await peer.json("told") == "[0,1048576,2097152,2500000]")
      let item = try await chat.entry { $0.content?.type == "file" }
      let content = try #require(try await chat.history().first { $0.seq == item.seq }?.content?.read(as: FileContent.self))
      #expect(content.media.name == "a b.bin" && content.media.size == 2_500_000 && content.caption == "look")
      #expect(content.media.sha256?.count == 64)
      try await peer.run("toAlice.history().then((all) => void (globalThis.message = all.at(-1)))")
      try await peer.run("toAlice.fileLink(message).then((link) => void (globalThis.link = link))")
      let whole = "fetch(link).then((answer) => answer.arrayBuffer()).then((body) => new Uint8Array(body))"
      let isWhole = ".then((all) => [all.length, all.every((one) => one === 7)])"
      #expect(try await peer.json(whole + isWhole) == "[2500000,true]")
      try await peer.run("void (globalThis.received = [])")
      let download =
        "toAlice.downloadFile(message, { onProgress: (progress) => received.push(progress.received) })"
        + ".then((blob) => blob.arrayBuffer()).then((body) => new Uint8Array(body))"
      #expect(try await peer.json(download + isWhole) == "[2500000,true]")
      #expect(try await peer.json("[received[0], received.at(-1), received.length > 1]") == "[0,2500000,true]")
      // Recalled, nobody has it any more, by an old link neither.
      try await peer.run("toAlice.recall(message)")
      #expect(try await peer.text("toAlice.fileLink(message)\(Self.code)") == "media_unknown")
      for _ in 0..<2 { #expect(try await peer.text("toAlice.downloadFile(message)\(Self.code)") == "media_unknown") }
      #expect(try await peer.json("fetch(link).then(({ status }) => status)") == "404")
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func aPictureComesSmallerAndWithItsFacts(host: ScriptHost) async throws {
    try await host.meet { peer, _, _ in
      try await peer.run("void (globalThis.toAlice = bob.chat('direct:alice'))")
      let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
      let bytes = "Uint8Array.from(atob('\(png)'), (byte) => byte.charCodeAt(0))"
      try await peer.run(Self.last)
      try await peer.run("toAlice.sendFile(new Blob([\(bytes)], { type: 'image/png' }))")
      try await peer.run("last('image').then((message) => void (globalThis.message = message))")
      let small = "toAlice.fileLink(message, { variant: 'small' }).then((link) => fetch(link))"
      #expect(try await peer.text("\(small).then(({ headers }) => headers.get('Content-Type'))") == "image/webp")
      #expect(try await peer.text("toAlice.downloadFile(message, { variant: 'small' }).then(({ type }) => type)") == "image/webp")
      let facts = "toAlice.fileFacts(message).then(({ waveform, ...facts }) => ({ ...facts, bars: waveform.length }))"
      #expect(
        try await peer.json(facts)
          == #"{"type":"image/png","width":1,"height":1,"milliseconds":0,"frames":1,"bars":0}"#)
      try await peer.run("toAlice.sendFile(new Blob(['x']))")
      #expect(try await peer.text("last('file').then((message) => toAlice.fileFacts(message))\(Self.code)") == "media_no_variant")
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func mediaTypesSayWhatAMessageIs(host: ScriptHost) async throws {
    try await host.meet { peer, _, _ in
      try await peer.run("void (globalThis.toAlice = bob.chat('direct:alice'))")
      try await peer.run(Self.last)
      for (format, type) in [("image/png", "image"), ("image/gif", "gif"), ("video/mp4", "video"), ("text/html", "file")] {
        try await peer.run("toAlice.sendFile(new Blob(['x'], { type: '\(format)' }))")
        #expect(try await peer.text("last('\(type)').then(({ content }) => content.media.format)") == format)
      }
      try await peer.run("toAlice.sendFile(new Blob(['x'], { type: 'audio/webm' }), { type: 'voice', seconds: 3 })")
      #expect(try await peer.text("last('voice').then(({ content }) => `${content.seconds}`)") == "3")
      #expect(try await peer.text("bob.chat('group:none').sendFile(new Blob(['x']))\(Self.code)") == "conversation_unknown")
      #expect(
        try await peer.text("toAlice.fileLink({ conversation: 'direct:alice:bob', position: 1, content: {} })\(Self.code)")
          == "media_unknown")
    }
  }
}
