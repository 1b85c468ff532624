/// The members who may recall a message that they can see.
package enum Recallers: String, Sendable, CaseIterable {
  case nobody
  /// The sender.
  case sender
  /// The group's owner.
  case owner
  case senderOrOwner = "sender_or_owner"
  /// The group's owner and its admins.
  case admin
  case senderOrAdmin = "sender_or_admin"
  /// Every member.
  case members
}
