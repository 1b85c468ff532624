import MartletCore
import MartletWire

// Files that messages in the outbox wait for. JavaScript has their bytes, and uploads them.
extension BrowserClient {
  /// - Returns: False for other operations.
  func beginOnUploads(_ wanted: Bridge.Call.Operation, _ call: UInt32) throws(MartletError) -> Bool {
    switch wanted {
    case .pauseUpload(let upload): _ = try engine.pauseUpload(of: try Parsed.clientID(upload.id), true)
    case .resumeUpload(let upload): _ = try engine.pauseUpload(of: try Parsed.clientID(upload.id), false)
    case .uploadReached(let reached): engine.uploadReached(reached.row, reached.bytes)
    case .uploaded(let uploaded):
      guard !uploaded.media.isEmpty else { throw .invalid("the file has no id", field: "media") }
      engine.uploaded(uploaded.row, .server(id: uploaded.media))
    case .uploadFailed(let failed):
      guard let failure = failed.failure else { throw .invalid("the failure is missing", field: "failure") }
      engine.uploadFailed(failed.row, MartletError(failure))
    default: return false
    }
    done(call)
    return true
  }
}

extension FileToUpload {
  init(_ file: Bridge.FileToUpload) {
    self.init(
      file: file.file, name: file.name, size: file.size, sha256: file.sha256,
      ordering: file.whenReady ? .whenReady : .inOrder)
  }
}

extension PendingSend.Action {
  /// The action, once the size and the hash of its file are known.
  func describing(_ file: FileToUpload) throws(MartletError) -> PendingSend.Action {
    guard case .send(let content) = self, content.awaitsFile else {
      throw .invalid("the content does not name the file; make it with the media given", field: "content")
    }
    return .send(content.describing(size: file.size, sha256: file.sha256))
  }
}

extension Bridge.Upload {
  init(_ upload: MartletCore.Upload) {
    self.init(
      row: upload.row, message: upload.message.text, conversation: upload.conversation.text, file: upload.file.file,
      name: upload.file.name, size: upload.file.size, sha256: upload.file.sha256)
  }
}

extension MartletError {
  /// The failure of an upload, as JavaScript reports it.
  fileprivate init(_ failure: Bridge.Failure) {
    if let code = ErrorCode.all.first(where: { $0.name == failure.code }) {
      self.init(
        Wire.Failure(
          code, field: failure.field, limit: failure.limit, actual: failure.actual,
          retryAfterMs: UInt32(clamping: failure.retryAfter), message: failure.message))
    } else {
      // Only a file that cannot be read ends an upload; all else passes.
      let isFile = failure.code == MartletError.Code.argumentInvalid.description
      let field = failure.field.isEmpty ? nil : failure.field
      self.init(isFile ? .argumentInvalid : .unreachable, failure.message, field: field)
    }
  }
}
