import MartletWire

/// A user of an app, named by the app: 1 to 64 bytes of `[A-Za-z0-9_.@+=-]`.
public typealias UserID = MartletWire.UserID

/// A conversation within an app: `direct:ALICE:BOB` or `group:ID`.
public typealias ConversationID = MartletWire.ConversationID

/// The identity of an entry of a conversation's log: conversation and position, printed `CONVERSATION#SEQ`.
public typealias EntryID = MartletWire.EntryID

/// The name a client gives to what it sends, so that a repetition is recognised and stored once.
public typealias ClientID = MartletWire.ClientID

/// A moment on the server's clock.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64

  /// Makes a moment from milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Milliseconds since 1970, in digits.
  public var description: String { String(milliseconds) }

  /// Whether one moment lies before another.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}
