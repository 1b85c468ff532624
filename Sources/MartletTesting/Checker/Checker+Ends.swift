// I9: every request ends: in time without faults, and soon after the last fault.
extension Checker {
  mutating func checkEnds() {
    let faults = faults
    let lastHeal = faults.last?.end ?? 0
    var delays: [UInt64] = []
    for (_, call) in calls.sorted(by: { $0.key < $1.key }) {
      guard let end = call.end else {
        verdict.add(.liveness, "a request never ended", call.evidence)
        continue
      }
      if call.operation.kind == .addMembers || call.operation.kind == .removeMembers, call.position ?? 0 > 0 {
        verdict.figures.memberChanges += 1
      }
      let (began, took) = (call.begin.at, end.at - call.begin.at)
      let stall = stall(from: began, to: end.at)
      if !faults.contains(where: { $0.start <= end.at && began <= $0.end }) {
        delays.append(took)
        if took > options.callLimit &+ stall {
          verdict.add(.liveness, "a request took \(Self.milliseconds(took)) without any fault", call.evidence)
        }
      } else if lastHeal != .max, end.at > lastHeal, end.at - lastHeal > options.healLimit &+ stall, began < lastHeal {
        verdict.add(
          .liveness, "a request ended \(Self.milliseconds(end.at - lastHeal)) after the last fault ended", call.evidence)
      }
    }
    delays.sort()
    verdict.figures.calmCallP99 = delays.percentile99 ?? 0
    verdict.figures.calmCallMaximum = delays.last ?? 0
    measureDeliveries(faults)
  }

  /// The times of faults; the last may have no end.
  private var faults: [(start: UInt64, end: UInt64)] {
    var found: [(start: UInt64, end: UInt64)] = []
    for record in records {
      switch record.event {
      case .phase(.fault): if found.last?.end != .max { found.append((record.at, .max)) }
      case .phase(.heal): if let last = found.indices.last { found[last].end = min(found[last].end, record.at) }
      default: break
      }
    }
    return found
  }

  /// From the beginning of a request to when others got its entry.
  private mutating func measureDeliveries(_ faults: [(start: UInt64, end: UInt64)]) {
    var delays: [UInt64] = []
    for record in records {
      guard case .entry(let entry, .push) = record.event, !isDelayed(record.device, at: record.number),
        let begin = calls(of: Key(user: entry.sender, clientID: entry.clientID)).first?.begin, begin.device != record.device,
        record.at >= begin.at, !faults.contains(where: { $0.start <= record.at && begin.at <= $0.end })
      else { continue }
      delays.append(record.at - begin.at)
    }
    delays.sort()
    verdict.figures.calmDeliveries = delays.count
    verdict.figures.calmDeliveryP99 = delays.percentile99 ?? 0
  }
}

extension [UInt64] {
  /// The 99th percentile of ascending numbers; nil if there are none.
  ///
  /// With fewer than a hundred numbers, it is the last.
  package var percentile99: UInt64? { isEmpty ? nil : self[(count * 99 + 99) / 100 - 1] }
}
