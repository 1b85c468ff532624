// protoc-gen-martlet: a plug-in of protoc that writes Martlet's Swift types. See `Protocol/generate`.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

var input: [UInt8] = []
var chunk = [UInt8](repeating: 0, count: 1 << 16)
while true {
  let count = read(0, &chunk, chunk.count)
  if count < 0, errno == EINTR { continue }
  guard count > 0 else { break }
  input += chunk[..<count]
}

var rest = Generator.respond(to: input)[...]
while !rest.isEmpty {
  let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  if count < 0, errno == EINTR { continue }
  guard count > 0 else { exit(1) }
  rest = rest.dropFirst(count)
}
