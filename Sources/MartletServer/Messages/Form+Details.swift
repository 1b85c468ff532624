import MartletStore
import MartletWire

extension Form {
  /// A message's details in their stored form; nil if they are empty.
  static func details(_ details: Wire.Details?, limits: Limits) throws(Refusal) -> Details? {
    guard var details else { return nil }
    details.directed = try names(details.directed, "details.directed", limits: limits)
    try object(details.extra, "details.extra")
    try short(details.text, Limits.noteBytes, "details.text")
    if let mentions = details.mentions { details.mentions = try self.mentions(mentions, limits: limits) }
    details.sender = try sender(details.sender)
    details.push = try push(details.push)
    details.policy = details.policy.flatMap { $0.departures }
    guard details.recall == nil else { throw Refusal(field: "details.recall") }
    guard details.reason.isEmpty else { throw Refusal(field: "details.reason") }
    guard details.arrival == nil else { throw Refusal(field: "details.arrival") }
    return try kept(details, limits: limits)
  }

  /// The details of a recall in their stored form; nil if they are empty.
  static func recall(_ recall: Wire.RecallDetails?, limits: Limits) throws(Refusal) -> Details? {
    guard var recall else { return nil }
    guard recall.by.isEmpty else { throw Refusal(field: "details.by") }
    try object(recall.extra, "details.extra")
    recall.sender = try sender(recall.sender)
    recall.push = try push(recall.push)
    return recall == Wire.RecallDetails() ? nil : try kept(Wire.Details(recall: recall), limits: limits)
  }

  /// Why members are removed, in the form in which it is kept; nil if nothing is said.
  static func reason(_ reason: String) throws(Refusal) -> Details? {
    try short(reason, Limits.titleBytes, "reason")
    return Details(Wire.Details(reason: reason))
  }

  private static func kept(_ details: Wire.Details, limits: Limits) throws(Refusal) -> Details? {
    let kept = Details(details)
    let count = kept?.bytes.count ?? 0
    guard count <= limits.detailsBytes else { throw Refusal(field: "details", limit: limits.detailsBytes, count) }
    return kept
  }

  private static func sender(_ sender: Wire.SenderInfo?) throws(Refusal) -> Wire.SenderInfo? {
    guard let sender, sender != Wire.SenderInfo() else { return nil }
    try short(sender.name, Limits.titleBytes, "details.sender.name")
    try short(sender.picture, Limits.addressBytes, "details.sender.picture")
    try object(sender.extra, "details.sender.extra")
    return sender
  }

  private static func push(_ push: Wire.PushDetails?) throws(Refusal) -> Wire.PushDetails? {
    guard let push, push != Wire.PushDetails() else { return nil }
    try short(push.title, Limits.titleBytes, "details.push.title")
    try short(push.text, Limits.noteBytes, "details.push.text")
    try short(push.data, Limits.noteBytes, "details.push.data")
    return push
  }

  private static func mentions(_ mentions: Wire.Mentions, limits: Limits) throws(Refusal) -> Wire.Mentions? {
    var mentions = mentions
    mentions.users = try names(mentions.users, "details.mentions.users", limits: limits)
    try short(mentions.text, Limits.noteBytes, "details.mentions.text")
    return mentions.all || !mentions.users.isEmpty ? mentions : nil
  }

  /// Names of users without repetition.
  private static func names(_ texts: [String], _ field: String, limits: Limits) throws(Refusal) -> [String] {
    try users(texts, field, limits: limits).map(\.text)
  }

  /// A text of so many bytes at most, without control characters.
  static func short(_ text: String, _ limit: Int, _ field: String) throws(Refusal) {
    guard text.utf8.count <= limit else { throw Refusal(field: field, limit: limit, text.utf8.count) }
    guard isPlain(text) else { throw Refusal(field: field) }
  }

  /// No control characters but tab and ends of lines: each would take six bytes of JSON, and answers are bounded before that.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  /// Nothing, or a JSON object.
  private static func object(_ text: String, _ field: String) throws(Refusal) {
    guard text.isEmpty || ContentShape.isObject(text) else { throw Refusal(field: field) }
  }
}

extension Wire.MessagePolicy {
  /// The fields that are set; nil if none is.
  fileprivate var departures: Wire.MessagePolicy? {
    func departure(_ choice: Wire.Choice) -> Wire.Choice { choice == .no || choice == .yes ? choice : .asType }
    let policy = Wire.MessagePolicy(
      counted: departure(counted), listed: departure(listed), live: departure(live), pushed: departure(pushed))
    return policy == Wire.MessagePolicy() ? nil : policy
  }
}
