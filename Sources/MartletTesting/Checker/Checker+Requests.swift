// I1 and I2: an acknowledged request is stored once, as requested; a refused one is not stored.
extension Checker {
  mutating func checkRequests() {
    for call in calls.values where call.operation.appends {
      if call.position != nil { verdict.figures.appendsAcknowledged += 1 }
      if call.refusal != nil { verdict.figures.appendsRefused += 1 }
      if call.isOpen { verdict.figures.appendsUnknown += 1 }
    }
    for key in requests.keys.sorted(by: { ($0.user, $0.clientID) < ($1.user, $1.clientID) }) where !key.clientID.isEmpty {
      let calls = calls(of: key)
      checkAnswers(calls)
      if dump != nil { checkStored(key, calls) }
    }
    checkUnasked()
    checkScheduled()
    checkRevocations()
  }

  /// Checks that need only the answers.
  private mutating func checkAnswers(_ calls: [Call]) {
    let acknowledged = calls.filter { $0.position ?? 0 > 0 }
    for (one, other) in zip(acknowledged, acknowledged.dropFirst()) {
      if one.operation != other.operation {
        verdict.add(.once, "one client id was accepted for two different requests", one.evidence + other.evidence)
      } else if one.position != other.position {
        verdict.add(.once, "a retried request got a different position", one.evidence + other.evidence)
      }
    }
    for call in calls where call.position == 0 {
      switch call.operation.kind {
      case .send, .edit, .recall, .createGroup:
        verdict.add(.once, "a request was answered as unchanged although it changes something", call.evidence)
      default: break
      }
    }
    let conflict = calls.first { $0.refusal == 1303 }
    if let conflict, calls.allSatisfy({ $0.operation == conflict.operation }) {
      verdict.add(.once, "a client id was refused as a conflict although no other request used it", conflict.evidence)
    }
  }

  private mutating func checkStored(_ key: Key, _ calls: [Call]) {
    let entries = stored[key] ?? []
    if entries.count > 1 {
      let places = entries.map { "\($0.conversation)#\($0.seq)" }.joined(separator: " and ")
      verdict.add(.once, "one request is stored \(entries.count) times: \(places)", calls.flatMap(\.evidence))
    }
    for call in calls {
      guard let seq = call.position, seq > 0 else { continue }
      guard let entry = folds[call.operation.conversation]?.entry(seq) else {
        verdict.add(.durable, "\(call.operation.conversation)#\(seq) was acknowledged but is not in the log", call.evidence)
        continue
      }
      if Key(user: entry.sender, clientID: entry.clientID) != key {
        verdict.add(
          .durable, "\(entry.conversation)#\(seq) was acknowledged but holds another request (\(entry.clientID))",
          call.evidence)
      } else if let difference = difference(entry, call.operation) {
        verdict.add(.durable, "\(entry.conversation)#\(seq) differs from its request in \(difference)", call.evidence)
      }
    }
    if let entry = entries.first, calls.allSatisfy({ $0.refusal != nil || $0.position == 0 }) {
      verdict.add(
        .once, "a request that was always refused is stored at \(entry.conversation)#\(entry.seq)", calls.flatMap(\.evidence))
    }
    if let entry = entries.first, calls.allSatisfy({ difference(entry, $0.operation) != nil }) {
      verdict.add(
        .durable, "\(entry.conversation)#\(entry.seq) matches no request", calls.flatMap(\.evidence))
    }
  }

