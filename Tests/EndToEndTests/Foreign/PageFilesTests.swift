import Foundation
import Martlet
import MartletServer
import MartletTesting
import Testing

/// Files on the chat page, in Chromium.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PageFilesTests {
  /// Chooses files as a person does in the browser's dialog: `files` makes them.
  private static func choose(_ files: String, _ peer: Peer) async throws {
    try await peer.evaluate(
      """
      Promise.resolve(\(files)).then((files) => {
        const [chosen, input] = [new DataTransfer(), document.getElementById('attach-files')];
        for (const file of files) chosen.items.add(file);
        input.files = chosen.files;
        input.dispatchEvent(new Event('change'));
      })
      """)
  }

  /// A picture of two colours with a size that pages have to make smaller.
  private static let photo = """
    new Promise((done) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 900 });
      const drawing = canvas.getContext('2d');
      drawing.fillStyle = '#2f6f8f';
      drawing.fillRect(0, 0, 1600, 900);
      drawing.fillStyle = '#f0c040';
      drawing.fillRect(400, 300, 500, 400);
      canvas.toBlob((blob) => done([new File([blob], 'harbour.png', { type: 'image/png' })]), 'image/png');
    })
    """

  @Test func picturesAreSentShownAndEnlarged() async throws {
    try await PageTests.withPage { alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      try await Self.choose(Self.photo, peer)
      let picture = "document.querySelector('#messages .own:not(.pending) .picture img')"
      // The variant whose shorter side has 720 pixels is shown.
      try await peer.wait(until: "\(picture)?.naturalWidth === 1280")
      let item = try await chat.entry { $0.content?.type == "image" }
      let content = try #require(try await chat.history().first { $0.seq == item.seq }?.content?.read(as: ImageContent.self))
      #expect(content.media.name == "harbour.png" && content.pixels.width == 1600 && content.pixels.height == 900)
      #expect(content.attachment.thumbnail?.data.isEmpty == false && content.attachment.thumbnail?.pixels.width == 240)
      #expect(try await peer.evaluate("document.getElementById('uploads').hidden ? 'done' : 'there'") == "done")
      #expect(try await peer.evaluate("`${\(picture).width} ${\(picture).height}`") == "320 180")
      let line = "document.querySelector('#conversations .last')?.textContent"
      try await peer.wait(until: "\(line)?.includes('Picture')")
      try await PageApplyingScreensTests.keepPicture("files-picture", peer)

      try await peer.evaluate("void document.querySelector('#messages .picture').click()")
      let viewer = "document.getElementById('viewer')"
      try await peer.wait(until: "\(viewer).open && document.getElementById('viewer-picture').naturalWidth === 1600")
      #expect(try await peer.evaluate("document.getElementById('viewer-caption').textContent") == "harbour.png")
      try await PageScreensTests.expectAccessible(peer, .wide)
      try await PageApplyingScreensTests.keepPicture("files-viewer", peer)
      try await peer.ask("press", ["key": "Escape"])
      try await peer.wait(until: "!\(viewer).open")

      // What was taken back is shown no more.
      try await peer.evaluate("void martlet.client.chat('direct:alice').recall(\(item.seq))")
      try await peer.wait(until: "document.querySelector('#messages .picture') === null")
    }
  }

  @Test func filesAreSentOneAfterTheOtherAndDownloaded() async throws {
    try await PageTests.withPage { alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      try await Self.choose("[new File(['one'], 'one.txt'), new File(['two'], '<b>two</b>.html', { type: 'text/html' })]", peer)
      let names =
        "[...document.querySelectorAll('#messages .own:not(.pending) .document .name')].map((one) => one.textContent).join()"
      try await peer.wait(until: "\(names) === 'one.txt,<b>two</b>.html'")
      _ = try await chat.entry { $0.content?.type == "file" }
      let second = "document.querySelectorAll('#messages .document')[1]"
      try await peer.evaluate(
        "void (globalThis.saved = [], HTMLAnchorElement.prototype.click = function () { saved.push(this) })")
      try await peer.evaluate("void \(second).click()")
      try await peer.wait(until: "saved.length === 1")
      #expect(try await peer.evaluate("saved[0].download") == "<b>two</b>.html")
      let answer = "fetch(saved[0].href).then(async (answer) => `${answer.headers.get('Content-Type')} ${await answer.text()}`)"
      #expect(try await peer.evaluate(answer) == "application/octet-stream two")
    }
  }

  @Test func aRefusedFileSaysWhyAndIsTriedAgainOrCancelled() async throws {
    var limits = Limits()
    limits.mediaBytes = 1_000
    try await TestServer.with(limits: limits) { server in
      _ = try await server.token(for: "alice")
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice")
      try await peer.wait(until: "!document.getElementById('attach').disabled")
      try await Self.choose("[new File(['x'.repeat(2000)], 'large.bin'), new File(['x'], 'small.bin')]", peer)
      let failed = "document.querySelector('#messages .failed')"
      let said = "\(failed)?.querySelector('.failure')?.textContent.startsWith('The file is too large: at most 1.0 KB.')"
      try await peer.wait(until: said)
      #expect(try await peer.evaluate("\(failed).querySelector('.document .name').textContent") == "large.bin")
      // It does not hold up the next one.
      try await peer.wait(
        until: "document.querySelector('#messages .own:not(.pending, .failed) .document .name')?.textContent === 'small.bin'")
      try await PageApplyingScreensTests.keepPicture("files-refused", peer)
      try await PageScreensTests.expectAccessible(peer, .wide)
      try await peer.evaluate("void (globalThis.tries = 0, martlet.client.on('pending', ({ failure }) => failure && tries++))")
      try await peer.evaluate("void [...\(failed).querySelectorAll('.failure button')][0].click()")
      try await peer.wait(until: "tries === 1 && \(said)")
      try await peer.evaluate("void [...\(failed).querySelectorAll('.failure button')][1].click()")
      try await peer.wait(until: "\(failed) === null")
      await peer.stop()
    }
  }

  @Test func anUploadIsShownPausedResumedAndCancelled() async throws {
    try await PageTests.withPage { alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      try await peer.evaluate("void martlet.client.disconnect()")
      try await Self.choose(Self.photo, peer)
      try await Self.choose("[new File([new Uint8Array(3_000_000)], 'tide tables.pdf')]", peer)
      try await peer.wait(until: "document.querySelectorAll('#messages .pending .upload').length === 2")
      let rows = "[...document.querySelectorAll('#messages .pending')]"
      let picture = "\(rows)[0].querySelector('.picture img')"
      try await peer.wait(until: "\(picture)?.naturalWidth === 240")
      #expect(try await peer.evaluate("\(rows)[1].querySelector('.upload .hint').textContent") == "Waiting · 3.0 MB")
      let pause = "\(rows)[1].querySelector('.upload button')"
      try await peer.evaluate("void (\(pause).focus(), \(pause).click())")
      try await peer.wait(until: "\(pause).textContent === 'Resume'")
      #expect(try await peer.evaluate("document.activeElement.ariaLabel") == "Resume sending tide tables.pdf")
      #expect(try await peer.evaluate("\(rows)[1].querySelector('.upload .hint').textContent") == "Paused · 3.0 MB")
      try await PageApplyingScreensTests.keepPicture("files-upload", peer)
      try await PageScreensTests.expectAccessible(peer, .wide)
      // Connected again, the picture goes, and what is paused waits.
      try await peer.evaluate("void martlet.client.connect()")
      _ = try await chat.entry { $0.content?.type == "image" }
      try await peer.wait(until: "\(rows).length === 1")
      try await peer.evaluate("void \(rows)[0].querySelector('.upload button').click()")
      _ = try await chat.entry { $0.content?.type == "file" }
      try await peer.wait(until: "\(rows).length === 0")

      try await peer.evaluate("void martlet.client.disconnect()")
      try await Self.choose("[new File(['x'], 'mistake.txt')]", peer)
      try await peer.wait(until: "\(rows).length === 1")
      try await peer.evaluate("void \(rows)[0].querySelector('.upload [aria-label^=Cancel]').click()")
      try await peer.wait(until: "\(rows).length === 0")
      #expect(try await peer.evaluate("martlet.client.pending().then(({ length }) => `${length}`)") == "0")
    }
  }

  @Test func aVoiceMessageIsRecordedSentAndPlayed() async throws {
    try await PageTests.withPage { alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      func click(_ id: String) async throws { try await peer.evaluate("void document.getElementById('\(id)').click()") }
      try await peer.wait(until: "!document.getElementById('record').disabled")
      try await click("record")
      try await peer.wait(until: "document.getElementById('recording-time').textContent === '0:01'")
      #expect(try await peer.evaluate("`${document.getElementById('text').checkVisibility()}`") == "false")
      try await click("record-cancel")
      try await peer.wait(until: "document.getElementById('text').checkVisibility()")

      try await click("record")
      try await peer.wait(until: "!document.getElementById('recording').hidden")
      try await click("record-send")
      let problem = "document.getElementById('compose-error').textContent"
      try await peer.wait(until: "\(problem) === 'A voice message lasts a second at least.'")

      try await click("record")
      try await peer.wait(until: "document.getElementById('recording-time').textContent === '0:02'")
      #expect(try await peer.evaluate(problem) == "")
      try await PageScreensTests.expectAccessible(peer, .wide)
      try await PageApplyingScreensTests.keepPicture("files-recording", peer)
      try await click("record-send")
      let item = try await chat.entry { $0.content?.type == "voice" }
      let content = try #require(try await chat.history().first { $0.seq == item.seq }?.content?.read(as: VoiceContent.self))
      #expect(content.seconds >= 2 && content.media.format == "audio/webm")
      // The discarded recording was not sent.
      #expect(try await chat.history().filter { $0.content?.type == "voice" }.count == 1)

      let place = "document.querySelector('#messages .own:not(.pending) .recording')"
      let bars = "[...(\(place)?.querySelectorAll('.wave i') ?? [])].map((bar) => parseFloat(bar.style.blockSize))"
      try await peer.wait(until: "Math.max(...\(bars)) > 90")
      #expect(try await peer.evaluate("`${\(bars).length}`") == "40")
      // A page may make a sound only after a real click.
      try await peer.ask("click", ["selector": "#messages .own:not(.pending) .recording .play"])
      try await peer.wait(until: "\(place).classList.contains('playing')")
      try await peer.wait(until: "\(place).querySelectorAll('.heard').length > 4")
      try await PageApplyingScreensTests.keepPicture("files-voice", peer)
      try await PageScreensTests.expectAccessible(peer, .wide)
      try await peer.wait(until: "!\(place).classList.contains('playing')")
      #expect(try await peer.evaluate("\(place).querySelector('.play').ariaLabel") == "Play")
    }
  }

  /// A second of silence.
  private static let silence: Data = {
    func number<Value: FixedWidthInteger>(_ value: Value) -> Data { withUnsafeBytes(of: value.littleEndian) { Data($0) } }
    let samples = Data(repeating: 128, count: 8_000)
    let format = number(UInt32(16)) + number(UInt16(1)) + number(UInt16(1)) + number(UInt32(8_000)) + number(UInt32(8_000))
    return Data("RIFF".utf8) + number(UInt32(36 + samples.count)) + Data("WAVEfmt ".utf8) + format + number(UInt16(1))
      + number(UInt16(8)) + Data("data".utf8) + number(UInt32(samples.count)) + samples
  }()

  @Test func voiceMessagesPlayOneAfterTheOtherAndTheUnplayedAreMarked() async throws {
    try await PageTests.withPage { alice, peer in
      let folder = try TemporaryDirectory()
      let file = folder.path + "/note.wav"
      try Self.silence.write(to: URL(fileURLWithPath: file))
      let chat = alice.chat(with: try #require(UserID("bob")))
      for _ in 0..<3 {
        guard case .sent = await chat.send(file: file, content: { VoiceContent(Attachment(media: $0), seconds: 1) }) else {
          Issue.record("the recording was not sent")
          return
        }
      }
      let all = "[...document.querySelectorAll('#messages .recording')]"
      let marks = "\(all).map((one) => one.classList.contains('unplayed')).join()"
      try await peer.wait(until: "\(marks) === 'true,true,true'")
      try await PageApplyingScreensTests.keepPicture("files-unplayed", peer)
      try await PageScreensTests.expectAccessible(peer, .wide)
      // From the second one on: the third follows, and the first stays unplayed.
      try await peer.evaluate("void \(all)[1].scrollIntoView()")
      try await peer.ask("click", ["selector": "#messages li:nth-child(2) .recording .play"])
      try await peer.wait(until: "\(marks) === 'true,false,false'")
      try await peer.wait(until: "document.querySelector('#messages .recording.playing') === null")
      #expect(try await peer.evaluate("\(all)[0].ariaLabel") == "Voice message, not played yet")
      // This device remembers.
      let kept = "martlet.client.chat('direct:alice').localFields(1, 3).then((all) => [...all.keys()].join())"
      try await peer.evaluate("void setInterval(() => \(kept).then((all) => void (globalThis.kept = all)), 50)")
      try await peer.wait(until: "globalThis.kept === '2,3'")
    }
  }

  /// What others may send in place of a file's description.
  @Test func hostileContentsAreTextAtMost() async throws {
    try await PageTests.withPage { alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      let contents = [
        #"{"media":{"url":"javascript:alert(1)"}}"#, #"{"media":{"url":"https://elsewhere.example/x.png"},"text":"far"}"#,
        #"{"media":7}"#,
        #"{"media":{"url":"x","name":"<img src=x onerror=1>"},"thumbnail":{"data":"AAAA","format":"text/html"}}"#,
      ]
      for content in contents { _ = await chat.send(.custom(type: "image", json: content)) }
      try await peer.wait(until: "document.querySelectorAll('#messages .message').length === \(contents.count)")
      #expect(try await peer.evaluate("`${document.querySelectorAll('#messages :is(img, video, audio, iframe)').length}`") == "0")
    }
  }
}
