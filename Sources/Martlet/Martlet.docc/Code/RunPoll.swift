import Martlet

/// Asks the members of a conversation a question.
func ask(in chat: Chat) async throws -> SendResult {
  let poll = PollContent("Where shall we meet?", choices: [.text("Lake"), .text("Pool")])
  return await chat.send(try MessageContent(poll))
}

/// Votes, so that the first choice is the user's only one.
func voteForTheFirst(_ message: Message, in chat: Chat) async -> SendResult {
  await chat.vote([0], on: message.id)
}

/// Returns a line for each choice of a poll.
func lines(of message: Message) -> [String] {
  guard let poll = message.content?.read(as: PollContent.self) else { return [] }
  return poll.choices.enumerated().map { index, choice in
    let votes = message.annotations.votes[index]
    return "\(choice.text ?? ""): \(votes?.count ?? 0)\(votes?.isMine == true ? ", one is mine" : "")"
  }
}

/// Ends a poll, and returns the users who voted for the first choice.
func close(_ message: Message, in chat: Chat) async throws -> [UserID] {
  _ = await chat.closePoll(message.id)
  return try await chat.annotators(of: .choice(0), at: message.id).items
}
