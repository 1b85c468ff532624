// Annotations by members.
extension LogFold {
  /// The annotations of one message.
  struct Attached {
    /// Users by key.
    var reactions: [String: Set<String>] = [:]
    var votes: [String: Set<String>] = [:]
    /// Hashes of values.
    var properties: [String: String] = [:]
    var pin: (user: String, seq: UInt64)?
    var isClosed = false
    var isSecret = false
    var replies: [UInt64] = []
  }

  /// The annotations of a message as of an entry; empty if it was recalled, which erases them.
  func attached(to target: UInt64, through seq: UInt64) -> Attached {
    var attached = Attached()
    guard said[target]?.isRecalled == false else { return attached }
    for change in properties[target] ?? [] { Self.set(change, in: &attached.properties) }
    for entry in annotations[target] ?? [] where entry.seq <= seq {
      for change in entry.changes {
        switch entry.annotation {
        case "reaction": Self.count(change, by: entry.sender, in: &attached.reactions)
        case "vote": Self.count(change, by: entry.sender, in: &attached.votes)
        case "property": Self.set(change, in: &attached.properties)
        case "pin": attached.pin = change.hasPrefix("+") ? (entry.sender, entry.seq) : nil
        case "closing": attached.isClosed = true
        default: break
        }
      }
      if entry.isSecret { attached.isSecret = true }
    }
    attached.replies = (replies[target] ?? []).filter { reply in reply <= seq && recalls[reply].map { $0 > seq } ?? true }
    return attached
  }

  private static func count(_ change: String, by user: String, in all: inout [String: Set<String>]) {
    let (key, value) = parts(of: change)
    if value == nil { all[key]?.remove(user) } else { all[key, default: []].insert(user) }
    if all[key]?.isEmpty == true { all[key] = nil }
  }

  private static func set(_ change: String, in properties: inout [String: String]) {
    let (key, value) = parts(of: change)
    properties[key] = value
  }

  /// The key that a change is about, and its value as a hash; nil if it is taken away.
  private static func parts(of change: String) -> (key: String, value: String?) {
    guard change.hasPrefix("+"), let space = change.lastIndex(of: " ") else { return (String(change.dropFirst()), nil) }
    return (String(change[change.index(after: change.startIndex)..<space]), String(change[change.index(after: space)...]))
  }

  /// The marks of a message that a user is shown, as of an entry.
  func marks(of target: UInt64, through seq: UInt64, for user: String) -> [String] {
    let attached = attached(to: target, through: seq)
    var lines = attached.reactions.map { MarkLine.tally("reaction", $0.key, $0.value.count, isMine: $0.value.contains(user)) }
    lines += attached.votes.map {
      MarkLine.tally("vote", $0.key, $0.value.count, isMine: !attached.isSecret && $0.value.contains(user))
    }
    lines += attached.properties.map { MarkLine.property($0.key, hash: UInt64($0.value) ?? 0) }
    if properties[target] != nil, said[target]?.isRecalled == false { lines.append(MarkLine.expandable) }
    if let pin = attached.pin { lines.append(MarkLine.pin(by: pin.user, at: pin.seq)) }
    if attached.isClosed { lines.append(MarkLine.closed) }
    if !attached.replies.isEmpty { lines.append(MarkLine.replies(attached.replies.count)) }
    return lines.sorted()
  }

  /// The properties that a message had at first and that were replaced or taken away later.
  ///
  /// A store keeps only the newest value. So a node that tells the message late leaves them out, and tells the changes next.
  func replacedProperties(of target: UInt64) -> Set<String> {
    let changes = (annotations[target] ?? []).filter { $0.annotation == "property" }.flatMap(\.changes)
    let changed = Set(changes.map { Self.parts(of: $0).key })
    let first = attached(to: target, through: target).properties.filter { changed.contains($0.key) }
    return Set(first.map { MarkLine.property($0.key, hash: UInt64($0.value) ?? 0) })
  }

  /// The users who reacted or voted as a user sees them, by reaction or choice; for secret votes only the user itself.
  func annotators(of target: UInt64, for user: String) -> [String: [String]] {
    let attached = attached(to: target, through: .max)
    var all: [String: [String]] = [:]
    for (key, users) in attached.reactions { all[MarkLine.key("reaction", key)] = users.sorted() }
    for (key, users) in attached.votes {
      all[MarkLine.key("vote", key)] = users.filter { !attached.isSecret || $0 == user }.sorted()
    }
    return all
  }

  /// A message's rows in the annotation table.
  func attachments(of target: UInt64) -> Set<Dump.Attachment> {
    guard said[target]?.isRecalled == false else { return [] }
    let attached = attached(to: target, through: .max)
    var rows: Set<Dump.Attachment> = []
    for (kind, tallies) in [(1, attached.reactions), (3, attached.votes)] {
      for (key, users) in tallies {
        rows.insert(Dump.Attachment(kind, key, value: "\(users.count)"))
        for user in users { rows.insert(Dump.Attachment(kind, key, of: user)) }
      }
    }
    if properties[target] != nil { rows.insert(Dump.Attachment(2, "")) }
    for (key, value) in attached.properties { rows.insert(Dump.Attachment(2, key, value: value)) }
    if let pin = attached.pin { rows.insert(Dump.Attachment(4, "", value: pin.user)) }
    if attached.isClosed { rows.insert(Dump.Attachment(5, "")) }
    if !attached.replies.isEmpty { rows.insert(Dump.Attachment(6, "", value: "\(attached.replies.count)")) }
    for reply in attached.replies { rows.insert(Dump.Attachment(6, "\(reply)", of: "#")) }
    // The version before each edit, by the position where it began.
    for since in ([target] + (edits[target] ?? [])).dropLast() { rows.insert(Dump.Attachment(7, "\(since)", of: "#")) }
    return rows
  }

  /// The messages that are pinned, as a member sees them.
  func pinned(for user: String, from first: UInt64, _ hiding: UserFold.Hiding) -> [UInt64] {
    annotations.keys.sorted().filter { target in
      guard target >= first, target > hiding.cleared, !hiding.single.contains(target) else { return false }
      return message(target)?.isFor(user) == true && attached(to: target, through: .max).pin != nil
    }
  }
}
