extension ConfigurationKey {
  /// The shipped file: every key with what it does, what is allowed, and its default.
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
    # Martlet's configuration, with every key and its default: what a file leaves out has that.
    #
    # A server reads the file given with --config, else martlet.conf in its data directory where there is one. A key that
    # does not exist, is set twice or has a value that is not allowed keeps it from starting, and is told with its line.
    # `martlet serve --check-config` only looks.
    #
    # One key a line: section.name = value. A comment begins with # at the line's start or after a blank. Bytes take KiB,
    # MiB and GiB; times take ms, s, m, h and d.
    #
    # Where it says "Also for one app", app.ID.section.name = value sets it for the app ID alone; app.shop.limits.content_bytes,
    # for one. An app has the server's value for all else.
    #
    # SIGHUP reads the file again, and takes over log.level; what else changed is logged, and comes with the next start. The
    # certificate's files and apps.json are read again then, too.

    """
}
