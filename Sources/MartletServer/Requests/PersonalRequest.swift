import MartletNet
import MartletStore
import MartletWire

/// A change of what is a user's own, in checked form: markers, hidden entries, settings.
protocol PersonalChange: Sendable {
  /// The form in which the store takes it.
  associatedtype Item: Sendable
  /// The store's result for one item.
  associatedtype Outcome

  /// The home that decides it.
  func place(of caller: UserKey) -> Place

  /// About how many bytes it keeps in memory.
  var bytes: Int { get }

  /// The queue in which changes of this kind wait for the store.
  static func queue(in queues: PersonalQueues) -> PersonalQueue<Self>

  /// The answer to what needs no store; nil if it does.
  func answerAtOnce(on conversation: Conversation?, _ limits: Limits) -> Wire.ServerPacket.Body?

  /// The form in which the store takes it, made at a time in milliseconds since 1970.
  func item(of caller: UserKey, at time: Int64, _ limits: Limits) -> Item

  /// Has the store decide a batch.
  ///
  /// - Returns: One outcome per item, in order.
  static func store(_ items: [Item], in store: any Store) async throws -> [Outcome]

  /// Says what follows from an outcome.
  func settle(_ outcome: Outcome, of caller: UserKey, _ limits: Limits) -> PersonalSettlement
}

extension PersonalChange {
  func answerAtOnce(on conversation: Conversation?, _ limits: Limits) -> Wire.ServerPacket.Body? { nil }
}

/// The answer to a personal change, and the pushes that follow from it.
struct PersonalSettlement {
  let answer: Wire.ServerPacket.Body
  /// The entry to push to all devices of the user.
  var entry: UserLogEntry?
  /// Entries before it.
  var earlier: [UserLogEntry] = []
  /// Entries of other users' logs, to push to their devices.
  var others: [AddressedUserEntry] = []
  /// Whether others may see the user's presence in another way from now on.
  var changesPresence = false
  /// The profile that changed, of which others are told.
  var profile: ChangedProfile?
  /// What the user has set about others, for the homes of their direct conversations.
  var relations: [PairNews] = []
  /// The marker to push to the members of the conversation.
  var marker: Wire.Marker?

  static func failure(_ failure: Wire.Failure) -> PersonalSettlement { PersonalSettlement(answer: .failure(failure)) }
}

/// A personal change on its way.
final class PersonalRequest<Change: PersonalChange>: PersonalWork {
  let caller: UserKey
  let change: Change
  let origin: any Origin
  let id: UInt32

  init(caller: UserKey, change: Change, origin: any Origin, id: UInt32) {
    self.caller = caller
    self.change = change
    self.origin = origin
    self.id = id
  }

  var place: Place { change.place(of: caller) }
  var bytes: Int { change.bytes }

  func answerAtOnce(on conversation: Conversation?, _ limits: Limits) -> Wire.ServerPacket.Body? {
    change.answerAtOnce(on: conversation, limits)
  }

  func join(_ queues: PersonalQueues) { Change.queue(in: queues).append(self) }
}

/// Personal changes of one kind that wait for the store, in the order of their arrival.
final class PersonalQueue<Change: PersonalChange> {
  private var waiting: [PersonalRequest<Change>] = []
  /// True while the store has a batch of them.
  private var isStoring = false

  func append(_ request: PersonalRequest<Change>) { waiting.append(request) }

  /// Takes out the first for the store, at most `most`; nil if none waits or the store still has some.
  func take(_ most: Int) -> [PersonalRequest<Change>]? {
    guard !isStoring, !waiting.isEmpty else { return nil }
    let batch = Array(waiting.prefix(most))
    waiting.removeFirst(batch.count)
    isStoring = true
    return batch
  }

  /// Notes that the store has answered.
  func finish() { isStoring = false }
}

/// The queues of all personal changes of a shard.
final class PersonalQueues {
  let marks = PersonalQueue<MarkChange>()
  let hides = PersonalQueue<HideRequest>()
  let settings = PersonalQueue<ChangeSettingRequest>()
  let profiles = PersonalQueue<ChangeProfileRequest>()
  let relations = PersonalQueue<SetRelationsRequest>()
}
