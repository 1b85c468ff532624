import Martlet
import MartletServer
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The default place of a client's messages on this machine.
enum LocalPlace {
  /// `martlet/SERVER/USER` below `$XDG_STATE_HOME` or `~/.local/state`.
  static func directory(of server: ServerAddress, app: AppID, user: UserID, variable: (String) -> String?) throws -> String {
    let state: String
    // By the XDG specification, a path that is not absolute is ignored.
    if let named = variable("XDG_STATE_HOME"), named.hasPrefix("/") {
      state = named
    } else if let home = variable("HOME"), home.hasPrefix("/") {
      state = home + "/.local/state"
    } else {
      throw CommandFailure(.missing, "there is no home directory. Say where to keep the messages with --data DIR.")
    }
    // No user id has a colon, so a user of another app than the first cannot be taken for one of it.
    let name = app.text == DataDirectory.firstApp ? user.text : "\(app):\(user)"
    return "\(state)/martlet/\(plain("\(server.host):\(server.port)"))/\(plain(name))"
  }

  /// Text as one part of a path: no slash, and neither `.` nor `..`.
  private static func plain(_ text: String) -> String {
    let part = String(text.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
    return part == "." || part == ".." ? "_" + part : part
  }

  /// Creates the missing directories above a path, open to their owner only.
  ///
  /// - Parameter path: The path, which is not created itself.
  /// - Throws: `CommandFailure` if one cannot be created.
  static func makeParents(of path: String) throws {
    for index in path.indices where path[index] == "/" && index != path.startIndex {
      let parent = String(path[..<index])
      if mkdir(parent, 0o700) != 0, errno != EEXIST {
        let number = errno
        // An existing directory may lie where none can be created.
        if !exists(parent) {
          throw CommandFailure(
            .unwritable, "cannot create \(parent): \(systemError(number)). Name another place with --data DIR.")
        }
      }
    }
  }
}

/// Moments as a clock on the wall shows them.
enum LocalTime {
  /// Hours and minutes of the machine's time zone, as `14:03`.
  static func clock(milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "--:--" }
    return two(parts.tm_hour) + ":" + two(parts.tm_min)
  }

  /// Day, hours and minutes of the machine's time zone, as `2026-01-31 14:03`.
  static func moment(milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "--" }
    return "\(parts.tm_year &+ 1900)-\(two(parts.tm_mon &+ 1))-\(two(parts.tm_mday)) \(clock(milliseconds: milliseconds))"
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
