import MartletProcess

/// A copy of a server's files, as a snapshot of the volume makes it.
struct ServerSnapshot {
  let number: UInt64
  private let directory: TemporaryDirectory

  init(_ number: UInt64, of path: String) throws {
    self.number = number
    directory = try TemporaryDirectory(inMemory: true)
    for name in Folder.names(in: path) { try Folder.copy("\(path)/\(name)", to: directory.file(name)) }
  }

  /// Replaces the contents of a folder with the copy.
  func restore(to path: String) throws {
    for name in Folder.names(in: path) { Folder.remove("\(path)/\(name)") }
    for name in Folder.names(in: directory.path) { try Folder.copy(directory.file(name), to: "\(path)/\(name)") }
  }
}

/// Going back to a backup.
extension Simulation {
  /// Copies the server's files at this moment, while the server goes on.
  func backUp() {
    guard shared == nil, seats.first?.server?.phase == .running else { return }
    do {
      let snapshot = try ServerSnapshot((snapshot?.number ?? 0) + 1, of: directory.path)
      self.snapshot = snapshot
      recorder.record(.backedUp(snapshot.number))
    } catch {
      find("the server's files cannot be copied: \(error)")
    }
  }

  /// Ends the server, and replaces its files with the last copy.
  func restore() {
    guard let snapshot else { return }
    for seat in seats { endServer(seat, losingAllBut: nil, tellingClients: true) }
    // Devices now accept received pushes that the restore loses, so that the history records them before the restore.
    for connection in network.connections { connection.loseAnswers() }
    devices.flatMap(\.driven).exhaust()
    do {
      try snapshot.restore(to: directory.path)
    } catch {
      return find("the server's files cannot be restored: \(error)")
    }
    disk.forget()
    isRestored = true
    recorder.record(.wentBack(to: snapshot.number))
  }
}
