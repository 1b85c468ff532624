/// What a shard has for the store: each kind in a queue of its own, of which the store has one batch at a time.
struct StoreQueues {
  var appends = AppendQueue()
  let personal = PersonalQueues()
}
