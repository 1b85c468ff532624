import MartletWire

/// A per-user setting: a JSON value under a key, synced to all of the user's devices.
///
/// `docs/settings.md` lists the keys that the SDK uses. An app's own keys should begin with a prefix of its own.
public struct Setting: Hashable, Sendable {
  /// The name of a setting.
  public struct Name: Hashable, Sendable {
    /// The conversation of the setting; nil for a global one.
    public let conversation: ConversationID?
    /// The key: 1 to 64 bytes of `[A-Za-z0-9_.-]`; keys that begin with `_` stay on this device.
    public let key: String

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - key: 1 to 64 bytes of `[A-Za-z0-9_.-]`.
    ///   - conversation: The conversation; nil for a global setting.
    public init(_ key: String, of conversation: ConversationID? = nil) {
      self.conversation = conversation
      self.key = key
    }

    /// Whether it stays on this device.
    var isLocal: Bool { key.hasPrefix("_") }

    /// True if a server accepts the key.
    package var isValid: Bool { NameForm.isSettingKey(key) }
  }

  /// The name.
  public let name: Name
  /// The value; nil if there is none, or to remove the setting.
  public let value: ContentValue?

  /// Creates a setting.
  ///
  /// - Parameters:
  ///   - key: 1 to 64 bytes of `[A-Za-z0-9_.-]`.
  ///   - conversation: The conversation; nil for a global setting.
  ///   - value: The value; nil to remove the setting.
  public init(_ key: String, of conversation: ConversationID? = nil, _ value: ContentValue?) {
    self.init(Name(key, of: conversation), value)
  }

  init(_ name: Name, _ value: ContentValue?) {
    self.name = name
    self.value = value
  }

  /// The value as the server keeps it; empty for none.
  var json: String { value?.json ?? "" }
}

extension ContentValue {
  /// JSON text without white space.
  package var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.output.bytes, as: UTF8.self)
  }

  /// Reads JSON text; nil if it is malformed.
  init?(settingJSON text: String) {
    guard !text.isEmpty, let json = try? JSONValue(json: [UInt8](text.utf8), limits: DecodingLimits(bytes: 4 << 20, depth: 32))
    else { return nil }
    self.init(json)
  }

  package var fieldsValue: ContentFields? { if case .fields(let fields) = self { fields } else { nil } }
  var textValue: String? { if case .text(let text) = self { text } else { nil } }
  package var integerValue: Int64? { if case .integer(let integer) = self { integer } else { nil } }
}
