import MartletStore
import MartletWire

/// Answers the users whose names have some words.
enum FindUsersRequest: ServedRequest {
  typealias Message = Wire.FindUsers

  static let most = 50
  /// As long as the longest name.
  private static let characters = 64

  static var effort: RequestEffort { .read }

  /// It looks at many users, and who walks through all names should not get far.
  static func cost(of request: Wire.FindUsers) -> Int { 20 }

  static func serve(_ request: Wire.FindUsers, for context: RequestContext) throws(Refusal) {
    let (app, caller, limits) = (context.user.app, context.user.user, context.limits.value)
    guard limits.directory else { throw Refusal(.directoryOff) }
    let name = request.name
    let count = name.unicodeScalars.count
    guard count <= characters else { throw Refusal(field: "name", limit: characters, count) }
    guard NameBeginning.isEnough(name) else { throw Refusal(field: "name") }
    let limit = request.limit == 0 ? 20 : min(Int(clamping: request.limit), most)
    context.read { reading in
      let view = ProfileView(limits)
      let profiles = try await reading.store.users(named: name, app: app, limit: limit).map { view.profile(of: $0, for: caller) }
      return .profiles(Wire.Profiles(profiles: profiles, covered: UInt32(clamping: profiles.count)))
    }
  }
}
