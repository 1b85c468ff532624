import Martlet

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file to send or to save that a typed line asks for.
enum FileLine: Sendable, Equatable {
  case send(String)
  /// Save the file of the message at a position; without a path, under its own name where the chat was started.
  case save(UInt64, String?)

  static let names: Set = ["file", "save"]

  /// Parses the rest of a line whose command is one of `names`.
  static func read(_ name: String, _ rest: Substring) -> TypedLine {
    var rest = rest
    while rest.last?.isWhitespace == true { rest.removeLast() }
    guard name == "save" else {
      return rest.isEmpty ? .mistaken("write /file PATH") : .file(.send(String(rest)))
    }
    let parts = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let target = parts.first.flatMap({ TypedLine.position($0) }) else {
      return .mistaken("write /save N [PATH], with N as the # of the message")
    }
    return .file(.save(target, parts.count > 1 ? String(parts[1]) : nil))
  }

  /// A name from another user as the name of a file here: without folders, and none that hides the file or means a folder.
  static func safe(_ name: String?) -> String {
    let last = (name ?? "").split(separator: "/").last.map(String.init) ?? ""
    let printable = String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }))
    let visible = String(printable.drop { $0 == "." || $0 == " " })
    guard !visible.isEmpty else { return "file" }
    // Most file systems take names of up to 255 bytes, and `.part` is added while it comes.
    var short = visible
    while short.utf8.count > 200 { short.removeLast() }
    return short
  }
}

extension ChatSession {
  func take(_ line: FileLine) async throws {
    switch line {
    case .send(let path): try await send(file: Self.expanded(path))
    case .save(let target, let path): try await save(target, to: path.map { Self.expanded($0) })
    }
  }

  private func save(_ target: UInt64, to path: String?) async throws {
    let found = try await ask("cannot read message #\(target)") { _, chat in
      try await chat.messages([chat.messageID(at: target)]).first
    }
    guard let message = found ?? nil, let media = message.content?.media else {
      if found != nil { try tell("message #\(target) has no file", isBad: true) }
      return
    }
    let place = Self.place(for: media, at: path)
    guard !Self.exists(place) else {
      return try tell("there is a file \(visible(place)) already; name another with /save \(target) PATH", isBad: true)
    }
    // A person goes on with the chat meanwhile; a script waits.
    guard text.isForTerminal else { return try await load(media, of: message, to: place) }
    Task { try? await load(media, of: message, to: place) }
  }

  private func load(_ media: Media, of message: Message, to path: String) async throws {
    let name = "#\(message.seq) \(visible(ChatText.words(of: media)))"
    let shares = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let telling = Task { [text] in
      guard text.isForTerminal else { return }
      var told = 0
      // Each quarter of a large file is worth a line.
      for await share in shares.stream where share >= told + 25 && share < 100 {
        told = share
        try? tell("saving \(name): \(share) %")
      }
    }
    defer { telling.cancel() }
    do throws(MartletError) {
      try await client.chat(message.conversation).download(media, of: message.id, to: path) { step in
        shares.continuation.yield(step.percent)
      }
    } catch {
      return try tell("cannot save \(name): \(error.words)", isBad: true)
    }
    try tell("saved \(name) as \(visible(path))")
  }

  private static func place(for media: Media, at path: String?) -> String {
    guard let path else { return FileLine.safe(media.name) }
    return isFolder(path) ? (path.hasSuffix("/") ? path : path + "/") + FileLine.safe(media.name) : path
  }

  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension TransferProgress {
  /// The share that has arrived, in whole percent; 100 for an empty file.
  var percent: Int { total > 0 ? Int(bytes * 100 / total) : 100 }
}

extension MessageContent {
  /// The file that the content consists of; nil for other contents.
  var media: Media? { (value() as? any MediaContent)?.media }
}

extension ChatText {
  /// A file's name and size.
  static func words(of media: Media) -> String {
    [media.name ?? "", media.size.map { size(of: $0) } ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// A number of bytes for people, such as `2.5 MB`.
  static func size(of bytes: Int64) -> String {
    guard bytes >= 1_000 else { return counted(Int(clamping: bytes), "byte") }
    var (tenths, unit) = (bytes / 100, 0)
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    while tenths >= 10_000, unit < units.count - 1 {
      tenths /= 1_000
      unit += 1
    }
    // A fraction of what has three digits tells nobody anything.
    return tenths % 10 == 0 || tenths >= 1_000 ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
