import MartletNet
import MartletWire

// Bytes that arrive. All of it is called in the file's turn.
extension MediaObjects {
  /// Begins to add bytes, after those that S3 has.
  func takeUp(_ key: MediaKey, at offset: Int64, isChecked: Bool) async throws {
    if let before = take(key) {
      // Bytes of a connection that was thought dead count, unless they are checked.
      _ = try? await put(key, isSound: !before.isChecked)
    }
    guard let (note, tag) = try await arriving(key) else { throw MediaError(.unknown) }
    guard note.offset == offset else { throw MediaError(.offset) }
    var rest: [UInt8] = []
    if note.restBytes > 0 {
      let limit = Int(ObjectNote.partBytes(of: note.upload.size))
      rest = try await client.get(names(key).rest(key, note.rest), limit: limit)?.bytes ?? []
    }
    guard let take = ObjectTake(note, tag: tag, isChecked: isChecked, rest: rest) else {
      throw MediaError(.failed, "the bytes of an upload are gone")
    }
    setTake(take, key)
  }

  /// Adds bytes, and stores every part that is full.
  func add(_ bytes: SharedBytes, to take: ObjectTake) async throws {
    do {
      var start = 0
      while start < bytes.count {
        let room = take.hasParts ? Int(take.partBytes - take.heldBytes) : bytes.count
        let count = min(room, bytes.count - start)
        take.add(start == 0 && count == bytes.count ? bytes : bytes.part(start..<start + count))
        start += count
        if take.hasParts, take.heldBytes == take.partBytes { try await storePart(of: take) }
      }
    } catch {
      // The note names the bytes that S3 has. The client sends the others again.
      setTake(nil, take.settled.upload.key)
      throw error
    }
  }

  /// Stores the bytes held as a part.
  private func storePart(of take: ObjectTake) async throws {
    let key = take.settled.upload.key
    let number = try await number(for: take)
    let name = names(key).whole(key, take.ahead.whole)
    let part = try await client.putPart(number, of: take.ahead.uploadID, to: name, take.held, payload: take.payloadHash())
    guard let part else { throw MediaError(.unknown, "S3 has forgotten the parts of an upload") }
    take.store(as: part)
    take.number = nil
    if take.offset < take.size { take.number = setAside(&take.ahead) }
    guard !take.isChecked else { return try await saveNumbers(of: take) }
    try await save(take.ahead, of: take)
  }

  /// A number for a part that no other node uses, as the note says so.
  private func number(for take: ObjectTake) async throws -> Int {
    if let number = take.number { return number }
    let key = take.settled.upload.key
    if take.ahead.uploadID.isEmpty {
      take.ahead.whole = ObjectNames.token()
      take.ahead.uploadID = try await client.beginParts(names(key).whole(key, take.ahead.whole))
    }
    guard take.ahead.hasNumbers else { throw MediaError(.failed, "an upload was interrupted too often") }
    let number = setAside(&take.ahead)
    if take.isChecked { try await saveNumbers(of: take) } else { try await save(take.ahead, of: take) }
    return number
  }

  private func setAside(_ note: inout ObjectNote) -> Int {
    defer { note.next += 1 }
    return note.next
  }

  /// Says which numbers are used, and nothing of the bytes, which do not count yet.
  private func saveNumbers(of take: ObjectTake) async throws {
    var note = take.settled
    (note.whole, note.uploadID, note.next) = (take.ahead.whole, take.ahead.uploadID, take.ahead.next)
    try await save(note, of: take)
  }

  /// Makes a note the one in S3; throws `.offset` if another node has changed it.
  private func save(_ note: ObjectNote, of take: ObjectTake) async throws {
    var note = note
    let key = note.upload.key
    guard let tag = try await write(&note, if: .isSame(take.tag)) else {
      throw MediaError(try await arriving(key) == nil ? .unknown : .offset)
    }
    let before = take.settled
    (take.settled, take.tag) = (note, tag)
    if !before.rest.isEmpty, before.rest != note.rest { await discard(names(key).rest(key, before.rest)) }
  }

  /// Deletes an object that no note names; `tidy` finds it if this fails.
  private func discard(_ name: String) async { try? await client.delete(name) }

  /// Stores all bytes that came, or drops those since `takeUp`.
  ///
  /// - Returns: The offset in S3.
  func put(_ key: MediaKey, isSound: Bool) async throws -> Int64 {
    guard let take = take(key) else {
      guard let note = try await arriving(key)?.note else { throw MediaError(.unknown) }
      return note.offset
    }
    setTake(nil, key)
    if !isSound { return take.settled.offset }
    if take.offset == take.size, take.settled.found == nil, take.ahead.found == nil {
      try await putEnd(of: take)
    } else if take.hasNew {
      let token = ObjectNames.token()
      _ = try await client.put(names(key).rest(key, token), take.held, payload: take.payloadHash())
      take.store(asRest: token)
    }
    // A number that no part got is free again.
    if let number = take.number, take.ahead.next == number + 1 { take.ahead.next = number }
    if !take.ahead.says(the: take.settled) { try await save(take.ahead, of: take) }
    return take.settled.offset
  }

  /// Stores the last bytes: as a part, or as the whole object if the file is small.
  private func putEnd(of take: ObjectTake) async throws {
    let key = take.settled.upload.key
    guard !take.hasParts else { return try await storePart(of: take) }
    take.ahead.whole = ObjectNames.token()
    _ = try await client.put(names(key).whole(key, take.ahead.whole), take.held, payload: take.payloadHash())
    take.store()
  }

  /// Completes a file.
  func complete(_ key: MediaKey, until: Int64) async throws -> MediaRecord {
    if take(key) != nil { _ = try await put(key, isSound: true) }
    if let record = try await note(of: key)?.note?.note.record { return record }
    guard var (note, tag) = try await arriving(key) else { throw MediaError(.unknown) }
    guard note.offset == note.upload.size else { throw MediaError(.offset) }
    if note.found == nil {
      // Nothing came of a file without bytes.
      try await takeUp(key, at: note.offset, isChecked: false)
      _ = try await put(key, isSound: true)
      guard let now = try await arriving(key) else { throw MediaError(.unknown) }
      (note, tag) = now
    }
    guard let hash = note.found, note.upload.sha256 == nil || note.upload.sha256 == hash else {
      _ = try await erase(key) { $0?.note.record == nil }
      throw MediaError(.hash)
    }
    if !note.uploadID.isEmpty { try await join(note) }
    let record = MediaRecord(note.upload, sha256: hash, type: note.type ?? .other, until: until)
    var whole = ObjectNote(note.upload)
    (whole.note, whole.whole, whole.stored) = (MediaNote(record), note.whole, note.stored)
    guard try await write(&whole, if: .isSame(tag)) == nil else { return record }
    // Another node completed it, or gave it up.
    guard let record = try await self.note(of: key)?.note?.note.record else { throw MediaError(.unknown) }
    return record
  }

  /// Puts the parts together, which another node may have done.
  private func join(_ note: ObjectNote) async throws {
    let key = note.upload.key
    let name = names(key).whole(key, note.whole)
    if try await client.complete(note.uploadID, name, note.parts) { return }
    guard try await client.size(of: name) != note.upload.size else { return }
    _ = try await erase(key) { $0?.note.record == nil }
    throw MediaError(.unknown, "S3 has forgotten the parts of an upload")
  }
}

extension SharedBytes {
  /// A copy of some of the bytes.
  fileprivate func part(_ range: Range<Int>) -> SharedBytes {
    withUnsafeBytes { SharedBytes(copying: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
