// Any bytes as a token; and any header and claims, rightly signed, as one. The app has a key of each kind, of which only the
// secret can sign here; and any text as a public key.

// Compiled with Tests/MartletServerTests/Tokens/SampleKeys.swift

import MartletWire

@testable import MartletServer

private let now: Int64 = 1_800_000_000

/// The app `main`, whose first key signs.
private let key = [UInt8](repeating: 1, count: 32)
/// Held here as well: `TokenKey` marks its references with bits, by which the sanitizer does not know them.
private let publicKeys = try? [SampleKey.rsa, SampleKey.p256, SampleKey.ed25519].map { try PublicKey(pem: $0) }
private let apps: Apps? = {
  guard let id = AppID("main"), let secret = Secret(key), let other = Secret([UInt8](repeating: 2, count: 32)),
    let first = TokenKey(.secret(secret), id: "a"),
    let more = publicKeys?.enumerated().map({ TokenKey(.publicKey($1), id: "p\($0)") }),
    let keys = AppKeys(id: id, secrets: [other], tokenKeys: [first] + more.compactMap(\.self))
  else { return nil }
  return try? Apps([keys])
}()

/// Called by libFuzzer with one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let apps else { fatalError("no apps") }
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let verifier = TokenVerifier()
  if (try? verifier.verify(String(decoding: input, as: UTF8.self), apps: apps, now: now * 1000)) != nil {
    fatalError("nobody has signed this")
  }
  if let key = try? PublicKey(pem: String(decoding: input, as: UTF8.self)) {
    guard let again = try? PublicKey(pem: key.pem), again.bytes == key.bytes, again.algorithm == key.algorithm else {
      fatalError("a key that is not written as it was read")
    }
  }
  let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2 else { return 0 }
  let signed = Base64URL.encode(parts[0]) + "." + Base64URL.encode(parts[1])
  guard let code = try? HMACSHA256.code(key: key, message: signed.utf8) else { fatalError("nothing can be signed") }
  guard let token = try? verifier.verify(signed + "." + Base64URL.encode(code), apps: apps, now: now * 1000) else { return 0 }
  // What is taken has what is relied on.
  guard token.app.text == "main", token.expiresAt > now, (1...now + TokenVerifier.leeway).contains(token.issuedAt) else {
    fatalError("a token that should have been refused: \(token)")
  }
  return 0
}
