import MartletWire

/// The voting rules in a message of type `poll`.
///
/// The rest of its content is for clients.
package struct PollRules: Equatable {
  /// The number of choices, and the number that one member may select.
  var choices = 0
  var most = 1
  /// The end of voting, in milliseconds since 1970; 0 for never.
  var deadline: Int64 = 0
  /// True if votes are secret.
  var isSecret = false

  private static let fields = JSONNames([("choices", 1), ("most", 2), ("deadline", 3), ("secret", 4)])

  /// True if a message is a poll with secret votes.
  package static func isSecret(type: String, content: String) -> Bool {
    PollRules(type: type, content: content)?.isSecret ?? false
  }

  /// Reads a content; nil if it is no poll.
  init?(type: String, content: String) {
    guard type == "poll" else { return nil }
    var content = content
    let rules = content.withUTF8 { bytes in try? PollRules(json: UnsafeRawBufferPointer(bytes)) }
    guard let rules, rules.choices > 0, rules.most > 0 else { return nil }
    self = rules
  }

  private init(json: UnsafeRawBufferPointer) throws(WireError) {
    var reader = try JSONReader(json, limits: DecodingLimits())
    var fields = try reader.beginFields(Self.fields)
    while let field = try reader.nextField(&fields) {
      switch field {
      case 1:
        try reader.beginList()
        var isFirst = true
        while try reader.nextElement(isFirst: &isFirst) {
          try reader.skipValue()
          choices &+= 1
        }
      case 2: most = Int(try reader.uint32())
      case 3: deadline = try reader.int64()
      default: isSecret = try reader.bool()
      }
    }
    try reader.finish()
  }

  /// Whether a ballot is one of this poll's.
  func takes(_ ballot: some Collection<String>) -> Bool {
    ballot.count <= most
      && ballot.allSatisfy { key in Int(key).map { (0..<choices).contains($0) && String($0) == key } ?? false }
  }
}

extension PollRules? {
  /// Whether ballots of one fit the other and are as secret; its end may be another.
  func hasSameBallots(as other: PollRules?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.choices == other.choices && self.most == other.most && self.isSecret == other.isSecret
  }
}
