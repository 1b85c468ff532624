/// The members who may change a group's title and attributes.
package enum Changers: String, Sendable, CaseIterable {
  /// Every member.
  case member
  /// The group's owner and its admins.
  case admin
  /// The group's owner.
  case owner
}
