import MartletNet
import MartletWire

/// The callers that a route accepts.
package enum Access: String, Sendable, CaseIterable {
  /// No proof is asked for.
  case anyone
  /// A program of the same machine, an app's server, or the administrator.
  case local
  /// The administrator.
  case administrator
  /// An app's server, or the administrator on its behalf.
  case signed
}

extension HTTPRequest {
  /// True if a program on this machine made the request itself; false for a browser's page, and for a proxy that forwards another
  /// caller's request.
  var isFromThisMachine: Bool {
    remoteAddress.isLoopback && !isPassedOn && isAddressedToThisMachine
  }

  private var isPassedOn: Bool {
    headers.fields.contains { field in
      let name = field.name.lowercased()
      return ["forwarded", "via", "x-real-ip"].contains(name) || name.hasPrefix("x-forwarded-")
    }
  }

  /// A page of a site whose name was made to mean this machine sends that name.
  private var isAddressedToThisMachine: Bool {
    let hosts = headers.all(name: "Host")
    guard hosts.count == 1 else { return false }
    let host = hosts[0].lowercased()
    return ["localhost", "127.0.0.1", "[::1]"].contains { name in
      guard host.hasPrefix(name) else { return false }
      let rest = host.dropFirst(name.count)
      return rest.isEmpty
        || (rest.first == ":" && !rest.dropFirst().isEmpty && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber })
    }
  }
}
