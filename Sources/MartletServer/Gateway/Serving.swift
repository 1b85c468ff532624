import MartletStore
import MartletWire

extension Gateway {
  /// Checks a request and hands it to the part of the server that answers it.
  func serve(_ request: Wire.ClientPacket.Request, id: UInt32, of user: UserKey, for session: Session) {
    guard !isDraining else { return session.answer(id, with: .failure(Wire.Failure(.draining, retryAfterMs: 1000))) }
    do throws(Refusal) {
      try request.visit(Serving(context: RequestContext(id: id, user: user, session: session, gateway: self)))
    } catch {
      session.answer(id, with: .failure(Wire.Failure(error)))
    }
  }
}
