/// The workloads.
package enum Workload: String, Sendable, CaseIterable {
  /// Senders that each write to a receiver of their own.
  case pairs
  /// One sender writes to a large group.
  case fanout
  /// Connections that do nothing.
  case idle
  /// Connecting and signing in.
  case login
  /// Reads of the newest messages while others write.
  case history
  /// Reading a long conversation list.
  case lists
  /// A group of many members.
  case members
  /// The cost of a message as messages and conversations grow.
  case growth
  /// A steady load for a long time.
  case soak
  /// The SDK on a device with a large local database; no server.
  case client
}

/// The workload, the target and the duration of a benchmark.
package struct BenchPlan: Sendable {
  /// The server to measure.
  package enum Target: Sendable {
    /// One of its own on a new directory, which is removed at the end.
    case own(OwnServer.Settings)
    case given(BenchServer)
    /// No server: the local data of a device.
    case device(DevicePlace)
  }

  /// The place of a device's local data.
  package struct DevicePlace: Sendable {
    /// The path of the program `martlet`, which measures in fresh processes.
    package var program: String
    /// The directory for temporary local data, if no directory is given.
    package var parent: String
    /// The directory of the local data, to use or to create and keep; nil for a temporary one.
    package var directory: String?
    /// Whether this very process measures, once.
    package var isHere: Bool

    package init(program: String, parent: String, directory: String? = nil, isHere: Bool = false) {
      self.program = program
      self.parent = parent
      self.directory = directory
      self.isHere = isHere
    }
  }

  package var workload: Workload
  package var target: Target
  /// Pairs in `pairs` and `soak`; else connections, or the users that sign in in turn.
  package var connections = 200
  /// Messages under way for each sender, or sign-ins at once.
  package var window = 1
  /// Bytes of a message's text.
  package var size = 128
  /// The measured time.
  package var duration: Duration = .seconds(10)
  /// The time under load before measuring.
  package var warmup: Duration = .milliseconds(1500)
  /// Messages a second that fall due; nil sends whenever a window has room.
  package var rate: Double?
  /// Members that receive, in `fanout`; all members, in `members`.
  package var members = 1000
  /// Messages that are stored before `history` measures, and when `growth` ends.
  package var messages: UInt64 = 100_000
  /// Reads under way at once, in `history` and at the end of `growth`.
  package var readers = 16
  /// Messages a second that are written meanwhile in `growth`.
  static let writesDuringReads = 5000.0
  /// Conversations they are spread over in `history`; how many there are when `growth` ends.
  package var conversations = 1000
  /// Processes that measure in turn, in `client`.
  package var rounds = 20

  package init(_ workload: Workload, target: Target) {
    self.workload = workload
    self.target = target
    switch workload {
    case .login: window = 32
    case .history:
      rate = Self.writesDuringReads
      window = 16
    case .growth:
      window = 16
      messages = 1_000_000
      conversations = 10_000
    case .lists: conversations = 5000
    case .members: members = 100_000
    case .soak: duration = .seconds(1800)
    case .client:
      messages = 2_000_000
      conversations = 50_000
    case .pairs, .fanout, .idle: break
    }
  }
}
