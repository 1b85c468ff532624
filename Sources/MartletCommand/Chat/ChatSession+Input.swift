import Martlet

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// Lines from a pipe or file.
extension ChatSession {
  /// The form of the input lines.
  enum InputForm: Sendable, Equatable {
    /// As in a terminal: a line that begins with a slash is a command.
    case typed
    /// Every line is a message.
    case verbatim
    /// Every line is a message whose id is the batch and its number, so that the whole input can be repeated.
    case batch(String)
  }

  /// Reads a line, stores it in the outbox, then reads the next one.
  ///
  /// Ends the run after the last line.
  nonisolated func takeLines(from input: StandardInput, as form: InputForm) async throws {
    // New messages come after the history.
    for await _ in begun {}
    var number = 0
    var blank = 0
    reading: while let line = try await input.line() {
      number &+= 1
      if isBlank(line) {
        blank &+= 1
        continue
      }
      switch form {
      case .typed:
        let typed = TypedLine(line)
        // Earlier lines are still sent.
        if typed == .quit { break reading }
        try await take(typed)
      case .verbatim: try await say(line, id: nil)
      case .batch(let name):
        guard let id = ClientID("\(name)-\(number)") else {
          throw CommandFailure(.usage, "--batch \(name) is too long: the id of line \(number) has more than 64 characters")
        }
        try await say(line, id: id)
      }
    }
    guard !Task.isCancelled else { return }
    if blank > 0 { try await tell("not sent: \(counted(blank, "blank line"))") }
    await inputEnded()
  }

  /// Stores a message in the outbox; it is on disk when this returns.
  func say(_ words: String, _ details: MessageDetails = MessageDetails(), id: ClientID?) async throws {
    try await store(orGiveBack: words) { await $0.send(.text(words), details: details, id: id, within: .zero) }
  }

  /// Copies a file, and stores a message that will name it in the outbox; both are on disk when this returns.
  func send(file path: String) async throws {
    try await store(orGiveBack: "/file \(path)") { await $0.send(file: path, within: .zero) }
  }

  func edit(_ target: UInt64, _ words: String) async throws {
    try await store(orGiveBack: "/edit \(target) \(words)") { chat throws(MartletError) in
      try await chat.edit(chat.messageID(at: target), to: .text(words), within: .zero)
    }
  }

  func recall(_ target: UInt64, _ command: String, _ details: RecallDetails = RecallDetails()) async throws {
    try await store(orGiveBack: "\(command) \(target)") { chat throws(MartletError) in
      try await chat.recall(chat.messageID(at: target), details: details, within: .zero)
    }
  }

  /// Puts the text of a recalled message into the editor.
  func bringBack(_ target: UInt64) async throws {
    let found = try await ask("cannot read it") { _, chat in try await chat.recalledContent(of: chat.messageID(at: target)) }
    guard let found else { return }
    guard let words = found?.text else { return try tell("the text of #\(target) is not kept") }
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
    try await store(orGiveBack: ChatText.words(of: change)) { chat throws(MartletError) in
      try await chat.annotate(chat.messageID(at: target), change, within: .zero)
    }
  }

  /// Stores an action in the outbox and waits until it is on disk, not until it is sent.
  private func store(orGiveBack line: String, _ action: @Sendable (Chat) async throws(MartletError) -> SendResult) async throws {
    guard let destination = model.destination else {
      guard text.isForTerminal else {
        throw CommandFailure(.usage, "no conversation is open. Give --to WHERE, or begin with /open USER.")
      }
      try tell("no conversation is open; write /open USER or /open group:ID")
      return
    }
    while true {
      let result: SendResult
      do throws(MartletError) {
        result = try await action(client.chat(to: destination))
      } catch {
        result = .failed(error)
      }
      guard case .failed(let error) = result else { return }
      // The outbox reports what the server refused.
      if error.code.server != nil { return }
      if text.isForTerminal {
        try tell("neither stored nor sent: \(error)", isBad: true)
        try display.onScreen { try $0.giveBack(line) }
        return
      }
      guard error.code == .tooManyWaiting else { throw CommandFailure(error) }
      try await roomInOutbox()
    }
  }

  /// Waits until the outbox has room.
  private func roomInOutbox() async throws {
    let before = try await waiting()
    while try await waiting() >= before { try await Task.sleep(for: .milliseconds(100)) }
  }

  private func waiting() async throws -> Int {
    do {
      return try await client.pending().filter { $0.isWaiting }.count
    } catch {
      throw CommandFailure(error)
    }
  }
}

// Keys from a terminal.
extension ChatSession {
  /// The wait after an Escape for the rest of a key; a terminal sends a key in one piece.
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

  /// Tells the others that the user is typing, unless it is a command.
  private func tellTyping() async throws {
    let line = display.onScreen { $0.editor.text } ?? ""
    guard let destination = model.destination, !line.isEmpty, !line.hasPrefix("/") else { return }
    try? await client.chat(to: destination).setTyping()
  }

  private func complete(_ word: String) throws {
    let commands = TypedLine.commands.compactMap { $0.form.split(separator: " ").first.map(String.init) }
    let names = model.conversations.keys.map { $0.pair != nil ? model.name(of: $0) : $0.text }
    let candidates = (word.hasPrefix("/") ? commands : names).filter { $0.hasPrefix(word) && !word.isEmpty }
    guard let common = ChatSession.commonBeginning(candidates) else { return }
    try display.onScreen { try $0.completeWord(with: candidates.count == 1 ? common + " " : common) }
  }

  /// The longest common prefix of the names; nil for no names.
  static func commonBeginning(_ names: [String]) -> String? {
    guard var common = names.first else { return nil }
    for name in names.dropFirst() { common = String(zip(common, name).prefix { $0 == $1 }.map(\.0)) }
    return common
  }

  /// Ctrl-Z: restores the terminal until the shell continues the process.
  private func pause() throws {
    try display.onScreen { try $0.wipe() }
    TerminalRescue.restore()
    // Threads of executors start with this signal blocked; it must stop the process before the next line.
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
