import MartletWire

/// The id of a file that was uploaded, given by the server: 32 lower-case hexadecimal digits.
package struct MediaID: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let text: String

  /// Creates an id, or returns nil if the text is malformed.
  package init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
      return nil
    }
    self.text = text
  }

  /// Generates an id.
  package init(random: inout some RandomNumberGenerator) {
    var text = ""
    for _ in 0..<2 {
      let digits = String(random.next() as UInt64, radix: 16)
      text += String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
    self.text = text
  }

  /// The id of a file that is the same whenever the same is announced, by the hash of what is said of it.
  package init(announced parts: [String]) {
    let digest = Digest(.sha256)
    // No part has the end of a line but the last one, which is a name.
    Array(parts.joined(separator: "\n").utf8).withUnsafeBytes { digest.add($0) }
    text = Hexadecimal.encode(digest.finish().prefix(16))
  }

  package var description: String { text }

  package static func < (left: MediaID, right: MediaID) -> Bool { left.text < right.text }
}

/// A user of an app, whose files these are.
package struct MediaOwner: Hashable, Sendable {
  package let app: AppID
  package let user: UserID

  package init(app: AppID, user: UserID) {
    self.app = app
    self.user = user
  }
}

/// A file of a user.
package struct MediaKey: Hashable, Sendable {
  package let owner: MediaOwner
  package let id: MediaID

  package init(_ id: MediaID, of owner: MediaOwner) {
    self.owner = owner
    self.id = id
  }
}

/// A file that a user announced, before all of its bytes are there.
package struct MediaUpload: Sendable, Equatable {
  package let key: MediaKey
  /// The only conversation in which a message may name the file.
  package let conversation: ConversationID
  /// The only message that may name it: the client id under which its sender will send it.
  package let message: ClientID
  /// In bytes.
  package let size: Int64
  /// The name that the sender gave it; may be empty.
  package let name: String
  /// What the bytes must hash to; nil if the sender did not say.
  package let sha256: [UInt8]?
  /// The time until which the bytes must have come, in milliseconds since 1970.
  package let expires: Int64

  package init(
    _ key: MediaKey, conversation: ConversationID, message: ClientID, size: Int64, name: String, sha256: [UInt8]?, expires: Int64
  ) {
    self.key = key
    self.conversation = conversation
    self.message = message
    self.size = size
    self.name = name
    self.sha256 = sha256
    self.expires = expires
  }
}

/// A file whose bytes are all there.
package struct MediaRecord: Sendable, Equatable {
  package let upload: MediaUpload
  /// The hash of its bytes.
  package let sha256: [UInt8]
  package let type: MediaType
  /// The time until which a message that is not stored yet may name it, in milliseconds since 1970.
  package let until: Int64
  /// The position of the message that names it; 0 as long as that is not known.
  package var seq: UInt64

  package init(_ upload: MediaUpload, sha256: [UInt8], type: MediaType, until: Int64, seq: UInt64 = 0) {
    self.upload = upload
    self.sha256 = sha256
    self.type = type
    self.until = until
    self.seq = seq
  }

  package var key: MediaKey { upload.key }
}

/// What is there of a file.
package enum MediaState: Sendable, Equatable {
  /// The bytes before the offset.
  case arriving(MediaUpload, offset: Int64)
  case complete(MediaRecord)

  package var upload: MediaUpload {
    switch self {
    case .arriving(let upload, _): upload
    case .complete(let record): record.upload
    }
  }
}

/// What a user has, or may have.
package struct MediaUsage: Sendable, Equatable {
  /// Uploads that are not complete.
  package var uploads: Int
  /// The bytes of all files, those of uploads as announced, and `least` for each that is smaller.
  package var bytes: Int64

  /// What the smallest file counts as, so that a user cannot have any number of files.
  package static let least: Int64 = 4096

  package init(uploads: Int, bytes: Int64) {
    self.uploads = uploads
    self.bytes = bytes
  }

  /// Throws `.tooMany` or `.quota` if a user who has this would have more than `most` with another upload.
  func checkRoom(for upload: MediaUpload, most: MediaUsage) throws {
    guard uploads < most.uploads else { throw MediaError(.tooMany) }
    guard max(upload.size, Self.least) <= most.bytes - bytes else { throw MediaError(.quota) }
  }
}
