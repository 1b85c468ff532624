/// How far the transfer of a file is.
public struct TransferProgress: Hashable, Sendable {
  /// The bytes that have arrived.
  public let bytes: Int64
  /// All bytes of the file.
  public let total: Int64

  package init(bytes: Int64, total: Int64) {
    self.bytes = bytes
    self.total = total
  }
}

/// The ways in which a message with a file keeps its place in its conversation.
@nonexhaustive
public enum FileOrdering: Hashable, Sendable {
  /// Messages sent later to the same conversation wait until the file is uploaded.
  case inOrder
  /// Later messages do not wait: the message takes its place when its file is uploaded.
  case whenReady
}

/// The place of a file that was uploaded.
@nonexhaustive
public enum FilePlace: Hashable, Sendable {
  /// At the server, under this id.
  case server(id: String)
  /// Elsewhere, at this URL.
  case elsewhere(url: String)
}

/// A file to upload before the message that names it is sent.
package struct FileToUpload: Hashable, Sendable {
  /// Where this device keeps the bytes, in words of the shell.
  package let file: String
  /// The name that others see; may be empty.
  package let name: String
  package let size: Int64
  package let sha256: String
  package let ordering: FileOrdering

  package init(file: String, name: String, size: Int64, sha256: String, ordering: FileOrdering) {
    self.file = file
    self.name = name
    self.size = size
    self.sha256 = sha256
    self.ordering = ordering
  }
}

/// An upload for the shell to carry out.
package struct Upload: Hashable, Sendable {
  /// Identifies the upload in what the shell reports.
  package let row: Int64
  /// The client id of the message.
  package let message: ClientID
  package let conversation: ConversationID
  package let file: FileToUpload
}
