import MartletProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A PostgreSQL server of a test run, in a directory and behind a Unix socket of its own.
///
/// It ends with the process that started it, however that ends.
package final class PostgresServer: Sendable {
  private let place: TemporaryDirectory
  private let guardian: ChildProcess

  /// Where its socket is.
  package var directory: String { place.path }
  package var socket: String { place.file(".s.PGSQL.5432") }

  /// The server that the tests of a process share, started by the first that needs it.
  package static let shared = Task { try await PostgresServer() }

  /// Where the data of a server comes from.
  package enum Origin: Sendable {
    case nothing
    /// The server copies a primary and follows it.
    case standby(of: PostgresServer)
    /// A base backup, which the server brings up to date from an archive that its settings name.
    case backup(String)

    fileprivate var words: [String] {
      switch self {
      case .nothing: ["new", ""]
      case .standby(let primary): ["standby", primary.directory]
      case .backup(let path): ["backup", path]
      }
    }
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - isDurable: Whether its commits wait for the disk.
  ///   - origin: Where its data comes from.
  ///   - access: Lines that come first in `pg_hba.conf` of a new server.
  ///   - settings: Settings as `NAME=VALUE`.
  ///   - parent: Where its directory is made, which the user `postgres` can reach; nil for the usual place.
  /// - Throws: `TestError` if PostgreSQL is not installed or does not start.
  package init(
    isDurable: Bool = false, from origin: Origin = .nothing, access: String = "", settings: [String] = [],
    in parent: String? = nil
  ) async throws {
    place = try parent.map { try TemporaryDirectory(in: $0) } ?? TemporaryDirectory()
    let programs = try Self.programs()
    let script = """
      set -e
      directory=$1 programs=$2 parent=$3 sync=$4 origin=$5 source=$6 access=$7
      shift 7
      settings=()
      for setting in "$@"; do settings+=(-c "$setting"); done
      exec 2>>"$directory/log"
      \(Guardian.closingPipes)
      run() { "$@"; }
      if [ "$(id -u)" = 0 ]; then
        # PostgreSQL refuses to run as root.
        chown postgres "$directory"
        run() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
      fi
      case $origin in
        new)
          run "$programs/initdb" -D "$directory/data" -U martlet -A trust -E UTF8 --locale=C -N >"$directory/log" 2>&1
          rules=$(cat "$directory/data/pg_hba.conf")
          printf '%s\n%s\n' "$access" "$rules" >"$directory/data/pg_hba.conf"
          ;;
        standby)
          run "$programs/pg_basebackup" -h "$source" -U martlet -D "$directory/data" -R -X stream -c fast >"$directory/log" 2>&1
          ;;
        backup)
          cp -a "$source" "$directory/data"
          run touch "$directory/data/recovery.signal"
          ;;
      esac
      run "$programs/postgres" -D "$directory/data" -k "$directory" -c listen_addresses= -c fsync=$sync \\
        -c full_page_writes=$sync -c max_connections=500 -c shared_buffers=128MB "${settings[@]}" >>"$directory/log" 2>&1 &
      server=$!
      stop() { run "$programs/pg_ctl" -D "$directory/data" -m immediate stop >>"$directory/log" 2>&1; }
      trap 'stop; exit' TERM
      until run "$programs/pg_isready" -q -h "$directory"; do kill -0 $server; sleep 0.05; done
      echo ready
      exec >>"$directory/log"
      while kill -0 "$parent" 2>/dev/null; do sleep 0.5; done
      stop || true
      """
    guardian = try ChildProcess(
      "/bin/bash",
      ["-c", script, "postgres", place.path, programs, "\(getpid())", isDurable ? "on" : "off"] + origin.words + [access]
        + settings)
    guard await guardian.firstLine(within: 60) == "ready" else {
      throw TestError("PostgreSQL did not start: see \(place.file("log"))")
    }
  }

  deinit { guardian.send(SIGTERM) }

  /// Ends the server without any tidying up, and starts it again: as after a power cut, but for the disk.
  package func crash() async throws {
    let script = """
      exec >>"$1/log" 2>&1
      \(Guardian.closingPipes)
      if [ "$(id -u)" = 0 ]; then set -- "$@" setpriv --reuid postgres --regid postgres --clear-groups; fi
      directory=$1 programs=$2
      shift 2
      "$@" "$programs/pg_ctl" -D "$directory/data" -m immediate -w restart
      """
    let process = try ChildProcess("/bin/bash", ["-c", script, "crash", directory, Self.programs()])
    guard await process.end(0) == 0 else { throw TestError("PostgreSQL did not start again: see \(place.file("log"))") }
  }

  /// Ends the server without any tidying up, for good.
  package func stop() async { _ = await guardian.end(SIGTERM) }

  /// Makes a standby the primary.
  ///
  /// The primary before it has to have ended.
  package func promote() async throws { try await execute("SELECT 1 / pg_promote(true, 60)::int") }

  /// Waits until a standby follows, and has everything that was committed when this was called.
  ///
  /// - Parameter isSynchronous: True if every later commit also waits for the standby.
  /// - Throws: `TestError` if none follows within a minute.
  package func waitForStandby(isSynchronous: Bool) async throws {
    if isSynchronous {
      try await execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
      try await execute("SELECT pg_reload_conf()")
    }
    let follows = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND (sync_state = 'sync' OR \(!isSynchronous))"
    // The checkpointer, which commits ask whether to wait, may learn of the setting a little later than others.
    try await execute(
      """
      DO $$
      DECLARE reached pg_lsn;
      BEGIN
        FOR turn IN 1..1200 LOOP
          IF reached IS NULL AND EXISTS (\(follows)) THEN
            PERFORM pg_sleep(0.3);
            reached := pg_current_wal_lsn();
          END IF;
          IF EXISTS (\(follows) AND flush_lsn >= reached) THEN RETURN; END IF;
          PERFORM pg_sleep(0.05);
        END LOOP;
        RAISE EXCEPTION 'no standby follows';
      END $$
      """)
  }

  /// Writes what the database holds into a file, as statements.
  package func dump(to path: String) async throws {
    let process = try ChildProcess(
      "\(Self.programs())/pg_dump", ["-h", directory, "-U", "martlet", "-f", path, "postgres"])
    guard await process.end(0) == 0 else { throw TestError("pg_dump could not write \(path)") }
  }

  /// Copies the whole server while it runs, as an operator would.
  package func backUp(to path: String) async throws {
    // The owner of the copy has to be the server's user.
    let script = """
      exec 2>>"$4"
      "$1/pg_basebackup" -h "$2" -U martlet -D "$3" -X stream -c fast || exit 1
      if [ "$(id -u)" = 0 ]; then chown -R postgres "$3"; fi
      """
    let process = try ChildProcess(
      "/bin/bash", ["-c", script, "backup", Self.programs(), directory, path, place.file("log")])
    guard await process.end(0) == 0 else { throw TestError("no base backup: see \(place.file("log"))") }
  }

  /// The address of a schema, which is made if it does not exist.
  ///
  /// - Parameter name: Letters, digits and `_`.
  /// - Returns: The address as pairs of names and values.
  /// - Throws: `TestError`.
  package func schema(_ name: String) async throws -> String {
    try await execute("CREATE SCHEMA IF NOT EXISTS \"\(name)\"")
    return "host=\(directory) user=martlet dbname=postgres options='-c search_path=\"\(name)\"'"
  }

  /// The address of a schema as `--store` takes it, which is made if it does not exist.
  package func address(ofSchema name: String) async throws -> String {
    _ = try await schema(name)
    return Self.address(hosts: [directory]) + "&options=-csearch_path%3D%22\(name)%22"
  }

  /// The address of whichever server takes writes, of those whose sockets are in some directories.
  package static func address(ofPrimaryIn directories: [String]) -> String {
    address(hosts: directories) + "&target_session_attrs=read-write"
  }

  private static func address(hosts: [String]) -> String {
    let hosts = hosts.map { $0.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F") }
    return "postgres://martlet@/postgres?host=\(hosts.joined(separator: "%2C"))"
  }

  /// Executes a statement as an operator would, with `psql`.
  package func execute(_ sql: String) async throws {
    let arguments = [
      "-q", "-v", "ON_ERROR_STOP=1", "-h", directory, "-U", "martlet", "-c", "SET client_min_messages TO error", "-c", sql,
      "postgres",
    ]
    let process = try ChildProcess("\(Self.programs())/psql", arguments)
    guard await process.end(0) == 0 else { throw TestError("psql could not execute: \(sql)") }
  }

  /// The folder of the newest installed version's programs.
  private static func programs() throws -> String {
    let root = "/usr/lib/postgresql"
    let versions = Folder.names(in: root).sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }
    guard let newest = versions.last else { throw TestError("PostgreSQL is not installed in \(root)") }
    return "\(root)/\(newest)/bin"
  }
}
