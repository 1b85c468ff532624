import MartletCore
import MartletWire

// Profiles of users.
extension BrowserClient {
  /// - Returns: False for other operations.
  func beginOnProfiles(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .profiles(let named):
      engine.profiles(
        of: try Parsed.users(named.users, "users"), for: operation,
        then: completion(call) { found in
          .profiles(Bridge.Profiles(profiles: found.values.sorted { $0.user < $1.user }.map { Bridge.Profile($0) }))
        })
    case .updateProfile(let update):
      engine.updateProfile(
        update.fields, visibility: try Profile.Visibility(word: update.visibility), for: operation,
        then: completion(call) { .profiles(Bridge.Profiles(profiles: [Bridge.Profile($0)])) })
    case .findProfile(let number):
      engine.findProfile(
        number: number, for: operation,
        then: completion(call) { .profiles(Bridge.Profiles(profiles: $0.map { [Bridge.Profile($0)] } ?? [])) })
    case .findUsers(let query):
      engine.findUsers(
        named: query.name, limit: max(1, Int(clamping: query.limit)), for: operation,
        then: completion(call) { .profiles(Bridge.Profiles(profiles: $0.map { Bridge.Profile($0) })) })
    default: return false
    }
    return true
  }
}

extension Bridge.Profile {
  init(_ profile: Profile) {
    let fields = profile.fields.map { ($0.key.rawValue, $0.value) }
    self.init(
      user: profile.user.text, fields: Dictionary(latest: fields), number: profile.accountNumber ?? "",
      visibility: profile.visibility?.word ?? "")
  }
}

extension Profile.Visibility {
  fileprivate var word: String {
    switch self {
    case .asAppDecides: "app"
    case .nobody: "nobody"
    case .everyone: "everyone"
    }
  }

  /// Nil for nothing.
  fileprivate init?(word: String) throws(MartletError) {
    guard !word.isEmpty else { return nil }
    guard let known = Self.allCases.first(where: { $0.word == word }) else {
      throw MartletError(.argumentInvalid, "a visibility is app, nobody or everyone", field: "visibility")
    }
    self = known
  }
}
