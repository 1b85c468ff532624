import MartletWire

// Calls that wait for a conversation. One that was just made, or that the user was just added to, may be known to the server
// only: the push that tells of it is still on its way.
extension Sync {
  /// Answers a call once the conversation is held as far as the server is known to have it.
  mutating func hold(_ conversation: ConversationID, for call: CallID) {
    unansweredCalls[call] = .held(conversation)
    guard shelves[conversation] == nil else { return answerHeld() }
    // Not among the questions for what is wanted: one of those may have been sent before the conversation was made.
    request(.held(call, conversation), .listConversations(Wire.ListConversations(only: [conversation.text])))
  }

  /// What the server says of the conversation that a call waits for.
  mutating func receive(_ page: Wire.Conversations, about id: ConversationID, for call: CallID) {
    adopt(page.conversations)
    if shelves[id] == nil { answer(call, .failure(Wire.Failure(.conversationUnknown))) }
  }

  /// Answers the calls whose conversations are held; of one that cannot be fetched, what there is must do.
  mutating func answerHeld() {
    for (call, id) in heldCalls {
      guard let shelf = shelves[id], !shelf.isBehind || shelf.isStuck else { continue }
      answer(call, .done(Wire.Done()))
    }
  }

  /// The user is in the conversation no more.
  mutating func endHeld(of gone: ConversationID) {
    for (call, id) in heldCalls where id == gone { answer(call, .failure(Wire.Failure(.conversationUnknown))) }
  }

  /// Those who wait do so on the next connection.
  mutating func postponeHeld() {
    for (call, id) in heldCalls.reversed() { calls.insert((call, .held(id)), at: 0) }
  }

  /// In the order they were made.
  private var heldCalls: [(call: CallID, id: ConversationID)] {
    var held: [(call: CallID, id: ConversationID)] = []
    for (call, kind) in unansweredCalls { if case .held(let id) = kind { held.append((call, id)) } }
    return held.sorted { $0.call < $1.call }
  }
}
