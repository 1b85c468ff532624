/// The conversation list as a screen shows it, live.
///
/// An async sequence of its changes, each with the whole new state, from the local database alone. Changes that come faster
/// than they are read arrive as one. Iterate it once: a second reader takes over from the first, which ends. The sequence waits
/// while the client is suspended, and ends when the client is closed and when the task is cancelled. It throws `.storageFailed`.
///
/// ```swift
/// for try await update in client.list() { show(update.rows) }
/// ```
public final class ConversationList: AsyncSequence, Sendable {
  /// A change.
  public typealias Element = ConversationListUpdate
  /// The error of a list.
  public typealias Failure = MartletError

  private let client: MartletClient
  private let name: String
  private let query: ConversationQuery
  private let window: Int

  init(_ client: MartletClient, _ query: ConversationQuery, window: Int) {
    self.client = client
    self.query = query
    self.window = window
    name = client.newViewName()
  }

  deinit { client.closeView(name) }

  /// Shows more conversations at the end.
  ///
  /// The next change has the rows.
  ///
  /// - Throws: `.closed`.
  public func more() async throws(MartletError) {
    try await client.outcome { [name, query, window] engine, _, then in
      do throws(MartletError) {
        then(.success(try engine.extendList(name, query, window: window)))
      } catch {
        then(.failure(error))
      }
    }
  }

  /// Starts to read.
  public func makeAsyncIterator() -> Iterator { Iterator(list: self) }

  /// An iterator over changes.
  public struct Iterator: AsyncIteratorProtocol {
    let list: ConversationList

    /// Waits for the next change; returns nil at the end.
    public mutating func next() async throws(MartletError) -> ConversationListUpdate? { try await next(isolation: nil) }

    /// Waits for the next change; returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(MartletError) -> ConversationListUpdate? {
      let (client, name, query, window) = (list.client, list.name, list.query, list.window)
      return try await client.change { $0.nextOfList(name, query, window: window, for: $1, then: $2) }
    }
  }
}

extension MartletClient {
  /// Returns the conversation list as a screen shows it, live.
  ///
  /// - Parameters:
  ///   - query: The conversations, and their order; default all, pinned first.
  ///   - window: The number of conversations to begin with, and that `ConversationList.more()` adds; 1 to 1,000, default 50.
  /// - Returns: The list.
  public nonisolated func list(_ query: ConversationQuery = ConversationQuery(), window: Int = 50) -> ConversationList {
    ConversationList(self, query, window: window)
  }
}
