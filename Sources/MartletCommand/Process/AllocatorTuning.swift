#if canImport(Glibc)
  import Glibc

  /// How glibc's memory allocator is set up for a server.
  ///
  /// A loaded server frees what thousands of messages held in one go, and needs as much again at once. glibc keeps seven
  /// freed pieces of each size for a thread; the others it joins together and cuts up anew. Keeping more of them spares a
  /// tenth of the time a message costs (Benchmarks/Peers/findings.md). glibc reads this only when a program starts.
  enum AllocatorTuning {
    private static let variable = "GLIBC_TUNABLES"
    private static let value = "glibc.malloc.tcache_count=30000"

    /// Starts the program over, as the same process, with the allocator set up; returns where it already is.
    ///
    /// To be called before there are other threads. Returns as well where `GLIBC_TUNABLES` says something else, which stays
    /// as it is, and where the program's file cannot be started: then the allocator does as it always does.
    static func apply() {
      guard getenv(variable) == nil, let program = programPath() else { return }
      setenv(variable, value, 1)
      execv(program, CommandLine.unsafeArgv)
      unsetenv(variable)
    }

    private static func programPath() -> String? {
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &path, path.count)
      guard count > 0, count < path.count else { return nil }
      return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