  /// The difference between an entry and its request; nil if there is none.
  private func difference(_ entry: EntryFact, _ operation: Operation) -> String? {
    guard let fold = folds[entry.conversation], entry.conversation == operation.conversation else { return "the conversation" }
    switch (operation.kind, entry.kind) {
    case (.send, .message):
      // The first version of an edited message is not kept, and a recalled message keeps only some of its details.
      if entry.revision == 0, entry.payload != operation.payload { return "the content" }
      if entry.details.parent != operation.details.parent { return "what it replies to" }
      return !entry.isRecalled && !entry.details.says(operation.details) ? "the details" : nil
    case (.annotate, .annotated):
      if entry.target != operation.target || entry.annotation != operation.annotation { return "the target" }
      // Items that were set already are not stored. A ballot also removes choices that are not on it.
      let asked = Set(operation.changes)
      return entry.changes.allSatisfy { asked.contains($0) || entry.annotation == "vote" && $0.hasPrefix("-") }
        ? nil : "the change"
    case (.edit, .edited):
      if entry.target != operation.target { return "the target" }
      let isGone = fold.said[entry.target]?.isRecalled == true
      return entry.payload != (isGone ? 0 : operation.payload) ? "the content" : nil
    case (.recall, .recalled): return entry.target != operation.target ? "the target" : nil
    case (.createGroup, .groupCreated):
      if entry.changes != operation.changes { return "the attributes" }
      if operation.isTitled, entry.title != operation.title { return "the title" }
      return Set(entry.users) != Set(operation.users).union([entry.sender]) ? "the members" : nil
    case (.changeConversation, .conversationChanged):
      // Values that were set already are not stored.
      if entry.isTitled, !operation.isTitled || entry.title != operation.title { return "the title" }
      return Set(entry.changes).isSubset(of: operation.changes) ? nil : "the attributes"
    case (.setRoles, .rolesSet):
      if entry.annotation != operation.annotation { return "the role" }
      return entry.users.isEmpty || !Set(entry.users).isSubset(of: operation.users) ? "the users" : nil
    case (.silenceMembers, .membersSilenced):
      if entry.until != operation.time { return "the end" }
      return Set(entry.users) != Set(operation.users) ? "the users" : nil
    case (.banUsers, .usersBanned):
      if entry.until != operation.time { return "the end" }
      // Only bans that there are can be lifted.
      if operation.time == 0 { return Set(entry.users).isSubset(of: operation.users) ? nil : "the users" }
      return entry.users != operation.users ? "the users" : nil
    case (.applyToGroup, .applied):
      if entry.payload != operation.payload { return "the text" }
      return (entry.until == 0) != (operation.annotation == "withdrawn") ? "the end" : nil
    case (.answerApplications, .applicationsRefused):
      return operation.annotation == "accepted" || entry.users != operation.users ? "the users" : nil
    case (.answerApplications, .membersAdded):
      if operation.annotation != "accepted" || !entry.isAccepted { return "the answer" }
      return entry.users.isEmpty || !Set(entry.users).isSubset(of: operation.users) ? "the users" : nil
    case (.setNickname, .memberNamed):
      if entry.payload != operation.payload { return "the name" }
      return entry.users != (operation.users.isEmpty ? [entry.sender] : operation.users) ? "the user" : nil
    case (.announce, .announced): return entry.payload != operation.payload ? "the text" : nil
    case (.joinGroup, .membersAdded): return entry.users != [entry.sender] ? "the users" : nil
    case (.makeLink, .conversationChanged): return entry.changes != [MarkLine.link(entry.seq, true)] ? "the link" : nil
    case (.revokeLinks, .conversationChanged), (.dismissGroup, .conversationChanged):
      return entry.changes.isEmpty || !Set(entry.changes).isSubset(of: operation.changes) ? "the change" : nil
    case (.addMembers, .membersAdded), (.removeMembers, .membersRemoved):
      return entry.users.isEmpty || !Set(entry.users).isSubset(of: operation.users) ? "the users" : nil
    default: return "the kind"
    }
  }

  /// Entries that nobody asked for.
  private mutating func checkUnasked() {
    guard options.isComplete else { return }
    var nameless: Set<[String]> = []
    for call in calls.values where call.operation.appends && call.operation.clientID.isEmpty {
      nameless.insert([call.begin.user, call.operation.kind.rawValue, call.operation.conversation])
    }
    let kinds: [EntryFact.Kind: [Operation.Kind]] = [
      .groupCreated: [.createGroup], .membersAdded: [.addMembers, .joinGroup, .answerApplications],
      .membersRemoved: [.removeMembers],
      .conversationChanged: [.changeConversation, .makeLink, .revokeLinks, .dismissGroup], .rolesSet: [.setRoles],
      .membersSilenced: [.silenceMembers], .usersBanned: [.banUsers],
      .applied: [.applyToGroup], .applicationsRefused: [.answerApplications], .memberNamed: [.setNickname],
      .announced: [.announce],
    ]
    let scheduled = scheduled
    for (key, entries) in stored where requests[key] == nil {
      guard let entry = entries.first else { continue }
      if isScheduled(entry, by: scheduled) { continue }
      let asked = (kinds[entry.kind] ?? []).map { [key.user, $0.rawValue, entry.conversation] }
      if asked.contains(where: nameless.contains) { continue }
      verdict.add(.once, "\(entry.conversation)#\(entry.seq) (\(key.clientID) of \(key.user)) was requested by nobody", [])
    }
  }

  private mutating func checkRevocations() {
    for call in calls.values where call.operation.kind == .revoke {
      guard let until = call.position else { continue }
      verdict.figures.revocations += 1
      if let users = dump?.users, users[call.begin.user] ?? 0 < until {
        verdict.add(.durable, "an acknowledged revocation is not in the store", call.evidence)
      }
    }
  }
}
