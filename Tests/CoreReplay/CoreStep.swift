import MartletBrowser
import MartletCore
import MartletSQLite
import MartletWire

/// An input of a client core, as the tests of the core play it.
///
/// As a line of text, the WebAssembly module plays it again.
package enum CoreStep {
  case start(at: UInt64)
  case stop(at: UInt64)
  case opened(at: UInt64)
  case dropped(at: UInt64)
  case tick(at: UInt64)
  case tokenGiven(at: UInt64)
  case received(Wire.ServerPacket, at: UInt64)
  case call(UInt64, Sync.Call, at: UInt64)
  case cancelCall(UInt64)
  case enqueue(PendingSend.Action, MessageDetails, to: Destination, id: ClientID, ticket: UInt64)
  /// A message with a file, which the client keeps under the client id.
  case enqueueFile(MessageContent, size: Int64, FileOrdering, to: Destination, id: ClientID, ticket: UInt64)
  case uploadReached(row: Int64, Int64, at: UInt64)
  case uploaded(row: Int64, FilePlace, at: UInt64)
  case uploadFailed(row: Int64, MartletError, at: UInt64)
  case pauseUpload(ClientID, Bool, at: UInt64)
  case markRead(ConversationID, upTo: UInt64?, at: UInt64)
  case hide(ConversationID, until: UInt64, [UInt64], at: UInt64)
  case set([Setting], at: UInt64)
  case commit(at: UInt64, wall: Int64)

  /// Hands the input to a core.
  ///
  /// - Returns: The effects of a commit; none for other inputs.
  package func play(_ core: ClientCore) throws(MartletError) -> [ClientCore.Effect] {
    switch self {
    case .start(let now): core.input { $0.start(at: now) }
    case .stop(let now): core.input { $0.stop(at: now) }
    case .opened(let now): core.input { $0.opened(at: now) }
    case .dropped(let now): core.input { $0.dropped(MartletError(.unreachable, "the test broke it"), at: now) }
    case .tick(let now): core.input { $0.tick(at: now) }
    case .tokenGiven(let now): core.input { $0.tokenGiven("token", at: now) }
    case .received(let packet, let now): core.input { $0.received(packet, at: now) }
    case .call(let number, let call, let now): core.input { $0.call(Sync.CallID(number: number), call, at: now) }
    case .cancelCall(let number): core.input { $0.cancelCall(Sync.CallID(number: number)) }
    case .enqueue(let action, let details, let destination, let id, let ticket):
      core.enqueue(
        LocalStore.Draft(
          id: id, destination: destination, action: action, details: details, made: Timestamp(milliseconds: 0), ticket: ticket))
    case .enqueueFile(let content, let size, let ordering, let destination, let id, let ticket):
      let file = FileToUpload(file: id.text, name: "a", size: size, sha256: "", ordering: ordering)
      core.enqueue(
        LocalStore.Draft(
          id: id, destination: destination, action: .send(content), made: Timestamp(milliseconds: 0), ticket: ticket,
          upload: file))
    case .uploadReached(let row, let bytes, let now): core.input { $0.uploadReached(row, bytes, at: now) }
    case .uploaded(let row, let place, let now): core.input { $0.uploaded(row, place, at: now) }
    case .uploadFailed(let row, let error, let now): core.input { $0.uploadFailed(row, error, at: now) }
    case .commit(let now, let wall): return core.commit(at: now, wallMilliseconds: wall)
    case .markRead, .hide, .set, .pauseUpload: try change(core)
    }
    return []
  }

  /// Changes the local database first, as an app does.
  private func change(_ core: ClientCore) throws(MartletError) {
    switch self {
    case .markRead(let id, let seq, let now):
      let marked = try core.change { store throws(SQLiteError) in
        let marked = try store.markRead(id, upTo: seq)
        return (marked?.seq, marked?.changes ?? Changes())
      }
      if let marked { core.input { $0.marked(id, upTo: marked, at: now) } }
    case .hide(let id, let until, let targets, let now):
      let waiting = try core.change { store throws(SQLiteError) in
        try store.hideHere(id, until: until, targets, isForAll: true)
      }
      if !waiting.isEmpty { core.input { $0.hides(waiting, at: now) } }
    case .set(let settings, let now):
      let told = try core.change { store throws(SQLiteError) in try store.set(settings) }
      if !told.isEmpty { core.input { $0.settingsChanged(told, at: now) } }
    case .pauseUpload(let id, let isPaused, let now):
      let row = try core.change { store throws(SQLiteError) -> (Int64?, Changes) in
        let paused = try store.setUploadPaused(id, isPaused)
        return (paused?.row, paused?.changes ?? Changes())
      }
      if let row { core.input { $0.uploadPaused(row, isPaused, at: now) } }
    default: break
    }
  }
}

