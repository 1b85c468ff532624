import MartletPostgres
import MartletStore
import MartletWire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The configuration of a server.
///
/// Every key that an operator can set has a row in `ConfigurationKey.all`. The defaults are the values of a new instance.
package struct ServerConfiguration: Sendable {
  /// The data directory; created if it does not exist.
  package var dataDirectory: String
  /// The PostgreSQL database that holds the data, `postgres://USER@HOST/DATABASE`; nil for files in the data directory.
  package var storeAddress: String?
  /// The bus of the nodes that share the database, `nats://HOST:PORT`; nil for a server that is alone.
  package var busAddress: String?
  /// The file with the password or token for the bus; nil if it needs none.
  package var busSecretFile: String?
  package var host: String
  /// 0 lets the system choose.
  package var port: UInt16
  /// The files of the certificate chain and its key, both PEM; without either, the server serves without TLS.
  package var certificateFile: String?
  package var keyFile: String?
  /// The number of event loops, each with a thread; 0 for one per processor.
  package var loops = 0
  package var logLevel = Log.Level.info
  /// The directory of files that users send; nil for one in the data directory, and for none if there are several nodes.
  package var mediaDirectory: String?
  /// The S3 bucket of files that users send, `s3://BUCKET/PREFIX`, in place of a directory; nil for a directory.
  package var mediaBucket: String?
  /// The S3 server, `https://HOST`; nil for AWS.
  package var mediaEndpoint: String?
  package var mediaRegion = "us-east-1"
  package var mediaAddressing = BucketAddressing.auto
  /// The file with the keys for S3; nil to take those of the environment.
  package var mediaCredentialsFile: String?
  /// The file of the certificates that are trusted for S3; nil for the machine's.
  package var mediaTrust: String?
  /// How often files that nothing needs any more are looked for.
  package var mediaSweep: Duration = .seconds(3600)
  /// How many variants of files are made at a time; 0 for none.
  package var mediaVariants = 2
  /// Of larger files no variants are made; in bytes.
  package var mediaVariantSource = 256 << 20
  package var limits = Limits()
  package var store = SQLiteStore.Options()

  package init(dataDirectory: String = "", host: String = "127.0.0.1", port: UInt16 = 7777) {
    self.dataDirectory = dataDirectory
    self.host = host
    self.port = port
  }

  /// The files of a TLS certificate.
  package struct TLSFiles: Sendable, Equatable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  /// Both files of the certificate; nil if either is missing.
  package var tls: TLSFiles? {
    guard let certificateFile, let keyFile else { return nil }
    return TLSFiles(certificate: certificateFile, key: keyFile)
  }

  package var listen: ListenAddress {
    get { ListenAddress(host: host, port: port) }
    set { (host, port) = (newValue.host, newValue.port) }
  }

  /// The number of loops to start.
  var loopCount: Int { loops > 0 ? loops : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The store's options, including those derived from the limits.
  var storeOptions: SQLiteStore.Options {
    var options = store
    options.rememberedMilliseconds = rememberedMilliseconds
    return options
  }

  /// The same for a store in PostgreSQL.
  var postgresOptions: PostgresStore.Options {
    var options = PostgresStore.Options()
    options.kinds = store.kinds
    options.cachedConversations = store.cachedConversations
    options.userLogEntries = store.userLogEntries
    options.waitingWeight = store.waitingWeight
    options.rememberedMilliseconds = rememberedMilliseconds
    options.isShared = busAddress != nil
    return options
  }

  private var rememberedMilliseconds: Int64 {
    // An id that says it was made just within the window, by a clock that is ahead, is recognised until it is refused.
    let milliseconds = limits.clientIDWindow.milliseconds.addingReportingOverflow(limits.clientIDAhead.milliseconds)
    return milliseconds.overflow ? .max : milliseconds.partialValue
  }
}
