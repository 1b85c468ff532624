import Foundation
import Processes
import Testing

/// A foreign client in a process of its own, steered by lines of JSON; `Peers/lines.py` describes them.
actor Peer {
  /// An entry as a peer reports it.
  struct Entry: Decodable, Sendable, Equatable {
    var conversation: String
    var seq: UInt64
    var sender: String
    var event: String
    var type: String
    var text: String
    var recalled: Bool
  }

  /// An unsolicited line of a peer.
  struct Event: Decodable, Sendable {
    var event: String
    var entry: Entry?
    var user: String?
    var read: UInt64?
    var state: String?
    var subprotocol: String?
    var code: UInt32?
    var name: String?
    var text: String?
    var level: String?
    /// The tab of a browser, from 0.
    var tab: Int?
  }

  /// A peer's answer to a command; its fields depend on the command.
  struct Answer: Decodable, Sendable {
    struct Refusal: Decodable, Sendable, Error, Equatable {
      var code: UInt32
      var name: String
    }

    struct Listed: Decodable, Sendable, Equatable {
      var id: String
      var head: UInt64
      var unread: UInt64
      var read: UInt64
    }

    var answer: Int
    var error: Refusal?
    var conversation: String?
    var seq: UInt64?
    var read: UInt64?
    var entries: [Entry]?
    var conversations: [Listed]?
    var messages: [String]?
    var elements: Int?
    var state: String?
    var value: String?
  }

  /// The peer's process ended, or wrote something else.
  struct Gone: Error, CustomStringConvertible {
    var description: String
  }

  private let process = TestProcess()
  private let input = Pipe()
  private var lastCommand = 0
  private var answers: [Int: CheckedContinuation<Answer, any Error>] = [:]
  private var waiters: [Waiter] = []
  private var gone: Gone?
  private var reading: Task<Void, Never>?
  /// All events so far, in order.
  private(set) var events: [Event] = []

  private struct Waiter {
    let matches: @Sendable (Event) -> Bool
    let continuation: CheckedContinuation<Event, any Error>
  }

  /// Starts a script of `Peers/` and waits until its session is open, or refused.
  static func start(_ script: String, _ arguments: [String], program: Interpreter = .python) async throws -> Peer {
    let peer = Peer()
    try await peer.run(script, arguments, program)
    _ = try await peer.event { ["online", "refused"].contains($0.event) }
    return peer
  }

  /// The program that runs a script of `Peers/`.
  enum Interpreter {
    case python
    case node
  }

  private func run(_ script: String, _ arguments: [String], _ program: Interpreter) throws {
    let root = Repository.root
    let output = Pipe()
    // Writing to a peer that has ended is an error to report, not a signal to die of.
    signal(SIGPIPE, SIG_IGN)
    let path = root.appendingPathComponent("Tests/EndToEndTests/Peers/\(script)").path
    switch program {
    case .python:
      process.executableURL = root.appendingPathComponent(".local/python/bin/python")
      process.arguments = [path] + arguments
    case .node:
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["node", path] + arguments
    }
    process.currentDirectoryURL = root
    process.standardInput = .pipe(input)
    process.standardOutput = .pipe(output)
    try process.run()
    // A blocking read needs a thread of its own; the lines come back here through a stream.
    let (lines, found) = AsyncStream.makeStream(of: Data.self)
    let handle = output.fileHandleForReading
    Thread.detachNewThread {
      var rest = Data()
      while case let bytes = handle.availableData, !bytes.isEmpty {
        rest.append(bytes)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          found.yield(Data(rest[rest.startIndex..<end]))
          rest = Data(rest[(end + 1)...])
        }
      }
      found.finish()
    }
    reading = Task {
      for await line in lines { received(line) }
      ended(Gone(description: "the peer ended"))
    }
  }

  /// Gives a command and waits for its answer.
  ///
  /// Throws `Answer.Refusal` where the server refused.
  @discardableResult
  func ask(_ command: String, _ arguments: [String: any Sendable] = [:]) async throws -> Answer {
    if let gone { throw gone }
    lastCommand += 1
    let number = lastCommand
    let line = try JSONSerialization.data(withJSONObject: arguments.merging(["id": number, "do": command]) { $1 })
    let answer = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answers[number] = continuation
        do {
          try input.fileHandleForWriting.write(contentsOf: line + [UInt8(ascii: "\n")])
        } catch {
          answers.removeValue(forKey: number)?.resume(throwing: error)
        }
      }
    } onCancel: {
      Task { await self.ended(Gone(description: "no answer to \(command) in time")) }
    }
    if let error = answer.error { throw error }
    return answer
  }

  /// The first event that matches, of those that came or will come.
  @discardableResult
  func event(where matches: @escaping @Sendable (Event) -> Bool) async throws -> Event {
    if let event = events.first(where: matches) { return event }
    if let gone { throw gone }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiters.append(Waiter(matches: matches, continuation: $0)) }
    } onCancel: {
      Task { await self.ended(Gone(description: "the event did not come in time")) }
    }
  }

  /// The entry with a text, once it has come.
  @discardableResult
  func entry(saying text: String) async throws -> Entry {
    try #require(try await event { $0.entry?.text == text }.entry)
  }

  /// The entries that came as events, in order.
  var entries: [Entry] { events.compactMap(\.entry) }

  /// Ends the peer as its input ends, and waits for it.
  func stop() async {
    try? input.fileHandleForWriting.close()
    await reading?.value
  }

  private func received(_ line: Data) {
    let decoder = JSONDecoder()
    if let answer = try? decoder.decode(Answer.self, from: line) {
      answers.removeValue(forKey: answer.answer)?.resume(returning: answer)
    } else if let event = try? decoder.decode(Event.self, from: line) {
      events.append(event)
      let met = waiters.filter { $0.matches(event) }
      waiters.removeAll { $0.matches(event) }
      for waiter in met { waiter.continuation.resume(returning: event) }
    } else {
      ended(Gone(description: "the peer wrote \(String(decoding: line.prefix(200), as: UTF8.self))"))
    }
  }

  private func ended(_ reason: Gone) {
    gone = gone ?? reason
    for answer in answers.values { answer.resume(throwing: reason) }
    for waiter in waiters { waiter.continuation.resume(throwing: reason) }
    answers = [:]
    waiters = []
  }
}
