import MartletMedia
import MartletNet
import MartletStore
import MartletWire

/// A request that appends to the log of a conversation, in checked form.
protocol AppendingRequest: ServedRequest, Sendable {
  /// True if later requests on the conversation must wait until this one is stored, because the membership it changes
  /// decides them.
  static var changesMembership: Bool { get }

  /// True if the append depends on the members as the home knows them, beyond its conditions.
  static var dependsOnMembers: Bool { get }

  /// Checks the form and the limits of a message.
  static func check(_ message: Message, for context: RequestContext) throws(Refusal) -> Checked<Self>

  /// About how many bytes its texts and lists keep in memory.
  var bytes: Int { get }

  /// Calls `body` with each part of the request; a retry has the same parts in the same order.
  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void)

  /// Completes an append, which requires reading so far, with its event and conditions.
  ///
  /// - Returns: Nil to append it; otherwise the decision to carry out instead.
  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision?
}

extension AppendingRequest {
  static var effort: RequestEffort { .write }
  static var changesMembership: Bool { false }
  static var dependsOnMembers: Bool { changesMembership }

  static func serve(_ message: Message, for context: RequestContext) throws(Refusal) {
    let checked = try check(message, for: context)
    context.submit(
      AppendRequest(
        caller: context.user, conversation: checked.conversation, clientID: checked.clientID, form: checked.form,
        origin: context.session, id: context.id, isOfApp: context.isOfApp))
  }

  /// A hash of everything that is asked, the same for every retry: 16 bytes, enough to notice a mistaken retry.
  func fingerprint(in conversation: ConversationID) -> [UInt8] { Fingerprint.of { forEachPart(in: conversation, $0) } }
}

/// A request in checked form, and the names it goes by.
struct Checked<Value> {
  let conversation: ConversationID
  let clientID: ClientID
  let form: Value

  /// Checks the client id, which comes last.
  init(_ conversation: ConversationID, clientID: String, _ form: Value) throws(Refusal) {
    self.conversation = conversation
    self.clientID = try Form.clientID(clientID)
    self.form = form
  }
}

/// The limits, the time and the look-up results that a decision depends on.
struct Deciding {
  /// The limits of the caller's app.
  let limits: Shared<Limits>
  /// Milliseconds since 1970.
  let now: Int64
  /// The existing ones of the users looked up; nil before the look-up.
  var known: Set<UserID>?
  /// What is there of the files looked up; nil before the look-up.
  var media: [MediaKey: MediaRecord]?
  /// Whether other nodes may have changed the conversation since it was read.
  var isShared = false
  /// The name under which the caller scheduled the request; nil if it was not scheduled.
  var scheduled: ClientID?

  /// Looks users up, or refuses the first who does not exist; nil if all exist.
  func require(existing users: [UserID]) -> Conversation.Decision? {
    guard let known else { return .lookUp(users) }
    return users.first { !known.contains($0) }.map { .answer(.failure(Wire.Failure(.peerUnknown, field: $0.text))) }
  }

  /// Looks the files up that a message names, and has it stored only if all are kept for it.
  func require(_ ids: [MediaID], for append: inout Append) -> Conversation.Decision? {
    guard !ids.isEmpty else { return nil }
    let owner = MediaOwner(app: append.app, user: append.sender)
    let keys = ids.map { MediaKey($0, of: owner) }
    guard let media else { return .find(keys) }
    for key in keys {
      let record = media[key]
      let isForIt = record?.upload.conversation == append.conversation && record?.upload.message == append.clientID
      append.conditions.append(.mediaKept(key.id.text, until: isForIt ? record?.until ?? 0 : 0))
    }
    return nil
  }
}

/// An appending request on its way.
///
/// One object all the way: it is handed on many times, and copies of its texts would cost more than the work on them.
final class AppendRequest<Form: AppendingRequest>: AppendWork {
  let caller: UserKey
  let key: ConversationKey
  let clientID: ClientID
  let form: Form
  let origin: any Origin
  let id: UInt32
  let bytes: Int
  private let scheduled: ClientID?
  /// Whether the app's server asks: then no role is needed.
  private let isOfApp: Bool

  init(
    caller: UserKey, conversation: ConversationID, clientID: ClientID, form: Form, origin: any Origin, id: UInt32,
    scheduled: ClientID? = nil, isOfApp: Bool = false
  ) {
    self.caller = caller
    key = ConversationKey(app: caller.app, id: conversation)
    self.clientID = clientID
    self.form = form
    self.origin = origin
    self.id = id
    self.scheduled = scheduled
    self.isOfApp = isOfApp
    bytes = 512 &+ form.bytes
  }

  var place: Place { .conversation(key) }
  var changesMembership: Bool { Form.changesMembership }

  func decide(on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision {
    if let failure = deciding.limits.value.failure(of: clientID, now: deciding.now) { return .answer(.failure(failure)) }
    var deciding = deciding
    deciding.scheduled = scheduled
    var append = Append(
      app: key.app, conversation: key.id, sender: caller.user, clientID: clientID,
      fingerprint: form.fingerprint(in: key.id), time: deciding.now, event: .membersAdded([]),
      conditions: conversation.permissions.toRead(caller.user))
    // Another node may make a conversation that is not known to exist.
    if deciding.isShared, Form.dependsOnMembers {
      append.conditions.insert(.membersAsOf(conversation.log.head), at: 0)
    }
    if let decision = form.decide(&append, on: conversation, deciding) { return decision }
    if isOfApp { append.conditions = append.conditions.compactMap(\.ofApp) }
    return .append(Shared(append))
  }
}
