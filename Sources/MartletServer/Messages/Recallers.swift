/// The members who may recall a message that they can see.
package enum Recallers: String, Sendable, CaseIterable {
  case nobody
  /// The sender.
  case sender
  /// The group's owner.
  case owner
  case senderOrOwner = "sender_or_owner"
  /// Every member.
  case members
}
