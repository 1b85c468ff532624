// The app's interceptor for outgoing messages.
extension MartletClient {
  /// The action and its details as the app's interceptor leaves them; nil if the app has taken over.
  func intercepted(
    _ action: PendingSend.Action, _ details: MessageDetails, to destination: Destination, id: ClientID
  ) async throws(MartletError) -> (action: PendingSend.Action, details: MessageDetails)? {
    guard let intercept = configuration.sendInterceptor else { return (action, details) }
    let outgoing: OutgoingMessage
    switch action {
    case .send(let content):
      outgoing = OutgoingMessage(id: id, destination: destination, edited: nil, content: content, details: details)
    case .edit(let seq, let content):
      outgoing = OutgoingMessage(id: id, destination: destination, edited: seq, content: content)
    default: return (action, details)
    }
    let changed: OutgoingMessage?
    do {
      changed = try await intercept(outgoing)
    } catch let error as MartletError {
      throw error
    } catch {
      throw MartletError(Task.isCancelled ? .cancelled : .refusedByApp, "the app's interceptor rejected the message")
    }
    return changed.map { changed in
      outgoing.edited.map { (.edit($0, changed.content), details) } ?? (.send(changed.content), changed.details)
    }
  }
}
