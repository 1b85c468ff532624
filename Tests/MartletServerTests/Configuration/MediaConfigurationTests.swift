import MartletMedia
import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

#if canImport(Glibc)
  import Glibc
#endif

/// The keys of `media.*` about S3, and what a server does with them when it starts.
@Suite struct MediaConfigurationTests {
  private func read(_ text: String) throws -> ServerConfiguration { try ServerConfiguration(file: Array(text.utf8), name: "f") }

  private func refusal(_ text: String) -> String {
    do {
      _ = try read(text)
      return ""
    } catch {
      return (error as? ServerError)?.message ?? "\(error)"
    }
  }

  @Test func bucketsAndEndpointsAreTakenOver() throws {
    let configuration = try read(
      """
      media.bucket = s3://martlet-media/a/b_c
      media.endpoint = https://[::1]:9000
      media.addressing = host
      media.region = eu-west-1
      """)
    #expect(configuration.mediaBucket == "s3://martlet-media/a/b_c")
    #expect(configuration.mediaAddressing == .host)
    #expect(configuration.mediaRegion == "eu-west-1")
    let endpoint = EndpointAddress("https://[::1]:9000")
    #expect(endpoint?.host == "::1" && endpoint?.port == 9000 && endpoint?.isEncrypted == true)
    #expect(EndpointAddress("http://s3.example")?.port == nil)
    #expect(BucketAddress("s3://abc")?.prefix == "")
  }

  @Test(
    arguments: [
      "media.bucket = abc", "media.bucket = s3://ab", "media.bucket = s3://ABC", "media.bucket = s3://abc/",
      "media.bucket = s3://abc//d",
      "media.bucket = s3://abc/../d", "media.bucket = s3://abc/d e", "media.bucket = s3://-abc",
    ])
  func malformedBucketsAreRefused(_ line: String) {
    #expect(refusal(line).contains("f:1: media.bucket must be s3://bucket"))
  }

  @Test(arguments: [
    "s3.example", "ftp://s3.example", "https://s3.example/path", "https://s3.example:0", "http://user@host", "https://",
  ])
  func malformedEndpointsAreRefused(_ value: String) {
    #expect(refusal("media.bucket = s3://abc\nmedia.endpoint = \(value)").contains("f:2: media.endpoint must be https://HOST"))
  }

  @Test func keysThatDoNotGoTogetherAreRefused() {
    #expect(refusal("media.bucket = s3://abc\nmedia.directory = /d").contains("not both"))
    #expect(refusal("media.endpoint = https://a").contains("f:1: media.endpoint needs media.bucket"))
    #expect(refusal("media.region = A").contains("media.region"))
  }

  @Test func filesOfKeysAreReadAsAWSWritesThem() {
    let both = "[default]\n# old\naws_access_key_id = A\n  aws_secret_access_key=S/+=\t\n[other]\naws_access_key_id = B\n"
    #expect(S3Credentials(file: both) == S3Credentials(id: "A", secret: "S/+="))
    #expect(
      S3Credentials(file: "aws_access_key_id=A\naws_secret_access_key=S\naws_session_token=T")
        == S3Credentials(id: "A", secret: "S", token: "T"))
    for text in [
      "", "A\nS", "aws_access_key_id = A", "[a]\n[b]\naws_access_key_id=A\naws_secret_access_key=S",
      "aws_access_key_id=A B\naws_secret_access_key=S",
    ] {
      #expect(S3Credentials(file: text) == nil)
    }
  }

  /// Starts a server, and says why it does not start.
  private func start(
    bucket: String = "s3://\(MotoServer.bucket)/start", port: UInt16? = nil, keys: String? = nil, mode: mode_t = 0o600,
    _ body: (Server) async throws -> Void = { _ in }
  ) async throws -> String {
    let moto = try await MotoServer.shared.value
    let directory = try TemporaryDirectory()
    let file = directory.path + "/keys"
    let descriptor = open(file, O_WRONLY | O_CREAT, 0o600)
    let text = keys ?? moto.credentialsText
    _ = text.withCString { write(descriptor, $0, text.utf8.count) }
    fchmod(descriptor, mode)
    close(descriptor)
    var configuration = ServerConfiguration(dataDirectory: directory.path + "/data", port: 0)
    configuration.mediaBucket = bucket
    configuration.mediaEndpoint = "http://127.0.0.1:\(port ?? moto.port)"
    configuration.mediaCredentialsFile = file
    do {
      let server = try await Server.start(configuration, log: Log(level: .error, time: SystemTimeSource()) { _ in })
      try await body(server)
      await server.stop()
      return ""
    } catch let error as ServerError {
      return error.message
    }
  }

  @Test func aServerStartsOnAGoodBucket() async throws {
    let refusal = try await start { server in
      guard server.engine.media is MediaObjects else { throw TestError("files are elsewhere") }
    }
    #expect(refusal == "")
  }

  @Test func aServerSaysWhatIsWrongWithTheBucket() async throws {
    #expect(try await start(bucket: "s3://missing").contains("NoSuchBucket. Create the bucket missing"))
    let wrong = "aws_access_key_id = AKIAWRONG\naws_secret_access_key = SECRETWORD\n"
    let text = try await start(keys: wrong)
    #expect(text.contains("InvalidAccessKeyId") && text.contains("media.credentials"))
    #expect(!text.contains("SECRETWORD") && !text.contains("AKIAWRONG"))
    #expect(try await start(keys: "nothing").contains("aws_access_key_id = ID"))
    #expect(try await start(mode: 0o644).contains("chmod 600"))
  }

  @Test func aServerStartsWithoutReachingS3() async throws {
    #expect(try await start(port: 1) == "")
  }
}
