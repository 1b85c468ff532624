import MartletWire

/// The optional fields of a recall.
///
/// If they exceed a server limit, the recall ends with `.server(.fieldInvalid)` and the name of the field.
public struct RecallDetails: Hashable, Sendable {
  /// True to show nothing in the message's place, which deletes it for everyone.
  ///
  /// The server's setting `limits.silent_recall_by` names who may do this; by default only a group's owner.
  public var isSilent: Bool
  /// How to show the user who recalls; nil for the default.
  public var senderInfo: MessageDetails.SenderInfo?
  /// Custom fields of the user who recalls: a JSON object, or empty.
  public var extra: String
  /// The push notification for members who are offline.
  public var push: MessageDetails.PushDetails

  /// Creates details; omitted arguments have their defaults.
  public init(
    isSilent: Bool = false, senderInfo: MessageDetails.SenderInfo? = nil, extra: String = "",
    push: MessageDetails.PushDetails = MessageDetails.PushDetails()
  ) {
    self.isSilent = isSilent
    self.senderInfo = senderInfo
    self.extra = extra
    self.push = push
  }
}

extension RecallDetails {
  init(_ wire: Wire.RecallDetails) {
    self.init(
      isSilent: wire.silent, senderInfo: wire.sender.map { MessageDetails.SenderInfo($0) }, extra: wire.extra,
      push: wire.push.map { MessageDetails.PushDetails($0) } ?? MessageDetails.PushDetails())
  }

  /// Nil if nothing goes with it.
  var wire: Wire.RecallDetails? {
    guard self != RecallDetails() else { return nil }
    return Wire.RecallDetails(
      silent: isSilent, sender: senderInfo?.wire, extra: extra, push: push == MessageDetails.PushDetails() ? nil : push.wire)
  }
}
