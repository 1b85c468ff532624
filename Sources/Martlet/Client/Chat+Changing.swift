import MartletWire

// What all members see of a group.
extension Chat {
  /// Changes what all members see of the group: its title and its attributes.
  ///
  /// Any member may, unless the server is told otherwise (`limits.change_conversation_by`). The last change of the title, and of
  /// each attribute, wins. Members are told by `Event.conversation`, and in the log by `Notice.conversationChanged`. Waits for a
  /// connection where one is being made; where it is lost meanwhile, the request is repeated, and takes effect once.
  ///
  /// - Parameters:
  ///   - title: What the group is called from here on, at most 256 bytes; nil leaves it as it is.
  ///   - attributes: New values by key, 1 to 64 of `[A-Za-z0-9_.-]`; nil takes one away, and others stay as they are. A group
  ///     has at most 100, and 16 KiB of them, where the server is not told otherwise.
  /// - Throws: `.argumentInvalid` where a key is not of the form; `.server(.notPermitted)`, `.server(.attributesFull)`,
  ///   `.server(.notSupportedHere)` in direct conversations, `.server(.fieldInvalid)` where the title is too long;
  ///   `.contentTooLarge` where all of it is more than the server takes at once; `.conversationUnknown`; `.cancelled` and
  ///   `.notConnected` leave open whether it was changed.
  public func change(title: String? = nil, attributes: [String: ContentValue?] = [:]) async throws(MartletError) {
    try await client.change(destination, title: title, attributes: attributes)
  }
}

extension MartletClient {
  func change(
    _ destination: Destination, title: String?, attributes: [String: ContentValue?]
  ) async throws(MartletError) {
    let change = Wire.ChangeConversation(
      conversation: destination.description, clientId: newClientID().text, title: title,
      attributes: try Self.attributes(attributes))
    switch try await call(.request(.changeConversation(change))) {
    case .appended, .done: return
    default: throw .unexpectedAnswer
    }
  }

  /// As the wire has them.
  static func attributes(_ values: [String: ContentValue?]) throws(MartletError) -> [Wire.Attribute] {
    guard values.keys.allSatisfy(NameForm.isSettingKey) else {
      throw MartletError(.argumentInvalid, "the key of an attribute is not 1 to 64 of A-Z a-z 0-9 _ . -", field: "attributes")
    }
    return [Wire.Attribute](values.mapValues { $0?.json ?? "" })
  }
}
