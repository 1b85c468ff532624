/// Who may change what all members see of a group.
package enum Changers: String, Sendable, CaseIterable {
  /// Every member.
  case member
  /// The group's owner.
  case owner
}
