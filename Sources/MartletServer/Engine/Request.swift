import MartletNet
import MartletStore
import MartletWire

/// Who asked the engine something and is told the answer.
package protocol Origin: AnyObject, Sendable {
  /// Where `answer` is called.
  var loop: EventLoop { get }

  /// Tells the answer to request `id`. Called once, on `loop`.
  func answer(_ id: UInt32, with body: Wire.ServerPacket.Body)
}

/// Something a user asks of one conversation that appends to its log.
///
/// Immutable, and one object on its whole way: it is handed on many times, and a copy of all its texts each
/// time would cost more than what is done with them.
package final class Request: Sendable {
  /// What is asked.
  package enum Operation: Sendable, Equatable {
    case send(type: String, content: String)
    case edit(target: UInt64, type: String, content: String)
    case recall(target: UInt64)
    /// `named` tells whether the caller chose the group's id.
    case createGroup(title: String, members: [UserID], named: Bool)
    case addMembers([UserID])
    case removeMembers([UserID])
  }

  package let caller: UserKey
  package let clientID: ClientID
  package let operation: Operation
  package let origin: any Origin
  /// The id under which `origin` is answered.
  package let id: UInt32
  /// The conversation, and whose.
  package let key: ConversationKey

  package init(
    caller: UserKey, conversation: ConversationID, clientID: ClientID, operation: Operation, origin: any Origin, id: UInt32
  ) {
    self.caller = caller
    self.clientID = clientID
    self.operation = operation
    self.origin = origin
    self.id = id
    key = ConversationKey(app: caller.app, id: conversation)
  }

  package var conversation: ConversationID { key.id }

  /// About how many bytes it keeps in memory.
  var bytes: Int {
    switch operation {
    case .send(_, let content), .edit(_, _, let content): 512 &+ content.utf8.count
    case .recall: 512
    case .createGroup(_, let users, _), .addMembers(let users), .removeMembers(let users): 512 &+ 80 &* users.count
    }
  }

  /// A hash of everything the request asks for, the same for every retry: a group's id counts only where
  /// the caller chose it.
  var fingerprint: [UInt8] {
    var parts = Fingerprint(capacity: bytes)
    switch operation {
    case .send(let type, let content):
      parts.add("send")
      parts.add(conversation.text)
      parts.add(type)
      parts.add(content)
    case .edit(let target, let type, let content):
      parts.add("edit")
      parts.add(conversation.text)
      parts.add(String(target))
      parts.add(type)
      parts.add(content)
    case .recall(let target):
      parts.add("recall")
      parts.add(conversation.text)
      parts.add(String(target))
    case .createGroup(let title, let members, let named):
      parts.add("create")
      parts.add(named ? conversation.text : "")
      parts.add(title)
      parts.add(members)
    case .addMembers(let users):
      parts.add("add")
      parts.add(conversation.text)
      parts.add(users)
    case .removeMembers(let users):
      parts.add("remove")
      parts.add(conversation.text)
      parts.add(users)
    }
    return parts.hash()
  }

  /// Whether later requests on the conversation must wait until this one is stored, because they are
  /// decided by the membership it changes.
  var changesMembership: Bool {
    switch operation {
    case .send, .edit, .recall: false
    case .createGroup, .addMembers, .removeMembers: true
    }
  }
}

/// Gathers the parts of a request into a hash in which no two different lists of parts are alike.
struct Fingerprint {
  private var bytes: [UInt8] = []

  /// Makes room for about so many bytes.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func add(_ part: String) {
    var part = part
    part.withUTF8 { text in
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text)
    }
  }

  mutating func add(_ users: [UserID]) {
    for user in users { add(user.text) }
  }

  /// 16 bytes; enough that a mistaken retry is noticed.
  func hash() -> [UInt8] { SHA256.digest(bytes, count: 16) }
}
