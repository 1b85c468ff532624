import Foundation
import Martlet
import MartletBrowser
import MartletTesting
import MartletWire

/// A random life of one client, played through `BrowserClient` as JavaScript would, and recorded.
///
/// Each step is an input, the clocks and random numbers that the client asked for, and what it told. `replaying.mjs` gives the
/// same inputs to the WebAssembly module and compares.
package final class RecordedSession {
  private var steps: [[String: Any]] = []
  private let seed: UInt64
  private var random: SplitMix64
  private var server = ModelServer()
  private let folder: TemporaryDirectory
  private let user: UserID
  private let others: [UserID]
  private var client: BrowserClient?
  private var now: UInt64 = 1_000_000_000
  private let reading: Reading
  /// What the module asked JavaScript for.
  private var isDialled = false
  private var isConnected = false
  private var isIn = false
  private var token: UInt32?
  /// Uploads that were asked for.
  private var uploads: [Bridge.Upload] = []
  private var deadline: UInt64?
  private var toServer: [Wire.ClientPacket] = []
  private var toClient: [[UInt8]] = []
  private var lastCall: UInt32 = 0
  private var lastID = 0

  /// What a step asked for and told.
  private final class Reading {
    var now: UInt64 = 0
    var random: SplitMix64
    var monotonic: [UInt64] = []
    var wall: [Int64] = []
    var numbers: [String] = []
    var told: [Bridge.Notice.Notice] = []
    var out: [String] = []
    var sent: [[UInt8]] = []

    init(seed: UInt64) { random = SplitMix64(seed: seed) }
  }

  package init(seed: UInt64) throws {
    self.seed = seed
    random = SplitMix64(seed: seed)
    reading = Reading(seed: seed &+ 1)
    folder = try TemporaryDirectory(inMemory: true)
    user = UserID.of("alice")
    others = [UserID.of("bob"), UserID.of("carol")]
    server.limits.pageEntries = .random(in: 2...20, using: &random)
  }

  /// Plays a number of random steps, and then asks for everything that the client shows.
  package func play(_ count: Int) throws {
    try open()
    call(.connect(Bridge.Nothing()))
    for _ in 0..<count { try step() }
    rest()
    show()
    try reopen()
    show()
    client?.close()
  }

  package var stepCount: Int { steps.count }

  /// The session as JSON.
  package func json() throws -> String {
    let session: [String: Any] = ["seed": String(seed), "steps": steps]
    return String(decoding: try JSONSerialization.data(withJSONObject: session), as: UTF8.self)
  }

  // MARK: Steps

  private func step() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<25: act()
    case ..<35: ask()
    case ..<55: serverTakes()
    case ..<78: clientReceives()
    case ..<88: othersAct()
    case ..<94: advance()
    case ..<97: breakConnection()
    case ..<98: try reopen()
    default: connects()
    }
  }

  private func open() throws {
    var opening = Bridge.Opening(path: "martlet.sqlite", deviceClass: "web", deviceName: "a browser")
    opening.requestTimeout = 5_000
    let files = try LocalFolder(folder.path)
    let reading = reading
    let host = BrowserClient.Host(
      tell: { notice in
        reading.told.append(notice)
        reading.out.append(String(decoding: Bridge.Notice(notice: notice).json(), as: UTF8.self))
      },
      send: { packet in
        reading.sent.append(packet)
        reading.out.append(Data(packet).base64EncodedString())
      },
      surroundings: ClientEngine.Surroundings(
        monotonic: {
          reading.monotonic.append(reading.now)
          return reading.now
        },
        wall: {
          let wall = 1_700_000_000_000 + Int64(reading.now / 1_000_000)
          reading.wall.append(wall)
          return wall
        },
        random: {
          let number = reading.random.next()
          reading.numbers.append(String(number))
          return number
        }))
    try record("open", text: String(decoding: opening.json(), as: UTF8.self)) {
      client = try BrowserClient(opening, folder: files, host: host)
    }
  }

  private func reopen() throws {
    record("close") { client?.close() }
    client = nil
    (isConnected, isIn, isDialled, token, deadline, uploads) = (false, false, false, nil, nil, [])
    (toServer, toClient) = ([], [])
    try open()
    call(.connect(Bridge.Nothing()))
  }

  /// Records an input, ends the turn most of the time, and looks at what was told.
  private func record(
    _ name: String, text: String? = nil, bytes: [UInt8]? = nil, number: UInt32? = nil, _ body: () throws -> Void
  ) rethrows {
    try note(name, text, bytes, number, body)
    if name != "close", Int.random(in: 0..<10, using: &random) < 8 { endTurn() }
  }

  private func endTurn() { note("endTurn", nil, nil, nil) { client?.endTurn() } }

  private func note(
    _ name: String, _ text: String?, _ bytes: [UInt8]?, _ number: UInt32?, _ body: () throws -> Void
  ) rethrows {
    reading.now = now
    try body()
    var step: [String: Any] = ["do": name, "out": reading.out]
    if let text { step["text"] = text }
    if let bytes { step["bytes"] = Data(bytes).base64EncodedString() }
    if let number { step["number"] = number }
    if !reading.monotonic.isEmpty { step["monotonic"] = reading.monotonic }
    if !reading.wall.isEmpty { step["wall"] = reading.wall }
    if !reading.numbers.isEmpty { step["random"] = reading.numbers }
    steps.append(step)
    let (told, sent) = (reading.told, reading.sent)
    (reading.monotonic, reading.wall, reading.numbers, reading.told, reading.out, reading.sent) = ([], [], [], [], [], [])
    for packet in sent { if let packet = try? Wire.ClientPacket(decoding: packet) { toServer.append(packet) } }
    for notice in told { heard(notice) }
  }

  private func heard(_ notice: Bridge.Notice.Notice) {
    switch notice {
    case .dial: (isDialled, isConnected, isIn, toServer, toClient) = (true, false, false, [], [])
    case .hangUp: (isDialled, isConnected, isIn, toServer, toClient) = (false, false, false, [], [])
    case .obtainToken(let number): token = number
    case .cancelToken: token = nil
    case .timer(let delay): deadline = delay < 0 ? nil : now + UInt64(delay) * 1_000_000
    case .upload(let upload): uploads.append(upload)
    case .cancelUpload(let row): uploads.removeAll { $0.row == row }
    case .answer, .event, .state, .opened, .failed, .forgetUpload, .releaseFile: break
    }
  }

  // MARK: The app

  private func call(_ operation: Bridge.Call.Operation) {
    lastCall += 1
    let call = Bridge.Call(id: lastCall, operation: operation)
    record("call", text: String(decoding: call.json(), as: UTF8.self)) { client?.call(call) }
  }

  private var place: String { ["direct:bob", "direct:carol", "group:g", "group:h"].randomElement(using: &random) ?? "" }
  private var position: UInt64 { .random(in: 0...12, using: &random) }

  private func act() {
    lastID += 1
    let texts = ["hello", "Grüße 👩‍👩‍👧‍👦", "one two three", "\"quoted\" \\ \n"]
    let text = MessageContent.text("\(texts.randomElement(using: &random) ?? "") \(lastID)").json
    var submit = Bridge.Submit(to: place, id: "own-\(lastID)", enqueue: Bool.random(using: &random))
    switch Int.random(in: 0..<19, using: &random) {
    case 17, 18: return sendFile(submit)
    case ..<6: submit.action = Bridge.Action(action: .send(Bridge.SendAction(type: "text", content: text)))
    case 6: submit.action = Bridge.Action(action: .edit(Bridge.EditAction(position: position, type: "text", content: text)))
    case 7: submit.action = Bridge.Action(action: .recall(Bridge.RecallAction(position: position)))
    case 8:
      let change = Bridge.AnnotateAction.Change.reactions(Bridge.KeyChange(added: ["+1"]))
      submit.action = Bridge.Action(action: .annotate(Bridge.AnnotateAction(position: position, change: change)))
    case 9: return call(.markRead(Bridge.MarkRead(to: place, position: position)))
    case 10: return call(.hide(Bridge.Hide(to: place, positions: [max(1, position)])))
    case 11:
      var change = Bridge.ChangeSettings(to: place)
      (change.pinned, change.alias) = (Bool.random(using: &random), "alias \(lastID)")
      change.draft = Bridge.Draft(text: "draft \(lastID)")
      return call(.changeSettings(change))
    case 12: return call(.setTyping(Bridge.SetTyping(to: place, on: Bool.random(using: &random))))
    default: return keep()
    }
    call(.submit(submit))
  }

  /// Sends a file, or reports of one that goes up.
  private func sendFile(_ given: Bridge.Submit) {
    guard let upload = uploads.randomElement(using: &random), Bool.random(using: &random) else {
      var submit = given
      let content = #"{"media":{"awaited":true,"name":"a \(lastID)"}}"#
      submit.action = Bridge.Action(action: .send(Bridge.SendAction(type: "file", content: content)))
      submit.upload = Bridge.FileToUpload(
        file: "copy \(lastID)", name: "a \(lastID)", size: 10, sha256: String(repeating: "0", count: 64),
        whenReady: Bool.random(using: &random))
      return call(.submit(submit))
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: call(.uploadReached(Bridge.UploadReached(row: upload.row, bytes: 5)))
    case 1: call(.pauseUpload(Bridge.Discard(id: upload.message)))
    case 2: call(.resumeUpload(Bridge.Discard(id: upload.message)))
    case 3:
      let code = ["unreachable", "media_too_large"].randomElement(using: &random) ?? ""
      uploads.removeAll { $0.row == upload.row }
      call(.uploadFailed(Bridge.UploadFailed(row: upload.row, failure: Bridge.Failure(code: code, limit: 5))))
    default:
      uploads.removeAll { $0.row == upload.row }
      call(.uploaded(Bridge.Uploaded(row: upload.row, media: "file\(lastID)")))
    }
  }

  /// Changes what is kept on this device, or is the user's own.
  private func keep() {
    let (to, id) = (place, Int64.random(in: 1...6, using: &random))
    let fields = #"{"n":\(lastID)}"#
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      let time = Bool.random(using: &random) ? nil : 1_700_000_000_000 + Int64(now / 1_000_000)
      let draft = Bridge.LocalDraft(
        type: "text", content: #"{"text":"local \(lastID)"}"#, time: time, fields: fields, name: "name \(id)")
      call(.insertLocal(Bridge.InsertLocal(to: to, drafts: [draft], skipsDuplicates: Bool.random(using: &random))))
    case 2: call(.changeLocal(Bridge.ChangeLocal(to: to, id: id, fields: fields)))
    case 3: call(.removeLocal(Bridge.RemoveLocal(to: to, ids: [id], all: Int.random(in: 0..<8, using: &random) == 0)))
    case 4: call(.setLocalFields(Bridge.ChangeLocalFields(to: to, position: max(1, position), fields: fields)))
    case 5: call(.setTag(Bridge.Tag(id: "t\(id)", name: "Tag \(lastID)")))
    case 6: call(.addTag(Bridge.TagConversations(id: "t\(id)", conversations: ["direct:alice:bob", "group:g"])))
    case 7:
      let change = Bridge.ChangeSettings(
        to: to, attributes: ["a\(id)": fields], setFlags: String(UInt64.random(in: 0...7, using: &random)), unsetFlags: "1")
      call(.changeSettings(change))
    default: call(.setSettings(Bridge.SetSettings(to: Bool.random(using: &random) ? "" : to, values: ["app.x\(id)": fields])))
    }
  }

  /// Reads or moves a live timeline or list.
  private func look() {
    let (to, number) = (place, Int.random(in: 0..<2, using: &random))
    let place = Bridge.TimelinePlace(place: Bool.random(using: &random) ? .position(position) : .firstUnread(Bridge.Nothing()))
    let timeline = Bridge.TimelineOpening(name: "\(to) \(number)", to: to, window: 3, place: number == 0 ? nil : place)
    let list = Bridge.ListOpening(name: "list", window: 2)
    switch Int.random(in: 0..<9, using: &random) {
    case ..<4: call(.nextOfTimeline(timeline))
    case 4:
      let moves: [Bridge.MoveTimeline.Move] = [.older(Bridge.Nothing()), .newer(Bridge.Nothing()), .to(place)]
      call(.moveTimeline(Bridge.MoveTimeline(timeline: timeline, move: moves.randomElement(using: &random))))
    case 5: call(.closeView(Bridge.CloseView(name: timeline.name)))
    case 6: call(.extendList(list))
    default: call(.nextOfList(list))
    }
  }

  private func ask() {
    switch Int.random(in: 0..<18, using: &random) {
    case 9...12: look()
    case 13...17: find()
    case 0: call(.conversations(Bridge.ListQuery(limit: 3)))
    case 1: call(.history(Bridge.HistoryQuery(to: place, place: .before(position), limit: 4)))
    case 2: call(.history(Bridge.HistoryQuery(to: place, place: .after(position), limit: 4)))
    case 3: call(.members(Bridge.MemberQuery(to: place, text: Bool.random(using: &random) ? "" : "B")))
    case 4: call(.search(Bridge.Search(text: "two")))
    case 5: call(.pending(Bridge.Nothing()))
    case 6: call(.createGroup(Bridge.CreateGroup(title: "G", members: ["bob"], id: Bool.random(using: &random) ? "g" : "h")))
    case 7: call(.cancel(Bridge.Cancel(call: lastCall)))
    default: call(.receipts(Bridge.ReceiptQuery(to: place, positions: [max(1, position)])))
    }
  }

  /// Reads what belongs to a message, and history in its other forms.
  private func find() {
    let (to, number) = (place, Int.random(in: 0..<14, using: &random))
    let page = Bridge.PageQuery(to: to, position: max(1, position), limit: 2)
    switch number {
    case 0: call(.replies(page))
    case 1: call(.versions(Bridge.Target(to: to, position: max(1, position))))
    case 2: call(.pinnedMessages(Bridge.Place(to: to)))
    case 3: call(.annotators(Bridge.AnnotatorQuery(of: page, key: .reaction("+1"))))
    case 4: call(.readers(Bridge.ReaderQuery(of: page, state: "any")))
    case 5: call(.historyAround(Bridge.HistoryAround(to: to, place: .position(position), before: 2, after: 2)))
    case 6:
      let time = 1_700_000_000_000 + Int64(now / 2_000_000)
      call(.historyAround(Bridge.HistoryAround(to: to, place: .time(time), before: 2, after: 2)))
    case 7: call(.historyOfTypes(Bridge.HistoryOfTypes(to: to, types: ["text"], limit: 3)))
    case 8: call(.messages(Bridge.ReceiptQuery(to: to, positions: [position, position])))
    case 9: call(.download(Bridge.Download(to: to, limit: 8)))
    case 10: call(.unreadCount(Bridge.HistoryOfTypes(to: to, types: ["text"])))
    case 11: call(.search(Bridge.Search(text: "hello", in: to, limit: 2, sender: "bob")))
    case 12: call(.markAllRead(Bridge.UnreadQuery(kinds: ["direct"])))
    default: call(.scheduled(Bridge.Nothing()))
    }
  }

  /// Everything that a page could show.
  private func show() {
    call(.status(Bridge.Nothing()))
    call(.conversations(Bridge.ListQuery()))
    call(.unreadTotal(Bridge.UnreadQuery()))
    call(.pending(Bridge.Nothing()))
    call(.tags(Bridge.Nothing()))
    call(.settings(Bridge.Place()))
    for place in ["direct:bob", "direct:carol", "group:g", "group:h"] {
      call(.history(Bridge.HistoryQuery(to: place, limit: 100, cached: true)))
      call(.markers(Bridge.Place(to: place)))
      call(.localMessages(Bridge.PositionRange(to: place)))
      call(.members(Bridge.MemberQuery(to: place, cached: true)))
      call(.permissions(Bridge.Place(to: place)))
      call(.localFields(Bridge.PositionRange(to: place)))
      call(.ownSettings(Bridge.Place(to: place)))
    }
    call(.search(Bridge.Search(text: "hello")))
  }

  // MARK: The server, the network and time

  private func connects() {
    if let number = token {
      token = nil
      let fails = Int.random(in: 0..<8, using: &random) == 0
      if fails { return record("tokenFailed", number: number) { client?.tokenFailed(number) } }
      return record("tokenObtained", text: "a token", number: number) { client?.tokenObtained(number, "a token") }
    }
    guard isDialled, !isConnected else { return }
    isConnected = true
    record("connected") { client?.connected() }
  }

  private func serverTakes() {
    guard isConnected, !toServer.isEmpty else { return connects() }
    let packet = toServer.removeFirst()
    guard let request = packet.request else { return }
    let body: Wire.ServerPacket.Body
    if case .hello = request {
      isIn = true
      body = .welcome(server.welcome(user))
    } else {
      body = server.answer(request, of: user)
    }
    toClient.append(Wire.ServerPacket(id: packet.id, body: body).encoded())
    deliver()
  }

  private func deliver() {
    for delivery in server.takeDeliveries() where delivery.user == user && isIn {
      toClient.append(Wire.ServerPacket(id: 0, body: delivery.body).encoded())
    }
  }

  private func clientReceives() {
    guard isConnected, !toClient.isEmpty else { return connects() }
    var bytes = toClient.removeFirst()
    // A hostile or broken server now and then.
    if Int.random(in: 0..<200, using: &random) == 0, let index = bytes.indices.randomElement(using: &random) {
      bytes[index] ^= 0x55
    }
    record("received", bytes: bytes) { bytes.withUnsafeBytes { client?.received($0) } }
  }

  private func othersAct() {
    guard let other = others.randomElement(using: &random) else { return }
    lastID += 1
    let send = Wire.Send(
      conversation: Bool.random(using: &random) ? "direct:alice" : "group:g", clientId: "other-\(lastID)", type: "text",
      content: MessageContent.text("hello from \(other.text) \(lastID)").json)
    _ = server.answer(.send(send), of: other)
    deliver()
  }

  private func advance() {
    now += .random(in: 1_000_000...2_000_000_000, using: &random)
    guard let due = deadline, due <= now else { return }
    deadline = nil
    record("timerFired") { client?.timerFired() }
  }

  private func breakConnection() {
    guard isDialled else { return }
    (isDialled, isConnected, isIn, toServer, toClient) = (false, false, false, [], [])
    record("disconnected", text: "the connection was closed") { client?.disconnected("the connection was closed") }
  }

  /// Lets everything arrive.
  private func rest() {
    for _ in 0..<2_000 {
      endTurn()
      if token != nil || (isDialled && !isConnected) {
        connects()
      } else if isConnected, !toServer.isEmpty {
        serverTakes()
      } else if isConnected, !toClient.isEmpty {
        clientReceives()
      } else if client?.isAtRest == true {
        return
      } else {
        now = max(now, deadline ?? now) + 1_000_000
        advance()
      }
    }
  }
}
