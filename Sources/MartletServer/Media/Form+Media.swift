import MartletMedia
import MartletStore
import MartletWire

extension Form {
  /// The files that a content names.
  static func media(_ content: String, type: String) throws(Refusal) -> [MediaID] {
    let names: [String]
    do throws(WireError) {
      names = try MediaNames.of(content, type: type)
    } catch {
      throw Refusal(.contentInvalid, field: "content")
    }
    guard names.count <= MediaNames.atMost else {
      throw Refusal(.fieldInvalid, field: "content.media", limit: UInt64(MediaNames.atMost), actual: UInt64(names.count))
    }
    var ids: [MediaID] = []
    for name in names {
      guard let id = MediaID(name) else { throw Refusal(.contentInvalid, field: "content.media") }
      ids.append(id)
    }
    return ids
  }
}

extension MediaStore {
  /// The complete ones of some files; one that cannot be looked at is missing.
  func complete(_ keys: [MediaKey]) async -> [MediaKey: MediaRecord] {
    var found: [MediaKey: MediaRecord] = [:]
    for key in keys { if case .complete(let record)? = try? await state(of: key) { found[key] = record } }
    return found
  }
}
