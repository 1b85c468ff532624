import Observation

/// A live timeline for views that observe their model.
///
/// Create it with a timeline, and call `follow()` from a task that lives as long as the view.
@MainActor @Observable public final class ObservedTimeline {
  /// The rows, oldest first.
  public private(set) var rows: [TimelineRow] = []
  /// The facts about the rows as a whole; nil before the first change.
  public private(set) var facts: TimelineUpdate.Facts?
  /// The error that ended it; nil while there is none.
  public private(set) var failure: MartletError?
  /// The timeline, to move it.
  @ObservationIgnored public let timeline: Timeline

  /// Creates a model without rows.
  public init(_ timeline: Timeline) { self.timeline = timeline }

  /// Follows the timeline until the task is cancelled, the client is closed, or an error ends it.
  public func follow() async {
    do throws(MartletError) {
      var changes = timeline.makeAsyncIterator()
      while let update = try await changes.next(isolation: #isolation) { (rows, facts) = (update.rows, update.facts) }
    } catch {
      failure = error
    }
  }
}

/// A live conversation list for views that observe their model.
///
/// Create it with a list, and call `follow()` from a task that lives as long as the view.
@MainActor @Observable public final class ObservedConversationList {
  /// The conversations, in the order of the query.
  public private(set) var rows: [Conversation] = []
  /// True if no more conversations match the query.
  public private(set) var isComplete = false
  /// The error that ended it; nil while there is none.
  public private(set) var failure: MartletError?
  /// The list, to show more of it.
  @ObservationIgnored public let list: ConversationList

  /// Creates a model without rows.
  public init(_ list: ConversationList) { self.list = list }

  /// Follows the list until the task is cancelled, the client is closed, or an error ends it.
  public func follow() async {
    do throws(MartletError) {
      var changes = list.makeAsyncIterator()
      while let update = try await changes.next(isolation: #isolation) { (rows, isComplete) = (update.rows, update.isComplete) }
    } catch {
      failure = error
    }
  }
}
