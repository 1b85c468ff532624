import MartletNet
import MartletStore
import MartletWire

/// The letters that a shard fills during a turn, one to each shard.
struct Mail {
  /// All shards, the own one among them.
  private(set) var shards: [Shard] = []
  /// One for each shard; the own one gets deliveries only.
  private var letters: [Letter] = []
  private var homes = Homes(among: 0, key: 0)
  /// True from the first item of a turn until the turn ends.
  private var isDue = false

  /// True if nothing waits to be sent.
  var isEmpty: Bool { letters.allSatisfy(\.isEmpty) }

  /// Learns of all shards; an empty list lets go of them at the end.
  mutating func join(_ shards: [Shard], _ homes: Homes) {
    self.shards = shards
    self.homes = homes
    letters = shards.map { _ in Letter() }
  }

  /// The index of the shard that decides requests on a place; nil if there is none.
  func home(of place: Place) -> Int? {
    let index = homes.index(of: place)
    return index < shards.count ? index : nil
  }

  mutating func add(_ work: any Work, to index: Int) { letters[index].requests.append(work) }

  /// Adds an answer for a session on a loop.
  ///
  /// - Returns: False if no shard is on that loop.
  mutating func add(_ answer: Answer) -> Bool {
    guard let index = shards.firstIndex(where: { $0.loop === answer.origin.loop }) else { return false }
    letters[index].answers.append(answer)
    return true
  }

  /// Adds a delivery to every letter: anybody may be connected to any loop.
  mutating func add(_ delivery: Delivery) {
    for index in letters.indices { letters[index].deliveries.append(delivery) }
  }

  /// Takes out the letter to a shard; nil if there is nothing in it.
  mutating func take(_ index: Int) -> Letter? {
    guard index < letters.count, !letters[index].isEmpty else { return nil }
    let letter = letters[index]
    letters[index] = Letter(deliveries: min(letter.deliveries.count, 4096))
    return letter
  }

  /// Notes that the end of the turn is awaited.
  ///
  /// - Returns: False if it is already.
  mutating func schedule() -> Bool {
    guard !isDue else { return false }
    isDue = true
    return true
  }

  /// Notes that the turn has ended.
  mutating func turnEnded() { isDue = false }
}
