import MartletWire

// The recipients of a message, by name.
extension ClientEngine {
  private struct Readers {
    let destination: Destination
    let seq: UInt64
    let state: ReceiptState
    let limit: Int
  }

  /// The recipients of a message in ascending order, after a user; at most 100.
  package func readers(
    of seq: UInt64, _ state: ReceiptState, in destination: Destination, limit: Int, after user: UserID?,
    for operation: Operation, then: @escaping Completion<Page<Member>>
  ) {
    let wanted = Readers(destination: destination, seq: seq, state: state, limit: min(max(limit, 1), 100))
    readers(wanted, after: user?.text ?? "", [], for: operation, then: then)
  }

  private func readers(
    _ wanted: Readers, after last: String, _ found: [Member], for operation: Operation,
    then: @escaping Completion<Page<Member>>
  ) {
    let request = Wire.ListReceipts(
      conversation: wanted.destination.description, seq: wanted.seq, state: wanted.state.wire, after: last,
      limit: UInt32(wanted.limit - found.count))
    call(.read(.listReceipts(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .members(let page) = body else { throw .unexpectedAnswer }
        var (found, last) = (found, last)
        for member in page.members {
          guard let user = UserID(member.user), last.utf8.lexicographicallyPrecedes(member.user.utf8) else {
            throw .unexpectedAnswer
          }
          found.append(Member(member, user))
          last = member.user
        }
        guard page.more, !page.members.isEmpty, found.count < wanted.limit else {
          let hasMore = page.more || found.count > wanted.limit
          return then(.success(Page(Array(found.prefix(wanted.limit)), hasMore: hasMore) { .user($0.id) }))
        }
        readers(wanted, after: last, found, for: operation, then: then)
      }
    }
  }
}

extension ReceiptState {
  fileprivate var wire: Wire.ReceiptState {
    switch self {
    case .any: .any
    case .read: .read
    case .unread: .unread
    case .delivered: .delivered
    case .undelivered: .undelivered
    }
  }
}
