/// A change of a message that is in the log, for `Chat.enqueue(_:of:id:)`.
@nonexhaustive
public enum MessageChange: Hashable, Sendable {
  /// Replace the content.
  case edit(MessageContent)
  /// Recall the message for everyone.
  case recall(RecallDetails = RecallDetails())
  /// Change the annotations.
  case annotate(AnnotationChange)

  /// Returns a reaction, usually an emoji.
  public static func react(_ key: String) -> Self { .annotate(.reactions(added: [key], removed: [])) }

  /// Returns the removal of the user's own reaction.
  public static func unreact(_ key: String) -> Self { .annotate(.reactions(added: [], removed: [key])) }

  /// Returns a change of properties.
  public static func setProperties(_ values: [String: String], removing names: [String] = []) -> Self {
    .annotate(.properties(set: values, removed: names))
  }

  /// Returns a ballot of the indexes of choices, from 0; an empty one withdraws all votes.
  public static func vote(_ choices: [Int]) -> Self { .annotate(.ballot(choices)) }

  /// The end of the user's own poll.
  public static let closePoll = Self.annotate(.pollClosed)

  /// The pin of the message, for everyone.
  public static let pin = Self.annotate(.pin(true))

  /// The removal of the message's pin.
  public static let unpin = Self.annotate(.pin(false))

  /// The operation on a message at a position.
  package func action(at seq: UInt64) -> PendingSend.Action {
    switch self {
    case .edit(let content): .edit(seq, content)
    case .recall(let details): .recall(seq, details)
    case .annotate(let change): .annotate(seq, change)
    }
  }
}