// The line of text: words between spaces, bytes in hexadecimal digits.
extension CoreStep {
  package var line: String {
    switch self {
    case .start(let now): "start \(now)"
    case .stop(let now): "stop \(now)"
    case .opened(let now): "opened \(now)"
    case .dropped(let now): "dropped \(now)"
    case .tick(let now): "tick \(now)"
    case .tokenGiven(let now): "token \(now)"
    case .received(let packet, let now): "received \(now) \(Hex.text(packet.encoded()))"
    case .call(let number, let call, let now): "call \(now) \(number) \(Self.words(call))"
    case .cancelCall(let number): "cancel \(number)"
    case .enqueue(let action, let details, let destination, let id, let ticket):
      "enqueue \(ticket) \(Hex.text(Self.submit(action, details, destination, id).json()))"
    case .enqueueFile(let content, let size, let ordering, let destination, let id, let ticket):
      "file \(ticket) \(size) \(ordering == .whenReady) "
        + Hex.text(Self.submit(.send(content), MessageDetails(), destination, id).json())
    case .uploadReached(let row, let bytes, let now): "reached \(now) \(row) \(bytes)"
    case .uploaded(let row, .server(let id), let now): "uploaded \(now) \(row) id \(Hex.text([UInt8](id.utf8)))"
    case .uploaded(let row, .elsewhere(let url), let now): "uploaded \(now) \(row) url \(Hex.text([UInt8](url.utf8)))"
    case .uploadFailed(let row, let error, let now):
      "unuploaded \(now) \(row) \(error.code.server?.rawValue ?? 0) \(error.limit ?? 0) \(error.actual ?? 0)"
    case .pauseUpload(let id, let isPaused, let now): "pause \(now) \(id.text) \(isPaused)"
    case .markRead(let id, let seq, let now): "read \(now) \(id.text) \(seq.map { String($0) } ?? "-")"
    case .hide(let id, let until, let targets, let now):
      "hide \(now) \(id.text) \(until) \(targets.map { String($0) }.joined(separator: " "))"
    case .set(let settings, let now): "set \(now) \(settings.map { Self.words($0) }.joined(separator: " "))"
    case .commit(let now, let wall): "commit \(now) \(wall)"
    }
  }

  private static func words(_ call: Sync.Call) -> String {
    func packet(_ request: Wire.ClientPacket.Request) -> String { Hex.text(Wire.ClientPacket(request: request).encoded()) }
    return switch call {
    case .request(let request): "request \(packet(request))"
    case .read(let request): "read \(packet(request))"
    case .once(let request): "once \(packet(request))"
    case .older(let id, let limit): "older \(id.text) \(limit)"
    case .held(let id): "held \(id.text)"
    }
  }

  private static func words(_ setting: Setting) -> String {
    "\(setting.name.conversation?.text ?? "-") \(setting.name.key) \(Hex.text([UInt8]((setting.value?.json ?? "").utf8)))"
  }

  private static func submit(
    _ action: PendingSend.Action, _ details: MessageDetails, _ destination: Destination, _ id: ClientID
  ) -> Bridge.Submit {
    Bridge.Submit(
      to: destination.description, action: Bridge.Action(action), details: Bridge.MessageDetails(details), id: id.text)
  }

  /// Reads a line; nil if it is malformed.
  package init?(_ line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    guard let name = words.first, words.count >= 2, let number = UInt64(words[1]) else { return nil }
    let rest = Array(words.dropFirst(2))
    switch name {
    case "start": self = .start(at: number)
    case "stop": self = .stop(at: number)
    case "opened": self = .opened(at: number)
    case "dropped": self = .dropped(at: number)
    case "tick": self = .tick(at: number)
    case "token": self = .tokenGiven(at: number)
    case "cancel": self = .cancelCall(number)
    default:
      guard let step = Self.longer(name, number, rest) else { return nil }
      self = step
    }
  }

