import MartletNet
import MartletServer
import MartletStore

extension CommandFailure {
  /// The failure of a command, from an error of the server.
  init(server error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as ServerError: self.init(CommandFailure.code(of: error), error.message)
    case let error as StoreError: self.init(CommandFailure.code(of: error), "the database: \(error.message)")
    case let error as NetError where error.code == .tls:
      self.init(.malformed, "cannot use the certificate and its key: \(error.message)")
    case let error as NetError: self.init(error.code == .addressInUse ? .addressInUse : .unavailable, error.message)
    case let refusal as Refusal: self.init(CommandFailure.code(of: refusal), CommandFailure.words(of: refusal))
    default: self.init(.internalFailure, "\(error)")
    }
  }

  private static func code(of error: ServerError) -> ExitCode {
    switch error.code {
    case .exposed: .insecure
    case .unwritable, .foreign: .unwritable
    case .inUse: .directoryInUse
    case .addressInUse: .addressInUse
    case .malformed: .malformed
    case .missing: .missing
    default: .internalFailure
    }
  }

  private static func code(of error: StoreError) -> ExitCode {
    switch error.code {
    case .readOnly: .unwritable
    case .busy: .directoryInUse
    case .full, .corrupt, .newer, .unknown: .storage
    default: .internalFailure
    }
  }

  private static func code(of refusal: Refusal) -> ExitCode {
    switch refusal.code {
    case .fieldInvalid: .usage
    case .storageFull: .storage
    case .unavailable, .draining, .overloaded: .unavailable
    default: .refused
    }
  }

  private static func words(of refusal: Refusal) -> String {
    let field = refusal.field.isEmpty ? "" : " (\(refusal.field))"
    let limit = refusal.limit > 0 ? ", at most \(refusal.limit)" : ""
    return "refused: \(refusal.code.rawValue) \(refusal.code.name)\(field)\(limit)"
  }
}
