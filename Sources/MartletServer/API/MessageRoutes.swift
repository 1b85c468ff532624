import MartletNet
import MartletStore
import MartletWire

// What an app's server may do with messages, and with what users keep about their conversations.
//
// The bodies hold the requests of the schema that users' clients make, and the user for whom they are made.
extension API {
  static let messageRoutes: [Route] = [
    Route("POST", "/v1/messages", "listEntries", .served { try await $0.listEntries($1) }),
    Route("POST", "/v1/messages/send", "sendMessages", .served { try await $0.sendMessages($1) }),
    Route("POST", "/v1/messages/edit", "editMessage", .served { try await $0.editMessage($1) }),
    Route("POST", "/v1/messages/recall", "recallMessage", .served { try await $0.recallMessage($1) }),
    Route("POST", "/v1/messages/annotate", "annotateMessage", .served { try await $0.annotateMessage($1) }),
    Route("POST", "/v1/messages/hide", "hideMessages", .served { try await $0.hideMessages($1) }),
    Route("POST", "/v1/users/conversations", "listUserConversations", .served { try await $0.listConversations($1) }),
    Route("POST", "/v1/users/read", "markUserRead", .served { try await $0.markRead($1) }),
    Route("POST", "/v1/users/settings", "listUserSettings", .served { try await $0.listSettings($1) }),
    Route("POST", "/v1/users/settings/change", "changeUserSettings", .served { try await $0.changeSettings($1) }),
  ]
}

// MARK: - Messages

extension AppCaller {
  /// Sends a message to each of some conversations: one that is refused holds up no other.
  func sendMessages(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.SendMessages.self, body)
    let limits = gateway.limitsOfApps.of(app).value
    guard let message = request.message, message.conversation.isEmpty else { throw Refusal(field: "message") }
    let clientID = try Form.clientID(message.clientId)
    try Form.count(of: request.conversations, "conversations", in: 1...limits.usersPerRequest)
    guard message.replyTo == 0 || request.conversations.count == 1 else { throw Refusal(field: "reply_to") }
    let (sender, isApp) = (try await actor(request.user), request.user.isEmpty)
    guard !isApp || !request.checked else { throw Refusal(field: "checked") }
    let names = request.conversations.compactMap { gateway.reading.kinds.id($0, caller: sender) }
    guard Set(names).count == request.conversations.count else { throw Refusal(field: "conversations") }
    try charge(names.count &- 1)
    let sent = await mapConcurrently(names) { name in
      var message = message
      (message.conversation, message.clientId) = (name.text, clientID.derived(for: name.text).text)
      return Wire.SentMessage(await ask(SendRequest.self, message, as: sender, isOfApp: !request.checked), in: name)
    }
    return HTTPResponse(Wire.SentMessages(messages: sent))
  }

  func editMessage(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.EditMessage.self, body)
    return try await answer(EditRequest.self, request.edit, "edit", as: actor(request.user))
  }

  func recallMessage(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.RecallMessage.self, body)
    return try await answer(RecallRequest.self, request.recall, "recall", as: actor(request.user))
  }

  func annotateMessage(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.AnnotateMessage.self, body)
    let belongsToMember = request.annotate?.kind == .reaction || request.annotate?.kind == .vote
    guard !belongsToMember || !request.user.isEmpty else { throw Refusal(field: "user") }
    return try await answer(AnnotateRequest.self, request.annotate, "annotate", as: actor(request.user))
  }

  func hideMessages(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.HideMessages.self, body)
    return try await answer(HideRequest.self, request.hide, "hide", as: user(request.user))
  }

  func listEntries(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.ListEntries.self, body)
    return try await answer(
      FetchEntriesRequest.self, request.fetch, "fetch", as: actor(request.user), isOfApp: request.user.isEmpty)
  }
}

// MARK: - What users keep

extension AppCaller {
  func listConversations(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.ListUserConversations.self, body)
    let list = request.list ?? Wire.ListConversations()
    return try await answer(ListConversationsRequest.self, list, "list", as: user(request.user))
  }

  func markRead(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.MarkUserRead.self, body)
    return try await answer(MarkReadRequest.self, request.mark, "mark", as: user(request.user))
  }

  func listSettings(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.ListUserSettings.self, body)
    let fetch = request.fetch ?? Wire.FetchSettings()
    return try await answer(FetchSettingsRequest.self, fetch, "fetch", as: user(request.user))
  }

  func changeSettings(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try API.read(Wire.ChangeUserSettings.self, body)
    let change = Wire.ChangeSetting(settings: request.settings)
    return try await answer(ChangeSettingRequest.self, change, "settings", as: user(request.user))
  }
}

// MARK: - Users

extension AppCaller {
  /// An existing user, or the app.
  private func actor(_ text: String) async throws -> UserID { text.isEmpty ? .app : try await user(text) }

  /// Has a request of the schema answered that a body holds.
  private func answer<Request: ServedRequest>(
    _ request: Request.Type, _ message: Request.Message?, _ field: String, as user: UserID, isOfApp: Bool = true
  ) async throws -> HTTPResponse {
    guard let message else { throw Refusal(field: field) }
    return HTTPResponse(await ask(request, message, as: user, isOfApp: isOfApp))
  }
}

extension Wire.SentMessage {
  /// What became of a message.
  fileprivate init(_ answer: Wire.ServerPacket.Body, in conversation: ConversationID) {
    self.init(conversation: conversation.text)
    switch answer {
    case .appended(let appended): (seq, time) = (appended.seq, appended.time)
    case .failure(let failure): self.failure = failure
    default: failure = Wire.Failure(.internal)
    }
  }
}
