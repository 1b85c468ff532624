#if arch(wasm32)
  import MartletCore

  /// The files of the local data, as the JavaScript side keeps them for this module alone.
  package final class HostFiles: LocalFiles {
    package let databasePath: String
    /// SQLite's default layer is the host's.
    package var layer: String? { nil }

    package init(databasePath: String) { self.databasePath = databasePath }

    package func makeDatabase() throws(MartletError) {
      // SQLite makes the file.
    }

    package func size(of path: String) -> Int64? {
      let size = withPath(path) { hostFileSizeAt($0, $1) }
      return size < 0 ? nil : Int64(size)
    }

    package func putAside(at milliseconds: Int64) throws(MartletError) -> String {
      var kept = "\(databasePath).corrupt-\(milliseconds)"
      while size(of: kept) != nil { kept += "-again" }
      // The log goes first: left behind, it would be taken for the log of the new one.
      for suffix in ["-wal", ""] where size(of: databasePath + suffix) != nil {
        let result = withPath(databasePath + suffix) { old, oldLength in
          withPath(kept + suffix) { hostFileRename(old, oldLength, $0, $1) }
        }
        guard result >= 0 else { throw MartletError(.storageFailed, "\(databasePath)\(suffix) cannot be put aside") }
      }
      return kept
    }

    private func withPath<Value>(_ path: String, _ body: (UnsafePointer<CChar>?, Int32) -> Value) -> Value {
      var path = path
      return path.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress, Int32(truncatingIfNeeded: $0.count)) }
      }
    }
  }
#endif
