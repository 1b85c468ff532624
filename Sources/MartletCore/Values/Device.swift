import MartletWire

/// The description of a device for the server.
public struct Device: Hashable, Sendable {
  /// The classes of devices.
  ///
  /// The server limits the number of connected devices of each class per user. A device that connects beyond the limit ends the
  /// session that is the oldest of its class, whose client gets `.signedInElsewhere`.
  @nonexhaustive
  public enum Class: String, Hashable, Sendable, CaseIterable {
    /// A phone.
    case mobile
    /// A tablet.
    case tablet
    /// A desktop or laptop computer.
    case desktop
    /// A browser.
    case web
    /// A program such as a bot, a command-line tool or a test.
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

  /// The class of the device.
  public var `class`: Class

  /// The user's name for the device, at most 64 bytes; may be empty.
  public var name: String

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - class: The class of the device, which decides with which of the user's other devices it may be connected.
  ///   - name: The user's name for the device, at most 64 bytes.
  public init(class: Class, name: String = "") {
    self.class = `class`
    self.name = name
  }
}
