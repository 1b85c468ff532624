#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The memory of this process that is in use, in MB; 0 where the system does not say.
func resident() -> Int {
  guard let file = fopen("/proc/self/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), file) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if text.hasPrefix("VmHWM:") { return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) / 1_024 }
  }
  return 0
}
