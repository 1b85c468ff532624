import MartletStore
import MartletWire

/// The store, the limits and the page sizes that all reading requests use.
package struct Reading: Sendable {
  let store: any Store
  let limits: Limits
  let kinds: Kinds
  /// Whether the app's server asks, who reads as if it were a member of every conversation.
  private(set) var isOfApp = false

  init(store: any Store, limits: Limits) {
    self.store = store
    self.limits = limits
    kinds = store.kinds
  }

  /// The same for a call of the app's server.
  var ofApp: Reading {
    var reading = self
    reading.isOfApp = true
    return reading
  }

  /// The conversation, if the caller may see who its members are; nil otherwise.
  func conversation(_ id: ConversationID, of caller: UserKey) async throws -> ConversationRecord? {
    guard let record = try await store.conversation(id, app: caller.app) else { return nil }
    if isOfApp { return record }
    return try await store.member(caller.user, of: id, app: caller.app) == nil ? nil : record
  }

  /// Bytes of one answer, above which the rest is left for the next request; see `AnswerRoom`.
  ///
  /// JSON may double them, and several answers must find room in a connection's queue.
  var answerBytes: Int { min(AnswerRoom.most, limits.queuedBytes / 8) }

  /// Some messages, as many as fit an answer; nil if the caller is not a member.
  func messages(_ found: [LogEntry]?, of id: ConversationID, limit: Int) -> Wire.ServerPacket.Body {
    guard let found else { return .failure(Wire.Failure(.conversationUnknown)) }
    let count = min(limit, fitting(found) { (bytes: $0.bytes, text: $0.textBytes) })
    return .messages(
      Wire.Messages(
        conversation: id.text, entries: found.prefix(count).map { Wire.Entry($0, of: id) }, more: found.count > count))
  }

  func page(_ asked: UInt32, default usual: Int) -> Int {
    min(asked == 0 ? usual : Int(asked), limits.pageEntries)
  }

  /// The number of leading elements whose approximate sizes on the wire fit an answer; at least one.
  func fitting<Element>(_ elements: some Sequence<Element>, size: (Element) -> (bytes: Int, text: Int)) -> Int {
    var room = AnswerRoom(bytes: answerBytes)
    var count = 0
    for element in elements {
      let (bytes, text) = size(element)
      guard room.take(bytes: bytes, text: text) else { break }
      count += 1
    }
    return count
  }

  func invalid(_ field: String, limit: Int = 0, _ actual: Int = 0) -> Wire.ServerPacket.Body {
    .failure(Wire.Failure(.fieldInvalid, field: field, limit: UInt64(clamping: limit), actual: UInt64(clamping: actual)))
  }
}

extension LogEntry {
  /// About how many bytes it has on the wire.
  var bytes: Int { eventBytes + (details?.bytes.count ?? 0) }

  /// The bytes of content among them.
  var textBytes: Int {
    switch event {
    case .message(_, let content), .edited(_, _, let content): content.utf8.count
    default: 0
    }
  }

  private var eventBytes: Int {
    switch event {
    case .message(_, let content), .edited(_, _, let content):
      200 + content.utf8.count + annotations.reduce(0) { $0 + 100 + $1.value.text.utf8.count }
    case .annotated: 200 + event.contentBytes
    case .groupCreated(_, _, let users, _): 200 + 66 * users.count + event.contentBytes
    case .membersAdded(let users), .membersRemoved(let users, _), .rolesSet(let users, _), .membersSilenced(let users, _):
      200 + 66 * users.count
    case .usersBanned(let change): 300 + 66 * (change.users.count + change.removed.count)
    case .conversationChanged: 300 + 2 * event.contentBytes
    case .applicationsRefused(let users): 500 + 66 * users.count
    case .applied, .memberNamed, .announced: 400 + 2 * event.contentBytes
    case .recalled: 200
    }
  }
}
