import MartletNet
import MartletProcess

/// A server that is measured.
package struct BenchServer: Sendable {
  package var endpoint: Endpoint
  package var tls: TLSClientConfiguration?
  /// Where the server takes orders to make users.
  package var controlSocket: String
  /// Where its files are; nil where that is not known.
  package var dataDirectory: String?
  /// Nil where the process is on another machine, or unknown; its use of CPU and memory is not told then.
  package var processID: Int32?
  /// Where a WebSocket is opened.
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

  /// What its process has used so far.
  var sample: ProcessSample? { processID.flatMap { ProcessSample.of($0) } }
}
