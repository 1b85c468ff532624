import MartletStore
import MartletWire

/// Answers a page of the caller's settings.
enum FetchSettingsRequest: ReadingRequest {
  typealias Message = Wire.FetchSettings

  static func answer(
    _ request: Wire.FetchSettings, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    var after: SettingName?
    if !request.afterKey.isEmpty || !request.afterConversation.isEmpty {
      let conversation = reading.kinds.id(request.afterConversation, caller: caller.user)
      guard conversation != nil || request.afterConversation.isEmpty else { return reading.invalid("after_conversation") }
      after = SettingName(request.afterKey, of: conversation)
    }
    let found = try await reading.store.settings(
      of: caller.user, app: caller.app, after: after, limit: reading.page(request.limit, default: 100))
    let count = reading.fitting(found.settings) { (bytes: 200 + $0.value.utf8.count, text: $0.value.utf8.count) }
    return .settings(
      Wire.Settings(
        settings: found.settings.prefix(count).map(\.wire), head: found.head, more: found.more || found.settings.count > count))
  }
}
