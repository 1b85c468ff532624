import MartletStore
import MartletWire

/// Answers how many members have some messages, and have read them.
enum CountReceiptsRequest: ReadingRequest {
  typealias Message = Wire.CountReceipts

  /// One more for each further twenty messages that it names.
  static func cost(of request: Wire.CountReceipts) -> Int { 1 &+ request.seqs.count / 20 }

  static func check(_ request: Wire.CountReceipts, for context: RequestContext) throws(Refusal) {
    try Form.count(of: request.seqs, "seqs", in: 1...Limits.receiptsPerRequest)
  }

  static func answer(
    _ request: Wire.CountReceipts, for caller: UserKey, from reading: Reading
  ) async throws -> Wire.ServerPacket.Body {
    guard let id = reading.kinds.id(request.conversation, caller: caller.user) else { return reading.invalid("conversation") }
    let members: [MemberRecord]
    switch try await reading.readers(of: id, for: caller) {
    case .refused(let failure): return .failure(failure)
    case .all(let found, _): members = found
    }
    var counts: [Wire.ReceiptCount] = []
    for seq in Set(request.seqs).sorted() {
      guard let message = try await reading.message(seq, of: id, among: members, for: caller) else { continue }
      let readers = message.readers(among: members)
      counts.append(
        Wire.ReceiptCount(
          seq: seq, members: UInt32(clamping: readers.count), read: UInt32(clamping: readers.count { $0.told >= seq }),
          delivered: UInt32(clamping: readers.count { $0.has >= seq })))
    }
    return .receipts(Wire.Receipts(conversation: id.text, counts: counts))
  }
}
