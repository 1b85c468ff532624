import MartletWire
import Testing

@testable import MartletServer

struct PublicKeyTests {
  private func check(_ pem: String, _ signature: String, _ message: String) throws -> Bool {
    try PublicKey(pem: pem).isSignature(#require(Base64URL.decode(signature.utf8)), of: Array(message.utf8))
  }

  // MARK: Published examples

  private static let rfc7515Claims =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

  /// RFC 7515, appendix A.2.
  @Test func publishedRS256ExampleHasARightSignature() throws {
    let key = """
      -----BEGIN PUBLIC KEY-----
      MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAofgWCuLjybRlzo0tZWJj
      NiuSfb4p4fAkd/wWJcyQoTbji9k0l8W26mPddxHmfHQp+Vaw+4qPCJrcS2mJPMEz
      P1Pt0Bm4d4QlL+yRT+SFd2lZS+pCgNMsD1W/YpRPEwOWvG6b32690r2jZ47soMZo
      9wGzjb/7OMg0LOL+bSf63kpaSHSXndS5z5rexMdbBYUsLA9e+KXBdQOS+UTo7WTB
      EMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6/I5IhlJH7aGhyxX
      FvUK+DWNmoudF8NAco9/h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXp
      oQIDAQAB
      -----END PUBLIC KEY-----
      """
    let message = "eyJhbGciOiJSUzI1NiJ9." + Self.rfc7515Claims
    let signature =
      "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQ"
      + "jbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqt"
      + "FZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
    #expect(try check(key, signature, message))
    #expect(try !check(key, signature, message + "A"))
    #expect(try !check(key, signature.replacing("cC4h", with: "cC4i"), message))
    #expect(try !check(key, "", message))
  }

  /// RFC 7515, appendix A.3.
  @Test func publishedES256ExampleHasARightSignature() throws {
    let key = """
      -----BEGIN PUBLIC KEY-----
      MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV7
      6e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
      -----END PUBLIC KEY-----
      """
    let message = "eyJhbGciOiJFUzI1NiJ9." + Self.rfc7515Claims
    let signature = "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    #expect(try check(key, signature, message))
    #expect(try !check(key, signature, message + "A"))
    #expect(try !check(key, signature.replacing("DtEh", with: "DtEi"), message))
  }

  /// RFC 8037, appendix A.4.
  @Test func publishedEd25519ExampleHasARightSignature() throws {
    let key = """
      -----BEGIN PUBLIC KEY-----
      MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
      -----END PUBLIC KEY-----
      """
    let message = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
    let signature = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
    #expect(try check(key, signature, message))
    #expect(try !check(key, signature, message + "A"))
    #expect(try !check(key, signature.replacing("hgyY", with: "hgyZ"), message))
  }

  // MARK: Form

  @Test func ecdsaSignatureTakesItsDERForm() throws {
    func der(_ r: [UInt8], _ s: [UInt8]) throws -> [UInt8] {
      func padded(_ digits: [UInt8]) -> [UInt8] { Array(repeating: 0, count: 32 - digits.count) + digits }
      return try #require(ECDSASignature.der(padded(r) + padded(s)))
    }
    #expect(try der([1], [0x7F]) == [0x30, 6, 2, 1, 1, 2, 1, 0x7F])
    #expect(try der([0x80], [1, 0]) == [0x30, 8, 2, 2, 0, 0x80, 2, 2, 1, 0])
    #expect(try der([], []) == [0x30, 6, 2, 1, 0, 2, 1, 0])
    #expect(try der(Array(repeating: 0xFF, count: 32), Array(repeating: 0xFF, count: 32)).count == 72)
    #expect(ECDSASignature.der(Array(repeating: 1, count: 63)) == nil)
    #expect(ECDSASignature.der(Array(repeating: 1, count: 65)) == nil)
    #expect(ECDSASignature.der([]) == nil)
  }

  @Test func theKindOfKeyDecidesTheAlgorithm() throws {
    #expect(try PublicKey(pem: SampleKey.rsa).algorithm == .rs256)
    #expect(try PublicKey(pem: SampleKey.p256).algorithm == .es256)
    #expect(try PublicKey(pem: SampleKey.ed25519).algorithm == .eddsa)
  }

  @Test(arguments: [SampleKey.rsa, SampleKey.p256, SampleKey.ed25519])
  func keyIsWrittenAsItWasRead(pem: String) throws {
    #expect(try PublicKey(pem: pem).pem == pem)
    #expect(try PublicKey(pem: "Comment.\r\n" + pem.replacing("\n", with: "\r\n")).pem == pem)
  }

  private func reason(_ pem: String) throws -> String {
    let error = try #require(throws: ServerError.self) { try PublicKey(pem: pem) }
    #expect(error.code == .malformed)
    return error.message
  }

  @Test(arguments: SampleKey.refused)
  func weakAndForeignKeysAreRefused(pem: String, word: String) throws {
    let reason = try reason(pem)
    #expect(reason.contains(word), "\(reason)")
  }

  /// A modulus of so many bits, all of them 1, as no program would make it.
  private func oddModulus(bytes count: Int) -> String {
    func der(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
      [tag, 0x82, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }
    let modulus = der(2, [0] + Array(repeating: 0xFF, count: count))
    let key = der(0x30, modulus + [2, 3, 1, 0, 1])
    let algorithm: [UInt8] = [0x30, 0x0D, 6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1, 5, 0]
    let text = String(decoding: Base64.encode(der(0x30, algorithm + der(3, [0] + key))), as: UTF8.self)
    return "-----BEGIN PUBLIC KEY-----\n\(text)\n-----END PUBLIC KEY-----\n"
  }

  @Test func lengthOfAnRSAKeyIsBounded() throws {
    #expect(try reason(oddModulus(bytes: 255)).contains("2040 bits"))
    #expect(try reason(oddModulus(bytes: 1025)).contains("8200 bits"))
    // Of a length that is taken, it is seen that it is no key.
    #expect(try reason(oddModulus(bytes: 256)).contains("not valid"))
  }

  @Test func whatIsNoPublicKeyIsRefusedWithWhatToDo() throws {
    let body = "MCowBQYDK2VwAyEA8IFVJOmU2U8HEvplRZ7tDCa3XK8tyRAhRQsTuN0ThYs="
    func block(_ name: String) -> String { "-----BEGIN \(name)-----\n\(body)\n-----END \(name)-----\n" }
    for name in ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY"] {
      #expect(try reason(block(name)).contains("-pubout"))
    }
    #expect(try reason(block("CERTIFICATE")).contains("openssl x509"))
    #expect(try reason(block("RSA PUBLIC KEY")).contains("-RSAPublicKey_in"))
    // A private key behind the public one would be stored with it.
    #expect(try reason(SampleKey.ed25519 + block("PRIVATE KEY")).contains("private key"))
    #expect(try reason(SampleKey.ed25519 + SampleKey.p256).contains("one PEM block"))
    for text in [
      "", "x", body, block("PUBLIC KEYS"), "-----BEGIN PUBLIC KEY-----",
      "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
    ] {
      let reason = try reason(text)
      #expect(!reason.contains(body))
    }
    #expect(try reason(String(repeating: " ", count: 20_000) + SampleKey.ed25519).contains("too many bytes"))
  }
}
