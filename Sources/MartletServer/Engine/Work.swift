import MartletStore
import MartletWire

/// What waits on a conversation, in the order of arrival.
package enum Work: Sendable {
  case append(Request)
  case mark(MarkRequest)

  var key: ConversationKey {
    switch self {
    case .append(let request): request.key
    case .mark(let mark): mark.key
    }
  }

  /// About how many bytes it keeps in memory.
  var bytes: Int {
    switch self {
    case .append(let request): request.bytes
    case .mark: 256
    }
  }

  /// Who asked.
  var origin: any Origin {
    switch self {
    case .append(let request): request.origin
    case .mark(let mark): mark.origin
    }
  }

  /// The id under which `origin` is answered.
  var id: UInt32 {
    switch self {
    case .append(let request): request.id
    case .mark(let mark): mark.id
    }
  }
}

/// A user's wish to move the own read marker.
package final class MarkRequest: Sendable {
  package let caller: UserKey
  package let key: ConversationKey
  package let seq: UInt64
  package let origin: any Origin
  package let id: UInt32

  package init(caller: UserKey, conversation: ConversationID, seq: UInt64, origin: any Origin, id: UInt32) {
    self.caller = caller
    key = ConversationKey(app: caller.app, id: conversation)
    self.seq = seq
    self.origin = origin
    self.id = id
  }

  func mark(at milliseconds: Int64) -> Mark {
    Mark(app: caller.app, conversation: key.id, user: caller.user, seq: seq, time: milliseconds)
  }
}
