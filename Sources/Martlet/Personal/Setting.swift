import MartletWire

/// Something that is the user's own and the same on all of the user's devices: a JSON value under a key.
///
/// What the SDK itself keeps so is listed in `docs/settings.md`; an app's own keys should begin with a prefix of its own.
public struct Setting: Hashable, Sendable {
  /// What a setting is called.
  public struct Name: Hashable, Sendable {
    /// What it belongs to; nil for the user as such.
    public let conversation: ConversationID?
    /// 1 to 64 bytes of `[A-Za-z0-9_.-]`; those that begin with `_` stay on this device.
    public let key: String

    /// Names a setting.
    ///
    /// - Parameters:
    ///   - key: 1 to 64 bytes of `[A-Za-z0-9_.-]`.
    ///   - conversation: What it belongs to; nil for the user as such.
    public init(_ key: String, of conversation: ConversationID? = nil) {
      self.conversation = conversation
      self.key = key
    }

    /// Whether it stays on this device.
    var isLocal: Bool { key.hasPrefix("_") }

    /// Whether a server would take the key.
    var isValid: Bool { NameForm.isSettingKey(key) }
  }

  /// What it is called.
  public let name: Name
  /// Its value; nil where it has none, and to unset it.
  public let value: ContentValue?

  /// A setting with a value.
  ///
  /// - Parameters:
  ///   - key: 1 to 64 bytes of `[A-Za-z0-9_.-]`.
  ///   - conversation: What it belongs to; nil for the user as such.
  ///   - value: Its value; nil unsets it.
  public init(_ key: String, of conversation: ConversationID? = nil, _ value: ContentValue?) {
    self.init(Name(key, of: conversation), value)
  }

  init(_ name: Name, _ value: ContentValue?) {
    self.name = name
    self.value = value
  }

  /// The value as the server keeps it; empty for none.
  var json: String { value.map(\.json) ?? "" }
}

extension ContentValue {
  /// JSON text without white space.
  package var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.output.bytes, as: UTF8.self)
  }

  /// What JSON text says; nil where it is none that can be read.
  init?(settingJSON text: String) {
    guard !text.isEmpty, let json = try? JSONValue(json: [UInt8](text.utf8), limits: DecodingLimits(bytes: 4 << 20, depth: 32))
    else { return nil }
    self.init(json)
  }

  var fieldsValue: ContentFields? { if case .fields(let fields) = self { fields } else { nil } }
  var textValue: String? { if case .text(let text) = self { text } else { nil } }
  var integerValue: Int64? { if case .integer(let integer) = self { integer } else { nil } }
}
