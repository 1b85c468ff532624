import MartletStore
import MartletWire

/// Answers a page of the caller's user log.
enum FetchUserEntriesRequest: ReadingRequest {
  typealias Message = Wire.FetchUserEntries

  static func answer(
    _ request: Wire.FetchUserEntries, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    let found = try await reading.store.userLog(
      of: caller.user, app: caller.app, after: request.after, limit: reading.page(request.limit, default: 100))
    let count = reading.fitting(found.entries) { (bytes: $0.bytes, text: $0.textBytes) }
    let entries = try await reading.store.told(found.entries.prefix(count), app: caller.app)
    return .userEntries(Wire.UserEntries(entries: entries, head: found.head, first: found.first))
  }
}

extension UserLogEntry {
  /// About how many bytes it has on the wire.
  fileprivate var bytes: Int {
    switch event {
    case .joined, .readTo: 100
    case .left, .applicationChanged: 500
    case .hidden(_, let targets): 100 + 5 * targets.count
    case .relationsChanged(let relations): relations.reduce(100) { $0 + 100 + $1.text.utf8.count }
    case .settingsChanged(let settings): settings.reduce(100) { $0 + 200 + $1.value.utf8.count }
    }
  }

  /// The bytes of setting values among them.
  fileprivate var textBytes: Int {
    if case .settingsChanged(let settings) = event { settings.reduce(0) { $0 + $1.value.utf8.count } } else { 0 }
  }
}
