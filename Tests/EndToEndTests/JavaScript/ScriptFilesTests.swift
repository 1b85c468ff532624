import Foundation
import Martlet
import MartletTesting
import Testing

/// Files through the JavaScript SDK.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ScriptFilesTests {
  private static let code = ".then(() => 'done', ({ code }) => code)"

  @Test(arguments: ScriptHost.allCases)
  func filesAreSentAndFetched(host: ScriptHost) async throws {
    try await host.meet { peer, _, chat in
      try await peer.run("void (globalThis.toAlice = bob.chat('direct:alice'))")
      try await peer.run("void ((globalThis.told = []), (globalThis.bytes = new Uint8Array(2_500_000).fill(7)))")
      try await peer.run(
        "toAlice.sendFile(bytes, { name: 'a b.bin', caption: 'look', onProgress: ({ sent }) => told.push(sent) })")
      #expect(try await peer.json("told") == "[1048576,2097152,2500000]")
      let item = try await chat.entry { $0.content?.type == "file" }
      let content = try #require(try await chat.history().first { $0.seq == item.seq }?.content?.read(as: FileContent.self))
      #expect(content.media.name == "a b.bin" && content.media.size == 2_500_000 && content.caption == "look")
      try await peer.run("toAlice.history().then((all) => void (globalThis.message = all.at(-1)))")
      try await peer.run("toAlice.fileLink(message).then((link) => void (globalThis.link = link))")
      let whole = "fetch(link).then((answer) => answer.arrayBuffer()).then((body) => new Uint8Array(body))"
      #expect(try await peer.json("\(whole).then((all) => [all.length, all.every((one) => one === 7)])") == "[2500000,true]")
      // Recalled, nobody has it any more, by an old link neither.
      try await peer.run("toAlice.recall(message)")
      #expect(try await peer.text("toAlice.fileLink(message)\(Self.code)") == "media_unknown")
      #expect(try await peer.json("fetch(link).then(({ status }) => status)") == "404")
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func mediaTypesSayWhatAMessageIs(host: ScriptHost) async throws {
    try await host.meet { peer, _, _ in
      try await peer.run("void (globalThis.toAlice = bob.chat('direct:alice'))")
      // The sender's own device learns of a message a moment after the answer.
      try await peer.run(
        """
        void (globalThis.last = async (type) => {
          for (;;) {
            const message = (await toAlice.history()).at(-1);
            if (message?.type === type) return message;
            await new Promise((done) => setTimeout(done, 20));
          }
        })
        """)
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
