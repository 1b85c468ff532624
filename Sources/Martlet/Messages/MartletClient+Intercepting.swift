// The app's interceptor for outgoing messages.
extension MartletClient {
  /// The action as the app's interceptor leaves it.
  func intercepted(
    _ action: PendingSend.Action, _ details: MessageDetails, to destination: Destination, id: ClientID
  ) async throws(MartletError) -> PendingSend.Action {
    guard let intercept = configuration.sendInterceptor else { return action }
    let outgoing: OutgoingMessage
    switch action {
    case .send(let content):
      outgoing = OutgoingMessage(id: id, destination: destination, edited: nil, content: content, details: details)
    case .edit(let seq, let content):
      outgoing = OutgoingMessage(id: id, destination: destination, edited: seq, content: content)
    default: return action
    }
    let content: MessageContent
    do {
      content = try await intercept(outgoing)
    } catch let error as MartletError {
      throw error
    } catch {
      throw MartletError(Task.isCancelled ? .cancelled : .refusedByApp, "the app's interceptor rejected the message")
    }
    if let seq = outgoing.edited { return .edit(seq, content) }
    return .send(content)
  }
}
