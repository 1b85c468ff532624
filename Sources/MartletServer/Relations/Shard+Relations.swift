import MartletStore

extension Shard {
  /// Tells the homes of direct conversations what one of the two users has set about the other.
  func tell(_ news: [PairNews]) {
    for one in news {
      guard let home = outgoing.home(of: .conversation(one.key)) else { continue }
      outgoing.shards[home].perform { $0.take(one) }
    }
  }

  /// Takes in what one of the two users of a direct conversation has set about the other.
  ///
  /// Messages do not depend on it, since the store decides them; signals do, which are not stored.
  func take(_ news: PairNews) {
    // A conversation that is not in memory is read when it is needed.
    guard let slot = slots[news.key] else { return }
    if let conversation = slot.conversation {
      conversation.take(news)
    } else {
      slot.notices.append { _, conversation in conversation.take(news) }
    }
  }
}
