import MartletPostgres
import MartletWire

/// Checks the PostgreSQL database of a server.
enum DatabaseChecks {
  /// - Parameters:
  ///   - address: The database, as `--store` takes it.
  ///   - isNode: Whether the server has a bus, so that others may use the database too.
  ///   - time: The clock of this machine.
  /// - Returns: The findings.
  static func all(_ address: String, isNode: Bool, time: any TimeSource) async -> [Finding] {
    do {
      let before = time.wallMilliseconds
      let facts = try await DatabaseFacts.read(address)
      return judged(facts, isNode: isNode, clock: before...max(before, time.wallMilliseconds))
    } catch {
      return [unreachable((error as? PostgresError)?.message ?? "\(error)")]
    }
  }

  static func unreachable(_ reason: String) -> Finding {
    let advice =
      if reason.contains("password") {
        "Put the password into ~/.pgpass of the server's user, or into a file that PGPASSFILE names, with mode 0600."
      } else if reason.contains("pg_hba.conf") {
        "Let this user and this machine in: add a line to pg_hba.conf, and reload PostgreSQL."
      } else if reason.contains("SSL") || reason.contains("certificate") {
        "Check sslmode and sslrootcert in the address, and that PostgreSQL has ssl = on."
      } else if reason.contains("does not exist") {
        "Create it: createuser martlet; createdb --owner martlet --encoding UTF8 martlet."
      } else {
        "Check host and port, that PostgreSQL runs and listens there, and the firewalls in between."
      }
    return .fail("database", "it cannot be used: \(reason)", advice)
  }

  /// Judges a database; `clock` is this machine's time before and after the question.
  static func judged(_ facts: DatabaseFacts, isNode: Bool, clock: ClosedRange<Int64>) -> [Finding] {
    let version = "PostgreSQL \(facts.version / 10_000).\(facts.version % 10_000)"
    let release: Finding =
      facts.version < 150_000
      ? .fail("database", version, "Use PostgreSQL 15 or later.")
      : .ok("database", "\(version), \(facts.isEncrypted ? "with" : "without") TLS")
    return [release, tables(facts), writing(facts), durability(facts), connections(facts), alone(facts, isNode: isNode)]
      .compactMap { $0 } + [self.clock(facts.clock, clock), sessions(facts)]
  }

  private static func tables(_ facts: DatabaseFacts) -> Finding {
    let ours = DatabaseFacts.tablesVersion
    guard facts.schema != nil else {
      return .fail(
        "tables", "no schema of search_path exists",
        "Create the schema, or name another in the address: ?options=-csearch_path%3DNAME")
    }
    guard facts.encoding == "UTF8" else {
      return .fail(
        "tables", "the encoding is \(facts.encoding)", "Create the database with: createdb --encoding UTF8 --template template0")
    }
    if facts.isForeign {
      return .fail("tables", "there are tables of another program", "Create a database, or a schema, for Martlet alone.")
    }
    if facts.isMoving {
      return .fail("tables", "a move into the database has not ended", "Run the same martlet migrate command again.")
    }
    switch facts.tables {
    case nil:
      return facts.mayCreate
        ? .ok("tables", "none yet; the first start creates them")
        : .fail(
          "tables", "none yet, and this user may not create them",
          "Make the user the owner of the database: ALTER DATABASE NAME OWNER TO martlet")
    case let version? where version > ours:
      return .fail(
        "tables", "version \(version) is newer than this program, which knows \(ours)",
        "Run the version of Martlet that made them.")
    case let version? where version < ours:
      return .warn(
        "tables", "version \(version) is older than this program, which knows \(ours)",
        "The next start upgrades them. Make a backup first: there is no way back.")
    case let version?: return .ok("tables", "version \(version)")
    }
  }

  private static func writing(_ facts: DatabaseFacts) -> Finding {
    if facts.isStandby {
      return .fail("writing", "this is a standby, which takes no writes", "Name the primary, or promote this one: pg_ctl promote")
    }
    if facts.isReadOnly {
      return .fail("writing", "transactions are read-only", "Set default_transaction_read_only = off for this user and database.")
    }
    return .ok("writing", "it takes writes")
  }

  private static func durability(_ facts: DatabaseFacts) -> Finding {
    if !facts.fsync || !facts.fullPageWrites {
      return .fail(
        "durability", "\(facts.fsync ? "full_page_writes" : "fsync") is off: a loss of power destroys the database",
        "Set fsync = on and full_page_writes = on in postgresql.conf.")
    }
    if facts.synchronousCommit == "off" {
      return .warn(
        "durability", "synchronous_commit is off", "The server sets it to on for itself. Other programs may lose commits.")
    }
    return .ok("durability", "fsync is on, synchronous_commit is \(facts.synchronousCommit)")
  }

  private static func connections(_ facts: DatabaseFacts) -> Finding {
    let (each, free) = (DatabaseFacts.connectionsOfServer, facts.connectionsMost - facts.connections)
    let text = "\(max(0, free)) of \(facts.connectionsMost) are free; a server takes \(each)"
    let advice = "Raise max_connections to at least \(each) for each server, with room for backups and operators."
    if free < each { return .fail("connections", text, advice) }
    return free < 3 * each ? .warn("connections", text, advice) : .ok("connections", text)
  }

  private static func alone(_ facts: DatabaseFacts, isNode: Bool) -> Finding? {
    guard facts.nodes > 0 else { return nil }
    let text = "\(counted(Int(facts.nodes), "server")) \(facts.nodes == 1 ? "uses" : "use") the database, or did until lately"
    return isNode ? .ok("nodes", text) : .warn("nodes", text, "To add a server, give it the bus of the others: --bus ADDRESS")
  }

  private static func clock(_ theirs: Int64, _ ours: ClosedRange<Int64>) -> Finding {
    let difference = theirs < ours.lowerBound ? ours.lowerBound - theirs : max(0, theirs - ours.upperBound)
    let text = "the clocks of this machine and of the database differ by \(difference / 1000).\(difference % 1000 / 100) s"
    let advice = "Synchronise both, with chrony or systemd-timesyncd. Tokens and message ids carry the time."
    if difference >= 60_000 { return .fail("clock of the database", text, advice) }
    return difference >= 1000 ? .warn("clock of the database", text, advice) : .ok("clock of the database", text)
  }

  private static func sessions(_ facts: DatabaseFacts) -> Finding {
    guard facts.idleTimeout > 0 else { return .ok("timeouts", "idle connections stay; the server sets statement_timeout itself") }
    return .warn(
      "timeouts", "idle_session_timeout ends connections after \(facts.idleTimeout) ms",
      "Set it to 0 for this user: ALTER ROLE martlet SET idle_session_timeout = 0")
  }
}
