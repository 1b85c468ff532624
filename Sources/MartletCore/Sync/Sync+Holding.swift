import MartletWire

// Calls that wait for a conversation. The server may know a conversation before this device does: the push about a new
// conversation, or about the user's joining, may still be on its way.
extension Sync {
  /// Answers a call once the device holds the conversation up to the known head.
  mutating func hold(_ conversation: ConversationID, for call: CallID) {
    unansweredCalls[call] = .held(conversation)
    guard shelves[conversation] == nil else { return answerHeld() }
    // Not via `want`: a summary request may already be in flight from before the conversation was created.
    request(.held(call, conversation), .listConversations(Wire.ListConversations(only: [conversation.text])))
  }

  /// Takes the summary that a call waits for.
  mutating func receive(_ page: Wire.Conversations, about id: ConversationID, for call: CallID) {
    adopt(page.conversations)
    if shelves[id] == nil { answer(call, .failure(Wire.Failure(.conversationUnknown))) }
  }

  /// Answers calls whose conversations are held, or cannot be fetched further.
  mutating func answerHeld() {
    for (call, id) in heldCalls {
      guard let shelf = shelves[id], !shelf.isBehind || shelf.isStuck else { continue }
      answer(call, .done(Wire.Done()))
    }
  }

  /// Fails calls for a conversation that the user left.
  mutating func endHeld(of gone: ConversationID) {
    for (call, id) in heldCalls where id == gone { answer(call, .failure(Wire.Failure(.conversationUnknown))) }
  }

  /// Moves waiting calls to the next connection.
  mutating func postponeHeld() {
    for (call, id) in heldCalls.reversed() { calls.insert((call, .held(id)), at: 0) }
  }

  /// In the order of the calls.
  private var heldCalls: [(call: CallID, id: ConversationID)] {
    var held: [(call: CallID, id: ConversationID)] = []
    for (call, kind) in unansweredCalls { if case .held(let id) = kind { held.append((call, id)) } }
    return held.sorted { $0.call < $1.call }
  }
}
