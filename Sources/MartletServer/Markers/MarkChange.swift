import MartletStore
import MartletWire

/// A move of an own marker.
struct MarkChange: PersonalChange {
  let key: ConversationKey
  let kind: Mark.Kind
  let seq: UInt64

  func place(of caller: UserKey) -> Place { .conversation(key) }
  var bytes: Int { 256 }
  static func queue(in queues: PersonalQueues) -> PersonalQueue<MarkChange> { queues.marks }

  func answerAtOnce(on conversation: Conversation?, _ limits: Limits) -> Wire.ServerPacket.Body? {
    if let refusal = conversation?.permissions.refusalOfReadState { return refusal }
    // In a large conversation, delivered markers are not kept: they would outnumber its messages.
    let members = conversation?.membership.count ?? 0
    return kind == .delivered && members > limits.deliveredMembers ? .done(Wire.Done()) : nil
  }

  func item(of caller: UserKey, at time: Int64, _ limits: Limits) -> Mark {
    Mark(app: caller.app, conversation: key.id, user: caller.user, kind: kind, seq: seq, time: time)
  }

  static func store(_ items: [Mark], in store: any Store) async throws -> [MarkOutcome] { try await store.mark(items) }

  func settle(_ outcome: MarkOutcome, of caller: UserKey, _ limits: Limits) -> PersonalSettlement {
    func marker(read: UInt64 = 0, delivered: UInt64 = 0) -> Wire.Marker {
      Wire.Marker(conversation: key.id.text, user: caller.user.text, read: read, delivered: delivered)
    }
    func marked(_ read: UInt64) -> Wire.ServerPacket.Body {
      .marked(Wire.Marked(conversation: key.id.text, read: read))
    }
    return switch outcome {
    case .moved(let read, let entry):
      PersonalSettlement(answer: marked(read), entry: entry, marker: kind == .read ? marker(read: read) : nil)
    case .told(let told, let read): PersonalSettlement(answer: marked(read), marker: marker(read: told))
    case .delivered(let position):
      PersonalSettlement(answer: .done(Wire.Done()), marker: marker(delivered: position))
    case .unchanged(let read): PersonalSettlement(answer: marked(read))
    case .notMember: .failure(Wire.Failure(.conversationUnknown))
    }
  }
}
