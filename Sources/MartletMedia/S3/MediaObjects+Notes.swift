import MartletNet
import MartletWire

// Notes, which change only from the version that was read.
extension MediaObjects {
  /// Another node changes a note at most a few times while one is read and written.
  private static let tries = 8

  /// A file's note and its entity tag, and no note if it cannot be read; nil if there is none.
  func note(of key: MediaKey) async throws -> (note: ObjectNote?, tag: String)? {
    let limit = ObjectNote.bytesAtMost
    guard let (bytes, tag) = try await client.get(names(key).note(key), limit: limit) else { return nil }
    return (ObjectNote(bytes, of: key), tag)
  }

  /// The note of a file that is not complete; nil if there is none.
  func arriving(_ key: MediaKey) async throws -> (note: ObjectNote, tag: String)? {
    guard let (note, tag) = try await note(of: key), let note, note.note.record == nil else { return nil }
    return (note, tag)
  }

  /// Writes a note in place of the one with that tag.
  ///
  /// - Returns: Its entity tag; nil if another one is there by now.
  func write(_ note: inout ObjectNote, if condition: S3Client.Condition) async throws -> String? {
    note.turn = ObjectNames.token()
    let (key, bytes) = (note.upload.key, note.bytes)
    let name = names(key).note(key)
    if let tag = try await client.put(name, SharedBytes.pieces(of: bytes), if: condition) { return tag }
    // A request that was sent again may have met what it had written before.
    guard let (there, tag) = try await self.note(of: key), there == note else { return nil }
    return tag
  }

  /// Makes the note of a file that has no bytes yet, unless somebody else has.
  func write(new upload: MediaUpload) async throws {
    var note = ObjectNote(upload)
    let before = try await self.note(of: upload.key)
    // A file that somebody has begun meanwhile is the same one, for its id says all of it.
    guard before?.note == nil else { return }
    guard try await write(&note, if: before.map { .isSame($0.tag) } ?? .isNew) == nil else { return }
    guard try await self.note(of: upload.key)?.note != nil else { throw MediaError(.failed, "a note changed in between") }
  }

  /// Changes a note, again if somebody else has changed it meanwhile; throws `.unknown` if there is none.
  func change(_ key: MediaKey, _ body: (inout ObjectNote) throws -> Void) async throws {
    for _ in 0..<Self.tries {
      guard let (note, tag) = try await note(of: key), var note else { throw MediaError(.unknown) }
      try body(&note)
      if try await write(&note, if: .isSame(tag)) != nil { return }
    }
    throw MediaError(.failed, "a note changes again and again")
  }

  /// Removes a file and all of its objects.
  ///
  /// An empty note comes first, so that whoever still adds to the file stops, and the note goes last.
  ///
  /// - Parameters:
  ///   - key: The file.
  ///   - condition: Whether a file with this note is removed.
  /// - Returns: False if the file stays.
  /// - Throws: `MediaError`.
  func erase(_ key: MediaKey, if condition: (ObjectNote?) -> Bool) async throws -> Bool {
    let name = names(key).note(key)
    for _ in 0..<Self.tries {
      let there = try await note(of: key)
      guard condition(there?.note) else { return false }
      if let there, try await client.put(name, [], if: .isSame(there.tag)) == nil { continue }
      setTake(nil, key)
      forget(key)
      if let note = there?.note, !note.uploadID.isEmpty {
        try await client.abort(note.uploadID, names(key).whole(key, note.whole))
      }
      try await client.listAll(names(key).file(key)) { page in
        for object in page.objects where object.name != name { try await client.delete(object.name) }
      }
      if there != nil { try await client.delete(name) }
      return true
    }
    throw MediaError(.failed, "a note changes again and again")
  }
}
