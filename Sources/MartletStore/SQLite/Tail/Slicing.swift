/// Divides the conversations into slices by their numbers.
///
/// Rows of conversations with neighbouring numbers share pages of the tables. So a run of neighbours belongs to one slice: a
/// page is then written once in a round, and not once for each slice.
struct Slicing: Sendable, Equatable {
  /// The number of slices; the tables know each slice's position by its number.
  static let count = 16

  /// The slice of changes that concern a user and no conversation.
  static let ofUsers = 0

  /// A run has two to the power of this many conversations; 0 to 30.
  let runBits: Int

  func slice(of number: Int64) -> Int { Int(truncatingIfNeeded: number >> Int64(runBits)) & (Self.count &- 1) }

  /// The slice of the tail, and of the tables, that a change belongs to.
  func slice(of change: Change) -> Int {
    switch change {
    case .append(let effects): slice(of: effects.conversation.number)
    case .mark(let mark): slice(of: mark.conversation.number)
    case .hide(let hide): slice(of: hide.conversation.number)
    case .pair(let state): slice(of: state.number)
    case .settings, .settingsDropped, .relations, .user, .unchanged, .scheduled, .unscheduled: Self.ofUsers
    }
  }
}
