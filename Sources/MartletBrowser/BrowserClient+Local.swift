import MartletCore
import MartletSQLite
import MartletWire

// Calls about messages and fields that exist on this device only.
extension BrowserClient {
  /// Begins operations on local messages.
  ///
  /// - Returns: False for other operations.
  func beginOnLocalMessages(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .insertLocal(let insert):
      var drafts: [LocalDraft] = []
      for draft in insert.drafts { drafts.append(try LocalDraft(draft)) }
      engine.insertLocal(
        drafts, to: try Destination(to: insert.to), skippingDuplicates: insert.skipsDuplicates, for: operation,
        then: completion(call) { .localMessages(Bridge.LocalMessages(messages: $0.map { Bridge.LocalMessage($0) })) })
    case .localMessages(let range):
      let (first, last) = (range.from, range.upTo ?? .max)
      let limit = range.limit == 0 ? 1_000 : min(Int(clamping: range.limit), 1_000)
      reading(try Destination(to: range.to), call, operation) { store, id throws(SQLiteError) in
        let found = first <= last ? try store.localMessages(id, first...last, limit: limit) : []
        return .localMessages(Bridge.LocalMessages(messages: found.map { Bridge.LocalMessage($0) }))
      }
    case .changeLocal(let change):
      let content = change.content.map { MessageContent.custom(type: $0.type, json: $0.content) }
      var fields: ContentFields?
      if let json = change.fields { fields = try Parsed.fields(json, "fields") }
      engine.changeLocal(
        change.id, in: try Destination(to: change.to), to: content, fields: fields, for: operation, then: completion(call))
    case .removeLocal(let remove):
      engine.removeLocal(
        remove.all ? nil : remove.ids, from: try Destination(to: remove.to), for: operation, then: completion(call))
    case .setLocalFields(let change):
      engine.setLocalFields(
        try Parsed.fields(change.fields, "fields"), on: change.position, of: try Destination(to: change.to), for: operation,
        then: completion(call))
    case .localFields(let range):
      let (first, last) = (range.from, range.upTo ?? .max)
      reading(try Destination(to: range.to), call, operation) { store, id throws(SQLiteError) in
        let found = first <= last ? try store.localFields(of: id, first...last) : [:]
        return .localFields(
          Bridge.LocalFields(
            fields: found.sorted { $0.key < $1.key }.map {
              Bridge.ChangeLocalFields(to: id.text, position: $0.key, fields: $0.value.json)
            }))
      }
    default: return false
    }
    return true
  }
}
