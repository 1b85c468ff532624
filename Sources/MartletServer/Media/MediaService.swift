import MartletMedia
import MartletNet
import MartletStore
import MartletWire

/// Uploads and downloads of files over HTTP.
///
/// It authenticates callers by their tokens, as sessions do, and asks the store what a caller may read at this moment.
package struct MediaService: Sendable {
  /// The path of everything here.
  static let path = "/v1/media/"
  /// The path of uploads.
  static let uploads = "/v1/media/uploads"

  let files: any MediaStore
  /// Nil if the server makes none.
  let variants: VariantMaker?
  let store: any Store
  let apps: AppRegistry
  let tokens: TokenGate
  let addresses: AddressGate
  let limits: Limits
  let time: any TimeSource
  let log: Log

  var now: Int64 { time.wallMilliseconds }

  /// How the body of a request to this path comes.
  static func intake(of request: HTTPRequest) -> HTTPIntake {
    let isUpload = request.path == uploads || request.path.hasPrefix(uploads + "/")
    // The upload's own limit applies; this one is only there to be one.
    return isUpload ? .streamed(limit: .max / 4) : .whole
  }

  /// Answers a request whose path begins with `path`.
  func respond(to request: HTTPRequest) async -> HTTPResponse {
    let isUpload = request.path == Self.uploads || request.path.hasPrefix(Self.uploads + "/")
    do {
      return try await isUpload ? answerUpload(request) : answerDownload(request)
    } catch {
      var response = HTTPResponse(refusal(of: error))
      if isUpload { Tus.mark(&response) }
      return response
    }
  }

  private func refusal(of error: any Error) -> Refusal {
    switch error {
    case let refusal as Refusal: return refusal
    case let error as MediaError:
      if error.code == .full || error.code == .failed { log.error("files failed", ["error": .text("\(error)")]) }
      return Refusal(error)
    case let failure as HTTPBodyFailure:
      return Refusal(failure == .timedOut ? .requestTimeout : .requestMalformed)
    default:
      log.error("media failed", ["error": .text("\(error)")])
      return Refusal(storeFailure: error)
    }
  }

  /// The user whose token came with a request.
  func caller(of request: HTTPRequest) async throws -> MediaOwner {
    try addresses.checkTokens(from: request.remoteAddress)
    let values = request.headers.all(name: "Authorization")
    guard values.count == 1, values[0].lowercased().hasPrefix("bearer ") else { throw Refusal(.tokenMalformed) }
    let token: VerifiedToken
    do {
      token = try tokens.verify(String(values[0].dropFirst(7)))
    } catch {
      addresses.note(error, from: request.remoteAddress)
      throw error
    }
    let made = limits.of(token.app).makesUsers ? now : nil
    try tokens.check(token, against: try await store.user(token.user, app: token.app, madeAt: made))
    return MediaOwner(app: token.app, user: token.user)
  }

  /// A user as a reader of a conversation; throws for one who may not read it.
  func reader(_ user: MediaOwner, of conversation: ConversationID) async throws -> MemberRecord {
    guard let member = try await store.member(user.user, of: conversation, app: user.app) else {
      throw Refusal(.conversationUnknown)
    }
    return member
  }
}

extension Refusal {
  /// The refusal for what a media store could not do.
  fileprivate init(_ error: MediaError) {
    switch error.code {
    case .unknown: self.init(.mediaUnknown)
    case .offset: self.init(.uploadOffsetWrong)
    case .tooLong: self.init(.mediaTooLarge)
    case .hash: self.init(.uploadChecksumWrong, field: "sha256")
    case .busy: self.init(.overloaded, retryAfterMilliseconds: 5000)
    case .full: self.init(.storageFull, retryAfterMilliseconds: 5000)
    default: self.init(.unavailable, retryAfterMilliseconds: 1000)
    }
  }
}
