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

  /// Tells the one who asked, on the loop it lives on.
  func answer(_ body: Wire.ServerPacket.Body) {
    switch self {
    case .append(let request): request.answer(body)
    case .mark(let mark): mark.answer(body)
    }
  }
}

/// A user's wish to move the own read marker.
package struct MarkRequest: Sendable {
  package let caller: UserKey
  package let conversation: ConversationID
  package let seq: UInt64
  package let origin: any Origin
  package let id: UInt32

  package init(caller: UserKey, conversation: ConversationID, seq: UInt64, origin: any Origin, id: UInt32) {
    self.caller = caller
    self.conversation = conversation
    self.seq = seq
    self.origin = origin
    self.id = id
  }

  var key: ConversationKey { ConversationKey(app: caller.app, id: conversation) }

  func mark(at milliseconds: Int64) -> Mark {
    Mark(app: caller.app, conversation: conversation, user: caller.user, seq: seq, time: milliseconds)
  }

  func answer(_ body: Wire.ServerPacket.Body) { origin.tell(id, body) }
}

extension Request {
  func answer(_ body: Wire.ServerPacket.Body) { origin.tell(id, body) }
}

extension Origin {
  /// Answers on the origin's loop, from any loop.
  func tell(_ id: UInt32, _ body: Wire.ServerPacket.Body) {
    if loop.isCurrent {
      answer(id, with: body)
    } else {
      loop.post { self.answer(id, with: body) }
    }
  }
}
