/// Who may recall a message, of those who may see it.
package enum Recallers: String, Sendable, CaseIterable {
  case nobody
  /// Who sent it.
  case sender
  /// The group's owner.
  case owner
  case senderOrOwner = "sender_or_owner"
  /// Every member.
  case members
}
