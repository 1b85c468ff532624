import MartletPostgres
import MartletServer
import MartletStore
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CommandDescription {
  static let migrate = CommandDescription(
    name: "migrate",
    summary: "move all messages between files and PostgreSQL",
    about: [
      """
      Copies all that a server stores, except the apps and their keys: messages, users,
      settings, read markers, scheduled messages, requests. Then it compares a hash of
      each conversation and of each user on both sides. The source keeps its messages.
      """,
      """
      No server may run on either side. The destination must be empty. If the command
      ends early, even by a power cut, run it again: it goes on where it was.
      """,
      """
      Clients notice nothing, because the generation and all positions stay. A password
      belongs into ~/.pgpass, or a file named by PGPASSFILE.
      """,
    ],
    options: [
      CommandOption("from", "PLACE", .text, required: true, says: "A data directory, or postgres://USER@HOST/DATABASE."),
      CommandOption("to", "PLACE", .text, required: true, says: "The other one: an address, or a directory without messages."),
      CommandOption(
        "batch", "N", .number(1...100_000), standard: "2000", says: "The rows of one transaction."),
    ],
    examples: [
      ("martlet migrate --from /srv/martlet/data --to postgres://martlet@db.example/martlet", "from files to PostgreSQL"),
      ("martlet migrate --from postgres://martlet@db.example/martlet --to /srv/martlet/files", "and back"),
    ],
    run: { arguments, surroundings in try await Migration(arguments, surroundings).run() })
}

/// Runs `martlet migrate`.
private struct Migration: Sendable {
  private let from: String
  private let to: String
  private let batch: Int
  private let surroundings: Surroundings

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    from = try arguments.required("from")
    to = try arguments.required("to")
    batch = arguments.number("batch") ?? 2000
    self.surroundings = surroundings
    for place in [from, to] where place.contains("://") && !PostgresAddress.isValid(place) {
      throw CommandFailure(
        .usage,
        "an address must be postgres://USER@HOST/DATABASE. A password belongs into ~/.pgpass, or a file named by PGPASSFILE.")
    }
    guard Self.isDatabase(from) != Self.isDatabase(to) else {
      throw CommandFailure(.usage, "one of --from and --to must be a directory, and the other postgres://USER@HOST/DATABASE")
    }
  }

  private static func isDatabase(_ place: String) -> Bool { PostgresAddress.isValid(place) }

  func run() async throws -> ExitCode {
    umask(0o077)
    do {
      if Self.isDatabase(to) { try await moveToDatabase() } else { try await moveToFiles() }
      return .success
    } catch let failure as StoreMove.Failure {
      throw CommandFailure(failure, to: to)
    } catch {
      throw error is OutputClosed ? error : CommandFailure(server: error)
    }
  }

  private func moveToDatabase() async throws {
    guard exists(from + "/store.db") else {
      throw CommandFailure(.missing, "\(from) holds no messages: there is no store.db in it")
    }
    let data = try DataDirectory.open(from, random: SystemRandomBytes(), attempts: 1)
    defer { data.close() }
    try data.check(.files)
    let source = try await SQLiteMover.source(directory: data.path)
    try await closing(source) {
      let destination = try await PostgresMover.destination(to)
      try await closing(destination) { try await move(source, destination) }
    }
    try tell(
      """
      Next:
      1. Make a data directory for the server, with the apps and the configuration, but without the messages:
         install -d -m 700 NEW && cp -a \(from)/apps.json NEW/ (and martlet.conf, if there is one)
      2. Start the server on it: martlet serve --data NEW --store \(to)
      3. Keep \(from) until you have a backup of the database, and start no server on it: its messages stay as they were.
      """)
  }

  private func moveToFiles() async throws {
    let source = try await PostgresMover.source(from)
    try await closing(source) {
      let target = try MoveTarget(at: to)
      defer { target.close() }
      let destination = try await SQLiteMover.destination(directory: target.path)
      try await closing(destination) { try await move(source, destination) }
      try target.finish()
      let apps =
        target.hasApps
        ? "1. \(to) has the apps already."
        : "1. Copy apps.json, and martlet.conf if there is one, from the data directory of a server into \(to)."
      try tell(
        """
        Next:
        \(apps)
        2. Start the server without --store and --bus: martlet serve --data \(to)
        3. Keep the database until you have a backup, and start no server on it: its messages stay as they were.
        """)
    }
  }

  private func closing(_ store: any MovableStore, _ body: () async throws -> Void) async throws {
    do {
      try await body()
      await store.close()
    } catch {
      await store.close()
      throw error
    }
  }

  private func move(_ source: any MovableStore, _ destination: any MoveDestination) async throws {
    let progress = MoveLines(time: surroundings.time) { surroundings.say("martlet migrate: \($0)") }
    let outcome = try await StoreMove(from: source, to: destination, batch: batch) { progress.tell($0) }.run()
    guard outcome.isNew else {
      return try tell("All messages had been moved before; nothing was left to do.")
    }
    try tell(
      "Moved \(counted(outcome.rows, "row")): \(counted(outcome.conversations, "conversation")), "
        + "\(counted(outcome.users, "user")). Both sides have the same hashes.")
  }

  private func tell(_ text: String) throws { try surroundings.output.write(text + "\n") }
}

extension CommandFailure {
  fileprivate init(_ failure: StoreMove.Failure, to place: String) {
    switch failure {
    case .notEmpty:
      self.init(.unwritable, "\(place) holds other messages already. Choose an empty database or directory.")
    case .otherSource:
      self.init(
        .unwritable,
        "\(place) holds a part of another move, from another source. Finish that one, or choose an empty place.")
    case .different(let owners):
      self.init(
        .checkFailed,
        "the two sides differ: \(owners.map(\.description).joined(separator: ", ")). Something has changed one of them since "
          + "the move began. Empty \(place), and begin again.")
    }
  }
}
