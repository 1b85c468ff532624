import MartletServer
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The source of a client command's token.
enum TokenSource: Sendable, Equatable {
  case given(String)
  /// Read anew whenever a token is needed, so that another program may renew it.
  case file(String)

  init(_ arguments: Arguments) throws {
    // A file that is named counts for more than a token of the environment.
    if let file = arguments.text("token-file") {
      self = .file(file)
    } else if let token = arguments.text("token") {
      self = .given(token)
    } else {
      throw CommandFailure(.usage, "the token is missing. Give --token-file FILE or --token TOKEN, or set MARTLET_TOKEN.")
    }
  }

  /// The token as it is now.
  ///
  /// - Throws: `CommandFailure` if the file cannot be read.
  /// - Returns: The token, without blanks around it.
  func read() throws -> String {
    switch self {
    case .given(let token): return token
    case .file(let path):
      guard let text = fileText(path, limit: 1 << 16) else {
        throw CommandFailure(.missing, "the token file \(path) cannot be read: \(systemError(errno))")
      }
      guard let token = text.split(whereSeparator: \.isWhitespace).first else {
        throw CommandFailure(
          .missing, "the token file \(path) is empty. Fill it with: martlet token --data DIR --user NAME > \(path)")
      }
      return String(token)
    }
  }

  /// The app and user that a token names.
  ///
  /// The signature is not checked; the server does that.
  ///
  /// - Parameter token: A JSON Web Token.
  /// - Returns: Its app and user; nil if it is not of the form.
  static func claims(of token: String) -> (app: AppID, user: UserID)? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1].utf8),
      case .object(let claims) = try? JSONValue(json: payload, limits: DecodingLimits(bytes: 4096, depth: 4, elements: 256)),
      case .string(let issuer) = claims["iss"], case .string(let subject) = claims["sub"], let app = AppID(issuer),
      let user = UserID(subject)
    else { return nil }
    return (app, user)
  }
}
