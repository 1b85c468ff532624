/// The variables of the environment by which `martlet check` has the processes it starts fail in some way.
package enum TrialVariable {
  /// `POINT:COUNT`: where a server kills itself.
  package static let failure = "MARTLET_FAIL_AT"
  /// The file that says how wrong the clock is, of a server or of a process with devices.
  package static let clock = "MARTLET_CLOCK_FILE"
  /// The file that sets the delay and the failures of a server's disk.
  package static let disk = "MARTLET_DISK_FILE"
}
