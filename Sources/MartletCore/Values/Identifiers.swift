import MartletWire

/// The id of a user, chosen by the app: 1 to 64 bytes of `[A-Za-z0-9_.@+=-]`.
public typealias UserID = MartletWire.UserID

/// The id of a conversation within an app: `direct:ALICE:BOB` or `group:ID`.
public typealias ConversationID = MartletWire.ConversationID

/// The id of a log entry: conversation and position, printed `CONVERSATION#SEQ`.
public typealias MessageID = MartletWire.MessageID

/// The id that a client gives to a send, so that the server stores a retry only once (an idempotency key).
public typealias ClientID = MartletWire.ClientID

/// A time on the server's clock.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64

  /// Creates a time from milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The milliseconds since 1970, in digits.
  public var description: String { String(milliseconds) }

  /// Compares two times.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}
