import Martlet
import MartletWire

/// Creates the local data of a device that has been in use for years.
///
/// The largest conversation is a group of 100,000 messages, or of half of all messages if there are fewer. The others, every
/// other one a group, share the rest evenly. The data depends on the numbers alone.
struct DeviceFill {
  /// The numbers of conversations and messages to create.
  let conversations: Int
  let messages: Int
  let progress: @Sendable (String) -> Void

  /// The device's user.
  static let user = "me"
  /// The name of the largest conversation.
  static let largest = "the-largest"
  private static let largestAtMost = 100_000
  /// Messages put in at once, at least; a conversation is never put in by halves.
  private static let atOnce = 10_000
  private static let beginning: Int64 = 1_600_000_000_000
  private static let spanMilliseconds: Int64 = 100_000_000_000
  private static let minute: Int64 = 60_000

  /// The number of messages in the largest conversation.
  static func largestSize(of messages: Int) -> Int { min(largestAtMost, max(1, messages / 2)) }

  /// Makes the data in a directory.
  ///
  /// - Throws: `MartletError`; `CancellationError`.
  func make(in directory: String) throws {
    guard let user = UserID(Self.user) else { return }
    let fill = try LocalFill(LocalFolder(directory), user: user, device: "bench")
    defer { fill.close() }
    var random = SplitMix64(seed: 1)
    let largest = Self.largestSize(of: messages)
    let (each, more) = max(0, messages - largest).quotientAndRemainder(dividingBy: max(1, conversations - 1))
    var batch: [(summary: Wire.Conversation, entries: [Wire.Entry])] = []
    var (waiting, told) = (0, 0)
    for number in 0..<conversations {
      let size = number == 0 ? largest : max(1, each + (number <= more ? 1 : 0))
      batch.append(conversation(number, user, size, &random))
      waiting += size
      guard waiting >= Self.atOnce || number == conversations - 1 else { continue }
      try Task.checkCancellation()
      try fill.add(batch)
      (batch, waiting) = ([], 0)
      guard number - told >= conversations / 10 else { continue }
      told = number
      progress("\(number + 1) of \(conversations) conversations created")
    }
    progress("building the search index")
    while try fill.index() { try Task.checkCancellation() }
  }

  private func conversation(
    _ number: Int, _ user: UserID, _ size: Int, _ random: inout SplitMix64
  ) -> (summary: Wire.Conversation, entries: [Wire.Entry]) {
    let peer = UserID("person\(number)")
    let group = ConversationID.group(number == 0 ? Self.largest : "group\(number)")
    let isGroup = number % 2 == 0
    guard let id = isGroup ? group : peer.map({ .direct(user, $0) }) else { return (Wire.Conversation(), []) }
    let newest = Self.beginning + Int64.random(in: 0..<Self.spanMilliseconds, using: &random)
    let entries = (1...size).map { seq in
      let time = newest - Int64(size - seq) * Self.minute
      let sender = isGroup ? "person\(Int.random(in: 0..<500, using: &random))" : peer?.text ?? ""
      let text = Vocabulary.sentence(&random)
      return Wire.Entry(
        conversation: id.text, seq: UInt64(seq), time: time, sender: sender,
        clientId: ClientID(milliseconds: time, random: &random).text, countable: UInt64(seq),
        event: .message(Wire.Message(type: "text", content: "{\"text\":\"\(text)\"}")))
    }
    // Of every tenth conversation the newest messages are unread.
    let unread = number % 10 == 0 ? min(3, size) : 0
    let summary = Wire.Conversation(
      id: id.text, title: isGroup ? "Group \(number)" : "", owner: isGroup ? "person1" : "", memberCount: isGroup ? 9 : 2,
      head: UInt64(size), stamp: UInt64(number + 1), unread: UInt64(unread), read: UInt64(size - unread),
      lastMessage: entries.last, countable: UInt64(size))
    return (summary, entries)
  }
}
