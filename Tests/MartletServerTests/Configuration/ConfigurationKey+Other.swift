@testable import MartletServer

extension ConfigurationKey {
  /// A value other than the default, built from the allowed bounds and words; nil if there is none.
  var valueOtherThanDefault: String? {
    let usual = value(in: ServerConfiguration())
    let bounds = allowed.matches(of: #/(?:from|to|of) (\w+)/#).map { String($0.1) }
    let words = allowed.split(whereSeparator: { " ,".contains($0) }).map(String.init)
    return (bounds + words + ["/somewhere", "[::1]:80", "nats://bus.example:80"]).first { text in
      var changed = ServerConfiguration()
      return text != usual && set(text, in: &changed) && value(in: changed) != usual
    }
  }
}
