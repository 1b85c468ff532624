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
    try await client.outcome { [destination] in
      $0.change(destination, title: title, attributes: attributes, for: $1, then: $2)
    }
  }
}
