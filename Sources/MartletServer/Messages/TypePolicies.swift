import MartletWire

/// The treatment of messages of a content type.
struct TypePolicy: Sendable, Equatable {
  /// True if messages of the type can be sent; false if only signals can.
  var isStored = true
  /// True if they count as unread, become the last message, are pushed to connected members at once, and to the others as a
  /// notification.
  var isCounted = true
  var isListed = true
  var isLive = true
  var isPushed = true

  fileprivate static let flags: [(name: String, path: any WritableKeyPath<TypePolicy, Bool> & Sendable)] = [
    ("stored", \.isStored), ("counted", \.isCounted), ("listed", \.isListed), ("live", \.isLive), ("pushed", \.isPushed),
  ]
}

/// The policies of the types that are not treated as most are.
package struct TypePolicies: Sendable, Equatable {
  private(set) var departures: [String: TypePolicy]

  /// Those of the types that every client knows.
  package static let standard = TypePolicies(departures: [
    "typing": TypePolicy(isStored: false),
    // Not shown.
    "command": TypePolicy(isCounted: false, isListed: false, isPushed: false),
    "notice": TypePolicy(isCounted: false, isPushed: false),
  ])

  init(departures: [String: TypePolicy]) { self.departures = departures }

  /// Reads types in the notation of the configuration: `TYPE -FLAG …, TYPE -FLAG …`, or `none`.
  init?(_ text: String) {
    departures = [:]
    if text == "none" { return }
    for declaration in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = declaration.split(separator: " ")
      guard let type = words.first.map(String.init), NameForm.isContentType(type), words.count > 1, departures[type] == nil else {
        return nil
      }
      var policy = TypePolicy()
      for word in words.dropFirst() {
        guard word.first == "-", let flag = TypePolicy.flags.first(where: { $0.name == word.dropFirst() }) else { return nil }
        policy[keyPath: flag.path] = false
      }
      departures[type] = policy
    }
  }

  /// The form that `init(_:)` reads.
  var text: String {
    if departures.isEmpty { return "none" }
    return departures.sorted { $0.key < $1.key }.map { type, policy in
      ([type] + TypePolicy.flags.filter { !policy[keyPath: $0.path] }.map { "-" + $0.name }).joined(separator: " ")
    }.joined(separator: ", ")
  }

  /// The policy of a type that differs from the default; nil if it does not.
  func departure(of type: String) -> TypePolicy? { departures[type] }
}

extension TypePolicy {
  /// The policy stored with a message of the type, given the sender's policy: only fields that are NO.
  func settled(_ said: Wire.MessagePolicy?) -> Wire.MessagePolicy? {
    func settled(_ usual: Bool, _ said: Wire.Choice?) -> Wire.Choice {
      said == .no || (said != .yes && !usual) ? .no : .asType
    }
    let policy = Wire.MessagePolicy(
      counted: settled(isCounted, said?.counted), listed: settled(isListed, said?.listed), live: settled(isLive, said?.live),
      pushed: settled(isPushed, said?.pushed))
    return policy == Wire.MessagePolicy() ? nil : policy
  }
}
