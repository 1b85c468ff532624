import Synchronization

/// A conversation as a screen shows it, live.
///
/// An async sequence of its changes, each with the whole new state: messages, unsent and refused ones, and local messages, each
/// in its place; edited, recalled, hidden and annotated as they are now. The first change has what this device holds, at once;
/// what it lacks is fetched. Changes that come faster than they are read arrive as one, so a slow reader misses nothing.
///
/// ```swift
/// let timeline = chat.timeline()
/// for try await update in timeline { show(update.rows) }
/// ```
///
/// It shows a window of the conversation, which `older()`, `newer()` and `move(to:)` move. Messages far away leave the window:
/// it never has more than four times `window` messages. Iterate it once: a second reader takes over from the first, which
/// ends. The sequence waits while the client is suspended, and ends when the client is closed and when the task is cancelled. It
/// throws `.conversationUnknown` if the user is not a member, and `.storageFailed`. A conversation that the user leaves meanwhile
/// loses its rows.
public final class Timeline: AsyncSequence, Sendable {
  /// A change.
  public typealias Element = TimelineUpdate
  /// The error of a timeline.
  public typealias Failure = MartletError

  private let client: MartletClient
  private let name: String
  private let opening: TimelineOpening

  init(_ client: MartletClient, _ opening: TimelineOpening) {
    self.client = client
    self.opening = opening
    name = client.newViewName()
  }

  deinit { client.closeView(name) }

  /// Shows more messages at the beginning, from this device or from the server.
  ///
  /// The next change has the rows.
  ///
  /// - Throws: `.notConnected` and `.timedOut` if the server has to be asked; `.storageFailed`.
  public func older() async throws(MartletError) { try await move(.older) }

  /// Shows more messages at the end; nothing happens at the end.
  ///
  /// - Throws: As `older()`.
  public func newer() async throws(MartletError) { try await move(.newer) }

  /// Shows a place of the conversation, with a little of what comes before.
  ///
  /// The server is asked for messages that this device does not hold, however far away they are.
  ///
  /// - Parameter place: The place.
  /// - Throws: As `older()`.
  public func move(to place: TimelinePlace) async throws(MartletError) { try await move(.to(place)) }

  private func move(_ move: ClientEngine.TimelineMove) async throws(MartletError) {
    try await client.outcome { [name, opening] in $0.moveTimeline(name, opening, move, for: $1, then: $2) }
  }

  /// Starts to read.
  public func makeAsyncIterator() -> Iterator { Iterator(timeline: self) }

  /// An iterator over changes.
  public struct Iterator: AsyncIteratorProtocol {
    let timeline: Timeline

    /// Waits for the next change; returns nil at the end.
    public mutating func next() async throws(MartletError) -> TimelineUpdate? { try await next(isolation: nil) }

    /// Waits for the next change; returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(MartletError) -> TimelineUpdate? {
      let (client, name, opening) = (timeline.client, timeline.name, timeline.opening)
      return try await client.change { $0.nextOfTimeline(name, opening, for: $1, then: $2) }
    }
  }
}

extension Chat {
  /// Returns the conversation as a screen shows it, live.
  ///
  /// - Parameters:
  ///   - window: The number of messages to begin with, and that each move brings; 1 to 250, default 50.
  ///   - place: Where to begin; default the end.
  /// - Returns: The timeline, which is opened when it is first read or moved.
  public func timeline(window: Int = 50, at place: TimelinePlace = .newest) -> Timeline {
    Timeline(client, TimelineOpening(destination, window: window, at: place))
  }
}

extension MartletClient {
  nonisolated func newViewName() -> String { "\(viewCount.add(1, ordering: .relaxed).newValue)" }

  /// Forgets a view with the next commit; until then it costs nothing, as nobody waits for its changes.
  nonisolated func closeView(_ name: String) { droppedViews.withLock { $0.append(name) } }

  func forgetDroppedViews() {
    let names = droppedViews.withLock { names in
      defer { names = [] }
      return names
    }
    for name in names { engine.closeView(name) }
  }

  /// Waits for the next change of a view, also while the client is suspended; nil once it is closed or the task cancelled.
  func change<Update: Sendable>(
    _ begin: (ClientEngine, ClientEngine.Operation, @escaping Completion<Update>) -> Void
  ) async throws(MartletError) -> Update? {
    do throws(MartletError) {
      return try await outcome(waitsWhileSuspended: true, begin)
    } catch {
      if error.code == .closed || error.code == .cancelled { return nil }
      throw error
    }
  }
}
