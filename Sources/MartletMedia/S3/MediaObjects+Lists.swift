import MartletNet
import MartletWire

extension MediaObjects {
  /// The files of a user, counted from a list of objects.
  ///
  /// A file that has an object with all bytes counts as complete; what the others are going to be, their notes say.
  package func usage(of owner: MediaOwner) async throws -> MediaUsage {
    let names = names(owner.app)
    var usage = MediaUsage(uploads: 0, bytes: 0)
    var (noted, whole) = ([MediaID](), [MediaID: Int64]())
    try await client.listAll(names.folder(owner.user)) { page in
      for object in page.objects {
        guard let (_, id, kind) = names.parse(object.name) else { continue }
        if kind == .note, object.size > 0 { noted.append(id) }
        if kind == .whole { whole[id] = max(whole[id] ?? 0, object.size) }
      }
    }
    for id in noted {
      if let size = whole[id] {
        usage.bytes += max(size, MediaUsage.least)
      } else if let upload = try await arriving(MediaKey(id, of: owner))?.note.upload {
        usage.uploads += 1
        usage.bytes += max(upload.size, MediaUsage.least)
      }
    }
    return usage
  }

  package func apps() async throws -> [AppID] {
    let prefix = client.place.prefix
    return try await folders(in: prefix).compactMap { AppID($0) }
  }

  package func users(of app: AppID) async throws -> [UserID] {
    try await folders(in: names(app).app).compactMap { UserID($0) }
  }

  /// The names of the folders in a folder, without underscore and slash.
  private func folders(in path: String) async throws -> [String] {
    var found: [String] = []
    try await client.listAll(path, delimiter: "/") { page in
      found += page.folders.compactMap { folder in
        let name = folder.dropFirst(path.count)
        return name.first == "_" ? String(name.dropFirst().dropLast()) : nil
      }
    }
    return found
  }

  package func files(of owner: MediaOwner) async throws -> [MediaID] {
    let names = names(owner.app)
    var found: [MediaID] = []
    try await client.listAll(names.folder(owner.user)) { page in
      for object in page.objects where object.size > 0 {
        if let (_, id, kind) = names.parse(object.name), kind == .note { found.append(id) }
      }
    }
    return found
  }

  /// Removes objects that no note names, and uploads of parts, that are older than a day, or as long as `init` was told.
  package func tidy(_ app: AppID) async throws {
    let names = names(app)
    let old = HTTPDate.basic(milliseconds: client.time.wallMilliseconds - forgottenMilliseconds).filter(\.isNumber)
    var group = Group()
    try await client.listAll(names.app) { page in
      for object in page.objects {
        guard let (user, id, kind) = names.parse(object.name) else { continue }
        let key = MediaKey(id, of: MediaOwner(app: app, user: user))
        if group.key != key {
          try await tidy(group, names, old: old)
          group = Group(key: key)
        }
        group.objects.append((object, kind))
      }
    }
    try await tidy(group, names, old: old)
    for upload in try await client.unfinished(names.app) where upload.begun <= old {
      guard let (user, id, _) = names.parse(upload.name) else { continue }
      let note = try await arriving(MediaKey(id, of: MediaOwner(app: app, user: user)))?.note
      if note?.uploadID != upload.id { try await client.abort(upload.id, upload.name) }
    }
  }

  /// The objects of one file.
  private struct Group {
    var key: MediaKey?
    var objects: [(object: S3Client.Listed, kind: ObjectNames.Kind)] = []
  }

  private func tidy(_ group: Group, _ names: ObjectNames, old: String) async throws {
    guard let key = group.key else { return }
    let others = group.objects.filter { $0.kind != .note && $0.object.modified <= old }
    let note = group.objects.first { $0.kind == .note }?.object
    if let note, note.size == 0, note.modified <= old {
      // Somebody died while he removed the file.
      _ = try await erase(key) { $0 == nil }
    } else if note == nil {
      for (object, _) in others { try await client.delete(object.name) }
    } else if others.contains(where: { $0.kind != .whole }) || group.objects.count(where: { $0.kind == .whole }) > 1 {
      guard let note = try await self.note(of: key)?.note else { return }
      let (whole, rest) = (names.whole(key, note.whole), names.rest(key, note.rest))
      for (object, _) in others where ![whole, rest].contains(object.name) && !object.name.hasPrefix(whole + ".") {
        try await client.delete(object.name)
      }
    }
  }
}
