// Any packets of a server, given to the part of the SDK that decides what follows from them.

import MartletWire

@testable import MartletCore

/// Called by libFuzzer with one input: packets, each with its length in two bytes before it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = UnsafeRawBufferPointer(start: start, count: count)
  var sync = Sync(restoring: Sync.StoredState(), device: Wire.Device(id: "d"), seed: 7)
  var now: UInt64 = 1_000_000_000
  sync.outboxAdded(1, to: "direct:bob", at: now)
  open(&sync, now)
  while input.count >= 2 {
    let length = min(Int(input[0]) << 8 | Int(input[1]), input.count - 2)
    let bytes = UnsafeRawBufferPointer(rebasing: input[2..<2 + length])
    input = UnsafeRawBufferPointer(rebasing: input[(2 + length)...])
    now &+= 300_000_000
    if var packet = try? Wire.ServerPacket(decoding: bytes) {
      // A small id means one of the requests that are open.
      let asked = sync.requests.keys.sorted()
      if packet.id > 0, packet.id <= 8, !asked.isEmpty { packet.id = asked[Int(packet.id) % asked.count] }
      sync.received(packet, at: now)
    } else {
      sync.garbled(at: now)
    }
    perform(&sync, now)
    sync.tick(at: now)
    perform(&sync, now)
    if !sync.isOpen { open(&sync, now &+ 60_000_000_000) }
  }
  return 0
}

/// Connects, as often as it is asked for.
private func open(_ sync: inout Sync, _ now: UInt64) {
  sync.start(at: now)
  sync.retryNow(at: now)
  sync.tokenGiven("t", at: now)
  sync.opened(at: now)
  guard let hello = sync.requests.first(where: { $0.value == .hello })?.key else { return }
  sync.received(Wire.ServerPacket(id: hello, body: .welcome(Wire.Welcome(user: "alice"))), at: now)
}

/// What is to be written must be such as the database takes.
private func perform(_ sync: inout Sync, _ now: UInt64) {
  for action in sync.takeActions() {
    guard case .write(.append(_, let entries)) = action else { continue }
    for (one, next) in zip(entries, entries.dropFirst()) where next.seq != one.seq + 1 {
      fatalError("a gap is to be written: \(one.seq), \(next.seq)")
    }
  }
}
