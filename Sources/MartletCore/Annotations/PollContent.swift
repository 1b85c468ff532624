/// A question with choices, which members vote for with `Chat.vote(_:on:id:within:)`.
public struct PollContent: TypedContent {
  /// `poll`.
  public static let type = "poll"

  private static let most = 100

  /// The question; 1 to 8,000 bytes.
  public var question: String
  /// The choices, 1 to 100: texts, images, or any other content type that contains no other contents.
  public var choices: [MessageContent]
  /// The number of choices one member may take; at least 1.
  public var mostChoices: Int
  /// The end of the voting, by the server's clock; nil for none.
  public var deadline: Timestamp?
  /// True if nobody sees who voted for which choice.
  public var isSecret: Bool
  /// The app's own members.
  public var extra: ContentFields

  /// Creates a poll.
  public init(
    _ question: String, choices: [MessageContent], mostChoices: Int = 1, deadline: Timestamp? = nil, isSecret: Bool = false,
    extra: ContentFields = ContentFields()
  ) {
    self.question = question
    self.choices = choices
    self.mostChoices = mostChoices
    self.deadline = deadline
    self.isSecret = isSecret
    self.extra = extra
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    question = try fields.text("question") ?? ""
    choices = []
    for choice in try fields.require(try fields.list("choices"), "choices") {
      choices.append(try MessageContent(embedded: choice))
    }
    mostChoices = Int(clamping: try fields.integer("most") ?? 1)
    deadline = try fields.integer("deadline").flatMap { $0 == 0 ? nil : Timestamp(milliseconds: $0) }
    isSecret = try fields.flag("secret") ?? false
    extra = try fields.extra()
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    fields.set("question", question)
    fields.set("choices", choices.compactMap { $0.embedded })
    fields.set("most", Int64(clamping: mostChoices))
    fields.set("deadline", deadline?.milliseconds)
    fields.set("secret", isSecret ? true : nil)
    fields.set("extra", extra)
  }

  /// Validates the content: a question within its limit, 1 to 100 choices, all valid JSON.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.notEmpty(question, "question")
    try ContentCheck.bytes(question, "question", atMost: ContentCheck.captionBytes)
    try ContentCheck.count(choices.count, "choices", in: 1...Self.most)
    guard (1...choices.count).contains(mostChoices) else {
      throw MartletError(
        .argumentInvalid, "mostChoices must be from 1 to the number of choices", field: "mostChoices",
        limit: UInt64(choices.count))
    }
    guard choices.allSatisfy({ $0.embedded != nil }) else {
      throw MartletError(.argumentInvalid, "a choice is not a JSON object", field: "choices")
    }
  }

  /// The question.
  public var summary: String { question }

  /// The question and the search texts of the choices.
  public var searchText: String {
    ([question] + choices.map { ContentRegistry.standard.searchText(of: $0) }).joined(separator: "\n")
  }
}
