import MartletWire

extension MartletClient {
  /// Which server, which user, and where this device keeps its copy.
  public struct Configuration: Sendable {
    /// `ws://HOST[:PORT][/PATH]` or `wss://…`; ports default to 80 and 443, the path to `/v1/connect`.
    public var server: String

    /// Gives a token for the user, from the app's own server.
    ///
    /// It is asked before the first connection, after `connect()`, and once more when the server says the token has
    /// expired; in between the token is kept in memory. It is never written to disk or to a log. Where it throws, or
    /// has not returned after 60 seconds, the attempt counts as failed with `.tokenUnavailable`, and it is asked again after the
    /// delay before the next. It is then cancelled, as it is by `disconnect()`; what it returns later counts for nothing.
    public var token: @Sendable () async throws -> String

    /// The folder for this user's local data, made (mode 0700) if need be; one client at a time may use it.
    ///
    /// Nil keeps everything in memory: history is fetched anew each time, and what is unsent when the process ends
    /// is lost. For tools and tests.
    public var directory: String?

    /// What this device tells the server about itself.
    public var device: Device

    /// A file of PEM certificates to trust instead of the system's, for `wss`; nil trusts the system's.
    public var trustedCertificates: String?

    /// The content types that are known: their texts are found by `MartletClient.search(_:)`.
    ///
    /// The built-in ones by default.
    public var contents = ContentRegistry.standard

    /// Sees every message and edit before it enters the outbox; nil lets all through.
    ///
    /// It returns what is to be sent, the same or something else; it refuses by throwing, best `MartletError.invalid(_:field:)`,
    /// and delays by waiting. A send that is repeated with the same client id is seen again, and must come out the same.
    /// Sends that wait here are on no disk yet, and those that wait less overtake them.
    public var sendInterceptor: (@Sendable (OutgoingMessage) async throws -> MessageContent)?

    /// Whether other users are not told what this user has read, and what this device has.
    ///
    /// The user's own devices are. Default false.
    public var isQuiet = false

    /// How long this device keeps what the user's own messages said after the user recalled them, to be edited and sent
    /// again: `Chat.recalledContent(of:)`.
    ///
    /// Default five minutes; zero for not at all.
    public var keepsRecalled: Duration = .seconds(300)

    /// Whether this device, when it comes back by itself after a lost connection, gives way to devices of its class that are
    /// connected meanwhile: then `states` ends with `.server(.signedInElsewhere)`, and they stay.
    ///
    /// Default false: whoever connects last stays. After `connect()` that is always so.
    public var yieldsWhenReconnecting = false

    /// How many events a listener may leave untaken before it gets `.missed` in their place.
    ///
    /// Default 1,024, at least 16.
    public var eventBuffer = 1_024

    /// How many sends the outbox takes before it refuses more with `.tooManyWaiting`.
    ///
    /// Default 10,000.
    public var outboxLimit = 10_000

    /// Names what must be named; everything else has a default.
    ///
    /// - Parameters:
    ///   - server: `ws://HOST[:PORT][/PATH]` or `wss://…`.
    ///   - directory: The folder for this user's local data; nil keeps everything in memory.
    ///   - device: What this device tells the server about itself.
    ///   - token: Gives a token for the user.
    public init(
      server: String, directory: String?, device: Device = Device(), token: @escaping @Sendable () async throws -> String
    ) {
      self.server = server
      self.directory = directory
      self.device = device
      self.token = token
    }
  }

  /// What a device tells the server about itself.
  public struct Device: Hashable, Sendable {
    /// The kind of device.
    ///
    /// A server allows a number of connected devices of each kind per user.
    public enum Class: String, Hashable, Sendable, CaseIterable {
      /// A phone.
      case mobile
      /// A tablet.
      case tablet
      /// A desktop or laptop computer.
      case desktop
      /// A browser.
      case web
      /// A program: bot, command-line tool, test.
      case tool

      var wire: Wire.DeviceClass {
        switch self {
        case .mobile: .mobile
        case .tablet: .tablet
        case .desktop: .desktop
        case .web: .web
        case .tool: .tool
        }
      }
    }

    /// The kind of device.
    public var `class`: Class

    /// What the user calls it, at most 64 bytes; may be empty.
    public var name: String

    /// Describes a device.
    ///
    /// - Parameters:
    ///   - class: The kind of device; a program by default.
    ///   - name: What the user calls it, at most 64 bytes.
    public init(class: Class = .tool, name: String = "") {
      self.class = `class`
      self.name = name
    }
  }
}
