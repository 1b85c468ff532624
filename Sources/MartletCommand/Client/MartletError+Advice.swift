import Martlet

extension MartletError {
  /// The reason why a connection cannot be made, and the remedy.
  var connectionAdvice: String {
    let advice =
      switch code {
      case .unreachable: "Check the address, and that the server runs. If the server speaks TLS, use wss://."
      case .tlsFailed: "If the server does not speak TLS, use ws://. To trust its certificate, name it with --trust FILE."
      case .timedOut: "Check the address, and the firewalls in between."
      case .protocolViolation: "Check the address: is it a Martlet server?"
      default: ""
      }
    return advice.isEmpty ? "\(self)." : "\(message). \(advice)"
  }

  /// What a request failed with.
  var words: String {
    guard code == .server(.banned), let until else { return "\(self)" }
    return "\(field ?? "this user") is banned from the group \(ChatText.words(until: until))"
  }

  /// Why the server has ended the connection for good.
  var ending: String {
    guard code == .server(.userSuspended), let until else { return "\(self)" }
    return "this user is suspended \(ChatText.words(until: until))"
  }

  /// A message that the user or conversation does not exist, if the error says so.
  func absence(of destination: Destination) -> String? {
    switch (code.server, destination) {
    case (.peerUnknown?, _): "there is no user \(destination.name)"
    case (.conversationUnknown?, .conversation(let id)) where id.pair == nil:
      "there is no conversation \(id) that you are a member of"
    default: nil
    }
  }
}

extension Destination {
  /// The display name: a user's name, or the conversation's id.
  var name: String {
    switch self {
    case .user(let user): user.text
    case .conversation(let id): id.text
    }
  }
}
