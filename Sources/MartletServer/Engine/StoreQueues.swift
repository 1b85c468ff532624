/// The changes that wait for the store: a queue for each kind.
///
/// The store has at most one batch of each kind.
struct StoreQueues {
  var appends = AppendQueue()
  let personal = PersonalQueues()
}
