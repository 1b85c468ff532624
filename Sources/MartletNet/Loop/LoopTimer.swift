/// Something a loop does later, once.
///
/// `@unchecked Sendable`: all but `loop` and `deadline` is touched on the loop's thread only; `cancel` goes there.
package final class LoopTimer: @unchecked Sendable {
  let loop: EventLoop
  /// In the nanoseconds of the loop's time source.
  let deadline: UInt64
  fileprivate var order: UInt64 = 0
  /// The place in the queue; -1 outside.
  fileprivate var place = -1
  private var action: (@Sendable () -> Void)?

  init(loop: EventLoop, deadline: UInt64, action: @escaping @Sendable () -> Void) {
    self.loop = loop
    self.deadline = deadline
    self.action = action
  }

  /// Forgets the action.
  ///
  /// It is not called any more when this returns on the loop itself; from another thread
  /// it may just be running. May be called any number of times.
  package func cancel() {
    guard loop.isCurrent else { return loop.post { self.cancel() } }
    action = nil
    loop.forget(self)
  }

  /// Runs the action, unless it was cancelled or has run.
  func fire() {
    let action = self.action
    self.action = nil
    action?()
  }

  /// Whether this comes before `other`: by deadline, then in the order they were made.
  fileprivate func precedes(_ other: LoopTimer) -> Bool {
    deadline != other.deadline ? deadline < other.deadline : order < other.order
  }
}

/// The timers of one loop: a binary heap in which each timer knows its place, so that one can be taken out.
struct TimerQueue {
  private var heap: [LoopTimer] = []
  private var made: UInt64 = 0

  var first: LoopTimer? { heap.first }
  var count: Int { heap.count }

  mutating func insert(_ timer: LoopTimer) {
    made &+= 1
    timer.order = made
    timer.place = heap.count
    heap.append(timer)
    rise(from: timer.place)
  }

  mutating func remove(_ timer: LoopTimer) {
    let place = timer.place
    guard place >= 0, place < heap.count, heap[place] === timer, let last = heap.popLast() else { return }
    timer.place = -1
    guard last !== timer else { return }
    heap[place] = last
    last.place = place
    rise(from: place)
    sink(from: last.place)
  }

  mutating func removeFirst() -> LoopTimer? {
    guard let first = heap.first else { return nil }
    remove(first)
    return first
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) / 2
      guard heap[place].precedes(heap[parent]) else { return }
      exchange(place, parent)
      place = parent
    }
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].precedes(heap[least]) {
        least = child
      }
      guard least != place else { return }
      exchange(place, least)
      place = least
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    heap.swapAt(one, other)
    heap[one].place = one
    heap[other].place = other
  }
}
