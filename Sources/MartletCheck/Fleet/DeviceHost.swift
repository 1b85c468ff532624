import MartletProcess
import MartletServer

/// What a process with devices on the client library runs on.
package enum DeviceHost: String, Sendable, CaseIterable {
  case swift
  /// The JavaScript SDK in Node.
  case node
  /// The JavaScript SDK in a page of Chromium.
  case chromium

  /// How a process is started.
  struct Launch: Sendable {
    var program: String
    var arguments: [String]
    var environment: [String: String] = [:]
  }

  /// What names of its devices begin with.
  var deviceName: String { self == .swift ? "sdk" : rawValue }

  /// What a plan needs and the machine lacks, as a sentence; nil if nothing is missing.
  package static func missing(_ plan: CheckPlan) -> String? {
    let others = plan.hosts.filter { $0 != .swift }
    guard let first = others.first else { return nil }
    guard let web = plan.web else { return "--devices \(first.rawValue) needs --web DIR, the folder Web of the sources" }
    for file in ["check/node.mjs", "check/chromium.mjs", "sdk/martlet-node.js"] where Folder.text(web + "/" + file).isEmpty {
      return "\(web) is not the folder Web of the sources: it has no \(file)"
    }
    guard Folder.names(in: web + "/../.build/web").contains("martlet.wasm") else {
      return "the client core is not built for JavaScript; run ./dev web"
    }
    for program in others.contains(.chromium) ? ["node", "chromium"] : ["node"] where !isInstalled(program) {
      return "\(program) is not installed; install it, or leave it out of --devices"
    }
    return nil
  }

  private static func isInstalled(_ program: String) -> Bool {
    ["/usr/local/bin", "/usr/bin", "/bin"].contains { Folder.names(in: $0).contains(program) }
  }

  /// How a process of a plan is started; `directory` is the server's.
  func launch(_ plan: CheckPlan, directory: String) throws -> Launch {
    guard self != .swift else { return Launch(program: plan.program, arguments: ["check"]) }
    guard let web = plan.web else { throw CheckError("the folder of the device programs is not known") }
    return Launch(
      program: "/usr/bin/env", arguments: ["node", "\(web)/check/\(rawValue).mjs"],
      environment: [
        "MARTLET_CHECK_CONTROL": DataDirectory.controlSocketPath(at: directory),
        "MARTLET_CHECK_MODULE": "\(web)/../.build/web/martlet.wasm",
      ])
  }
}
