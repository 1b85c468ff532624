import MartletWire

/// One sender's messages in one conversation: sent, stored, received and pending.
///
/// Used only on the thread of its sender's loop.
final class Lane {
  let index: UInt32
  let conversation: String
  /// The number of clients that receive each message.
  let receivers: UInt32

  private(set) var sent: UInt64 = 0
  /// Acknowledged by the server: the first so many.
  private(set) var stored: UInt64 = 0
  /// All lower numbers have reached every receiver.
  private(set) var completed: UInt64 = 0
  private var template: SendTemplate

  /// For each message under way, at its number modulo the size: when it was due, and how many have yet to get it.
  private var moments: [UInt64]
  private var left: [UInt32]
  private let mask: UInt64

  /// Makes a lane.
  ///
  /// - Parameters:
  ///   - index: Its place among all lanes.
  ///   - ordinal: Its place among the lanes of its sender.
  ///   - conversation: Where to.
  ///   - receivers: How many clients receive each message.
  ///   - capacity: How many messages may be under way.
  ///   - size: The bytes of a message's text.
  /// - Throws: `BenchError` if its packets cannot be made in advance.
  init(index: Int, ordinal: Int, conversation: String, receivers: Int, capacity: Int, size: Int) throws {
    self.index = UInt32(clamping: index)
    self.conversation = conversation
    self.receivers = UInt32(clamping: receivers)
    template = try SendTemplate(conversation: conversation, ordinal: ordinal, size: size)
    var places = 1
    while places < capacity { places *= 2 }
    moments = Array(repeating: 0, count: places)
    left = Array(repeating: 0, count: places)
    mask = UInt64(places) &- 1
  }

  /// Messages that are sent and not both stored and received by all.
  var underWay: UInt64 { sent &- min(stored, completed) }
  var hasRoom: Bool { underWay <= mask }

  /// Makes the next message.
  ///
  /// - Parameters:
  ///   - run: Marks the messages of this benchmark.
  ///   - moment: When it was due, from which its latency counts.
  ///   - milliseconds: The time, since 1970.
  ///   - pass: Given the packet, for the time of the call.
  func send(run: UInt16, due moment: UInt64, milliseconds: UInt64, _ pass: (UnsafeRawBufferPointer) -> Void) {
    let place = Int(truncatingIfNeeded: sent & mask)
    moments[place] = moment
    left[place] = receivers
    let mark = MessageMark(run: run, lane: index, number: sent)
    sent &+= 1
    template.fill(mark, milliseconds: milliseconds, pass)
  }

  /// The server has stored the message with this request id; false if it is not the next one's.
  func noteStored(id: UInt32) -> Bool {
    guard stored < sent, id == template.id(of: stored) else { return false }
    stored &+= 1
    return true
  }

  /// A receiver got a message.
  ///
  /// - Returns: When it was due; nil if the number is not under way.
  func noteReceived(_ number: UInt64) -> UInt64? {
    guard number >= completed, number < sent else { return nil }
    let place = Int(truncatingIfNeeded: number & mask)
    guard left[place] > 0 else { return nil }
    left[place] &-= 1
    let moment = moments[place]
    while completed < sent, left[Int(truncatingIfNeeded: completed & mask)] == 0 { completed &+= 1 }
    return moment
  }
}

/// A client that sends, on its lanes in turn, with a number of messages under way at most.
///
/// Used on its client's loop only.
final class Sender {
  let client: BenchClient
  let lanes: [Lane]
  private let window: Int
  private(set) var underWay = 0
  /// The number of lanes in use, counted from the first.
  var activeLanes: Int {
    didSet { activeLanes = min(max(0, activeLanes), lanes.count) }
  }
  private var nextLane = 0
  /// Moments at which messages became due that found no room yet.
  private var due: [UInt64] = []
  private var dueTaken = 0

  init(client: BenchClient, lanes: [Lane], window: Int) {
    self.client = client
    self.lanes = lanes
    self.window = window
    activeLanes = lanes.count
  }

  /// The lane of the next message; nil if there is no room for it.
  func laneWithRoom() -> Lane? {
    guard underWay < window else { return nil }
    for _ in 0..<activeLanes {
      if nextLane >= activeLanes { nextLane = 0 }
      let lane = lanes[nextLane]
      nextLane = nextLane + 1 < activeLanes ? nextLane + 1 : 0
      if lane.hasRoom {
        underWay += 1
        return lane
      }
    }
    return nil
  }

  func done(_ count: UInt64) { underWay -= Int(truncatingIfNeeded: count) }

  // MARK: - At a given rate

  func isDue(at moment: UInt64) { due.append(moment) }

  /// Messages that are due and were not sent.
  var backlog: Int { due.count - dueTaken }

  /// The moment of the first message that is due and was not sent.
  func takeDue() -> UInt64? {
    guard dueTaken < due.count else { return nil }
    let moment = due[dueTaken]
    dueTaken += 1
    if dueTaken == due.count { forgetDue() }
    return moment
  }

  func forgetDue() {
    due.removeAll(keepingCapacity: true)
    dueTaken = 0
  }
}
