import Martlet
import MartletSQLite

/// One run of `chat`: performs what the model decides, with the client and the display.
///
/// Has a thread of its own, because writing to a slow terminal blocks.
actor ChatSession {
  private let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let client: MartletClient
  let text: ChatText
  /// The server's address and where the client's data is, for messages.
  private let server: String
  private let directory: String
  private let historyLimit: Int
  private(set) var model: ChatModel
  var display: ChatDisplay
  /// Lines to show with the next writing.
  private var lines: [StyledLine] = []
  private var isOnlineTold: Bool?
  /// The history at the start has been shown.
  private var hasBegun = false
  private let beginning: AsyncStream<Void>.Continuation
  /// Ends when the history at the start has been shown.
  nonisolated let begun: AsyncStream<Void>
  /// No more input comes: the run ends when the outbox is empty.
  private(set) var isInputEnded = false
  private let ending: AsyncStream<Result<ExitCode, CommandFailure>>.Continuation
  /// The result of the run.
  nonisolated let endings: AsyncStream<Result<ExitCode, CommandFailure>>
  private let marking: AsyncStream<UInt64>.Continuation
  /// The newest position to be marked as read.
  private nonisolated let marks: AsyncStream<UInt64>

  init(
    client: MartletClient, server: String, directory: String, model: ChatModel, text: ChatText, historyLimit: Int,
    display: ChatDisplay
  ) throws {
    executor = try ThreadExecutor(name: "chat")
    self.client = client
    self.model = model
    self.text = text
    self.server = server
    self.directory = directory
    self.historyLimit = historyLimit
    self.display = display
    (endings, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    (begun, beginning) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    (marks, marking) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Ends the run; the first call decides how.
  nonisolated func end(_ code: ExitCode) { ending.yield(.success(code)) }

  // MARK: Input from the client

  /// Shows the history, then events, until the task is cancelled.
  nonisolated func followEvents() async throws {
    // Listens before it reads, so that no event is missed.
    let events = client.events()
    try await begin()
    for await event in events { try await handle(event) }
  }

  nonisolated func followStates() async throws {
    for await state in client.states() { try await handle(state) }
  }

  /// Tells how far the user has read, a few times a second at most.
  nonisolated func keepMarks() async throws {
    for await seq in marks {
      await mark(seq)
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  private func mark(_ seq: UInt64) async {
    guard let destination = model.destination else { return }
    // A conversation that is gone needs no mark.
    let chat = client.chat(to: destination)
    try? await chat.markRead(upTo: chat.messageID(at: seq))
  }

  /// Marks the last shown message as read, and restores the screen.
  func leave() async {
    if let last = model.lastShown, last > 0 { await mark(last) }
    // A terminal that is gone needs nothing.
    try? display.onScreen { try $0.wipe() }
  }

  private func begin() async throws {
    // Messages that arrived meanwhile belong to the history, but the user does not wait long for them.
    try? await client.caughtUp(within: text.isForTerminal ? .milliseconds(700) : .seconds(3))
    try Task.checkCancellation()
    try await readList()
    if let open = model.open, historyLimit == 0 || model.conversations[open] != nil { try await perform([.readHistory]) }
    try flush()
    hasBegun = true
    beginning.finish()
    await endIfDone()
  }

  private func handle(_ event: Event) async throws {
    try await perform(model.apply(event))
    try flush()
    await endIfDone()
  }

  private func handle(_ state: ConnectionState) async throws {
    var effects = model.stateChanged(state)
    if case .connecting(_, _?) = state, let error = await client.lastConnectionError {
      effects += model.connectionFailed("no connection to \(server): \(error.connectionAdvice) Trying again.")
    }
    if state == .online, model.me == nil, let user = await client.user { effects += model.identified(as: user) }
    try await perform(effects)
    try flush()
    if case .ended(let error) = state { leave(because: error) }
  }

  private func leave(because error: MartletError) {
    let failure = CommandFailure(error, directory: directory)
    let waiting = model.waiting > 0 ? ". Not sent yet: \(counted(model.waiting, "message")). The next chat sends them." : ""
    ending.yield(.failure(CommandFailure(failure.code, failure.message + waiting)))
  }

  // MARK: Effects

  func perform(_ effects: [ChatModel.Effect]) async throws {
    for effect in effects {
      switch effect {
      case .show(let message, let isChange): lines += named.lines(for: message, isChange: isChange, from: model.me)
      case .announce(let message, let name):
        try flush()
        try display.tell(named.lines(elsewhere: message, in: name))
      case .tell(let words, let isBad): try tell(words, isBad: isBad)
      case .state(let words): try tellState(words)
      case .discard(let id): try? await client.discard(id)
      case .markRead(let seq): marking.yield(seq)
      case .readHistory: try await readHistory()
      case .readAgain: try await readAgain()
      case .readMembers: try await readMembers()
      }
    }
  }

  /// Writes the collected output.
  private func flush() throws {
    if !lines.isEmpty { try display.show(lines) }
    lines = []
    try display.update(model)
  }

  func tell(_ words: String, isBad: Bool = false) throws {
    try flush()
    try display.tell(
      words.split(separator: "\n", omittingEmptySubsequences: false).map { StyledLine(String($0), isBad ? .bad : .plain) })
  }

  /// Reports changes of the state where no status line shows it; attempts to connect only once.
  private func tellState(_ words: String) throws {
    guard !text.isForTerminal, isOnlineTold != (model.connection == .online) else { return }
    isOnlineTold = model.connection == .online
    try tell(words)
  }

  /// Reads the current conversations.
  ///
  /// Events still waiting to be taken may be older.
  func readConversations() async throws {
    do {
      model.listed(try await client.conversations())
    } catch {
      throw CommandFailure(error)
    }
  }

  private func readList() async throws {
    try await readConversations()
    do {
      let pending = try await client.pending()
      model.outboxRead(pending)
      for refused in pending where refused.isRefused { try await perform(model.apply(.pending(refused))) }
    } catch let error as MartletError {
      throw CommandFailure(error)
    }
  }

  private func readHistory() async throws {
    guard let destination = model.destination, historyLimit > 0 || model.lastShown == nil else { return }
    var messages = await messages(of: destination, before: nil, count: max(1, historyLimit))
    // If no history is wanted, existing messages count as shown. If they cannot be read, all arriving messages are new.
    if historyLimit == 0 { messages = messages ?? [] }
    guard model.destination == destination, let messages else { return }
    await learnNames(of: messages.map(\.sender))
    guard model.destination == destination else { return }
    let effects = model.historyRead(messages)
    try await perform(historyLimit > 0 ? effects : [])
  }

  /// The texts with the names that are known.
  private var named: ChatText {
    var text = text
    text.names = model.names
    return text
  }

  /// Learns the names of users for a terminal, and of their changes from then on.
  private func learnNames(of users: [UserID]) async {
    let unknown = Set(users).filter { model.names[$0] == nil }
    guard text.isForTerminal, isOnline, !unknown.isEmpty else { return }
    if let found = try? await client.profiles(of: unknown.sorted()) { model.named(found) }
  }

  private func readAgain() async throws {
    try await readList()
    guard let destination = model.destination, let last = model.lastShown else { return }
    var missed: [Message] = []
    while let page = await messages(of: destination, before: missed.first?.seq, count: 200), let first = page.first {
      missed = page.filter { $0.seq > last } + missed
      if first.seq <= last { break }
    }
    guard model.destination == destination else { return }
    try await perform(model.historyRead(missed))
    await endIfDone()
  }

  private func readMembers() async throws {
    guard let destination = model.destination else { return }
    while isOnline, model.destination == destination {
      do {
        let members = try await client.chat(to: destination).members()
        if model.destination == destination { model.membersRead(members) }
        await learnNames(of: members.map(\.id))
        return
      } catch {
        if let absence = error.absence(of: destination) { return try tell(absence, isBad: true) }
        // A slow server is asked again. After a lost connection, `.caughtUp` comes again. Other errors are not shown.
        guard error.code == .timedOut else { return }
      }
    }
  }

  /// True if the client is connected.
  ///
  /// The model may not have been told yet: events and states come one by one, each in their own order.
  var isOnline: Bool { client.state == .online }

  /// Up to `count` messages before a position, ascending; nil if they cannot be had.
  func messages(of destination: Destination, before: UInt64?, count: Int) async -> [Message]? {
    var messages: [Message] = []
    let chat = client.chat(to: destination)
    var position = before
    while messages.count < count {
      let limit = min(1000, count - messages.count)
      let before: MessageID? = if let position { try? await chat.messageID(at: position) } else { nil }
      guard (before == nil) == (position == nil), let page = try? await chat.history(before: before, limit: limit) else {
        return messages.isEmpty ? nil : messages
      }
      messages = page + messages
      guard let first = page.first, page.count == limit || client.state == .online else { break }
      position = first.seq
    }
    return messages
  }

  // MARK: The end

  /// The input has ended: pending messages and settings are still sent.
  func inputEnded() async {
    await tellOwn()
    isInputEnded = true
    await endIfDone()
  }

  /// Waits briefly until the server has the user's settings, if there is a connection.
  ///
  /// Otherwise they are sent when the chat is next opened.
  private func tellOwn() async {
    for _ in 0..<500 where client.state == .online {
      guard await client.unsyncedChanges > 0 else { return }
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Ends the run when the input has ended, everything was sent, and all outcomes were shown.
  private func endIfDone() async {
    guard isInputEnded, hasBegun, model.outbox.isEmpty, let pending = try? await client.pending(), pending.allSatisfy(\.isRefused)
    else { return }
    end(model.refused > 0 ? .refused : .success)
  }
}

extension ChatSession {
  /// Changes the model and performs the resulting effects.
  func change(_ body: @Sendable (inout ChatModel) -> [ChatModel.Effect]) async throws {
    try await perform(body(&model))
    try flush()
  }
}
