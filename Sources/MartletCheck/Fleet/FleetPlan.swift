import MartletWire

/// The task of a process with client-library devices, as lines of a file.
struct FleetPlan: Sendable {
  struct Device: Sendable {
    var name: String
    var user: String
    /// The directory of its local data.
    var directory: String
  }

  var server: String
  /// The directories of the servers, which have the control sockets.
  var directories: [String]
  /// The file of its history.
  var history: String
  var seed: UInt64
  var firstCall: UInt64
  var devices: [Device]
  var users: [String]
  var groups: [String]

  var text: String {
    let lines =
      ["server \(server)", "history \(history)", "seed \(seed)", "call \(firstCall)"]
      + directories.map { "directory \($0)" } + devices.map { "device \($0.name) \($0.user) \($0.directory)" }
      + users.map { "user \($0)" } + groups.map { "group \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads the output of `text`; nil if it is malformed.
  init?(_ text: String) {
    self.init(server: "", directories: [], history: "", seed: 0, firstCall: 1, devices: [], users: [], groups: [])
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { return nil }
      switch words[0] {
      case "server": server = words[1]
      case "directory": directories.append(words[1])
      case "history": history = words[1]
      case "seed": seed = UInt64(words[1]) ?? 0
      case "call": firstCall = UInt64(words[1]) ?? 1
      case "user": users.append(words[1])
      case "group": groups.append(words[1])
      case "device":
        let parts = words[1].split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3 else { return nil }
        devices.append(Device(name: parts[0], user: parts[1], directory: parts[2]))
      default: return nil
      }
    }
    guard !server.isEmpty, !devices.isEmpty, !users.isEmpty else { return nil }
  }

  init(
    server: String, directories: [String], history: String, seed: UInt64, firstCall: UInt64, devices: [Device], users: [String],
    groups: [String]
  ) {
    self.server = server
    self.directories = directories
    self.history = history
    self.seed = seed
    self.firstCall = firstCall
    self.devices = devices
    self.users = users
    self.groups = groups
  }
}
