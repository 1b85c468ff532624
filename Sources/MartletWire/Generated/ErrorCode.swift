// Generated from errors.json by Protocol/generate. Do not edit.
// swift-format-ignore-file

/// Why a request was refused or a connection closed: a number of the error registry.
///
/// Numbers and names never change their meaning; a newer server may send numbers that are not listed here.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
  /// The number in the registry.
  public let rawValue: UInt32

  /// The code of a number, known or not.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Every code of the registry, in ascending order.
  public static let all: [ErrorCode] = [
    .`internal`,
    .unavailable,
    .storageFull,
    .overloaded,
    .tooManyRequests,
    .malformedPacket,
    .packetTooLarge,
    .unknownRequest,
    .helloExpected,
    .helloTimeout,
    .versionUnsupported,
    .tooManyRequestsInFlight,
    .idleTimeout,
    .slowConsumer,
    .requestIdInvalid,
    .draining,
    .tokenMalformed,
    .tokenAlgorithm,
    .tokenSignature,
    .tokenExpired,
    .tokenNotYetValid,
    .tokenClaims,
    .tokenRevoked,
    .userUnknown,
    .replaced,
    .signedInElsewhere,
    .signatureInvalid,
    .signatureReplayed,
    .fieldInvalid,
    .contentTooLarge,
    .contentInvalid,
    .clientIdConflict,
    .clientIdExpired,
    .clientIdAhead,
    .conversationUnknown,
    .peerUnknown,
    .notPermitted,
    .notSupportedHere,
    .groupExists,
    .groupFull,
    .targetUnknown,
    .targetRecalled,
    .attributesFull,
    .annotationsFull,
    .notExpandable,
    .pollClosed,
    .ballotInvalid,
    .recallExpired,
    .settingTooLarge,
    .settingsFull,
    .hiddenFull,
    .tooManyScheduled,
    .notFound,
    .methodNotAllowed,
  ]

  /// The server failed in a way it did not foresee. Whether the request took effect is not known; repeating it with the same client id is safe.
  public static var `internal`: ErrorCode { ErrorCode(rawValue: 1000) }

  /// The server cannot serve this now: it is starting, draining or its store does not answer. Carries retryAfterMs.
  public static var unavailable: ErrorCode { ErrorCode(rawValue: 1001) }

  /// The server's disk is full. Nothing was stored; reading still works. Carries retryAfterMs.
  public static var storageFull: ErrorCode { ErrorCode(rawValue: 1002) }

  /// Too much is waiting already. Nothing was stored. Carries retryAfterMs.
  public static var overloaded: ErrorCode { ErrorCode(rawValue: 1003) }

  /// The user wrote more within a short time than the server lets one user write. Nothing was stored. Carries retryAfterMs.
  public static var tooManyRequests: ErrorCode { ErrorCode(rawValue: 1004) }

  /// The bytes are not a packet of the schema. The connection is closed.
  public static var malformedPacket: ErrorCode { ErrorCode(rawValue: 1100) }

  /// The packet is larger than the server takes. The connection is closed. Carries limit.
  public static var packetTooLarge: ErrorCode { ErrorCode(rawValue: 1101) }

  /// The server does not know this kind of request.
  public static var unknownRequest: ErrorCode { ErrorCode(rawValue: 1102) }

  /// The first packet must be Hello, and only the first. The connection is closed.
  public static var helloExpected: ErrorCode { ErrorCode(rawValue: 1103) }

  /// Hello did not come in time. The connection is closed. Carries limit.
  public static var helloTimeout: ErrorCode { ErrorCode(rawValue: 1104) }

  /// The client and the server have no protocol version in common.
  public static var versionUnsupported: ErrorCode { ErrorCode(rawValue: 1105) }

  /// More requests are unanswered than the server allows. Carries limit.
  public static var tooManyRequestsInFlight: ErrorCode { ErrorCode(rawValue: 1106) }

  /// Nothing was heard from the client for too long. The connection is closed. Carries limit.
  public static var idleTimeout: ErrorCode { ErrorCode(rawValue: 1107) }

  /// The client reads more slowly than events arrive. The connection is closed; connect again and fetch. Carries limit.
  public static var slowConsumer: ErrorCode { ErrorCode(rawValue: 1108) }

  /// The request id is 0 or in use by a request still unanswered. The connection is closed.
  public static var requestIdInvalid: ErrorCode { ErrorCode(rawValue: 1109) }

  /// The server shuts down. The connection is closed; connect again. Carries retryAfterMs.
  public static var draining: ErrorCode { ErrorCode(rawValue: 1110) }

  /// The token is not a JSON Web Token this server can read.
  public static var tokenMalformed: ErrorCode { ErrorCode(rawValue: 1200) }

  /// The token is signed with an algorithm this app does not use.
  public static var tokenAlgorithm: ErrorCode { ErrorCode(rawValue: 1201) }

  /// The token's signature does not match, or its issuer is not an app of this server.
  public static var tokenSignature: ErrorCode { ErrorCode(rawValue: 1202) }

  /// The token has expired, or does not say when it expires. Get a new one.
  public static var tokenExpired: ErrorCode { ErrorCode(rawValue: 1203) }

  /// The token is not valid yet; check the clocks.
  public static var tokenNotYetValid: ErrorCode { ErrorCode(rawValue: 1204) }

  /// A claim of the token is missing or does not fit this server. Carries field.
  public static var tokenClaims: ErrorCode { ErrorCode(rawValue: 1205) }

  /// The token was revoked. Get a new one.
  public static var tokenRevoked: ErrorCode { ErrorCode(rawValue: 1206) }

  /// The token names a user this app does not have.
  public static var userUnknown: ErrorCode { ErrorCode(rawValue: 1207) }

  /// The same device opened another connection, which replaced this one.
  public static var replaced: ErrorCode { ErrorCode(rawValue: 1208) }

  /// The user signed in on another device of the same class, and the class allows no more. Carries limit.
  public static var signedInElsewhere: ErrorCode { ErrorCode(rawValue: 1209) }

  /// The request's signature, time or app does not fit. Carries field.
  public static var signatureInvalid: ErrorCode { ErrorCode(rawValue: 1210) }

  /// A request with this signature was accepted already.
  public static var signatureReplayed: ErrorCode { ErrorCode(rawValue: 1211) }

  /// A field is missing or not of the form the schema asks for. Carries field and limit and actual.
  public static var fieldInvalid: ErrorCode { ErrorCode(rawValue: 1300) }

  /// The message's content is larger than the server takes. Carries limit and actual.
  public static var contentTooLarge: ErrorCode { ErrorCode(rawValue: 1301) }

  /// The content is not what its content type asks for. Carries field.
  public static var contentInvalid: ErrorCode { ErrorCode(rawValue: 1302) }

  /// The client id was used already for a request with another payload. Nothing was stored.
  public static var clientIdConflict: ErrorCode { ErrorCode(rawValue: 1303) }

  /// The client id says it was made longer ago than the server remembers ids, so a repetition could not be recognised. Nothing was stored. Carries limit.
  public static var clientIdExpired: ErrorCode { ErrorCode(rawValue: 1304) }

  /// The client id says it was made in the future; check the clock. Nothing was stored. Carries limit.
  public static var clientIdAhead: ErrorCode { ErrorCode(rawValue: 1305) }

  /// There is no such conversation, or the caller is not a member of it.
  public static var conversationUnknown: ErrorCode { ErrorCode(rawValue: 1400) }

  /// A user named in the request does not exist in this app. Carries field.
  public static var peerUnknown: ErrorCode { ErrorCode(rawValue: 1401) }

  /// The caller's role in the conversation does not permit this.
  public static var notPermitted: ErrorCode { ErrorCode(rawValue: 1402) }

  /// This kind of conversation does not have that operation.
  public static var notSupportedHere: ErrorCode { ErrorCode(rawValue: 1403) }

  /// A group of that id exists.
  public static var groupExists: ErrorCode { ErrorCode(rawValue: 1404) }

  /// The group would have more members than the server allows. Carries limit.
  public static var groupFull: ErrorCode { ErrorCode(rawValue: 1405) }

  /// There is no message at that position, or the caller may not see it.
  public static var targetUnknown: ErrorCode { ErrorCode(rawValue: 1406) }

  /// The message was recalled.
  public static var targetRecalled: ErrorCode { ErrorCode(rawValue: 1407) }

  /// The conversation would have more attributes, or more bytes of them (`field` says which), than the server allows. Carries field and limit.
  public static var attributesFull: ErrorCode { ErrorCode(rawValue: 1410) }

  /// As many of these are attached to the message, or by the caller, or pinned to the conversation, as the server allows. `field` is `property_bytes` if the message's properties would take more bytes. Carries field and limit.
  public static var annotationsFull: ErrorCode { ErrorCode(rawValue: 1420) }

  /// The message's sender did not make it expandable, so it has no properties.
  public static var notExpandable: ErrorCode { ErrorCode(rawValue: 1421) }

  /// The poll takes no more votes: its sender closed it, or its deadline has passed.
  public static var pollClosed: ErrorCode { ErrorCode(rawValue: 1422) }

  /// The message is no poll, or does not have these choices, or not so many of them may be taken.
  public static var ballotInvalid: ErrorCode { ErrorCode(rawValue: 1423) }

  /// The message was sent longer ago than its sender may recall it.
  public static var recallExpired: ErrorCode { ErrorCode(rawValue: 1424) }

  /// A setting's value has more bytes than the server allows; `field` is its key. Carries field and limit and actual.
  public static var settingTooLarge: ErrorCode { ErrorCode(rawValue: 1430) }

  /// The user, or the user in the conversation that `field` names, would have more settings than the server allows. `field` is `setting_bytes` if their values would take more bytes, `tags` if the user would have more tags, and the key of a tag if it would be on more conversations. Carries field and limit.
  public static var settingsFull: ErrorCode { ErrorCode(rawValue: 1431) }

  /// More single entries of the conversation would be hidden than the server allows; hide everything up to a position instead. Carries limit.
  public static var hiddenFull: ErrorCode { ErrorCode(rawValue: 1432) }

  /// The user has as many messages scheduled as the server allows. Carries limit.
  public static var tooManyScheduled: ErrorCode { ErrorCode(rawValue: 1440) }

  /// There is nothing at this address.
  public static var notFound: ErrorCode { ErrorCode(rawValue: 1500) }

  /// This address does not take that method.
  public static var methodNotAllowed: ErrorCode { ErrorCode(rawValue: 1501) }

  /// What the registry says of the code; nil for one that it does not list.
  var entry: (name: String, httpStatus: Int, retry: Retry, text: String)? {
    switch rawValue {
    case 1000: ("internal", 500, .safe, "The server failed in a way it did not foresee. Whether the request took effect is not known; repeating it with the same client id is safe.")
    case 1001: ("unavailable", 503, .safe, "The server cannot serve this now: it is starting, draining or its store does not answer.")
    case 1002: ("storage_full", 507, .safe, "The server's disk is full. Nothing was stored; reading still works.")
    case 1003: ("overloaded", 503, .safe, "Too much is waiting already. Nothing was stored.")
    case 1004: ("too_many_requests", 429, .safe, "The user wrote more within a short time than the server lets one user write. Nothing was stored.")
    case 1100: ("malformed_packet", 400, .never, "The bytes are not a packet of the schema. The connection is closed.")
    case 1101: ("packet_too_large", 413, .never, "The packet is larger than the server takes. The connection is closed.")
    case 1102: ("unknown_request", 404, .never, "The server does not know this kind of request.")
    case 1103: ("hello_expected", 400, .never, "The first packet must be Hello, and only the first. The connection is closed.")
    case 1104: ("hello_timeout", 408, .safe, "Hello did not come in time. The connection is closed.")
    case 1105: ("version_unsupported", 400, .never, "The client and the server have no protocol version in common.")
    case 1106: ("too_many_requests_in_flight", 429, .safe, "More requests are unanswered than the server allows.")
    case 1107: ("idle_timeout", 408, .safe, "Nothing was heard from the client for too long. The connection is closed.")
    case 1108: ("slow_consumer", 408, .safe, "The client reads more slowly than events arrive. The connection is closed; connect again and fetch.")
    case 1109: ("request_id_invalid", 400, .never, "The request id is 0 or in use by a request still unanswered. The connection is closed.")
    case 1110: ("draining", 503, .safe, "The server shuts down. The connection is closed; connect again.")
    case 1200: ("token_malformed", 401, .never, "The token is not a JSON Web Token this server can read.")
    case 1201: ("token_algorithm", 401, .never, "The token is signed with an algorithm this app does not use.")
    case 1202: ("token_signature", 401, .never, "The token's signature does not match, or its issuer is not an app of this server.")
    case 1203: ("token_expired", 401, .never, "The token has expired, or does not say when it expires. Get a new one.")
    case 1204: ("token_not_yet_valid", 401, .never, "The token is not valid yet; check the clocks.")
    case 1205: ("token_claims", 401, .never, "A claim of the token is missing or does not fit this server.")
    case 1206: ("token_revoked", 401, .never, "The token was revoked. Get a new one.")
    case 1207: ("user_unknown", 401, .never, "The token names a user this app does not have.")
    case 1208: ("replaced", 409, .never, "The same device opened another connection, which replaced this one.")
    case 1209: ("signed_in_elsewhere", 409, .never, "The user signed in on another device of the same class, and the class allows no more.")
    case 1210: ("signature_invalid", 401, .never, "The request's signature, time or app does not fit.")
    case 1211: ("signature_replayed", 401, .never, "A request with this signature was accepted already.")
    case 1300: ("field_invalid", 400, .never, "A field is missing or not of the form the schema asks for.")
    case 1301: ("content_too_large", 413, .never, "The message's content is larger than the server takes.")
    case 1302: ("content_invalid", 400, .never, "The content is not what its content type asks for.")
    case 1303: ("client_id_conflict", 409, .never, "The client id was used already for a request with another payload. Nothing was stored.")
    case 1304: ("client_id_expired", 409, .never, "The client id says it was made longer ago than the server remembers ids, so a repetition could not be recognised. Nothing was stored.")
    case 1305: ("client_id_ahead", 409, .never, "The client id says it was made in the future; check the clock. Nothing was stored.")
    case 1400: ("conversation_unknown", 404, .never, "There is no such conversation, or the caller is not a member of it.")
    case 1401: ("peer_unknown", 404, .never, "A user named in the request does not exist in this app.")
    case 1402: ("not_permitted", 403, .never, "The caller's role in the conversation does not permit this.")
    case 1403: ("not_supported_here", 400, .never, "This kind of conversation does not have that operation.")
    case 1404: ("group_exists", 409, .never, "A group of that id exists.")
    case 1405: ("group_full", 409, .never, "The group would have more members than the server allows.")
    case 1406: ("target_unknown", 404, .never, "There is no message at that position, or the caller may not see it.")
    case 1407: ("target_recalled", 409, .never, "The message was recalled.")
    case 1410: ("attributes_full", 409, .never, "The conversation would have more attributes, or more bytes of them (`field` says which), than the server allows.")
    case 1420: ("annotations_full", 409, .never, "As many of these are attached to the message, or by the caller, or pinned to the conversation, as the server allows. `field` is `property_bytes` if the message's properties would take more bytes.")
    case 1421: ("not_expandable", 409, .never, "The message's sender did not make it expandable, so it has no properties.")
    case 1422: ("poll_closed", 409, .never, "The poll takes no more votes: its sender closed it, or its deadline has passed.")
    case 1423: ("ballot_invalid", 400, .never, "The message is no poll, or does not have these choices, or not so many of them may be taken.")
    case 1424: ("recall_expired", 409, .never, "The message was sent longer ago than its sender may recall it.")
    case 1430: ("setting_too_large", 413, .never, "A setting's value has more bytes than the server allows; `field` is its key.")
    case 1431: ("settings_full", 409, .never, "The user, or the user in the conversation that `field` names, would have more settings than the server allows. `field` is `setting_bytes` if their values would take more bytes, `tags` if the user would have more tags, and the key of a tag if it would be on more conversations.")
    case 1432: ("hidden_full", 409, .never, "More single entries of the conversation would be hidden than the server allows; hide everything up to a position instead.")
    case 1440: ("too_many_scheduled", 409, .never, "The user has as many messages scheduled as the server allows.")
    case 1500: ("not_found", 404, .never, "There is nothing at this address.")
    case 1501: ("method_not_allowed", 405, .never, "This address does not take that method.")
    default: nil
    }
  }
}
