import Synchronization

/// A bounded buffer between the client and one listener: holds the elements that the listener has not taken yet.
///
/// The client never waits for a slow listener. When the buffer is full, one element that reports the overflow replaces all
/// others.
final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var elements = Fifo<Element>()
    var waiting: [(id: UInt64, continuation: CheckedContinuation<Element?, Never>)] = []
    var nextID: UInt64 = 0
    var isFinished = false
  }

  private let state = Mutex(State())
  private let capacity: Int
  /// The element that replaces all others on overflow.
  private let overflow: @Sendable (Element) -> Element

  init(capacity: Int, overflow: @escaping @Sendable (Element) -> Element) {
    self.capacity = max(1, capacity)
    self.overflow = overflow
  }

  func put(_ element: Element) {
    let waiter = state.withLock { state -> CheckedContinuation<Element?, Never>? in
      guard !state.isFinished else { return nil }
      if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
      if state.elements.count >= capacity {
        state.elements.removeAll()
        state.elements.append(overflow(element))
      } else {
        state.elements.append(element)
      }
      return nil
    }
    waiter?.resume(returning: element)
  }

  /// No more elements will come.
  ///
  /// Buffered elements can still be taken.
  func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.continuation.resume(returning: nil) }
  }

  /// The next element; nil at the end, and when the task is cancelled.
  func next() async -> Element? {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let immediate = state.withLock { state -> Element?? in
          if let element = state.elements.removeFirst() { return .some(element) }
          if state.isFinished || Task.isCancelled { return .some(nil) }
          state.waiting.append((id, continuation))
          return nil
        }
        if let immediate { continuation.resume(returning: immediate) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: nil)
    }
  }
}

/// The listeners of a kind.
///
/// One that nobody holds any more is forgotten.
final class Listeners<Element: Sendable>: Sendable {
  private struct Weak {
    weak var mailbox: Mailbox<Element>?
  }

  private struct State {
    var listeners: [Weak] = []
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Adds a listener, which gets `first` before anything else.
  func add(_ mailbox: Mailbox<Element>, first: [Element] = []) {
    for element in first { mailbox.put(element) }
    let isFinished = state.withLock { state in
      state.listeners.removeAll { $0.mailbox == nil }
      state.listeners.append(Weak(mailbox: mailbox))
      return state.isFinished
    }
    if isFinished { mailbox.finish() }
  }

  func put(_ element: Element) {
    for listener in all { listener.put(element) }
  }

  func finish() {
    state.withLock { $0.isFinished = true }
    for listener in all { listener.finish() }
  }

  private var all: [Mailbox<Element>] { state.withLock { $0.listeners.compactMap(\.mailbox) } }
}
