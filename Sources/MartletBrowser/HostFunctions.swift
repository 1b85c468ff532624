#if arch(wasm32)
  // Functions that the JavaScript side supplies when it loads the module, in `Web/martlet-host.js`.
  //
  // A path is UTF-8 without a terminating zero. Sizes and offsets are numbers of bytes, exact up to 2^53. A negative result is an
  // error: see `HostFailure`.

  /// Opens a file, and creates it if `create` is not 0.
  ///
  /// - Returns: The file's number.
  @_extern(wasm, module: "host", name: "fileOpen")
  func hostFileOpen(_ path: UnsafePointer<CChar>?, _ length: Int32, _ create: Int32) -> Int32

  /// - Returns: The bytes read, which are fewer than `count` at the end of the file.
  @_extern(wasm, module: "host", name: "fileRead")
  func hostFileRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Double) -> Int32

  @_extern(wasm, module: "host", name: "fileWrite")
  func hostFileWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Double) -> Int32

  @_extern(wasm, module: "host", name: "fileTruncate")
  func hostFileTruncate(_ file: Int32, _ size: Double) -> Int32

  /// Returns once everything written to the file is on the disk.
  @_extern(wasm, module: "host", name: "fileSync")
  func hostFileSync(_ file: Int32) -> Int32

  @_extern(wasm, module: "host", name: "fileSize")
  func hostFileSize(_ file: Int32) -> Double

  @_extern(wasm, module: "host", name: "fileClose")
  func hostFileClose(_ file: Int32)

  @_extern(wasm, module: "host", name: "fileDelete")
  func hostFileDelete(_ path: UnsafePointer<CChar>?, _ length: Int32) -> Int32

  /// The size of a file that need not be open.
  @_extern(wasm, module: "host", name: "fileSizeAt")
  func hostFileSizeAt(_ path: UnsafePointer<CChar>?, _ length: Int32) -> Double

  @_extern(wasm, module: "host", name: "fileRename")
  func hostFileRename(_ path: UnsafePointer<CChar>?, _ length: Int32, _ new: UnsafePointer<CChar>?, _ newLength: Int32) -> Int32

  /// Milliseconds since 1970.
  @_extern(wasm, module: "host", name: "wallTime")
  func hostWallTime() -> Double

  /// Nanoseconds since an arbitrary moment, never decreasing.
  @_extern(wasm, module: "host", name: "monotonicTime")
  func hostMonotonicTime() -> Double

  /// Fills a buffer with bytes that nobody can predict.
  @_extern(wasm, module: "host", name: "random")
  func hostRandom(_ bytes: UnsafeMutableRawPointer?, _ count: Int32)

  /// Hands a JSON text to the JavaScript side, which must not call the module before it returns.
  @_extern(wasm, module: "host", name: "tell")
  func hostTell(_ text: UnsafePointer<UInt8>?, _ count: Int32)

  /// Hands over a packet to send on the current connection.
  @_extern(wasm, module: "host", name: "send")
  func hostSend(_ packet: UnsafePointer<UInt8>?, _ count: Int32)

  /// Errors of the host's files.
  enum HostFailure {
    static let notFound: Double = -2
    static let full: Double = -3
  }
#endif
