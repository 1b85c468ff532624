import MartletWire
import Synchronization

/// Metrics by app.
package final class AppFigures: Sendable {
  /// The most apps with figures of their own; a monitoring system keeps a series for each.
  static let appsAtMost = 100
  /// Stands for all other apps; no app can have this id.
  static let others = "(others)"

  enum Column: Int, CaseIterable {
    case messages, sessions, users, refusals
  }

  /// The figures of one app.
  package struct Figures: Sendable {
    fileprivate let cells: Cells

    /// Messages stored.
    package var messages: Counter { Counter(cells: cells, column: Column.messages.rawValue) }
    /// Requests of sessions that were answered with an error.
    package var refusals: Counter { Counter(cells: cells, column: Column.refusals.rawValue) }
    /// Open sessions.
    package var sessions: Gauge { Gauge(cells: cells, column: Column.sessions.rawValue) }
    /// Users with at least one open session.
    package var users: Gauge { Gauge(cells: cells, column: Column.users.rawValue) }

    fileprivate init() { cells = Cells(columnCount: Column.allCases.count) }
  }

  private let apps = Mutex<[AppID: Figures]>([:])
  private let rest = Figures()

  init() {}

  /// The figures of an app.
  ///
  /// Beyond a number of apps, further apps share one set. Takes a lock: ask once and keep the result.
  package func of(_ app: AppID) -> Figures {
    apps.withLock { apps in
      if let figures = apps[app] { return figures }
      guard apps.count < Self.appsAtMost else { return rest }
      let figures = Figures()
      apps[app] = figures
      return figures
    }
  }

  /// One sample for each app that was asked for, by name; the other apps come last, once there are any.
  func samples(_ column: Column) -> [MetricFamily.Sample] {
    let named = apps.withLock { $0 }.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
    return (named + (named.count < Self.appsAtMost ? [] : [(Self.others, rest)])).map { name, figures in
      .init(label: ("app", name), value: .integer(figures.cells.sum(column: column.rawValue)))
    }
  }
}
