import MartletNet
import MartletProcess

/// A server that is measured.
package struct BenchServer: Sendable {
  package var endpoint: Endpoint
  package var tls: TLSClientConfiguration?
  /// The server's socket for creating users.
  package var controlSocket: String
  /// The directory of its files; nil if unknown.
  package var dataDirectory: String?
  /// Nil if the process is on another machine, or unknown; its use of CPU and memory is not told then.
  package var processID: Int32?
  /// The path of the WebSocket.
  package var path = "/v1/connect"

  package init(
    endpoint: Endpoint, tls: TLSClientConfiguration? = nil, controlSocket: String, dataDirectory: String? = nil, processID: Int32?
  ) {
    self.endpoint = endpoint
    self.tls = tls
    self.controlSocket = controlSocket
    self.dataDirectory = dataDirectory
    self.processID = processID
  }

  /// Its process's resource usage so far.
  var sample: ProcessSample? { processID.flatMap { ProcessSample.of($0) } }
}
