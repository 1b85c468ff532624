/// Options that many connections share, so that each connection holds a reference only.
final class SharedOptions<Options: Sendable>: Sendable {
  let value: Options

  init(_ value: Options) { self.value = value }
}
