import MartletWire

/// What goes with taking a message back.
///
/// What exceeds what a server takes ends the recall with `.server(.fieldInvalid)` and the field.
public struct RecallDetails: Hashable, Sendable {
  /// Whether nothing is shown in the message's place: it is deleted for everyone.
  ///
  /// The server says who may (`limits.silent_recall_by`): by default a group's owner.
  public var isSilent: Bool
  /// How who takes it back wishes to be shown; nil as usual.
  public var senderInfo: MessageDetails.SenderInfo?
  /// Own fields of who takes it back: a JSON object, or empty.
  public var extra: String
  /// What is told of it to those who are not connected.
  public var push: MessageDetails.PushDetails

  /// Makes details; what is left out is as usual.
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

  /// Nil where nothing goes with it.
  var wire: Wire.RecallDetails? {
    guard self != RecallDetails() else { return nil }
    return Wire.RecallDetails(
      silent: isSilent, sender: senderInfo?.wire, extra: extra, push: push == MessageDetails.PushDetails() ? nil : push.wire)
  }
}
