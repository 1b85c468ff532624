import MartletStore
import MartletWire

/// Everything the server knows of one request of the schema.
///
/// `Protocol/generate` writes the table that maps each case of `Wire.ClientPacket.Request` to the type of the same name with
/// `Request` appended. The server does not compile while a case has no type.
protocol ServedRequest: SendableMetatype {
  /// The message of the schema.
  associatedtype Message: WireMessage & Sendable

  /// The rate limit that the request counts against.
  static var effort: RequestEffort { get }

  /// The number of requests it counts as; at least 1 unless it does nothing.
  static func cost(of message: Message) -> Int

  /// Bytes to be stored, or a little more; one request more for each 4 KiB.
  static func size(of message: Message) -> Int

  /// Users or settings that it names; one request more for each eight.
  static func named(_ message: Message) -> Int

  /// Checks the form and hands the request to the part of the server that answers it.
  static func serve(_ message: Message, for context: RequestContext) throws(Refusal)
}

extension ServedRequest {
  /// 1 for most: a message of up to 4 KiB, a group of up to eight.
  static func cost(of message: Message) -> Int { 1 &+ size(of: message) / (4 << 10) &+ max(0, named(message) &- 1) / 8 }

  static func size(of message: Message) -> Int { message.encodedSize }

  static func named(_ message: Message) -> Int { 0 }
}

/// The rate limits of a user.
enum RequestEffort: String, Sendable, CaseIterable { case none, read, write, signal }

/// Takes a request together with the type that serves it; see `Wire.ClientPacket.Request.visit`.
protocol RequestVisitor {
  associatedtype Result
  associatedtype Failure: Error

  func visit<Request: ServedRequest>(_ request: Request.Type, _ message: Request.Message) throws(Failure) -> Result
}

/// Asks the server for something, and is answered: a session, or a call of an app's server.
protocol Requester: Origin {
  /// Whether answers are sent as JSON.
  var isJSON: Bool { get }

  /// Hands work to the home that decides it.
  func submit(_ work: any Work)

  /// Answers from the store.
  func read(_ id: UInt32, _ body: @escaping ReadQueue.Read)

  /// Has itself told of changes of these users' profiles, if it can be told anything.
  func watch(_ users: [UserKey])

  /// The session that can be told of something later; nil for a call.
  var live: (any LiveSession)? { get }
}

/// The caller of a request, and the parts of the server that answer it.
struct RequestContext {
  let id: UInt32
  let user: UserKey
  let session: any Requester
  let gateway: Gateway
  /// Whether the app's server asks, who may do in every conversation of the app what its owner may.
  var isOfApp = false

  /// The limits of the user's app.
  var limits: Shared<Limits> { gateway.limitsOfApps.of(user.app) }

  /// Milliseconds since 1970.
  var now: Int64 { session.loop.time.wallMilliseconds }

  /// The kinds of conversation.
  var kinds: Kinds { gateway.reading.kinds }

  /// The conversation of a request's field.
  func conversation(_ text: String) throws(Refusal) -> ConversationID {
    guard let id = kinds.id(text, caller: user.user) else { throw Refusal(field: "conversation") }
    return id
  }

  func answer(_ body: Wire.ServerPacket.Body) { session.answer(id, with: body) }

  /// Hands work to the home that decides it.
  func submit(_ work: any Work) { session.submit(work) }

  /// Hands a personal change to its home; one with the id 0 is not answered.
  func submit(_ change: some PersonalChange, id: UInt32) {
    session.submit(PersonalRequest(caller: user, change: change, origin: session, id: id))
  }

  func submit(_ change: some PersonalChange) { submit(change, id: id) }

  /// Answers from the store, when it is this read's turn.
  func read(_ body: @escaping ReadQueue.Read) {
    guard isOfApp else { return session.read(id, body) }
    session.read(id) { try await body($0.ofApp) }
  }
}

/// Serves a request.
struct Serving: RequestVisitor {
  typealias Result = Void
  typealias Failure = Refusal

  let context: RequestContext

  func visit<Request: ServedRequest>(_ request: Request.Type, _ message: Request.Message) throws(Refusal) {
    try Request.serve(message, for: context)
  }
}
