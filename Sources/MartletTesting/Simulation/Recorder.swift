import Martlet
import MartletNet
import MartletServer
import MartletWire

/// Records a simulation for the checker: requests and answers packet by packet, and the events of apps.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
final class Recorder: @unchecked Sendable {
  /// The known facts about a connection.
  private struct Wiring {
    let device: String
    let user: UserID
    /// Calls that wait for their answers, by the requests' ids.
    var calls: [UInt32: UInt64] = [:]
    /// The time when its token was obtained, and when it was presented.
    var tokenAt: UInt64 = 0
    var askedAt: UInt64 = 0
    var isOpen = false
    /// Whether its server is gone, of which the device may learn later.
    var hasLostServer = false
  }

  let history: History
  private let time: ManualTime
  /// The current installations of the devices, by number.
  private var devices: [Int: (name: String, user: UserID)] = [:]
  private var wirings: [Int: Wiring] = [:]
  /// The time when each token was obtained.
  private var tokens: [String: UInt64] = [:]
  /// Calls of nobody's connection that are under way.
  private var open: [UInt64: UserID] = [:]
  /// Whether there are several servers, which end one by one.
  var hasNodes = false
  private var hasFault = false
  private var isOver = false

  init(time: ManualTime) {
    self.time = time
    history = History(time: time)
  }

  /// Records an event, unless the run is over.
  func record(_ event: HistoryEvent, device: String = "", user: String = "") {
    if !isOver { history.record(event, device: device, user: user) }
  }

  // MARK: - Packets

  func opened(_ connection: SimulatedConnection) {
    guard let device = devices[connection.device] else { return }
    wirings[connection.number] = Wiring(
      device: device.name, user: device.user, hasLostServer: hasNodes && connection.hasLostServer)
  }

  func sent(_ bytes: [UInt8], by connection: SimulatedConnection) {
    guard !isOver, var wiring = wirings[connection.number],
      let packet = try? bytes.withUnsafeBytes({ bytes in try Wire.ClientPacket(decoding: bytes) }), let request = packet.request
    else { return }
    if case .hello(let hello) = request {
      (wiring.tokenAt, wiring.askedAt) = (tokens[hello.token] ?? 0, time.monotonicNanoseconds)
    }
    wiring.calls[packet.id] = history.invoke(
      Operation(request, caller: wiring.user), device: wiring.device, user: wiring.user.text)
    wirings[connection.number] = wiring
  }

  func received(_ bytes: [UInt8], by connection: SimulatedConnection) {
    guard !isOver, var wiring = wirings[connection.number],
      let packet = try? bytes.withUnsafeBytes({ bytes in try Wire.ServerPacket(decoding: bytes) }), let body = packet.body
    else { return }
    let (device, user) = (wiring.device, wiring.user.text)
    switch body {
    case .push(let push): history.record(push, device: device, user: user)
    case .closing(let closing): close(&wiring, code: closing.failure?.code ?? 0)
    case .welcome(let welcome):
      wiring.isOpen = true
      let opened = HistoryEvent.opened(
        tokenAt: wiring.tokenAt, askedAt: wiring.askedAt, userHead: welcome.userHead)
      record(opened, device: device, user: user)
      if wiring.hasLostServer { end(&wiring, code: 0) }
      fallthrough
    default:
      if let call = wiring.calls.removeValue(forKey: packet.id) { history.record(body, to: call, device: device, user: user) }
    }
    wirings[connection.number] = wiring
  }

  func closed(_ connection: SimulatedConnection) {
    guard var wiring = wirings.removeValue(forKey: connection.number) else { return }
    close(&wiring, code: 0)
  }

  /// No answer comes any more.
  private func close(_ wiring: inout Wiring, code: UInt32) {
    for call in wiring.calls.values.sorted() { record(.unknown(call: call), device: wiring.device, user: wiring.user.text) }
    wiring.calls = [:]
    end(&wiring, code: code)
  }

  private func end(_ wiring: inout Wiring, code: UInt32) {
    if wiring.isOpen { record(.closed(code: code), device: wiring.device, user: wiring.user.text) }
    wiring.isOpen = false
  }

  /// One of several nodes is gone: the session gets no more than what is under way.
  func lostServer(_ connection: SimulatedConnection) {
    guard var wiring = wirings[connection.number] else { return }
    wiring.hasLostServer = true
    end(&wiring, code: 0)
    wirings[connection.number] = wiring
  }

  // MARK: - Events outside of packets

  /// An app starts, from its disk or for the first time.
  func started(_ device: SimulatedDevice) {
    devices[device.index] = (device.name, device.user)
    record(.restarted(how: "start"), device: device.name, user: device.user.text)
  }

  /// A token was obtained.
  func obtained(_ token: String) { tokens[token] = time.monotonicNanoseconds }

  /// Begins an operation of no device, such as the revocation of a user's tokens.
  func begin(_ operation: Operation, user: UserID) -> UInt64 {
    let call = history.invoke(operation, device: "", user: user.text)
    open[call] = user
    return call
  }

  /// Ends it, unless it is over.
  func end(_ event: HistoryEvent, of call: UInt64) {
    guard let user = open.removeValue(forKey: call) else { return }
    record(event, user: user.text)
  }

  /// The outcome of operations of no device will never be known.
  func abandon() {
    for call in open.keys.sorted() { end(.unknown(call: call), of: call) }
  }

  /// The result that an app gets for a send is an answer to the same request.
  func told(_ result: SendResult, of operation: Operation, device: String, user: UserID) {
    guard !isOver else { return }
    let end: (UInt64) -> HistoryEvent
    switch result {
    case .sent(let entry, _): end = { .ok(call: $0, seq: entry.seq) }
    case .unchanged: end = { .ok(call: $0, seq: 0) }
    case .failed(let error): end = { .refused(call: $0, code: error.serverCode) }
    case .unknown, .takenOver: return
    }
    let call = history.invoke(operation, device: device, user: user.text)
    record(end(call), device: device, user: user.text)
  }

  /// From here on something may go wrong.
  func fault() {
    if !hasFault { record(.phase(.fault)) }
    hasFault = true
  }

  /// Nothing goes wrong any more.
  func heal() { if hasFault { record(.phase(.heal)) } }

  /// Ends the recording, without waiting for pending calls.
  func finish() {
    for number in wirings.keys.sorted() {
      if var wiring = wirings.removeValue(forKey: number) { close(&wiring, code: 0) }
    }
    abandon()
    isOver = true
  }
}
