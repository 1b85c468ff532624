import MartletSQLite
import MartletWire

// Live timelines. A timeline is known by a name that the app's side gives it, and is opened when it is first named.
extension ClientEngine {
  private func timeline(_ name: String, _ opening: TimelineOpening) -> TimelineView {
    if let open = timelines.first(where: { $0.name == name }) { return open }
    let view = TimelineView(name, opening)
    timelines.append(view)
    open(view, at: opening.place)
    return view
  }

  /// Waits for the next change of a timeline; the first is the timeline itself.
  ///
  /// The messages that the device holds come at once; more are fetched if they are fewer than the window.
  package func nextOfTimeline(
    _ name: String, _ opening: TimelineOpening, for operation: Operation, then: @escaping Completion<TimelineUpdate>
  ) {
    if let closure, !timelines.contains(where: { $0.name == name }) { return then(.failure(closure)) }
    let view = timeline(name, opening)
    view.wait(operation, then)
    view.answer(from: self)
  }

  /// A move of a timeline.
  package enum TimelineMove {
    /// Shows more messages at the beginning.
    case older
    /// Shows more messages at the end.
    case newer
    /// Shows a place.
    case to(TimelinePlace)
  }

  /// Moves a timeline, or opens it; its next change has the rows.
  package func moveTimeline(
    _ name: String, _ opening: TimelineOpening, _ move: TimelineMove, for operation: Operation, then: @escaping Completion<Void>
  ) {
    if let closure { return then(.failure(closure)) }
    let view = timeline(name, opening)
    switch move {
    case .older: extendBack(view, for: operation, then: then)
    case .newer: extendForward(view, for: operation, then: then)
    case .to(let place): self.move(view, to: place, for: operation, then: then)
    }
  }

  /// Shows a place of a timeline for its own sake, in place of what it tried before.
  ///
  /// Without a connection, the timeline shows what the device holds, and is opened again once the client has caught up.
  func open(_ view: TimelineView, at place: TimelinePlace) {
    if let opening = view.opening { cancel(opening) }
    let operation = Operation()
    view.opening = operation
    resolve(view.destination, for: operation) { [self] result in
      if case .success(let id) = result { view.id = id }
      if place == .newest, holdsMessages(view) { view.showNewest() }
      move(view, to: place, for: operation) { [self] result in
        view.opening = nil
        guard case .failure(let error) = result else { return }
        if error.isOfConnection { view.openAsHeld() } else { view.fail(error) }
        view.answer(from: self)
      }
    }
  }

  private func holdsMessages(_ view: TimelineView) -> Bool {
    guard let row = try? row(of: view) else { return false }
    return row.first <= row.last
  }

  // MARK: Moves

  /// Shows a place.
  private func move(
    _ view: TimelineView, to place: TimelinePlace, for operation: Operation, then: @escaping Completion<Void>
  ) {
    switch place {
    case .newest: moveToEnd(view, for: operation, then: then)
    case .message(let message):
      resolve(view.destination, for: operation) { [self] result in
        proceed(result, then) { id throws(MartletError) in
          move(view, to: max(try message.position(in: id), 1), for: operation, then: then)
        }
      }
    case .position(let position): move(view, to: max(position, 1), for: operation, then: then)
    case .firstUnread:
      attempt(then) { () throws(MartletError) in
        guard let row = try row(of: view), row.shownUnread > 0 else { return moveToEnd(view, for: operation, then: then) }
        move(view, to: row.base + 1, for: operation, then: then)
      }
    case .time(let time):
      position(of: view.destination, at: time, for: operation) { [self] result in
        proceed(result, then) { position throws(MartletError) in move(view, to: position, for: operation, then: then) }
      }
    }
  }

  private func moveToEnd(_ view: TimelineView, for operation: Operation, then: @escaping Completion<Void>) {
    history(view.destination, before: .max, limit: view.window, for: operation) { [self] result in
      proceed(result, then) { messages throws(MartletError) in
        view.showNewest()
        // Without a connection, the device's part of the page is all there is for now.
        if let row = try row(of: view), messages.count < view.window, row.first > row.start { view.openAsHeld() }
        moved(view, then)
      }
    }
  }

  private func move(_ view: TimelineView, to position: UInt64, for operation: Operation, then: @escaping Completion<Void>) {
    // A little of what comes before gives the reader the context.
    let before = max(view.window / 4, 1)
    history(view.destination, after: position - 1, limit: view.window, for: operation) { [self] result in
      proceed(result, then) { later throws(MartletError) in
        guard !later.isEmpty else { return moveToEnd(view, for: operation, then: then) }
        history(view.destination, before: position, limit: before, for: operation) { [self] result in
          proceed(result, then) { earlier throws(MartletError) in
            view.show(earlier + later, isEnd: later.count < view.window, try row(of: view))
            if earlier.isEmpty { view.prepend([], try row(of: view)) }
            moved(view, then)
          }
        }
      }
    }
  }

