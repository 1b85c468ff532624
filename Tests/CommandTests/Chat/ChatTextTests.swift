import Martlet
import MartletWire
import Testing

@testable import MartletCommand
@testable import MartletCore

@Suite struct ChatTextTests {
  private let terminal = ChatText(isForTerminal: true, clock: { "t\($0)" })
  private let pipe = ChatText(isForTerminal: false, clock: { _ in "" })

  private func shown(_ message: Message, isChange: Bool = false) -> (terminal: [String], pipe: [String]) {
    (
      terminal.lines(for: message, isChange: isChange, from: Samples.alice).map(\.text),
      pipe.lines(for: message, isChange: isChange, from: Samples.alice).map(\.text)
    )
  }

  @Test func aMessageIsOneLine() {
    let lines = shown(Samples.text(12, "hello"))
    #expect(lines.terminal == ["#12 t12000 bob: hello"])
    #expect(lines.pipe == ["#12 bob: hello"])
  }

  @Test func aFileIsItsNameSizeAndCaption() throws {
    var attachment = Attachment(media: Media(id: "f", size: 2_512_345, name: "a.bin"))
    #expect(ChatText.words(of: try MessageContent(FileContent(attachment))) == "[file] a.bin, 2.5 MB")
    (attachment.caption, attachment.media.name) = ("look", nil)
    #expect(ChatText.words(of: try MessageContent(ImageContent(attachment))) == "[image] 2.5 MB: look")
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1 kB"), (1_250, "1.2 kB"), (123_456, "123 kB"),
    (999_999, "999 kB"), (1_000_000, "1 MB"), (5_000_000_000, "5 GB"), (Int64.max, "9.2 EB"),
  ]) func sizesAreForPeople(bytes: Int64, words: String) { #expect(ChatText.size(of: bytes) == words) }

  /// The name comes from another user, who may mean harm.
  @Test(arguments: [
    ("a.txt", "a.txt"), ("../../etc/passwd", "passwd"), ("/", "file"), ("..", "file"), (".bashrc", "bashrc"), ("", "file"),
    ("a\u{1b}[2Jb\n", "a[2Jb"), (String(repeating: "ä", count: 300), String(repeating: "ä", count: 100)),
  ]) func aFileIsSavedUnderAHarmlessName(name: String, safe: String) { #expect(FileLine.safe(name) == safe) }

  @Test func ownMessagesAreMarkedAsSent() {
    let lines = shown(Samples.text(12, "hello", from: Samples.alice))
    #expect(lines.terminal == ["#12 t12000 alice: hello ✓"])
    #expect(lines.pipe == ["#12 alice: hello"])
  }

  @Test func whatIsAttachedStandsBehindTheMessage() {
    var message = Samples.text(12, "hello")
    message.annotations = Annotations(
      reactions: [Annotations.Tally(key: "👍", count: 2, isMine: true)],
      votes: [0: Annotations.Tally(key: "0", count: 1, isMine: false)], isPollClosed: true, properties: ["k": "\u{1B}v"],
      isExpandable: true, pin: Annotations.Pin(user: Samples.bob, seq: 14), replyCount: 3)
    let expected = "#12 bob: hello [👍 2, choice 1: 1, closed, k=␛v, 3 replies, pinned by bob]"
    #expect(shown(message).pipe == [expected])
    #expect(shown(message, isChange: true).pipe == [expected], "not edited")
  }

  @Test func severalLinesStayOneLineForAPipe() {
    let lines = shown(Samples.text(12, "two\nlines"))
    #expect(lines.terminal == ["#12 t12000 bob: two", "      lines"])
    #expect(lines.pipe == ["#12 bob: two␊lines"])
  }

  @Test func othersCannotSteerTheTerminal() {
    let message = Samples.text(1, "\u{1B}]0;x\u{7}\u{9B}2J\r\u{202E}evil")
    for line in shown(message).terminal + shown(message).pipe {
      #expect(line.unicodeScalars.allSatisfy { VisibleText.isHarmless($0) })
      #expect(line.hasSuffix("␛]0;x␇<U+9B>2J␍<U+202E>evil"))
    }
    let title = Samples.message(
      1, .notice(.groupCreated(title: "\u{1B}c", owner: Samples.bob, members: [Samples.bob])), in: Samples.team)
    #expect(shown(title).pipe == ["#1 bob created the group '␛c'"])
  }

  @Test func changesAreMarked() {
    #expect(shown(Samples.text(3, "new", revision: 5)).pipe == ["#3 bob: new (edited)"])
    #expect(shown(Samples.text(3, "new", revision: 5), isChange: true).pipe == ["#3 bob (edited): new"])
    #expect(shown(Samples.message(3, .recalled, revision: 5), isChange: true).pipe == ["#3 bob (recalled)"])
  }

  @Test(arguments: [
    (Notice.groupCreated(title: "Team", owner: Samples.bob, members: [Samples.bob]), "bob created the group 'Team'"),
    (
      .groupCreated(title: "Team", owner: Samples.bob, members: [Samples.alice, Samples.bob]),
      "bob created the group 'Team' with alice"
    ),
    (.membersAdded([Samples.alice, Samples.carol]), "bob added alice, carol"),
    (.membersRemoved([Samples.carol], owner: Samples.bob), "bob removed carol"),
    (.membersRemoved([Samples.bob], owner: Samples.alice), "bob left; alice owns the group now"),
    (.membersRemoved([Samples.bob], owner: nil), "bob left"),
    (.membersRemoved([Samples.carol], owner: Samples.bob, reason: "spam"), "bob removed carol: spam"),
    (.conversationChanged(title: "Crew", attributes: [:]), "bob named the group 'Crew'"),
    (.conversationChanged(title: "", attributes: [:]), "bob removed the group's title"),
    (.conversationChanged(title: nil, attributes: ["b": nil, "a": .integer(1)]), "bob changed the group's a, b"),
    (.conversationChanged(title: "Crew", attributes: ["a": nil]), "bob named the group 'Crew' and changed its a"),
    (.membersAdded([Samples.bob]), "bob joined"),
    (
      .membersAdded([Samples.bob], arrival: Arrival(link: 3, sharedBy: nil, way: "")), "bob joined by a link"
    ),
    (.conversationChanged(title: nil, attributes: [:], isOpen: true), "bob opened the group: everybody may join it"),
    (.conversationChanged(title: nil, attributes: [:], isOpen: false), "bob closed the group to others"),
    (
      .conversationChanged(title: nil, attributes: [:], history: .all),
      "bob lets new members read everything from before they join"
    ),
    (
      .conversationChanged(title: nil, attributes: [:], history: .last(3)),
      "bob lets new members read the last 3 entries from before they join"
    ),
    (.linkMade(id: 3, until: nil, uses: nil), "bob made a link by which users join the group"),
    (.linksRevoked([3, 4]), "bob revoked 2 links"), (.dismissed, "bob dismissed the group: it can only be read now"),
    (.conversationChanged(title: nil, attributes: [:], isSilenced: true), "bob lets only the owner and admins write"),
    (.conversationChanged(title: nil, attributes: [:], isSilenced: false), "bob lets everyone write again"),
    (.rolesSet([Samples.alice, Samples.carol], .admin), "bob made alice, carol admin"),
    (.rolesSet([Samples.alice], .member), "bob ended alice as admin"),
    (.rolesSet([Samples.alice], .owner), "bob handed the group over to alice"),
    (.membersSilenced([Samples.alice], until: nil), "bob let alice write again"),
    (.speakersSet([Samples.alice]), "bob made alice speaker"),
    (
      .usersBanned(
        [Samples.alice], until: Timestamp(milliseconds: 253_402_300_799_999), removed: [Samples.alice], owner: Samples.bob,
        reason: "noise"), "bob banned alice for good: noise"
    ),
    (.applied("please", until: Timestamp(milliseconds: 1)), "bob applies to join: please"),
    (.applied("", until: nil), "bob withdrew the application to join"),
    (.applicationsRefused([Samples.alice], reason: "full"), "bob refused the application of alice: full"),
    (.memberNamed(Samples.bob, "Bobby"), "bob is called 'Bobby' here"),
    (.memberNamed(Samples.alice, "Al"), "bob calls alice 'Al' here"),
    (.announced("We meet at 9"), "bob announced: We meet at 9"), (.announced(""), "bob removed the announcement"),
    (.usersBanned([Samples.alice], until: nil, removed: [], owner: Samples.bob), "bob lifted the ban of alice"),
    (.membersSilenced([Samples.alice], until: Timestamp(milliseconds: 253_402_300_799_999)), "bob silenced alice for good"),
  ])
  func noticesAreSentences(notice: Notice, words: String) {
    #expect(shown(Samples.message(2, .notice(notice), in: Samples.team)).pipe == ["#2 \(words)"])
  }

  @Test func contentThatIsNotTextIsShownAsItIs() {
    #expect(
      shown(Samples.message(2, .content(.custom(type: "app.poll", json: #"{"a":1}"#)))).pipe == [#"#2 bob: [app.poll] {"a":1}"#])
    #expect(shown(Samples.message(2, .unknown)).pipe.count == 1)
  }

  @Test func anotherConversationIsNamed() {
    let lines = pipe.lines(elsewhere: Samples.text(4, "psst"), in: "team")
    #expect(lines.map(\.text) == ["[team] bob: psst"])
    #expect(pipe.lines(elsewhere: Samples.message(4, .recalled), in: "team").isEmpty)
  }

  @Test func aTerminalShowsNamesBeforeIDs() {
    var (terminal, pipe) = (terminal, pipe)
    (terminal.names, pipe.names) = ([Samples.bob: "Bob Builder"], [Samples.bob: "Bob Builder"])
    let message = Samples.text(12, "hello")
    #expect(terminal.lines(for: message, from: Samples.alice).map(\.text) == ["#12 t12000 Bob Builder (bob): hello"])
    #expect(pipe.lines(for: message, from: Samples.alice).map(\.text) == ["#12 bob: hello"])
    #expect(terminal.lines(elsewhere: message, in: "team").map(\.text) == ["[team] Bob Builder (bob): hello"])
  }

  @Test func statesAreWords() {
    #expect(ChatText.words(of: .online) == "online")
    #expect(ChatText.words(of: .connecting(attempt: 1, retryIn: nil)) == "connecting")
    #expect(ChatText.words(of: .connecting(attempt: 4, retryIn: .milliseconds(4200))) == "offline, trying again in 4 s")
    #expect(ChatText.words(of: .connecting(attempt: 2, retryIn: .milliseconds(50))) == "offline, trying again")
    #expect(ChatText.words(of: .ended(MartletError(.tokenExpired, "too old"))) == "signed out: token_expired: too old")
    let suspended = MartletError(Wire.Failure(.userSuspended, until: Wire.SilenceMembers.forever))
    #expect(ChatText.words(of: .ended(suspended)) == "signed out: this user is suspended for good")
  }
}
