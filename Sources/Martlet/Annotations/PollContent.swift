/// A question with choices that members vote for with `Chat.vote(_:on:id:within:)`.
public struct PollContent: TypedContent {
  /// `poll`.
  public static let type = "poll"

  private static let most = 100

  /// What is asked; 1 to 8,000 bytes.
  public var question: String
  /// What may be voted for, 1 to 100: texts, images, or contents of any other type that holds no other contents.
  public var choices: [MessageContent]
  /// How many choices one member may take, at least 1.
  public var mostChoices: Int
  /// When the voting ends, by the server's clock; nil for never.
  public var deadline: Timestamp?
  /// Whether nobody is told who voted for what.
  public var isSecret: Bool
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
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

  /// Reads the content's JSON.
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

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    fields.set("question", question)
    fields.set("choices", choices.compactMap(\.embedded))
    fields.set("most", Int64(clamping: mostChoices))
    fields.set("deadline", deadline?.milliseconds)
    fields.set("secret", isSecret ? true : nil)
    fields.set("extra", extra)
  }

  /// Throws where the question is missing or too long, and where there are no choices, too many, or some that are not JSON.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.notEmpty(question, "question")
    try ContentCheck.bytes(question, "question", atMost: ContentCheck.captionBytes)
    try ContentCheck.count(choices.count, "choices", in: 1...Self.most)
    guard (1...Self.most).contains(mostChoices) else {
      throw MartletError(.argumentInvalid, "at least one choice may be taken", field: "mostChoices", limit: UInt64(Self.most))
    }
    guard choices.allSatisfy({ $0.embedded != nil }) else {
      throw MartletError(.argumentInvalid, "a choice is not a JSON object", field: "choices")
    }
  }

  /// The question.
  public var summary: String { question }

  /// The question and what its choices say.
  public var searchText: String {
    ([question] + choices.map { ContentRegistry.standard.searchText(of: $0) }).joined(separator: "\n")
  }
}