  private static func longer(_ name: String, _ number: UInt64, _ rest: [String]) -> CoreStep? {
    guard let first = rest.first else { return nil }
    switch name {
    case "received":
      guard let bytes = Hex.bytes(first), let packet = try? Wire.ServerPacket(decoding: bytes) else { return nil }
      return .received(packet, at: number)
    case "call":
      guard let id = UInt64(first), let call = call(Array(rest.dropFirst())) else { return nil }
      return .call(id, call, at: number)
    case "enqueue":
      guard let json = Hex.bytes(first), let submit = try? Bridge.Submit(json: json), let id = ClientID(submit.id),
        let destination = Destination(submit.to), let action = try? PendingSend.Action(submit.action),
        let details = try? MessageDetails(submit.details)
      else { return nil }
      return .enqueue(action, details, to: destination, id: id, ticket: number)
    case "file", "reached", "uploaded", "unuploaded", "pause": return ofUpload(name, number, rest)
    case "read":
      guard rest.count == 2, let id = ConversationID(first) else { return nil }
      return .markRead(id, upTo: UInt64(rest[1]), at: number)
    case "hide":
      guard rest.count >= 2, let id = ConversationID(first), let until = UInt64(rest[1]) else { return nil }
      return .hide(id, until: until, rest.dropFirst(2).compactMap { UInt64($0) }, at: number)
    case "set":
      var settings: [Setting] = []
      for start in stride(from: 0, to: rest.count - 2, by: 3) {
        guard let json = Hex.bytes(rest[start + 2]) else { return nil }
        let value = json.isEmpty ? nil : try? ContentFields(json: "{\"v\":\(String(decoding: json, as: UTF8.self))}")["v"]
        settings.append(Setting(rest[start + 1], of: ConversationID(rest[start]), value))
      }
      return .set(settings, at: number)
    case "commit":
      guard let wall = Int64(first) else { return nil }
      return .commit(at: number, wall: wall)
    default: return nil
    }
  }

  private static func ofUpload(_ name: String, _ number: UInt64, _ rest: [String]) -> CoreStep? {
    guard rest.count >= 2 else { return nil }
    if name == "pause" { return ClientID(rest[0]).map { .pauseUpload($0, rest[1] == "true", at: number) } }
    guard let first = Int64(rest[0]) else { return nil }
    switch name {
    case "file":
      guard rest.count == 3, let json = Hex.bytes(rest[2]), let submit = try? Bridge.Submit(json: json),
        let id = ClientID(submit.id), let destination = Destination(submit.to),
        case .send(let content)? = try? PendingSend.Action(submit.action)
      else { return nil }
      return .enqueueFile(
        content, size: first, rest[1] == "true" ? .whenReady : .inOrder, to: destination, id: id, ticket: number)
    case "reached": return Int64(rest[1]).map { .uploadReached(row: first, $0, at: number) }
    case "uploaded":
      guard rest.count == 3, let bytes = Hex.bytes(rest[2]) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return .uploaded(row: first, rest[1] == "id" ? .server(id: text) : .elsewhere(url: text), at: number)
    default:
      guard rest.count == 4, let code = UInt32(rest[1]), let limit = UInt64(rest[2]), let actual = UInt64(rest[3]) else {
        return nil
      }
      let failure = Wire.Failure(ErrorCode(rawValue: code), limit: limit, actual: actual)
      let error = code == 0 ? MartletError(.unreachable, "the test broke it") : MartletError(failure)
      return .uploadFailed(row: first, error, at: number)
    }
  }

  private static func call(_ words: [String]) -> Sync.Call? {
    guard words.count >= 2 else { return nil }
    switch words[0] {
    case "older":
      guard words.count == 3, let id = ConversationID(words[1]), let limit = Int(words[2]) else { return nil }
      return .older(id, limit: limit)
    case "held": return ConversationID(words[1]).map { .held($0) }
    default:
      guard let bytes = Hex.bytes(words[1]), let request = (try? Wire.ClientPacket(decoding: bytes))?.request else { return nil }
      return words[0] == "request" ? .request(request) : words[0] == "read" ? .read(request) : .once(request)
    }
  }
}

/// Bytes as hexadecimal digits.
enum Hex {
  private static let digits = [UInt8]("0123456789abcdef".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil if the text is malformed.
  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
      let value: UInt8
      switch character {
      case 0x30...0x39: value = character - 0x30
      case 0x61...0x66: value = character - 0x57
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }
}
