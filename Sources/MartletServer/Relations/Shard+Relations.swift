import MartletStore

extension Shard {
  /// Tells the homes of direct conversations what one of the two users has set about the other, or about everybody.
  func tell(_ news: [PairNews]) {
    for one in news {
      if let key = one.key {
        guard let home = outgoing.home(of: .conversation(key)) else { continue }
        outgoing.shards[home].perform { $0.take(one) }
      } else {
        for shard in outgoing.shards { shard.perform { $0.take(one) } }
      }
    }
  }

  /// Takes in what one of the two users of a direct conversation has set about the other, or about everybody.
  ///
  /// Messages do not depend on it, since the store decides them; signals do, which are not stored.
  func take(_ news: PairNews) {
    // A conversation that is not in memory is read when it is needed.
    if let key = news.key {
      if let slot = slots[key] { take(news, slot) }
    } else {
      for slot in slots.all where news.concerns(slot.key) { take(news, slot) }
    }
  }

  private func take(_ news: PairNews, _ slot: Slot) {
    if let conversation = slot.conversation {
      conversation.take(news)
    } else {
      slot.notices.append { _, conversation in conversation.take(news) }
    }
  }
}
