import MartletNet
import MartletWire

/// The contract of every place where the bytes of files lie, checked by one test suite.
///
/// A file is complete, or arriving, or not there. What a call has reported survives `kill -9`; that a file is complete, and the
/// offset that `settle` returned, survive loss of power too. Of bytes that `append` took, an engine may lose the last before
/// `settle`. Methods may be called from any thread, also of several processes that share a place. Errors are `MediaError`s.
/// Nothing here asks whether a user may do something.
package protocol MediaStore: Sendable {
  /// Makes a file that has no bytes yet.
  ///
  /// Throws `.tooMany` or `.quota` if the user would have more than `most`, `.full`.
  func begin(_ upload: MediaUpload, most: MediaUsage) async throws

  /// What is there of a file; nil if nothing.
  func state(of key: MediaKey) async throws -> MediaState?

  /// Begins to add bytes at the offset of an arriving file.
  ///
  /// Throws `.offset` if that is another one. If `isChecked`, bytes count only after `settle`, whatever happens.
  func resume(_ key: MediaKey, at offset: Int64, isChecked: Bool) async throws

  /// Adds bytes to an arriving file.
  ///
  /// Throws `.offset` if somebody else has resumed it, `.tooLong`, `.full`.
  func append(_ bytes: SharedBytes, to key: MediaKey, at offset: Int64) async throws

  /// Ends adding bytes: syncs them, or drops those since `resume`.
  ///
  /// - Returns: The offset.
  func settle(_ key: MediaKey, isSound: Bool) async throws -> Int64

  /// Completes a file that has all its bytes; does nothing for one that is complete.
  ///
  /// A message may name it until a time, in milliseconds since 1970. An engine may keep the bytes once for all files of the app
  /// that have the same. Throws `.hash`, after which nothing is there.
  func finish(_ key: MediaKey, until: Int64) async throws -> MediaRecord

  /// Reads bytes of a complete file; fewer than `count` only at its end.
  func read(_ key: MediaKey, at offset: Int64, count: Int) async throws -> SharedBytes

  /// Keeps a few bytes that were made from a complete file, in place of those kept under the name before.
  ///
  /// They go with the file, or with its bytes if other files share these. A loss of power may lose them. The name has lower-case
  /// letters only. Throws `.unknown` for a file that is not complete.
  func keep(_ bytes: SharedBytes, as name: String, of key: MediaKey) async throws

  /// The bytes kept under a name; nil if there are none. `Variant.bytesAtMost` are read at most.
  func kept(as name: String, of key: MediaKey) async throws -> SharedBytes?

  /// Remembers which message names a complete file.
  func note(_ seq: UInt64, for key: MediaKey) async throws

  /// Removes a file whose bytes are not all there.
  ///
  /// - Returns: False for a complete one, which stays.
  func abandon(_ key: MediaKey) async throws -> Bool

  /// Removes a file in any state, and with the last file that has them its bytes.
  func remove(_ key: MediaKey) async throws

  /// What a user has.
  func usage(of owner: MediaOwner) async throws -> MediaUsage

  /// The apps that have files, in no order.
  func apps() async throws -> [AppID]

  /// The users of an app that have files, in no order.
  func users(of app: AppID) async throws -> [UserID]

  /// A user's files, in no order.
  func files(of owner: MediaOwner) async throws -> [MediaID]

  /// Removes what no file needs, such as the remains of calls that did not end.
  func tidy(_ app: AppID) async throws
}
