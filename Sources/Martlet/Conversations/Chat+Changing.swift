import MartletWire

// A group's title and attributes, which all members see.
extension Chat {
  /// Changes the group's shared title and attributes, which all members see.
  ///
  /// Any member may do this unless the server's `limits.change_conversation_by` says otherwise. The last change wins,
  /// separately for the title and for each attribute. Members are told by `Event.conversation`, and in the log by
  /// `Notice.conversationChanged`. The call waits while the client is connecting. If the connection is lost, the request is
  /// retried and takes effect once.
  ///
  /// - Parameters:
  ///   - title: The new title, at most 256 bytes; nil to keep it.
  ///   - attributes: The attributes to change by key, 1 to 64 bytes of `[A-Za-z0-9_.-]`; a nil value removes the key. A group
  ///     has at most 100 attributes of together 16 KiB, unless the server is configured otherwise.
  /// - Throws: `.argumentInvalid` for a malformed key; `.server(.notPermitted)`; `.server(.attributesFull)`;
  ///   `.server(.notSupportedHere)` in direct conversations; `.server(.fieldInvalid)` for a longer title; `.contentTooLarge`
  ///   for a request larger than the server accepts; `.conversationUnknown`. After `.cancelled` and `.notConnected` the
  ///   change may or may not have been made.
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
      throw MartletError(.argumentInvalid, "an attribute's key must be 1 to 64 of A-Z a-z 0-9 _ . -", field: "attributes")
    }
    return [Wire.Attribute](values.mapValues { $0?.json ?? "" })
  }
}
