// Any bytes as a configuration file.

@testable import MartletServer

/// Called by libFuzzer with one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let text = ConfigurationText(bytes)
  let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
  guard text.lines.count + text.findings.count <= lines else { fatalError("more lines than there are") }
  guard text.lines.allSatisfy({ (1...lines).contains($0.number) }) else { fatalError("a line that is not there") }
  let standard = ServerConfiguration()
  do {
    let configuration = try ServerConfiguration(file: bytes, name: "f")
    // What is in order can be written down, and says the same again.
    let again = configuration.keys(differingFrom: standard).map { "\($0) = \(configuration.value(of: $0) ?? "")\n" }.joined()
    let read = try ServerConfiguration(file: Array(again.utf8), name: "again")
    guard read.keys(differingFrom: configuration).isEmpty else { fatalError("written down it is another: \(again)") }
  } catch let error as ServerError {
    guard error.code == .malformed, error.message.hasPrefix("f:") else { fatalError("not in order: \(error.message)") }
  } catch {
    fatalError("\(error)")
  }
  return 0
}
