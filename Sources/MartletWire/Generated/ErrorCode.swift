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
    .addressLimited,
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
    .userSuspended,
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
    .conversationSilenced,
    .adminsFull,
    .attributesFull,
    .memberUnknown,
    .silenced,
    .linkInvalid,
    .linksFull,
    .conversationDismissed,
    .banned,
    .bansFull,
    .applicationUnknown,
    .applicationsFull,
    .annotationsFull,
    .notExpandable,
    .pollClosed,
    .ballotInvalid,
    .recallExpired,
    .settingTooLarge,
    .settingsFull,
    .hiddenFull,
    .tooManyScheduled,
    .alreadySent,
    .watchedFull,
    .presenceOff,
    .notFound,
    .methodNotAllowed,
    .requestMalformed,
    .requestTimeout,
    .bodyTooLarge,
    .headerTooLarge,
    .expectationUnknown,
    .upgradeRequired,
    .notImplemented,
    .httpVersionUnsupported,
    .blocked,
    .relationsFull,
    .relationToSelf,
    .notOnAllowList,
    .friendRequestUnknown,
    .peerRelationsFull,
    .friendsOff,
    .profileFieldUnknown,
    .accountNumberTaken,
    .profileNotFound,
    .directoryOff,
    .mediaUnknown,
    .mediaTooLarge,
    .uploadsFull,
    .mediaFull,
    .uploadOffsetWrong,
    .uploadChecksumWrong,
    .uploadVersionUnknown,
    .uploadTypeWrong,
    .uploadComplete,
    .rangeInvalid,
    .mediaLinkInvalid,
    .mediaNoVariant,
  ]

  /// The server failed unexpectedly. The request may or may not have taken effect: repeat it with the same client id.
  public static var `internal`: ErrorCode { ErrorCode(rawValue: 1000) }

  /// The server is starting or draining, or its store does not answer. Try again after `retry_after_ms`. Carries retryAfterMs.
  public static var unavailable: ErrorCode { ErrorCode(rawValue: 1001) }

  /// The server's disk is full. Nothing was stored, reading still works. Try again after `retry_after_ms`; the operator has to free space. Carries retryAfterMs.
  public static var storageFull: ErrorCode { ErrorCode(rawValue: 1002) }

  /// The server has too many pending requests. Nothing was stored. Try again after `retry_after_ms`. Carries retryAfterMs.
  public static var overloaded: ErrorCode { ErrorCode(rawValue: 1003) }

  /// The user passed a rate limit for writing, reading or signalling. Nothing was stored. Try again after `retry_after_ms`. Carries retryAfterMs.
  public static var tooManyRequests: ErrorCode { ErrorCode(rawValue: 1004) }

  /// Too many connections, or too many bad tokens, came from this network address. Try again after `retry_after_ms`. Carries retryAfterMs.
  public static var addressLimited: ErrorCode { ErrorCode(rawValue: 1005) }

  /// The bytes are not a packet of the schema. The connection is closed. Correct the client.
  public static var malformedPacket: ErrorCode { ErrorCode(rawValue: 1100) }

  /// The packet has more bytes than `limit`. The connection is closed. Send smaller packets. Carries limit.
  public static var packetTooLarge: ErrorCode { ErrorCode(rawValue: 1101) }

  /// The server does not know this kind of request. Do without it, or update the server.
  public static var unknownRequest: ErrorCode { ErrorCode(rawValue: 1102) }

  /// The first packet was not `Hello`, or a later one was. The connection is closed. Correct the client.
  public static var helloExpected: ErrorCode { ErrorCode(rawValue: 1103) }

  /// `Hello` did not arrive within `limit` milliseconds. The connection is closed. Connect again. Carries limit.
  public static var helloTimeout: ErrorCode { ErrorCode(rawValue: 1104) }

  /// The client and the server have no protocol version in common. Update the older one.
  public static var versionUnsupported: ErrorCode { ErrorCode(rawValue: 1105) }

  /// More than `limit` requests are unanswered. Wait for answers, then send the request again. Before `Welcome` the connection is closed. Carries limit and retryAfterMs.
  public static var tooManyRequestsInFlight: ErrorCode { ErrorCode(rawValue: 1106) }

  /// The server received no packet for `limit` milliseconds. The connection is closed. Connect again, and send `Ping` in time. Carries limit.
  public static var idleTimeout: ErrorCode { ErrorCode(rawValue: 1107) }

  /// The client reads too slowly: more than `limit` bytes were waiting for it. The connection is closed. Connect again and fetch what is missing. Carries limit.
  public static var slowConsumer: ErrorCode { ErrorCode(rawValue: 1108) }

  /// The request id is 0, or belongs to a request that is still unanswered. The connection is closed. Correct the client.
  public static var requestIdInvalid: ErrorCode { ErrorCode(rawValue: 1109) }

  /// The server is shutting down. The connection is closed. Connect again after `retry_after_ms`. Carries retryAfterMs.
  public static var draining: ErrorCode { ErrorCode(rawValue: 1110) }

  /// The app's server has suspended the user until `until`, in milliseconds since 1970. The connection is closed. Tell the user, and sign in again after that. Carries until.
  public static var userSuspended: ErrorCode { ErrorCode(rawValue: 1111) }

  /// The token is not a JSON Web Token that this server can read. Correct the program that signs tokens.
  public static var tokenMalformed: ErrorCode { ErrorCode(rawValue: 1200) }

  /// The token's algorithm is not HS256, RS256, ES256 or EdDSA. Correct the program that signs tokens.
  public static var tokenAlgorithm: ErrorCode { ErrorCode(rawValue: 1201) }

  /// The token's signature does not match, its issuer is not an app of this server, or the app has no such key. Check the app's id and keys.
  public static var tokenSignature: ErrorCode { ErrorCode(rawValue: 1202) }

  /// The token has expired, or has no expiry. Get a new one.
  public static var tokenExpired: ErrorCode { ErrorCode(rawValue: 1203) }

  /// The token is not valid yet. Check the clocks, then get a new one.
  public static var tokenNotYetValid: ErrorCode { ErrorCode(rawValue: 1204) }

  /// The claim `field` of the token is missing or does not fit this server. Correct the program that signs tokens. Carries field.
  public static var tokenClaims: ErrorCode { ErrorCode(rawValue: 1205) }

  /// The token was revoked, or its key was removed. Get a new one.
  public static var tokenRevoked: ErrorCode { ErrorCode(rawValue: 1206) }

  /// The app has no user of the token's name. Create the user, then connect again.
  public static var userUnknown: ErrorCode { ErrorCode(rawValue: 1207) }

  /// The same device opened another connection, which replaced this one. Do not reconnect.
  public static var replaced: ErrorCode { ErrorCode(rawValue: 1208) }

  /// The user signed in on another device of the same class, and only `limit` are allowed. Reconnect when the user asks for it. Carries limit.
  public static var signedInElsewhere: ErrorCode { ErrorCode(rawValue: 1209) }

  /// The header `field` of the signed call is missing, malformed or does not match. Correct the signature. Carries field.
  public static var signatureInvalid: ErrorCode { ErrorCode(rawValue: 1210) }

  /// A call with this signature was accepted before. Sign each call anew.
  public static var signatureReplayed: ErrorCode { ErrorCode(rawValue: 1211) }

  /// The field `field` is missing, malformed or over its `limit`. Correct the request. Carries field and limit and actual.
  public static var fieldInvalid: ErrorCode { ErrorCode(rawValue: 1300) }

  /// The content has `actual` bytes, more than `limit`. Shorten it. Carries limit and actual.
  public static var contentTooLarge: ErrorCode { ErrorCode(rawValue: 1301) }

  /// The content, or the member of it that `field` names, is not what its content type asks for. Correct the content. Carries field.
  public static var contentInvalid: ErrorCode { ErrorCode(rawValue: 1302) }

  /// The caller used this client id before, for a request with another payload. Nothing was stored. Use a new client id.
  public static var clientIdConflict: ErrorCode { ErrorCode(rawValue: 1303) }

  /// The client id says that it was made more than `limit` seconds ago, longer than the server remembers ids. Nothing was stored. Ask the user before sending with a new id: the first attempt may have succeeded. Carries limit.
  public static var clientIdExpired: ErrorCode { ErrorCode(rawValue: 1304) }

  /// The client id says that it was made more than `limit` seconds in the future. Nothing was stored. Correct the device's clock. Carries limit.
  public static var clientIdAhead: ErrorCode { ErrorCode(rawValue: 1305) }

  /// There is no such conversation, or the caller is not a member of it.
  public static var conversationUnknown: ErrorCode { ErrorCode(rawValue: 1400) }

  /// The app has no user of the name in `field`. Create the user, or correct the name. Carries field.
  public static var peerUnknown: ErrorCode { ErrorCode(rawValue: 1401) }

  /// The caller's role does not permit this: it takes the sender, an admin, the owner, or nobody may. Nobody can remove, silence or demote a member of the same or a higher role.
  public static var notPermitted: ErrorCode { ErrorCode(rawValue: 1402) }

  /// The operation does not exist for this conversation, message or content type. Where a size is the reason, `limit` and `actual` say it. Carries limit and actual.
  public static var notSupportedHere: ErrorCode { ErrorCode(rawValue: 1403) }

  /// A group of that id exists. Choose another id, or let the server choose.
  public static var groupExists: ErrorCode { ErrorCode(rawValue: 1404) }

  /// The group would have more than `limit` members. Carries limit.
  public static var groupFull: ErrorCode { ErrorCode(rawValue: 1405) }

  /// There is no message at that position, or the caller may not see it.
  public static var targetUnknown: ErrorCode { ErrorCode(rawValue: 1406) }

  /// The message was recalled.
  public static var targetRecalled: ErrorCode { ErrorCode(rawValue: 1407) }

  /// Only the group's owner, admins and speakers may write at the moment.
  public static var conversationSilenced: ErrorCode { ErrorCode(rawValue: 1408) }

  /// The group would have more than `limit` admins. Make one of them a plain member first. Carries limit.
  public static var adminsFull: ErrorCode { ErrorCode(rawValue: 1409) }

  /// The conversation would pass its `limit`: of attributes, or of bytes where `field` is `attribute_bytes`. Take some away first. Carries field and limit.
  public static var attributesFull: ErrorCode { ErrorCode(rawValue: 1410) }

  /// A user that the request names is not a member of the group. Add the user first, or correct the name.
  public static var memberUnknown: ErrorCode { ErrorCode(rawValue: 1411) }

  /// The owner or an admin has silenced the caller in this group. `silenced_until` of the conversation says until when.
  public static var silenced: ErrorCode { ErrorCode(rawValue: 1412) }

  /// The link lets nobody in: it is unknown, revoked, expired or used up. Ask a member of the group for another one.
  public static var linkInvalid: ErrorCode { ErrorCode(rawValue: 1413) }

  /// The group would have more than `limit` links. Revoke one first. Carries limit.
  public static var linksFull: ErrorCode { ErrorCode(rawValue: 1414) }

  /// The owner has dismissed the group. Members can only read it, and leave.
  public static var conversationDismissed: ErrorCode { ErrorCode(rawValue: 1415) }

  /// The owner or an admin has banned the user in `field` from the group until `until`, in milliseconds since 1970. The user can join after that, or when the ban is lifted. Carries field and until.
  public static var banned: ErrorCode { ErrorCode(rawValue: 1416) }

  /// More than `limit` users would be banned from the group. Lift a ban first. Carries limit.
  public static var bansFull: ErrorCode { ErrorCode(rawValue: 1417) }

  /// The user in `field` has not applied to join the group, or has withdrawn the application, or it has ended or was answered. Carries field.
  public static var applicationUnknown: ErrorCode { ErrorCode(rawValue: 1418) }

  /// `limit` applications to join the group wait for an answer. Try again when some were answered. Carries limit.
  public static var applicationsFull: ErrorCode { ErrorCode(rawValue: 1419) }

  /// No more than `limit` of these can be attached to the message, by this member, or pinned to the conversation; where `field` is `property_bytes`, the message's properties would take more bytes. Take one away first. Carries field and limit.
  public static var annotationsFull: ErrorCode { ErrorCode(rawValue: 1420) }

  /// The sender did not make the message expandable, so it has no properties.
  public static var notExpandable: ErrorCode { ErrorCode(rawValue: 1421) }

  /// The poll takes no more votes: its sender closed it, or its deadline has passed.
  public static var pollClosed: ErrorCode { ErrorCode(rawValue: 1422) }

  /// The message is not a poll, it does not have these choices, or the ballot has too many of them.
  public static var ballotInvalid: ErrorCode { ErrorCode(rawValue: 1423) }

  /// The message is older than the time in which its sender may recall it.
  public static var recallExpired: ErrorCode { ErrorCode(rawValue: 1424) }

  /// The value of the setting `field` has `actual` bytes, more than `limit`. Shorten it. Carries field and limit and actual.
  public static var settingTooLarge: ErrorCode { ErrorCode(rawValue: 1430) }

  /// There would be more than `limit` settings of the user, or of the conversation in `field`; of bytes where `field` is `setting_bytes`; of tags where it is `tags`; of conversations under the tag whose key is in `field`. Unset some first. Carries field and limit.
  public static var settingsFull: ErrorCode { ErrorCode(rawValue: 1431) }

  /// More than `limit` single messages of the conversation would be hidden. Hide everything up to a position instead. Carries limit.
  public static var hiddenFull: ErrorCode { ErrorCode(rawValue: 1432) }

  /// The user has `limit` scheduled messages, the most that the server allows. Cancel one first. Carries limit.
  public static var tooManyScheduled: ErrorCode { ErrorCode(rawValue: 1440) }

  /// The scheduled message was sent already, so it cannot be cancelled. Recall it instead.
  public static var alreadySent: ErrorCode { ErrorCode(rawValue: 1441) }

  /// The session would watch the presence of more than `limit` users. Nothing was changed. End other watches first. Carries limit.
  public static var watchedFull: ErrorCode { ErrorCode(rawValue: 1450) }

  /// The app has switched presence off. Set `limits.presence` on the server to use it.
  public static var presenceOff: ErrorCode { ErrorCode(rawValue: 1451) }

  /// There is nothing at this address. Check the path.
  public static var notFound: ErrorCode { ErrorCode(rawValue: 1500) }

  /// This address does not take that method. The header `Allow` lists those that it takes.
  public static var methodNotAllowed: ErrorCode { ErrorCode(rawValue: 1501) }

  /// The bytes are not an HTTP request that the server understands. The connection is closed. Correct the client.
  public static var requestMalformed: ErrorCode { ErrorCode(rawValue: 1502) }

  /// The request did not arrive in time. The connection is closed. Send it again.
  public static var requestTimeout: ErrorCode { ErrorCode(rawValue: 1503) }

  /// The body has more bytes than `limit`. The connection is closed. Send a smaller one. Carries limit.
  public static var bodyTooLarge: ErrorCode { ErrorCode(rawValue: 1504) }

  /// The header has more bytes or more fields than `limit`. The connection is closed. Send a smaller one. Carries limit.
  public static var headerTooLarge: ErrorCode { ErrorCode(rawValue: 1505) }

  /// The header `Expect` asks for something other than `100-continue`. The connection is closed.
  public static var expectationUnknown: ErrorCode { ErrorCode(rawValue: 1506) }

  /// This address takes WebSockets only, of version 13. Ask for an upgrade.
  public static var upgradeRequired: ErrorCode { ErrorCode(rawValue: 1507) }

  /// The server does not implement what the request asks of HTTP. The connection is closed.
  public static var notImplemented: ErrorCode { ErrorCode(rawValue: 1508) }

  /// The server speaks HTTP/1.1 and 1.0. The connection is closed.
  public static var httpVersionUnsupported: ErrorCode { ErrorCode(rawValue: 1509) }

  /// The other user has blocked the caller: in their direct conversation the caller can only read, recall and mark as read.
  public static var blocked: ErrorCode { ErrorCode(rawValue: 1510) }

  /// The user would have more than `limit` relations of the kind in `field`. Unset some first. Carries field and limit.
  public static var relationsFull: ErrorCode { ErrorCode(rawValue: 1511) }

  /// Nobody can block, allow or befriend themselves. Correct the request.
  public static var relationToSelf: ErrorCode { ErrorCode(rawValue: 1512) }

  /// The other user takes messages only from users on the allow list: in their direct conversation the caller can only read, recall and mark as read. Ask the other user to allow the caller.
  public static var notOnAllowList: ErrorCode { ErrorCode(rawValue: 1513) }

  /// The user in `field` has not asked the caller to become friends, or has withdrawn the request. Ask that user instead. Carries field.
  public static var friendRequestUnknown: ErrorCode { ErrorCode(rawValue: 1514) }

  /// The other user has `limit` relations of the kind in `field` already: friends, or requests that wait for an answer. Try later. Carries field and limit.
  public static var peerRelationsFull: ErrorCode { ErrorCode(rawValue: 1515) }

  /// The users of this app do not make friends themselves. Set `limits.friends` on the server to let them.
  public static var friendsOff: ErrorCode { ErrorCode(rawValue: 1516) }

  /// The app declares no profile field with the key in `field`. Correct the key, or add it to `limits.profile_fields`. Carries field.
  public static var profileFieldUnknown: ErrorCode { ErrorCode(rawValue: 1530) }

  /// Another user of the app has this account number. Choose another one. Carries field.
  public static var accountNumberTaken: ErrorCode { ErrorCode(rawValue: 1531) }

  /// No user has this account number, or the user does not show the profile to everyone.
  public static var profileNotFound: ErrorCode { ErrorCode(rawValue: 1532) }

  /// The app does not let users find each other by name. Set `limits.directory` on the server to allow it.
  public static var directoryOff: ErrorCode { ErrorCode(rawValue: 1533) }

  /// There is no such file: it was not uploaded to its end by this user, for this message and conversation, or too long ago, or nothing names it any more. Upload it again, or do without it. Carries field.
  public static var mediaUnknown: ErrorCode { ErrorCode(rawValue: 1540) }

  /// The file has `actual` bytes, more than `limit`. Send a smaller one. Carries limit and actual.
  public static var mediaTooLarge: ErrorCode { ErrorCode(rawValue: 1541) }

  /// The user has `limit` uploads that are not complete. Complete or end some first. Carries limit.
  public static var uploadsFull: ErrorCode { ErrorCode(rawValue: 1542) }

  /// The user's files would take more than `limit` bytes. Recall messages with files first. Carries limit.
  public static var mediaFull: ErrorCode { ErrorCode(rawValue: 1543) }

  /// The bytes do not continue at the offset that the upload has. Ask for the offset and go on there.
  public static var uploadOffsetWrong: ErrorCode { ErrorCode(rawValue: 1544) }

  /// The bytes do not have the announced checksum and were dropped: those of the request, or, if `field` is `sha256`, all of the upload. Send them again. Carries field.
  public static var uploadChecksumWrong: ErrorCode { ErrorCode(rawValue: 1545) }

  /// The server speaks version 1.0.0 of the tus protocol, and `Tus-Resumable` has to say so. Correct the client.
  public static var uploadVersionUnknown: ErrorCode { ErrorCode(rawValue: 1546) }

  /// The bytes of an upload have the type `application/offset+octet-stream`. Correct the client.
  public static var uploadTypeWrong: ErrorCode { ErrorCode(rawValue: 1547) }

  /// The upload has all its bytes and cannot be ended: a message may name it. Recall that message instead.
  public static var uploadComplete: ErrorCode { ErrorCode(rawValue: 1548) }

  /// The range is outside the file's `limit` bytes. Ask for another one, or for the whole file. Carries limit.
  public static var rangeInvalid: ErrorCode { ErrorCode(rawValue: 1549) }

  /// The link to the file is malformed, was made for another file or has expired. Ask for a new one.
  public static var mediaLinkInvalid: ErrorCode { ErrorCode(rawValue: 1550) }

  /// There is no such variant: the file is no picture, video or recording that can be read, or too large, or the server makes none. Use the file itself.
  public static var mediaNoVariant: ErrorCode { ErrorCode(rawValue: 1551) }

  /// What the registry says of the code; nil for one that it does not list.
  var entry: (name: String, httpStatus: Int, retry: Retry, text: String)? {
    switch rawValue {
    case 1000: ("internal", 500, .safe, "The server failed unexpectedly. The request may or may not have taken effect: repeat it with the same client id.")
    case 1001: ("unavailable", 503, .safe, "The server is starting or draining, or its store does not answer. Try again after `retry_after_ms`.")
    case 1002: ("storage_full", 507, .safe, "The server's disk is full. Nothing was stored, reading still works. Try again after `retry_after_ms`; the operator has to free space.")
    case 1003: ("overloaded", 503, .safe, "The server has too many pending requests. Nothing was stored. Try again after `retry_after_ms`.")
    case 1004: ("too_many_requests", 429, .safe, "The user passed a rate limit for writing, reading or signalling. Nothing was stored. Try again after `retry_after_ms`.")
    case 1005: ("address_limited", 429, .safe, "Too many connections, or too many bad tokens, came from this network address. Try again after `retry_after_ms`.")
    case 1100: ("malformed_packet", 400, .never, "The bytes are not a packet of the schema. The connection is closed. Correct the client.")
    case 1101: ("packet_too_large", 413, .never, "The packet has more bytes than `limit`. The connection is closed. Send smaller packets.")
    case 1102: ("unknown_request", 404, .never, "The server does not know this kind of request. Do without it, or update the server.")
    case 1103: ("hello_expected", 400, .never, "The first packet was not `Hello`, or a later one was. The connection is closed. Correct the client.")
    case 1104: ("hello_timeout", 408, .safe, "`Hello` did not arrive within `limit` milliseconds. The connection is closed. Connect again.")
    case 1105: ("version_unsupported", 400, .never, "The client and the server have no protocol version in common. Update the older one.")
    case 1106: ("too_many_requests_in_flight", 429, .safe, "More than `limit` requests are unanswered. Wait for answers, then send the request again. Before `Welcome` the connection is closed.")
    case 1107: ("idle_timeout", 408, .safe, "The server received no packet for `limit` milliseconds. The connection is closed. Connect again, and send `Ping` in time.")
    case 1108: ("slow_consumer", 408, .safe, "The client reads too slowly: more than `limit` bytes were waiting for it. The connection is closed. Connect again and fetch what is missing.")
    case 1109: ("request_id_invalid", 400, .never, "The request id is 0, or belongs to a request that is still unanswered. The connection is closed. Correct the client.")
    case 1110: ("draining", 503, .safe, "The server is shutting down. The connection is closed. Connect again after `retry_after_ms`.")
    case 1111: ("user_suspended", 403, .never, "The app's server has suspended the user until `until`, in milliseconds since 1970. The connection is closed. Tell the user, and sign in again after that.")
    case 1200: ("token_malformed", 401, .never, "The token is not a JSON Web Token that this server can read. Correct the program that signs tokens.")
    case 1201: ("token_algorithm", 401, .never, "The token's algorithm is not HS256, RS256, ES256 or EdDSA. Correct the program that signs tokens.")
    case 1202: ("token_signature", 401, .never, "The token's signature does not match, its issuer is not an app of this server, or the app has no such key. Check the app's id and keys.")
    case 1203: ("token_expired", 401, .never, "The token has expired, or has no expiry. Get a new one.")
    case 1204: ("token_not_yet_valid", 401, .never, "The token is not valid yet. Check the clocks, then get a new one.")
    case 1205: ("token_claims", 401, .never, "The claim `field` of the token is missing or does not fit this server. Correct the program that signs tokens.")
    case 1206: ("token_revoked", 401, .never, "The token was revoked, or its key was removed. Get a new one.")
    case 1207: ("user_unknown", 401, .never, "The app has no user of the token's name. Create the user, then connect again.")
    case 1208: ("replaced", 409, .never, "The same device opened another connection, which replaced this one. Do not reconnect.")
    case 1209: ("signed_in_elsewhere", 409, .never, "The user signed in on another device of the same class, and only `limit` are allowed. Reconnect when the user asks for it.")
    case 1210: ("signature_invalid", 401, .never, "The header `field` of the signed call is missing, malformed or does not match. Correct the signature.")
    case 1211: ("signature_replayed", 401, .never, "A call with this signature was accepted before. Sign each call anew.")
    case 1300: ("field_invalid", 400, .never, "The field `field` is missing, malformed or over its `limit`. Correct the request.")
    case 1301: ("content_too_large", 413, .never, "The content has `actual` bytes, more than `limit`. Shorten it.")
    case 1302: ("content_invalid", 400, .never, "The content, or the member of it that `field` names, is not what its content type asks for. Correct the content.")
    case 1303: ("client_id_conflict", 409, .never, "The caller used this client id before, for a request with another payload. Nothing was stored. Use a new client id.")
    case 1304: ("client_id_expired", 409, .never, "The client id says that it was made more than `limit` seconds ago, longer than the server remembers ids. Nothing was stored. Ask the user before sending with a new id: the first attempt may have succeeded.")
    case 1305: ("client_id_ahead", 409, .never, "The client id says that it was made more than `limit` seconds in the future. Nothing was stored. Correct the device's clock.")
    case 1400: ("conversation_unknown", 404, .never, "There is no such conversation, or the caller is not a member of it.")
    case 1401: ("peer_unknown", 404, .never, "The app has no user of the name in `field`. Create the user, or correct the name.")
    case 1402: ("not_permitted", 403, .never, "The caller's role does not permit this: it takes the sender, an admin, the owner, or nobody may. Nobody can remove, silence or demote a member of the same or a higher role.")
    case 1403: ("not_supported_here", 400, .never, "The operation does not exist for this conversation, message or content type. Where a size is the reason, `limit` and `actual` say it.")
    case 1404: ("group_exists", 409, .never, "A group of that id exists. Choose another id, or let the server choose.")
    case 1405: ("group_full", 409, .never, "The group would have more than `limit` members.")
    case 1406: ("target_unknown", 404, .never, "There is no message at that position, or the caller may not see it.")
    case 1407: ("target_recalled", 409, .never, "The message was recalled.")
    case 1408: ("conversation_silenced", 403, .never, "Only the group's owner, admins and speakers may write at the moment.")
    case 1409: ("admins_full", 409, .never, "The group would have more than `limit` admins. Make one of them a plain member first.")
    case 1410: ("attributes_full", 409, .never, "The conversation would pass its `limit`: of attributes, or of bytes where `field` is `attribute_bytes`. Take some away first.")
    case 1411: ("member_unknown", 404, .never, "A user that the request names is not a member of the group. Add the user first, or correct the name.")
    case 1412: ("silenced", 403, .never, "The owner or an admin has silenced the caller in this group. `silenced_until` of the conversation says until when.")
    case 1413: ("link_invalid", 404, .never, "The link lets nobody in: it is unknown, revoked, expired or used up. Ask a member of the group for another one.")
    case 1414: ("links_full", 409, .never, "The group would have more than `limit` links. Revoke one first.")
    case 1415: ("conversation_dismissed", 409, .never, "The owner has dismissed the group. Members can only read it, and leave.")
    case 1416: ("banned", 403, .never, "The owner or an admin has banned the user in `field` from the group until `until`, in milliseconds since 1970. The user can join after that, or when the ban is lifted.")
    case 1417: ("bans_full", 409, .never, "More than `limit` users would be banned from the group. Lift a ban first.")
    case 1418: ("application_unknown", 404, .never, "The user in `field` has not applied to join the group, or has withdrawn the application, or it has ended or was answered.")
    case 1419: ("applications_full", 409, .never, "`limit` applications to join the group wait for an answer. Try again when some were answered.")
    case 1420: ("annotations_full", 409, .never, "No more than `limit` of these can be attached to the message, by this member, or pinned to the conversation; where `field` is `property_bytes`, the message's properties would take more bytes. Take one away first.")
    case 1421: ("not_expandable", 409, .never, "The sender did not make the message expandable, so it has no properties.")
    case 1422: ("poll_closed", 409, .never, "The poll takes no more votes: its sender closed it, or its deadline has passed.")
    case 1423: ("ballot_invalid", 400, .never, "The message is not a poll, it does not have these choices, or the ballot has too many of them.")
    case 1424: ("recall_expired", 409, .never, "The message is older than the time in which its sender may recall it.")
    case 1430: ("setting_too_large", 413, .never, "The value of the setting `field` has `actual` bytes, more than `limit`. Shorten it.")
    case 1431: ("settings_full", 409, .never, "There would be more than `limit` settings of the user, or of the conversation in `field`; of bytes where `field` is `setting_bytes`; of tags where it is `tags`; of conversations under the tag whose key is in `field`. Unset some first.")
    case 1432: ("hidden_full", 409, .never, "More than `limit` single messages of the conversation would be hidden. Hide everything up to a position instead.")
    case 1440: ("too_many_scheduled", 409, .never, "The user has `limit` scheduled messages, the most that the server allows. Cancel one first.")
    case 1441: ("already_sent", 409, .never, "The scheduled message was sent already, so it cannot be cancelled. Recall it instead.")
    case 1450: ("watched_full", 409, .never, "The session would watch the presence of more than `limit` users. Nothing was changed. End other watches first.")
    case 1451: ("presence_off", 403, .never, "The app has switched presence off. Set `limits.presence` on the server to use it.")
    case 1500: ("not_found", 404, .never, "There is nothing at this address. Check the path.")
    case 1501: ("method_not_allowed", 405, .never, "This address does not take that method. The header `Allow` lists those that it takes.")
    case 1502: ("request_malformed", 400, .never, "The bytes are not an HTTP request that the server understands. The connection is closed. Correct the client.")
    case 1503: ("request_timeout", 408, .safe, "The request did not arrive in time. The connection is closed. Send it again.")
    case 1504: ("body_too_large", 413, .never, "The body has more bytes than `limit`. The connection is closed. Send a smaller one.")
    case 1505: ("header_too_large", 431, .never, "The header has more bytes or more fields than `limit`. The connection is closed. Send a smaller one.")
    case 1506: ("expectation_unknown", 417, .never, "The header `Expect` asks for something other than `100-continue`. The connection is closed.")
    case 1507: ("upgrade_required", 426, .never, "This address takes WebSockets only, of version 13. Ask for an upgrade.")
    case 1508: ("not_implemented", 501, .never, "The server does not implement what the request asks of HTTP. The connection is closed.")
    case 1509: ("http_version_unsupported", 505, .never, "The server speaks HTTP/1.1 and 1.0. The connection is closed.")
    case 1510: ("blocked", 403, .never, "The other user has blocked the caller: in their direct conversation the caller can only read, recall and mark as read.")
    case 1511: ("relations_full", 409, .never, "The user would have more than `limit` relations of the kind in `field`. Unset some first.")
    case 1512: ("relation_to_self", 400, .never, "Nobody can block, allow or befriend themselves. Correct the request.")
    case 1513: ("not_on_allow_list", 403, .never, "The other user takes messages only from users on the allow list: in their direct conversation the caller can only read, recall and mark as read. Ask the other user to allow the caller.")
    case 1514: ("friend_request_unknown", 404, .never, "The user in `field` has not asked the caller to become friends, or has withdrawn the request. Ask that user instead.")
    case 1515: ("peer_relations_full", 409, .never, "The other user has `limit` relations of the kind in `field` already: friends, or requests that wait for an answer. Try later.")
    case 1516: ("friends_off", 403, .never, "The users of this app do not make friends themselves. Set `limits.friends` on the server to let them.")
    case 1530: ("profile_field_unknown", 400, .never, "The app declares no profile field with the key in `field`. Correct the key, or add it to `limits.profile_fields`.")
    case 1531: ("account_number_taken", 409, .never, "Another user of the app has this account number. Choose another one.")
    case 1532: ("profile_not_found", 404, .never, "No user has this account number, or the user does not show the profile to everyone.")
    case 1533: ("directory_off", 403, .never, "The app does not let users find each other by name. Set `limits.directory` on the server to allow it.")
    case 1540: ("media_unknown", 404, .never, "There is no such file: it was not uploaded to its end by this user, for this message and conversation, or too long ago, or nothing names it any more. Upload it again, or do without it.")
    case 1541: ("media_too_large", 413, .never, "The file has `actual` bytes, more than `limit`. Send a smaller one.")
    case 1542: ("uploads_full", 429, .never, "The user has `limit` uploads that are not complete. Complete or end some first.")
    case 1543: ("media_full", 413, .never, "The user's files would take more than `limit` bytes. Recall messages with files first.")
    case 1544: ("upload_offset_wrong", 409, .never, "The bytes do not continue at the offset that the upload has. Ask for the offset and go on there.")
    case 1545: ("upload_checksum_wrong", 460, .never, "The bytes do not have the announced checksum and were dropped: those of the request, or, if `field` is `sha256`, all of the upload. Send them again.")
    case 1546: ("upload_version_unknown", 412, .never, "The server speaks version 1.0.0 of the tus protocol, and `Tus-Resumable` has to say so. Correct the client.")
    case 1547: ("upload_type_wrong", 415, .never, "The bytes of an upload have the type `application/offset+octet-stream`. Correct the client.")
    case 1548: ("upload_complete", 409, .never, "The upload has all its bytes and cannot be ended: a message may name it. Recall that message instead.")
    case 1549: ("range_invalid", 416, .never, "The range is outside the file's `limit` bytes. Ask for another one, or for the whole file.")
    case 1550: ("media_link_invalid", 403, .never, "The link to the file is malformed, was made for another file or has expired. Ask for a new one.")
    case 1551: ("media_no_variant", 404, .never, "There is no such variant: the file is no picture, video or recording that can be read, or too large, or the server makes none. Use the file itself.")
    default: nil
    }
  }
}
