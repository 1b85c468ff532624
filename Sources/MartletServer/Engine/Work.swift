import MartletStore
import MartletWire

/// A request that waits for its home, which decides requests in the order of arrival.
package enum Work: Sendable {
  case append(Request)
  case mark(MarkRequest)
  case hide(HideRequest)
  case settings(SettingRequest)
  case signal(SignalRequest)

  /// The home that decides it.
  enum Place: Sendable {
    case conversation(ConversationKey)
    case user(UserKey)
  }

  var place: Place {
    switch self {
    case .append(let request): .conversation(request.key)
    case .mark(let mark): .conversation(mark.key)
    case .signal(let signal): .conversation(signal.key)
    case .hide(let hide): .conversation(hide.key)
    case .settings(let settings): .user(settings.caller)
    }
  }

  /// About how many bytes it keeps in memory.
  var bytes: Int {
    switch self {
    case .append(let request): request.bytes
    case .mark: 256
    case .hide(let hide): 256 &+ 8 &* hide.targets.count
    case .settings(let settings): settings.values.reduce(256) { $0 &+ 256 &+ $1.value.utf8.count }
    case .signal(let signal): 512 &+ signal.content.utf8.count
    }
  }

  /// The origin of the request.
  var origin: any Origin {
    switch self {
    case .append(let request): request.origin
    case .mark(let mark): mark.origin
    case .hide(let hide): hide.origin
    case .settings(let settings): settings.origin
    case .signal(let signal): signal.origin
    }
  }

  /// The id under which `origin` is answered.
  var id: UInt32 {
    switch self {
    case .append(let request): request.id
    case .mark(let mark): mark.id
    case .hide(let hide): hide.id
    case .settings(let settings): settings.id
    case .signal(let signal): signal.id
    }
  }
}

/// A user's signal to the connected members of a conversation.
package final class SignalRequest: Sendable {
  package let caller: UserKey
  package let key: ConversationKey
  package let type: String
  package let content: String
  package let origin: any Origin
  package let id: UInt32

  package init(
    caller: UserKey, conversation: ConversationID, type: String, content: String, origin: any Origin, id: UInt32
  ) {
    self.caller = caller
    key = ConversationKey(app: caller.app, id: conversation)
    self.type = type
    self.content = content
    self.origin = origin
    self.id = id
  }
}

/// A user's wish to move an own marker.
package final class MarkRequest: Sendable {
  package let caller: UserKey
  package let key: ConversationKey
  package let kind: Mark.Kind
  package let seq: UInt64
  package let origin: any Origin
  package let id: UInt32

  package init(
    caller: UserKey, conversation: ConversationID, kind: Mark.Kind = .read, seq: UInt64, origin: any Origin, id: UInt32
  ) {
    self.caller = caller
    key = ConversationKey(app: caller.app, id: conversation)
    self.kind = kind
    self.seq = seq
    self.origin = origin
    self.id = id
  }

  func mark(at milliseconds: Int64) -> Mark {
    Mark(app: caller.app, conversation: key.id, user: caller.user, kind: kind, seq: seq, time: milliseconds)
  }
}

/// A user's wish to hide entries of a conversation.
package final class HideRequest: Sendable {
  package let caller: UserKey
  package let key: ConversationKey
  package let until: UInt64
  package let targets: [UInt64]
  package let origin: any Origin
  package let id: UInt32

  package init(
    caller: UserKey, conversation: ConversationID, until: UInt64, targets: [UInt64], origin: any Origin, id: UInt32
  ) {
    self.caller = caller
    key = ConversationKey(app: caller.app, id: conversation)
    self.until = until
    self.targets = targets
    self.origin = origin
    self.id = id
  }

  func hide(at milliseconds: Int64, limits: Limits) -> Hide {
    Hide(
      app: caller.app, conversation: key.id, user: caller.user, until: until, targets: targets,
      most: limits.of(caller.app).hiddenOfConversation, time: milliseconds)
  }
}

/// A user's wish to change settings.
package final class SettingRequest: Sendable {
  package let caller: UserKey
  package let values: [(name: SettingName, value: String)]
  package let origin: any Origin
  package let id: UInt32

  package init(caller: UserKey, values: [(name: SettingName, value: String)], origin: any Origin, id: UInt32) {
    self.caller = caller
    self.values = values
    self.origin = origin
    self.id = id
  }

  func change(at milliseconds: Int64, limits: Limits) -> SettingChange {
    let limits = limits.of(caller.app)
    return SettingChange(
      app: caller.app, user: caller.user, values: values, mostOfUser: limits.settingsOfUser,
      mostOfConversation: limits.settingsOfConversation, mostBytes: limits.settingBytesOfUser, mostTags: limits.tags,
      mostTagged: limits.tagConversations, time: milliseconds)
  }
}
