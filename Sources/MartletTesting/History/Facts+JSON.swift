import MartletWire

// The form of facts in the line of a record.
extension Operation {
  func write(to line: inout FactWriter) {
    line.add("kind", kind.rawValue)
    line.add("conversation", conversation)
    line.add("client", clientID)
    line.add("payload", payload)
    line.add("target", target)
    line.add("users", users)
    line.add(details)
    line.add("annotation", annotation)
    line.add("changes", changes)
    line.add("targets", targets.map(String.init))
    line.add("settings", settings.map(\.text))
    line.add("at_time", UInt64(bitPattern: time))
    line.add("quiet", isQuiet ? 1 : 0)
    line.add("title", title)
    line.add("titled", isTitled ? 1 : 0)
    line.add("until", until)
    line.add("newest", isNewestFirst ? 1 : 0)
  }

  init?(_ line: FactReader) {
    guard let kind = Kind(rawValue: line.text("kind")) else { return nil }
    self.init(
      kind, conversation: line.text("conversation"), clientID: line.text("client"), payload: line.number("payload") ?? 0,
      target: line.number("target") ?? 0, users: line.list("users"))
    details = line.details
    (annotation, changes) = (line.text("annotation"), line.list("changes"))
    targets = line.list("targets").compactMap { UInt64($0) }
    settings = line.list("settings").compactMap(SettingFact.init(text:))
    time = Int64(bitPattern: line.number("at_time") ?? 0)
    isQuiet = line.flag("quiet")
    (until, isNewestFirst) = (line.number("until") ?? 0, line.flag("newest"))
    (title, isTitled) = (line.text("title"), line.flag("titled"))
  }
}

extension EntryFact {
  func write(to line: inout FactWriter) {
    line.add("kind", kind.rawValue)
    line.add("conversation", conversation)
    line.add("seq", seq)
    line.add("time", UInt64(bitPattern: time))
    line.add("sender", sender)
    line.add("client", clientID)
    line.add("countable", countable)
    line.add("payload", payload)
    line.add("target", target)
    line.add("revision", revision)
    line.add("recalled", isRecalled ? 1 : 0)
    line.add("users", users)
    line.add("earlier", earlier)
    line.add("until", UInt64(bitPattern: until))
    line.add("owner", owner)
    line.add("title", title)
    line.add("titled", isTitled ? 1 : 0)
    line.add(details)
    line.add("marks", marks)
    line.add("through", marksThrough)
    line.add("annotation", annotation)
    line.add("changes", changes)
    line.add("secret", isSecret ? 1 : 0)
  }

  init?(_ line: FactReader) {
    guard let kind = Kind(rawValue: line.text("kind")) else { return nil }
    self.init(conversation: line.text("conversation"), seq: line.number("seq") ?? 0, kind: kind)
    time = Int64(bitPattern: line.number("time") ?? 0)
    sender = line.text("sender")
    clientID = line.text("client")
    countable = line.number("countable") ?? 0
    payload = line.number("payload") ?? 0
    target = line.number("target") ?? 0
    revision = line.number("revision") ?? 0
    isRecalled = line.number("recalled") == 1
    users = line.list("users")
    earlier = line.number("earlier") ?? 0
    until = Int64(bitPattern: line.number("until") ?? 0)
    owner = line.text("owner")
    (title, isTitled) = (line.text("title"), line.flag("titled"))
    details = line.details
    (marks, marksThrough) = (line.list("marks"), line.number("through") ?? 0)
    (annotation, changes, isSecret) = (line.text("annotation"), line.list("changes"), line.flag("secret"))
  }
}

extension UserEntryFact {
  func write(to line: inout FactWriter) {
    line.add("kind", kind.rawValue)
    line.add("conversation", conversation)
    line.add("seq", seq)
    line.add("position", position)
    line.add("targets", targets.map(String.init))
    line.add("settings", settings.map(\.text))
    line.add("relations", relations.map(\.text))
  }

  init?(_ line: FactReader) {
    guard let kind = Kind(rawValue: line.text("kind")) else { return nil }
    self.init(
      seq: line.number("seq") ?? 0, conversation: line.text("conversation"), kind: kind, position: line.number("position") ?? 0)
    targets = line.list("targets").compactMap { UInt64($0) }
    settings = line.list("settings").compactMap(SettingFact.init(text:))
    relations = line.list("relations").compactMap(RelationFact.init(text:))
  }
}

extension SummaryFact {
  func write(to line: inout FactWriter) {
    line.add("conversation", conversation)
    line.add("head", head)
    line.add("unread", unread)
    line.add("read", read)
    line.add("joined", joined)
    line.add("members", members)
    line.add("owner", owner)
    line.add("stamp", stamp)
    line.add("last", lastMessage)
    line.add("mentions", mentions)
    line.add("first_mention", firstMention)
    line.add("cleared", cleared)
    line.add("hidden", hidden)
    guard let title, let attributes else { return }
    line.add("described", 1)
    line.add("title", title)
    line.add("attributes", attributes.map { "+\($0.key) \($0.value)" }.sorted())
  }

  init(_ line: FactReader) {
    self.init(
      conversation: line.text("conversation"), head: line.number("head") ?? 0, unread: line.number("unread") ?? 0,
      read: line.number("read") ?? 0, joined: line.number("joined") ?? 0, members: line.number("members") ?? 0,
      owner: line.text("owner"), stamp: line.number("stamp") ?? 0, lastMessage: line.number("last") ?? 0)
    (mentions, firstMention) = (line.number("mentions") ?? 0, line.number("first_mention") ?? 0)
    (cleared, hidden) = (line.number("cleared") ?? 0, line.number("hidden") ?? 0)
    guard line.flag("described") else { return }
    var attributes: [String: String] = [:]
    MarkLine.change(&attributes, by: line.list("attributes"))
    (title, self.attributes) = (line.text("title"), attributes)
  }
}

extension SettingFact {
  fileprivate var text: String { "\(name) \(value)" }

  fileprivate init?(text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let value = UInt64(parts[2]) else { return nil }
    self.init(String(parts[1]), of: String(parts[0]), value)
  }
}

extension FactWriter {
  fileprivate mutating func add(_ details: DetailsFact) {
    add("details", details.hash)
    add("directed", details.directed)
    add("mentions_of", details.mentions)
    add("denied", details.denied)
    add("parent", details.parent)
    add("gone", details.isGone ? 1 : 0)
  }
}

extension FactReader {
  fileprivate var details: DetailsFact {
    var details = DetailsFact()
    (details.hash, details.parent, details.isGone) = (number("details") ?? 0, number("parent") ?? 0, flag("gone"))
    (details.directed, details.mentions, details.denied) = (list("directed"), list("mentions_of"), list("denied"))
    return details
  }
}