  /// Shows more messages at the beginning of a timeline.
  private func extendBack(_ view: TimelineView, for operation: Operation, then: @escaping Completion<Void>) {
    guard let from = view.from else { return placeAndExtendBack(view, for: operation, then: then) }
    history(view.destination, before: from, limit: view.window, for: operation) { [self] result in
      proceed(result, then) { messages throws(MartletError) in
        // The window may have moved meanwhile. What was fetched may not be next to it.
        if view.from == from { view.prepend(messages, try row(of: view)) }
        moved(view, then)
      }
    }
  }

  /// As `extendBack`, for a window that is not known yet.
  private func placeAndExtendBack(_ view: TimelineView, for operation: Operation, then: @escaping Completion<Void>) {
    history(view.destination, before: .max, limit: view.window, for: operation) { [self] result in
      proceed(result, then) { messages throws(MartletError) in
        guard view.from == nil, let first = messages.first?.seq else { return moved(view, then) }
        view.showNewest(from: first)
        extendBack(view, for: operation, then: then)
      }
    }
  }

  /// Shows more messages at the end of a timeline.
  private func extendForward(_ view: TimelineView, for operation: Operation, then: @escaping Completion<Void>) {
    guard let through = view.through else { return then(.success(())) }
    history(view.destination, after: through, limit: view.window, for: operation) { [self] result in
      proceed(result, then) { messages throws(MartletError) in
        if view.through == through {
          view.append(messages, isEnd: messages.count < view.window, try row(of: view))
        }
        moved(view, then)
      }
    }
  }

  private func moved(_ view: TimelineView, _ then: Completion<Void>) {
    then(.success(()))
    view.answer(from: self)
  }

  private func row(of view: TimelineView) throws(MartletError) -> ConversationRow? {
    guard let id = view.id else { return nil }
    return try read { store throws(SQLiteError) in try store.stored(id) }
  }

  // MARK: Far messages

  /// Fetches far messages again if one of them has changed.
  func checkFar(_ view: TimelineView) {
    let limit = 200
    guard
      let entries = try? read({ store throws(SQLiteError) -> [Wire.Entry] in
        guard let id = view.id, let row = try store.stored(id) else { return [] }
        return try store.entries(of: row, after: view.farAsOf, limit: limit)
      }), view.isFarChanged(by: entries, limit: limit), let from = view.from, from > 0
    else { return }
    history(view.destination, after: from - 1, limit: view.far.count, for: Operation()) { [self] result in
      guard case .success(let messages) = result, view.from == from, let row = try? row(of: view) else { return }
      view.refresh(messages.filter { $0.seq < row.first }, row)
      view.answer(from: self)
    }
  }

  // MARK: Moments

  /// The first position stored at a moment or later; the position after the newest if there is none.
  package func position(
    of destination: Destination, at time: Timestamp, for operation: Operation, then: @escaping Completion<UInt64>
  ) {
    known(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        guard let row = try read({ store throws(SQLiteError) in try store.stored(id) }) else { return then(.success(1)) }
        if row.first <= row.last {
          let held = try read { store throws(SQLiteError) in
            try store.position(at: time, key: row.key, in: row.first...row.last)
          }
          if held > row.first || row.first <= row.start { return then(.success(held)) }
        }
        // Times never fall, so a binary search finds the place among entries that only the server holds.
        narrow((id, time), row.start, max(row.first, row.start), for: operation, then: then)
      }
    }
  }

  private func narrow(
    _ wanted: (id: ConversationID, time: Timestamp), _ low: UInt64, _ high: UInt64, for operation: Operation,
    then: @escaping Completion<UInt64>
  ) {
    guard low < high else { return then(.success(low)) }
    let middle = low + (high - low) / 2
    let fetch = Wire.FetchEntries(conversation: wanted.id.text, from: middle, to: middle, limit: 1)
    page(fetch, of: wanted.id, for: operation) { [self] result in
      proceed(result, then) { page throws(MartletError) in
        let isLater = page.entries.first.map { $0.time >= wanted.time.milliseconds } ?? false
        narrow(wanted, isLater ? low : middle + 1, isLater ? middle : high, for: operation, then: then)
      }
    }
  }
}

extension MartletError {
  /// True if the same request may succeed with a connection.
  fileprivate var isOfConnection: Bool {
    switch code {
    case .notConnected, .timedOut, .cancelled, .unreachable, .suspended: true
    default: false
    }
  }
}
