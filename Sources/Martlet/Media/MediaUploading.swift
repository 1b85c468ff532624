import MartletCore

/// A file on its way to where the readers of a message find it.
public struct OutgoingFile: Hashable, Sendable {
  /// The client id of the message.
  public let message: ClientID
  /// The conversation in which the message will be sent.
  public let conversation: ConversationID
  /// The path of the bytes on this device.
  ///
  /// The client's own copy; with a client that has no directory, the app's file.
  public let path: String
  /// The name that others see; may be empty.
  public let name: String
  /// The size in bytes.
  public let size: Int64
  /// The SHA-256 of all bytes in hexadecimal digits.
  public let sha256: String
}

/// The way in which files reach the place where readers find them (`MartletClient.Configuration.uploader`).
///
/// An app whose files lie on its own server uploads them there, and returns a URL.
public protocol MediaUploading: Sendable {
  /// Uploads a file, from where an earlier attempt ended if that is possible.
  ///
  /// The client calls it again after a failure, also after the app was killed, and cancels its task when the message is
  /// discarded, the upload is paused or the client disconnects. It has to bear being called again after it has succeeded.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - progress: Takes the number of bytes that have arrived.
  /// - Throws: `MartletError.invalid(_:field:)` to give the message up: it then fails with `.server(.fieldInvalid)`. After any
  ///   other error the client tries again, later each time.
  /// - Returns: Where the file is, which becomes part of the message.
  func upload(_ file: OutgoingFile, progress: @escaping @Sendable (Int64) async -> Void) async throws -> FilePlace

  /// Takes that a file which is not uploaded to its end will not be needed; does nothing by default.
  func forget(_ file: OutgoingFile) async
}

extension MediaUploading {
  /// Does nothing.
  public func forget(_ file: OutgoingFile) async {}
}

/// A file before it is sent.
public struct UnpreparedFile: Sendable {
  /// The path of the file; another one to send that file instead.
  public var path: String
  /// The name that others see; may be empty.
  public var name: String
  /// The content that will name the file.
  ///
  /// Its `Media` is a place that the client fills in once the bytes are there, and has to stay in it.
  public var content: MessageContent
}

/// The work on files before they are sent, such as to make pictures smaller (`MartletClient.Configuration.preparer`).
public protocol MediaPreparing: Sendable {
  /// Returns the file and the content to send instead, both changed or unchanged.
  ///
  /// Called before anything is on disk: an app that is killed meanwhile has not sent the file. The client copies the file that is
  /// returned, which may be deleted when the send is in the outbox.
  ///
  /// - Throws: Any error; nothing is sent then, and the call fails with `.refusedByApp` or with the `MartletError` thrown.
  func prepare(_ file: UnpreparedFile) async throws -> UnpreparedFile
}
