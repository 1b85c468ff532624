import MartletNet

/// The answer of S3 to a server that is going to keep files there.
package enum ObjectsProbe: Sendable, Equatable {
  /// Objects can be written, read and deleted; `isFenced` if S3 heeds conditions on writes.
  case usable(isFenced: Bool)
  /// S3 refuses, and will go on to: what it says, and what to do.
  case refused(String, advice: String)
  /// The place could not be asked; that may pass.
  case unreachable(String)
}

extension MediaObjects {
  /// Asks S3 whether files can be kept there, with an object that is written and deleted.
  package func probe() async -> ObjectsProbe {
    do {
      var request = S3Request()
      request.query = [("list-type", "2"), ("prefix", client.place.prefix), ("max-keys", "1")]
      let answer = try await client.send(request)
      guard answer.status == 200 else { return refusal(answer, doing: "list objects") }
      guard XMLElement.parse(answer.body)?.name == "ListBucketResult" else {
        return .refused("it does not answer as S3 does", advice: "Check media.endpoint: it must be an S3 server's own address.")
      }
      return try await probeWriting()
    } catch let error as MediaError {
      return .unreachable(error.message)
    } catch {
      return .unreachable("\(error)")
    }
  }

  private func probeWriting() async throws -> ObjectsProbe {
    let name = "\(client.place.prefix)martlet-probe-\(ObjectNames.token())"
    let first = try await client.send(probe(name, [1]))
    guard first.status == 200 else { return refusal(first, doing: "write an object") }
    let again = try await client.send(probe(name, [2]))
    let bytes = try await client.get(name, limit: 16)?.bytes
    let deleted = try await client.send(S3Request(method: "DELETE", name: name))
    guard [200, 204].contains(deleted.status) else { return refusal(deleted, doing: "delete an object") }
    return .usable(isFenced: again.status == 412 && bytes == [1])
  }

  private func probe(_ name: String, _ bytes: [UInt8]) -> S3Request {
    S3Request(method: "PUT", name: name, headers: [("if-none-match", "*")], body: SharedBytes.pieces(of: bytes))
  }

  private func refusal(_ answer: S3Answer, doing action: String) -> ObjectsProbe {
    let reason = answer.failure(doing: action).message
    let advice =
      switch (answer.status, answer.code) {
      case (_, "NoSuchBucket"): "Create the bucket \(client.place.bucket), or name another in media.bucket."
      case (_, "InvalidAccessKeyId"), (_, "SignatureDoesNotMatch"), (_, "InvalidToken"), (_, "ExpiredToken"):
        "Check the keys in the file that media.credentials names."
      case (_, "RequestTimeTooSkewed"):
        "Set the clock of this machine, for example with NTP: S3 takes requests within 15 minutes."
      case (301, _), (307, _), (_, "PermanentRedirect"), (_, "AuthorizationHeaderMalformed"),
        (_, "IllegalLocationConstraintException"):
        "Name the region of the bucket in media.region, and its address in media.endpoint."
      case (403, _): "Give these keys the permissions that docs/media.md lists."
      case (400, _): "Check media.endpoint and media.region."
      default: "Check media.endpoint and media.bucket."
      }
    return .refused(reason, advice: advice)
  }
}
