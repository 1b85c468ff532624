import MartletBus

extension ConfigurationKey {
  /// The shipped file: every key with its description, its allowed values and its default.
  package static func annotatedDefaults() -> String {
    let standard = ServerConfiguration()
    var text = introduction
    var section = ""
    for key in all {
      let of = String(key.name.prefix { $0 != "." })
      if of != section {
        section = of
        text += "\n# ---- \(section) " + String(repeating: "-", count: max(3, 88 &- section.utf8.count)) + "\n"
      }
      text += "\n" + key.annotation(standard)
    }
    return text
  }

  private func annotation(_ standard: ServerConfiguration) -> String {
    var text = ""
    for line in about.split(separator: "\n") { text += "# \(line)\n" }
    text += "# Must be \(allowed)." + (scope == .app ? " Also for one app.\n" : "\n")
    if let value = value(in: standard) { return text + "\(name) = \(value)\n" }
    return text + "#\(name) = \(example)\n"
  }

  private static let introduction = """
    # Martlet's configuration: every key with its default. Keys that a file omits keep their defaults.
    #
    # The server reads the file named by --config, or else martlet.conf in its data directory. It refuses to start on an
    # unknown key, a repeated key or a value out of range, and names the line. `martlet serve --check-config` checks a file
    # without starting.
    #
    # Write one key per line: section.name = value. A comment begins with # at the start of a line or after a blank. Sizes
    # take KiB, MiB and GiB; times take ms, s, m, h and d.
    #
    # Keys marked "Also for one app" can be set per app: app.shop.limits.content_bytes sets the limit of the app "shop".
    #
    # SIGHUP reads the file again and applies log.level. The server logs other changed keys; they apply at the next start.
    # SIGHUP also reads the certificate files and apps.json again.

    """
}

extension ConfigurationKey {
  /// Whether a text is a value of `server.bus`.
  package static func isBus(_ text: String) -> Bool { BusAddress.isValid(text) }
}
