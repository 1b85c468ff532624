import MartletCore
import MartletSQLite
import MartletWire

// Calls of those who read logs entry by entry.
extension BrowserClient {
  /// Begins operations on logs.
  ///
  /// - Returns: False for other operations.
  func beginOnLogs(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .followLogs(let place):
      guard !place.to.isEmpty else {
        answer(call, .heads(try heads(of: nil)))
        return true
      }
      engine.resolve(try Destination(to: place.to), for: operation) { [self] result in
        do throws(MartletError) {
          answer(call, .heads(try heads(of: try result.get())))
        } catch {
          answer(call, .failure(Bridge.Failure(error)))
        }
      }
    case .log(let query):
      let id = try Parsed.conversation(query.conversation, "conversation")
      engine.entryPage(
        of: id, after: query.after, limit: Self.limit(query.limit), for: operation,
        then: completion(call) { page in
          let items = (page?.entries ?? []).compactMap { $0.item(of: id) }.map { Bridge.LogItem($0) }
          return .log(Bridge.LogPage(items: items, upTo: page?.upTo ?? 0))
        })
    default: return false
    }
    return true
  }

  /// The newest positions, and whether any will come; what is stored after this is told.
  private func heads(of only: ConversationID?) throws(MartletError) -> Bridge.LogHeads {
    followsLogs = true
    let shelves = try engine.read { store throws(SQLiteError) in try store.state().shelves }
    var heads: [Bridge.LogHead] = []
    for (id, shelf) in shelves where only == nil || only == id {
      heads.append(Bridge.LogHead(conversation: id.text, newest: shelf.head))
    }
    var failure: Bridge.Failure?
    if case .ended(let error) = engine.state { failure = Bridge.Failure(error) }
    return Bridge.LogHeads(
      heads: heads, conversation: only?.text ?? "", active: engine.core.sync.isActive, failure: failure)
  }
}

extension Bridge.Names {
  init(grown ids: Set<ConversationID>) { self.init(ids: ids.map { $0.text }.sorted()) }
}

extension Bridge.LogItem {
  fileprivate init(_ item: MartletCore.LogItem) {
    self.init(
      conversation: item.conversation.text, position: item.seq, sender: item.sender.text, clientId: item.clientID?.text ?? "",
      time: item.time.milliseconds, kind: item.kind, type: item.type ?? "", content: item.content?.json ?? "",
      target: item.target ?? 0, recall: item.recall.flatMap { Bridge.RecallDetails($0) })
    switch item.event {
    case .message(_, let revision): self.revision = revision
    case .recalledMessage(_, let position): recalledAt = position
    case .notice(let notice): self.notice = Bridge.MessageNotice(notice)
    case .annotated(let target, let change?):
      self.change = Bridge.AnnotateAction(position: target, change: Bridge.AnnotateAction.Change(change))
    default: break
    }
  }
}

extension ContentRegistry {
  /// The built-in types, and those of the app.
  init(_ opening: Bridge.Opening) {
    self = opening.searchedTypes.reduce(.standard) { $0.adding($1.type, searching: $1.members) }
  }
}
