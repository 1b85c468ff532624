import MartletWire

// Contents that name a file which is yet to be uploaded. The file has neither id nor URL, but the member `awaited`.
extension MessageContent {
  static let awaited = "awaited"

  /// True if the content has a place for a file that is yet to be uploaded.
  package var awaitsFile: Bool {
    // Nearly no content does, and a look at the text is cheap.
    guard json.utf8Contains("\"\(Self.awaited)\":") else { return false }
    return (try? ContentFields(json: json))?.awaitsFile ?? false
  }

  /// The content, once the size and the hash of its file are known.
  package func describing(size: Int64, sha256: String) -> MessageContent {
    changingFile { file in
      file.set("size", size)
      file.set("sha256", sha256)
    }
  }

  /// The content, once its file is uploaded.
  func naming(_ place: FilePlace) -> MessageContent {
    changingFile { file in
      file[Self.awaited] = nil
      switch place {
      case .server(let id): file.set("id", id)
      case .elsewhere(let url): file.set("url", url)
      }
    }
  }

  private func changingFile(_ change: (inout ContentFields) -> Void) -> MessageContent {
    guard var fields = try? ContentFields(json: json) else { return self }
    fields.changeAwaited(change)
    return .custom(type: type, json: fields.json)
  }
}

extension ContentFields {
  private var isAwaitedFile: Bool { self[MessageContent.awaited] == .flag(true) }

  fileprivate var awaitsFile: Bool { isAwaitedFile || names.contains { self[$0]?.awaitsFile ?? false } }

  /// Changes all awaited files among the members, of a `PartsContent` for example.
  fileprivate mutating func changeAwaited(_ change: (inout ContentFields) -> Void) {
    if isAwaitedFile { change(&self) }
    for name in names { self[name] = self[name].map { $0.changingAwaited(change) } }
  }
}

extension ContentValue {
  fileprivate var awaitsFile: Bool {
    switch self {
    case .fields(let fields): fields.awaitsFile
    case .list(let values): values.contains { $0.awaitsFile }
    case .null, .flag, .integer, .number, .text: false
    }
  }

  fileprivate func changingAwaited(_ change: (inout ContentFields) -> Void) -> ContentValue {
    switch self {
    case .fields(var fields):
      fields.changeAwaited(change)
      return .fields(fields)
    case .list(let values): return .list(values.map { $0.changingAwaited(change) })
    case .null, .flag, .integer, .number, .text: return self
    }
  }
}

extension String {
  /// Compares bytes, for which Embedded Swift needs no tables of Unicode.
  fileprivate func utf8Contains(_ part: String) -> Bool {
    let (text, part) = ([UInt8](utf8), [UInt8](part.utf8))
    guard let first = part.first, text.count >= part.count else { return false }
    for start in 0...(text.count - part.count) where text[start] == first {
      if text[start..<start + part.count].elementsEqual(part) { return true }
    }
    return false
  }
}
