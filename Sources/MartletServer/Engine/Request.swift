import MartletNet
import MartletStore
import MartletWire

/// Receives the engine's answers to requests.
package protocol Origin: AnyObject, Sendable {
  /// The loop on which `answer` is called.
  var loop: EventLoop { get }

  /// Tells the answer to request `id`. Called once, on `loop`.
  func answer(_ id: UInt32, with body: Wire.ServerPacket.Body)
}

/// A user's request that appends to the log of one conversation.
///
/// Immutable, and never copied: it is handed on many times, and copying its texts each time would cost more than the work done
/// with them.
package final class Request: Sendable {
  /// The requested operation.
  package enum Operation: Sendable, Equatable {
    case send(type: String, content: String, details: Details? = nil, with: Attached = Attached())
    case edit(target: UInt64, type: String, content: String)
    case recall(target: UInt64, details: Details? = nil)
    case annotate(Annotation)
    /// `named` tells whether the caller chose the group's id.
    case createGroup(title: String, members: [UserID], attributes: Attributes? = nil, named: Bool)
    case addMembers([UserID])
    /// The details may hold a reason.
    case removeMembers([UserID], details: Details? = nil)
    case changeConversation(ConversationChange)
  }

  /// The parts of a message beside its content.
  package struct Attached: Sendable, Equatable {
    /// The message to which it replies; 0 for none.
    package var parent: UInt64 = 0
    /// Its first properties, if it is expandable; nil if it is not.
    package var properties: [AnnotationItem]?

    package init(parent: UInt64 = 0, properties: [AnnotationItem]? = nil) {
      self.parent = parent
      self.properties = properties
    }
  }

  package let caller: UserKey
  package let clientID: ClientID
  package let operation: Operation
  package let origin: any Origin
  /// The id under which `origin` is answered.
  package let id: UInt32
  /// The conversation, and whose.
  package let key: ConversationKey
  /// The name under which the caller scheduled it; nil if it was not scheduled.
  let scheduled: ClientID?
  /// About how many bytes it keeps in memory.
  let bytes: Int

  package init(
    caller: UserKey, conversation: ConversationID, clientID: ClientID, operation: Operation, origin: any Origin, id: UInt32,
    scheduled: ClientID? = nil
  ) {
    self.scheduled = scheduled
    self.caller = caller
    self.clientID = clientID
    self.operation = operation
    self.origin = origin
    self.id = id
    key = ConversationKey(app: caller.app, id: conversation)
    bytes =
      switch operation {
      case .send(_, let content, let details, let more):
        512 &+ content.utf8.count &+ (details?.bytes.count ?? 0) &+ (more.properties?.bytes ?? 0)
      case .edit(_, _, let content): 512 &+ content.utf8.count
      case .annotate(let annotation): 512 &+ annotation.items.bytes
      case .recall(_, let details): 512 &+ (details?.bytes.count ?? 0)
      case .createGroup(_, let users, let attributes, _): 512 &+ 80 &* users.count &+ (attributes?.bytes ?? 0)
      case .addMembers(let users): 512 &+ 80 &* users.count
      case .removeMembers(let users, let details): 512 &+ 80 &* users.count &+ (details?.bytes.count ?? 0)
      case .changeConversation(let change): 512 &+ change.bytes &+ 64 &* change.attributes.count
      }
  }

  package var conversation: ConversationID { key.id }

  /// Whether later requests on the conversation must wait until this one is stored, because they are
  /// decided by the membership it changes.
  var changesMembership: Bool {
    switch operation {
    case .send, .edit, .recall, .annotate, .changeConversation: false
    case .createGroup, .addMembers, .removeMembers: true
    }
  }
}

extension [AnnotationItem] {
  fileprivate var bytes: Int { reduce(0) { $0 &+ 64 &+ $1.key.utf8.count &+ ($1.value?.utf8.count ?? 0) } }
}
