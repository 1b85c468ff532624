import MartletStore
import MartletWire

/// Answers a page of a group's announcements, newest first.
///
/// Each entry of the log that has one names the one before, so that no list of them is kept.
enum ListAnnouncementsRequest: ReadingRequest {
  typealias Message = Wire.ListAnnouncements

  /// Each announcement is a look-up of its own.
  private static let most = 50

  static func answer(
    _ request: Wire.ListAnnouncements, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    guard !reading.kinds.policy(of: id).permissions[.announce].isEmpty else { return .failure(Wire.Failure(.notSupportedHere)) }
    guard let record = try await reading.conversation(id, of: caller) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let member = try await reading.store.member(caller.user, of: id, app: caller.app)
    let start = reading.isOfApp ? 0 : member?.start ?? .max
    let limit = min(reading.page(request.limit, default: 20), most)
    var page: [Announcement] = []
    var next = request.from
    if let newest = record.rules?.announcement, request.from == 0 || request.from == newest.seq {
      // The present one is part of what every member sees of the group, whenever it was written.
      (page, next) = ([newest], newest.previous)
    }
    while page.count < limit, next >= max(start, 1),
      let found = try await reading.store.entry(at: next, of: id, app: caller.app).flatMap({ Announcement($0) })
    {
      page.append(found)
      next = found.previous
    }
    let more = next >= max(start, 1) && page.count >= limit ? next : 0
    return .announcements(Wire.Announcements(conversation: id.text, announcements: page.map(\.wire), next: more))
  }
}
