import Martlet

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// Lines from a pipe or file.
extension ChatSession {
  /// How the lines of the input are taken.
  enum InputForm: Sendable, Equatable {
    /// As in a terminal: what begins with a slash is a command.
    case typed
    /// Every line is a message.
    case verbatim
    /// Every line is a message, named by the batch and its number, so that the whole input can be given again.
    case batch(String)
  }

  /// Reads a line, stores what it says in the outbox, reads the next.
  ///
  /// Ends the run after the last.
  nonisolated func takeLines(from input: StandardInput, as form: InputForm) async throws {
    // So that what is sent comes after what there was.
    for await _ in begun {}
    var number = 0
    reading: while let line = try await input.line() {
      number &+= 1
      switch form {
      case .typed:
        let typed = TypedLine(line)
        // What was said before is still sent.
        if typed == .quit { break reading }
        try await take(typed)
      case .verbatim: try await say(line, id: nil)
      case .batch(let name):
        guard let id = ClientID("\(name)-\(number)") else {
          throw CommandFailure(.usage, "--batch \(name) is too long for line \(number)")
        }
        try await say(line, id: id)
      }
    }
    if !Task.isCancelled { await inputEnded() }
  }

  /// Puts a message in the outbox; it is on the disk when this returns.
  func say(_ words: String, _ details: MessageDetails = MessageDetails(), id: ClientID?) async throws {
    guard words.contains(where: { !$0.isWhitespace }) else { return }
    try await store(orGiveBack: words) { await $0.send(.text(words), details: details, id: id, within: .zero) }
  }

  func edit(_ target: UInt64, _ words: String) async throws {
    try await store(orGiveBack: "/edit \(target) \(words)") { await $0.edit(target, to: .text(words), within: .zero) }
  }

  func recall(_ target: UInt64, _ command: String, _ details: RecallDetails = RecallDetails()) async throws {
    try await store(orGiveBack: "\(command) \(target)") { await $0.recall(target, details: details, within: .zero) }
  }

  /// Puts what a message said that was taken back where it can be edited.
  func bringBack(_ target: UInt64) async throws {
    let found = try await ask("it is not known") { _, chat in try await chat.recalledContent(of: target) }
    guard let found else { return }
    guard let words = found?.text else { return try tell("what #\(target) said is not kept") }
    if text.isForTerminal { try display.onScreen { try $0.giveBack(words) } } else { try tell(visible(words)) }
  }

  func reply(to target: UInt64, _ words: String) async throws {
    try await store(orGiveBack: "/reply \(target) \(words)") {
      await $0.send(.text(words), details: MessageDetails(replyTo: target), within: .zero)
    }
  }

  func sendPoll(_ question: String, _ choices: [String]) async throws {
    do {
      let poll = try MessageContent(PollContent(question, choices: choices.map { .text($0) }))
      try await store(orGiveBack: question) { await $0.send(poll, within: .zero) }
    } catch let error as MartletError {
      try tell("\(error)", isBad: true)
    }
  }

  func annotate(_ target: UInt64, _ change: AnnotationChange) async throws {
    try await store(orGiveBack: ChatText.words(of: change)) { await $0.annotate(target, change, within: .zero) }
  }

  /// Hands something to the outbox and waits no longer than until it is on the disk.
  private func store(orGiveBack line: String, _ action: @Sendable (Chat) async -> SendResult) async throws {
    guard let destination = model.destination else {
      guard text.isForTerminal else {
        throw CommandFailure(.usage, "no conversation is open: give --to, or begin with /open USER")
      }
      try tell("no conversation is open; write /open USER or /open group:ID")
      return
    }
    while true {
      guard case .failed(let error) = await action(client.chat(to: destination)) else { return }
      // What the server refused is told when the outbox says so.
      if error.code.server != nil { return }
      if text.isForTerminal {
        try tell("not stored and not sent: \(error)", isBad: true)
        try display.onScreen { try $0.giveBack(line) }
        return
      }
      guard error.code == .tooManyWaiting else { throw CommandFailure(error) }
      try await roomInOutbox()
    }
  }

  /// Waits until the outbox takes more.
  private func roomInOutbox() async throws {
    let before = try await waiting()
    while try await waiting() >= before { try await Task.sleep(for: .milliseconds(100)) }
  }

  private func waiting() async throws -> Int {
    do {
      return try await client.pending().filter { $0.state == .waiting }.count
    } catch {
      throw CommandFailure(error)
    }
  }
}

// Keys from a terminal.
extension ChatSession {
  /// How long a lone Escape may wait for the rest of a key; a terminal sends it in one piece.
  private static let escapeMilliseconds: Int32 = 50

  nonisolated func takeKeys(from input: StandardInput) async throws {
    var decoder = KeyDecoder()
    while let bytes = try await input.bytes(within: decoder.isWaiting ? ChatSession.escapeMilliseconds : nil) {
      for key in bytes.isEmpty ? decoder.giveUp() : decoder.feed(bytes) { try await press(key) }
    }
    if !Task.isCancelled { end(.hungUp) }
  }

  private func press(_ key: Key) async throws {
    if key == .control("z") { return try pause() }
    guard let outcome = try display.onScreen({ try $0.press(key) }) else { return }
    switch outcome {
    case .submitted(let line): try await take(TypedLine(line))
    case .ended: end(.success)
    case .interrupted:
      let isEmpty = display.onScreen { screen in
        defer { screen.clear() }
        return screen.editor.text.isEmpty
      }
      if isEmpty == true { end(.interrupted) } else { try display.update(model) }
    case .clearScreen: try display.onScreen { try $0.clearScreen() }
    case .complete(let word): try complete(word)
    case .changed: try await tellTyping()
    case .nothing: break
    }
  }

  /// Tells the others that something is written here, unless it is a command.
  private func tellTyping() async throws {
    let line = display.onScreen { $0.editor.text } ?? ""
    guard let destination = model.destination, !line.isEmpty, !line.hasPrefix("/") else { return }
    try? await client.chat(to: destination).type()
  }

  private func complete(_ word: String) throws {
    let commands = TypedLine.commands.compactMap { $0.form.split(separator: " ").first.map(String.init) }
    let names = model.conversations.keys.map { $0.kind == .direct ? model.name(of: $0) : $0.text }
    let candidates = (word.hasPrefix("/") ? commands : names).filter { $0.hasPrefix(word) && !word.isEmpty }
    guard let common = ChatSession.commonBeginning(candidates) else { return }
    try display.onScreen { try $0.completeWord(with: candidates.count == 1 ? common + " " : common) }
  }

  /// What all the names begin with; nil where there is none.
  static func commonBeginning(_ names: [String]) -> String? {
    guard var common = names.first else { return nil }
    for name in names.dropFirst() { common = String(zip(common, name).prefix { $0 == $1 }.map(\.0)) }
    return common
  }

  /// Ctrl-Z: gives the terminal back until the shell lets the process go on.
  private func pause() throws {
    try display.onScreen { try $0.wipe() }
    TerminalRescue.restore()
    // Threads of executors are started with this signal blocked; it is to stop the process before the next line.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(SIGTSTP)
    _ = Terminal.takeKeys()
    try resized()
  }

  func resized() throws {
    let size = Terminal().size
    try display.onScreen { try $0.resize(columns: size.columns, rows: size.rows) }
  }
}
