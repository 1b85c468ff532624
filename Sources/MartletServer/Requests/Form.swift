import MartletStore
import MartletWire

/// The forms of fields.
enum Form {
  static func clientID(_ text: String) throws(Refusal) -> ClientID {
    guard let id = ClientID(text) else { throw Refusal(field: "client_id", limit: Limits.idBytes, text.utf8.count) }
    return id
  }

  static func target(_ seq: UInt64) throws(Refusal) -> UInt64 {
    guard (1...UInt64(UInt32.max)).contains(seq) else { throw Refusal(field: "target") }
    return seq
  }

  /// A list is checked before its request waits in a queue, so that no oversized request waits.
  static func count(of list: [some Sendable], _ field: String, in range: ClosedRange<Int>) throws(Refusal) {
    guard range.contains(list.count) else { throw Refusal(field: field, limit: range.upperBound, list.count) }
  }

  /// Users without repetition, in the order given.
  static func users(_ texts: [String], _ field: String, limits: Limits, atLeast least: Int = 0) throws(Refusal) -> [UserID] {
    guard texts.count >= least, texts.count <= limits.usersPerRequest else {
      throw Refusal(field: field, limit: limits.usersPerRequest, texts.count)
    }
    var users: [UserID] = []
    var seen: Set<UserID> = []
    for text in texts {
      guard let user = UserID(text) else { throw Refusal(field: field) }
      if seen.insert(user).inserted { users.append(user) }
    }
    return users
  }

  /// Settings of different names, whose values are JSON within the limit.
  static func settings(
    _ settings: [Wire.Setting], for context: RequestContext, limits: Limits
  ) throws(Refusal) -> [(name: SettingName, value: String)] {
    guard (1...limits.settingsPerRequest).contains(settings.count) else {
      throw Refusal(field: "settings", limit: limits.settingsPerRequest, settings.count)
    }
    var values: [(name: SettingName, value: String)] = []
    var seen: Set<SettingName> = []
    for setting in settings {
      let conversation = setting.conversation.isEmpty ? nil : try context.conversation(setting.conversation)
      try key(setting.key)
      let count = setting.value.utf8.count
      guard count <= limits.settingBytes else {
        throw Refusal(
          .settingTooLarge, field: setting.key, limit: UInt64(clamping: limits.settingBytes), actual: UInt64(clamping: count))
      }
      guard setting.value.isEmpty || ContentShape.isJSON(setting.value) else { throw Refusal(field: "value") }
      let name = SettingName(setting.key, of: conversation)
      try Self.presence(setting.value, of: name, limits: limits)
      guard seen.insert(name).inserted else { throw Refusal(field: "settings") }
      values.append((name, setting.value))
    }
    return values
  }

  /// The key of a setting or an attribute.
  static func key(_ key: String) throws(Refusal) {
    guard NameForm.isSettingKey(key) else { throw Refusal(field: "key", limit: Limits.idBytes, key.utf8.count) }
  }

  /// A content is a JSON object within the limit, and has the members that its type requires.
  static func content(_ content: String, type: String, limit: Int) throws(Refusal) {
    guard NameForm.isContentType(type) else { throw Refusal(field: "type", limit: Limits.idBytes, type.utf8.count) }
    let count = content.utf8.count
    guard count <= limit else {
      throw Refusal(.contentTooLarge, limit: UInt64(clamping: limit), actual: UInt64(clamping: count))
    }
    if let fault = ContentShape.fault(content, type: type) { throw Refusal(.contentInvalid, field: fault) }
  }

  /// The content of a message, whose type must be one that is stored.
  static func message(_ content: String, type: String, limits: Limits) throws(Refusal) {
    try Self.content(content, type: type, limit: limits.contentBytes)
    guard limits.types.departure(of: type)?.isStored ?? true else { throw Refusal(.notSupportedHere) }
  }
}

extension Refusal {
  /// A field that is not of the form the schema asks for.
  init(field: String, limit: Int = 0, _ actual: Int = 0) {
    self.init(.fieldInvalid, field: field, limit: UInt64(clamping: limit), actual: UInt64(clamping: actual))
  }
}
