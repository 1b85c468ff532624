import MartletMedia
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

/// Where a request is decided.
enum Place: Sendable {
  case conversation(ConversationKey)
  case user(UserKey)
}

/// A request on its way to the home that decides it, and in its queue.
///
/// Immutable, and one object all the way.
protocol Work: AnyObject, Sendable {
  var caller: UserKey { get }
  /// The object to answer, and the id under which it is answered.
  var origin: any Origin { get }
  var id: UInt32 { get }
  /// The home that decides it.
  var place: Place { get }
  /// About how many bytes it keeps in memory.
  var bytes: Int { get }

  /// Says what to do, at the home and in the request's turn.
  ///
  /// `conversation` is the one it is about; nil if it is about a user.
  func step(on conversation: Conversation?, _ deciding: Deciding) -> Step
}

/// The next step for a request, which its home carries out.
enum Step {
  case answer(Wire.ServerPacket.Body)
  case append(any AppendWork, Shared<Append>)
  /// Decide again with those of these users who exist.
  case lookUp(any AppendWork, [UserID])
  /// Decide again with what is there of these files.
  case find(any AppendWork, [MediaKey])
  /// Let the store change what is the user's own.
  case change(any PersonalWork)
  /// Tell users who are connected, then answer.
  case tell(Delivery, Wire.ServerPacket.Body)
  /// Refuse, unless another node has changed the conversation meanwhile.
  case lookAgain(Wire.ServerPacket.Body)
}

/// A request that appends to a conversation's log.
protocol AppendWork: Work {
  var key: ConversationKey { get }
  /// True if later requests on the conversation wait until this one is stored.
  var changesMembership: Bool { get }

  func decide(on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision
}

extension AppendWork {
  func step(on conversation: Conversation?, _ deciding: Deciding) -> Step {
    // Nothing is decided before the conversation is loaded; if it were, nobody must wait for ever.
    guard let conversation else { return .answer(.failure(Wire.Failure(.internal))) }
    return switch decide(on: conversation, deciding) {
    case .append(let append): .append(self, append)
    case .lookUp(let users): .lookUp(self, users)
    case .find(let keys): .find(self, keys)
    case .answer(let body): .answer(body)
    }
  }
}

/// A request that changes what is a user's own.
protocol PersonalWork: Work {
  /// The answer to what needs no store; nil if it does.
  func answerAtOnce(on conversation: Conversation?, _ limits: Limits) -> Wire.ServerPacket.Body?

  /// Adds the request to the queue of its kind.
  func join(_ queues: PersonalQueues)
}

extension PersonalWork {
  func step(on conversation: Conversation?, _ deciding: Deciding) -> Step {
    answerAtOnce(on: conversation, deciding.limits.value).map { .answer($0) } ?? .change(self)
  }
}
