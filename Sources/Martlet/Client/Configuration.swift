import MartletWire

extension MartletClient {
  /// The settings of a client: its server, its user, and its local data.
  public struct Configuration: Sendable {
    /// The server's address: `ws://HOST[:PORT][/PATH]` or `wss://…`.
    ///
    /// Ports default to 80 and 443, the path to `/v1/connect`.
    public var server: String

    /// A closure that gets a token for the user from the app's own server.
    ///
    /// The client calls it before the first connection, after `connect()`, and once more when the server says that the token
    /// has expired. In between it keeps the token in memory, and never writes it to disk or to a log. If the closure throws
    /// or does not return within 60 seconds, the attempt fails with `.tokenUnavailable`, and the closure is called again
    /// after the delay before the next attempt. A closure that takes too long is cancelled, as it is by `disconnect()`; its
    /// late result is ignored.
    public var token: @Sendable () async throws -> String

    /// The folder for this user's local data, created with mode 0700 if needed; only one client at a time may use it.
    ///
    /// Nil keeps everything in memory: history is fetched again each time, and unsent messages are lost when the process
    /// ends. Suits tools and tests.
    public var directory: String?

    /// The description of this device for the server, which limits the connected devices of each class per user.
    public var device: Device

    /// The path of a file of PEM certificates to trust instead of the system's, for `wss`; nil for the system's.
    public var trustedCertificates: String?

    /// The known content types, whose texts `MartletClient.search(_:)` finds; by default the built-in ones.
    public var contents = ContentRegistry.standard

    /// A closure that receives every message and edit before it enters the outbox; nil for none.
    ///
    /// It returns the message to send, with its content and details changed or unchanged. It may throw to reject the message,
    /// preferably `MartletError.invalid(_:field:)`, or wait to delay it. It returns nil to take over: the client sends nothing,
    /// the call returns `.takenOver`, and the app sends the message itself, perhaps later and to its own server. A send repeated
    /// with the same client id is passed in again, and must give the same result. While the closure runs, the message is not on
    /// disk yet, and other messages may overtake it.
    public var sendInterceptor: (@Sendable (OutgoingMessage) async throws -> OutgoingMessage?)?

    /// A closure that decides whether a message that another user has just sent is shown; nil to show all.
    ///
    /// If it returns false, `Event.message` is not published, and timelines that are open do not show the message. It stays in
    /// the log: history, search, unread counts and timelines opened later have it. To hide it for good, call `Chat.hide(_:on:)`.
    /// The client calls the closure on its own thread, in the order of the log, so it must be short.
    public var receiveInterceptor: (@Sendable (Message) -> Bool)?

    /// The way in which files that users send reach the place where readers find them; nil for the server of the messages.
    ///
    /// An app whose files lie on its own server uploads them there.
    public var uploader: (any MediaUploading)?

    /// The work on files before they are sent, such as to make pictures smaller; nil for none.
    public var preparer: (any MediaPreparing)?

    /// The number of files that are uploaded at the same time.
    ///
    /// Default 2; at least 1. Others wait for their turn, in the order in which they were sent.
    public var uploadsAtOnce = 2

    /// True to upload nothing while the network costs money, as the monitor or `networkChanged(isAvailable:isExpensive:)` says.
    ///
    /// Uploads go on where they were on the next network that does not. Default false.
    public var uploadsNeedCheapNetwork = false

    /// True to hide from other users what this user has read and what this device has received.
    ///
    /// The user's own devices are still told. Default false.
    public var hidesReceipts = false

    /// The kinds of conversations in which other users are told; nil for all.
    ///
    /// `hidesReceipts` comes first.
    public var receiptKinds: Set<ConversationID.Kind>?

    /// The time for which this device keeps the content of the user's own recalled messages, for `Chat.recalledContent(of:)`.
    ///
    /// Default five minutes; zero keeps nothing.
    public var recallEditWindow: Duration = .seconds(300)

    /// True if this device, when it reconnects by itself, gives way to connected devices of its class.
    ///
    /// In that case `states` ends with `.server(.signedInElsewhere)`, and the other devices stay connected. Default false:
    /// the device that connects last stays, as it always does after `connect()`.
    public var yieldsWhenReconnecting = false

    /// How long a request to the server may take, such as `Chat.members()` or history that is not on this device.
    ///
    /// Afterwards the call throws: `.notConnected` if there is no connection, or `.timedOut` if the server did not answer.
    /// `.timedOut` says nothing about whether the server carried out the request. Messages, edits, reactions and settings do
    /// not need this limit: they wait on the disk. At least 1 second; 30 seconds by default.
    public var requestTimeout: Duration = .seconds(30)

    /// The monitor that tells the client of changes of the network and the foreground, from the first `connect()` on.
    ///
    /// When the network returns or the app comes to the foreground, the client connects at once. By default a `SystemMonitor` on
    /// Apple's platforms, and nil elsewhere: then the app calls `networkChanged(isAvailable:)` and `reconnectNow()` itself.
    public var monitor: (any ConditionMonitor)? = platformMonitor()

    /// True to suspend the client (`suspend()`) when its monitor says that the app went to the background, until it returns.
    ///
    /// For an app on Apple's platforms whose directory lies in an app group. Ask the system for background time there, so that
    /// the app runs until the client is suspended. If the directory is in use when the app returns, the client tries again
    /// each half second. Default false.
    public var suspendsInBackground = false

    /// The number of pending events after which a slow listener gets `.missed` instead of them.
    ///
    /// Default 1,024; at least 16.
    public var eventBuffer = 1_024

    /// The number of operations in the outbox beyond which more are refused with `.tooManyWaiting`.
    ///
    /// Default 10,000.
    public var outboxLimit = 10_000

    /// Creates a configuration; all other settings have defaults.
    ///
    /// - Parameters:
    ///   - server: `ws://HOST[:PORT][/PATH]` or `wss://…`.
    ///   - directory: The folder for this user's local data; nil keeps everything in memory.
    ///   - device: The description of this device for the server. Its class decides which other devices of the user have to go
    ///     when this one connects, so it has no default.
    ///   - token: A closure that gets a token for the user.
    public init(
      server: String, directory: String?, device: Device, token: @escaping @Sendable () async throws -> String
    ) {
      self.server = server
      self.directory = directory
      self.device = device
      self.token = token
    }
  }
}
