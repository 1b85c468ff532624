/// The subject and the parameters of a check.
package struct CheckPlan: Sendable {
  /// The path of the program `martlet`, which is started as server and as clients.
  package var program: String
  /// The seed of all random decisions.
  package var seed: UInt64
  package var seconds: Int
  /// The directory of temporary data.
  package var scratch: String
  /// The directory for evidence.
  ///
  /// If nil, evidence of broken promises goes beside the scratch directory; without broken promises nothing is kept.
  package var keep: String?
  /// What the devices on the client library run on.
  package var hosts: [DeviceHost] = [.swift]
  /// The folder `Web` of the sources, with the programs of devices in Node and Chromium; nil without such devices.
  package var web: String?
  /// The factor for all time limits, for a slow or busy machine.
  package var slack: UInt64 = 1
  /// The number of servers: 1 for one on files, more for nodes on PostgreSQL and NATS, or in simulations on models of them.
  package var nodes = 1
  /// The number of connections of a herd.
  package var connections = 15_000
  /// Of simulations: how many seeds, of about how many operations each.
  package var seeds = 100
  package var operations = 40
  /// The steps of a simulation's plan to keep; nil for all.
  package var steps: Set<Int>?
  /// The faults to inject; nil for all but `diskFull`, which needs the data in memory.
  package var faults: Set<Fault>?

  package init(program: String, seed: UInt64, seconds: Int, scratch: String) {
    self.program = program
    self.seed = seed
    self.seconds = seconds
    self.scratch = scratch
  }
}

/// A fault to inject into a running system.
package enum Fault: String, Sendable, CaseIterable {
  /// The server is killed with signal 9 at any instant, and started again.
  case serverKill = "server-kill"
  /// It is ended with SIGTERM.
  case serverEnd = "server-end"
  /// It kills itself at a named point of its work.
  case serverPoint = "server-point"
  /// Processes with clients are killed with signal 9.
  case clientKill = "client-kill"
  /// They are away for a long time.
  case clientAway = "client-away"
  /// Meanwhile their local database is damaged.
  case clientDamage = "client-damage"
  /// Meanwhile an installation is removed; a new one takes its place.
  case clientReinstall = "client-reinstall"
  /// All connections are cut.
  case cut
  /// Connections are slow, in pieces, doubled, cut after some bytes.
  case badNetwork = "bad-network"
  /// Connections stay open and nothing goes through any more.
  case silence
  /// A client does not read.
  case slowReader = "slow-reader"
  /// A user's tokens are revoked.
  case revocation
  /// The server's clock jumps.
  case clock
  /// The clock of a process with clients jumps.
  case clientClock = "client-clock"
  /// A page with clients is frozen, as a browser does with one in the background, and goes on an hour later by its clock.
  case clientFreeze = "client-freeze"
  /// The server's disk takes its time for each write and sync.
  case diskSlow = "disk-slow"
  /// Its writes or its syncs fail.
  case diskFailing = "disk-failing"
  /// The server's disk is full.
  case diskFull = "disk-full"
  /// PostgreSQL ends without any tidying up, and starts again.
  case databaseCrash = "database-crash"
  /// PostgreSQL ends in the same way, and a synchronous standby takes its place.
  case databaseFailover = "database-failover"
  /// NATS is killed with signal 9, and started again.
  case busKill = "bus-kill"
  /// The network between NATS and one node is cut, or lets nothing through.
  case busCut = "bus-cut"
  /// The nodes are ended with SIGTERM and started again, one after the other.
  case rollingRestart = "rolling-restart"

  /// Whether it can be injected if there are so many servers.
  package func reaches(nodes: Int) -> Bool {
    switch self {
    case .diskSlow, .diskFailing, .diskFull: nodes == 1
    case .databaseCrash, .databaseFailover, .busKill, .busCut, .rollingRestart: nodes > 1
    default: true
    }
  }
}
