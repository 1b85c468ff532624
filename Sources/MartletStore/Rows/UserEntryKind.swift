import MartletWire

/// A user-log event as columns of a user's log.
package enum UserEntryKind: Int64 {
  case joined = 1
  case left, readTo, settingsChanged, hidden, applicationChanged
  case relationsChanged = 20

  /// Whether its entries concern a conversation.
  package var isOfConversation: Bool {
    switch self {
    case .joined, .left, .readTo, .hidden, .applicationChanged: true
    case .settingsChanged, .relationsChanged: false
    }
  }

  /// True if an append makes it for the users whom it concerns.
  var isOfMembership: Bool { self == .joined || self == .left || self == .readTo || self == .applicationChanged }

  /// The values of columns `kind`, `position` and `detail`.
  package static func columns(_ event: UserLogEntry.Event) -> (kind: UserEntryKind, position: UInt64, detail: [UInt8]?) {
    switch event {
    case .joined(let seq): (.joined, seq, nil)
    case .left(let seq): (.left, seq, nil)
    case .readTo(let seq): (.readTo, seq, nil)
    case .applicationChanged(let seq): (.applicationChanged, seq, nil)
    case .settingsChanged(let settings): (.settingsChanged, 0, Wire.SettingChanged(settings: settings.map(\.wire)).encoded())
    case .hidden(let until, let targets): (.hidden, until, Wire.Hidden(targets: targets).encoded())
    case .relationsChanged(let relations):
      (.relationsChanged, 0, Wire.RelationsChanged(relations: relations.map(\.wire)).encoded())
    }
  }

  /// Nil if the detail is not of the right form.
  func event(_ position: UInt64, detail: [UInt8]?) -> UserLogEntry.Event? {
    switch self {
    case .joined: return .joined(position)
    case .left: return .left(position)
    case .readTo: return .readTo(position)
    case .applicationChanged: return .applicationChanged(position)
    case .settingsChanged:
      guard let changed = try? Wire.SettingChanged(decoding: detail ?? [], limits: .stored) else { return nil }
      let settings = changed.settings.compactMap(Setting.init)
      return settings.count == changed.settings.count ? .settingsChanged(settings) : nil
    case .hidden:
      guard let hidden = try? Wire.Hidden(decoding: detail ?? [], limits: .stored) else { return nil }
      return .hidden(until: position, hidden.targets)
    case .relationsChanged:
      guard let changed = try? Wire.RelationsChanged(decoding: detail ?? [], limits: .stored) else { return nil }
      let relations = changed.relations.compactMap(RelationRecord.init)
      return relations.count == changed.relations.count ? .relationsChanged(relations) : nil
    }
  }
}

extension Setting {
  /// As the wire shows it.
  package var wire: Wire.Setting {
    Wire.Setting(conversation: name.conversation?.text ?? "", key: name.key, value: value, revision: revision)
  }

  fileprivate init?(_ wire: Wire.Setting) {
    let conversation = ConversationID(wire.conversation)
    guard conversation != nil || wire.conversation.isEmpty else { return nil }
    self.init(SettingName(wire.key, of: conversation), wire.value, revision: wire.revision)
  }
}
