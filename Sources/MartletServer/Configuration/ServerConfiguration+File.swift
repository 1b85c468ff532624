import MartletWire

extension ServerConfiguration {
  /// Reads a configuration file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - name: The file's name in messages.
  /// - Throws: `ServerError` with code `.malformed` and a line for each error: `FILE:LINE: error`, with the allowed values.
  package init(file bytes: [UInt8], name: String) throws {
    var reading = ConfigurationReading(ConfigurationText(bytes))
    let configuration = reading.configuration()
    guard reading.findings.isEmpty else {
      let lines = reading.findings.sorted { $0.line < $1.line }.map { finding in
        finding.line > 0 ? "\(name):\(finding.line): \(finding.message)" : "\(name): \(finding.message)"
      }
      let (shown, more) = (lines.prefix(Self.findingsShown), lines.count &- Self.findingsShown)
      throw ServerError(
        .malformed, (shown + (more > 0 ? ["\(name): and \(more) more errors"] : [])).joined(separator: "\n"))
    }
    self = configuration
  }

  private static let findingsShown = 20

  /// The keys whose values differ from another configuration's.
  ///
  /// A key of an app is written `app.ID.section.name`.
  package func keys(differingFrom other: ServerConfiguration) -> [String] {
    let keys = ConfigurationKey.all
    let common = keys.filter { $0.value(in: self) != $0.value(in: other) }.map(\.name)
    let apps = Set(limits.ofApps.keys).union(other.limits.ofApps.keys).sorted()
    let own = apps.flatMap { app in
      keys.filter { $0.scope == .app && deviation($0, of: app) != other.deviation($0, of: app) }.map { "app.\(app).\($0.name)" }
    }
    return common + own
  }

  /// The value of a key as the file writes it; nil if it is not set, or if the key does not exist.
  package func value(of name: String) -> String? {
    if let key = ConfigurationKey.named(name) { return key.value(in: self) }
    for app in limits.ofApps.keys where name.hasPrefix("app.\(app).") {
      if let key = ConfigurationKey.named(String(name.dropFirst("app.\(app).".utf8.count))) {
        return key.value(in: limits.of(app))
      }
    }
    return nil
  }

  /// The value of an app if it differs from the server's.
  private func deviation(_ key: ConfigurationKey, of app: AppID) -> String? {
    let value = key.value(in: limits.of(app))
    return value == key.value(in: self) ? nil : value
  }
}

/// Turns the lines of a file into a configuration, and collects the errors.
private struct ConfigurationReading {
  private let lines: [ConfigurationText.Line]
  private(set) var findings: [ConfigurationText.Finding]
  private var lineOf: [String: Int] = [:]

  init(_ text: ConfigurationText) {
    lines = text.lines
    findings = text.findings
  }

  mutating func configuration() -> ServerConfiguration {
    var configuration = ServerConfiguration()
    var ofApps: [(app: AppID, key: ConfigurationKey, line: ConfigurationText.Line)] = []
    for line in lines {
      if let first = lineOf[line.key] {
        find("\(line.key) is set twice, first on line \(first)", line)
        continue
      }
      lineOf[line.key] = line.number
      if let key = ConfigurationKey.named(line.key) {
        if !key.set(line.value, in: &configuration) { refuse(line, key) }
      } else if let (app, key) = ownKey(of: line) {
        ofApps.append((app, key, line))
      }
    }
    // Keys of apps come last, because an app inherits the server's limits.
    for (app, key, line) in ofApps {
      var limits = configuration.limits.of(app)
      if !key.set(line.value, in: &limits) { refuse(line, key) }
      configuration.limits.setOwn(limits, of: app)
    }
    if findings.isEmpty { check(configuration) }
    return configuration
  }

  /// The app and the key that `app.ID.section.name` sets; apps may have dots in their names.
  private mutating func ownKey(of line: ConfigurationText.Line) -> (AppID, ConfigurationKey)? {
    guard line.key.hasPrefix(Self.appPrefix) else {
      let near = nearest(to: line.key, among: ConfigurationKey.all.map(\.name)).map { "; did you mean \($0)?" } ?? ""
      find("there is no key \(line.key.prefix(80))\(near)", line)
      return nil
    }
    let rest = line.key.dropFirst(Self.appPrefix.count)
    if let key = ConfigurationKey.all.first(where: { rest == $0.name || rest.hasSuffix("." + $0.name) }) {
      let name = rest.dropLast(key.name.count &+ 1)
      if key.scope != .app {
        find("\(key.name) applies to all apps; remove app.\(name)", line)
      } else if let app = AppID(String(name)) {
        return (app, key)
      } else {
        find("'\(name.prefix(80))' is not an app id: an id is 1 to 64 letters, digits, _ . or -", line)
      }
      return nil
    }
    // The key follows the app's name: two words separated by a dot.
    let words = rest.split(separator: ".", omittingEmptySubsequences: false).suffix(2).joined(separator: ".")
    let names = ConfigurationKey.all.filter { $0.scope == .app }.map(\.name)
    let near = nearest(to: words, among: names).map { "; did you mean \($0)?" } ?? ""
    find("there is no key \(words.prefix(80)) for an app\(near)", line)
    return nil
  }

  private static let appPrefix = "app."

  /// Checks the relations between values.
  private mutating func check(_ configuration: ServerConfiguration) {
    if (configuration.certificateFile == nil) != (configuration.keyFile == nil) {
      let line = lineOf["tls.certificate"] ?? lineOf["tls.key"] ?? 0
      findings.append(ConfigurationText.Finding(line: line, message: "set both tls.certificate and tls.key, or neither"))
    }
    if configuration.mediaDirectory != nil, configuration.mediaBucket != nil {
      let line = lineOf["media.bucket"] ?? 0
      findings.append(ConfigurationText.Finding(line: line, message: "set media.directory or media.bucket, not both"))
    }
    if configuration.mediaBucket == nil {
      for name in ["media.endpoint", "media.credentials", "media.trust"] {
        guard let line = lineOf[name] else { continue }
        findings.append(ConfigurationText.Finding(line: line, message: "\(name) needs media.bucket"))
      }
    }
    check(configuration.limits, of: nil)
    for (app, limits) in configuration.limits.ofApps.sorted(by: { $0.key < $1.key }) { check(limits, of: app) }
  }

  private mutating func check(_ limits: Limits, of app: AppID?) {
    for rule in ConfigurationRule.all where !rule.holds(limits) {
      let prefix = app.map { "app.\($0)." } ?? ""
      let keys = [rule.lesser, rule.greater]
      // Errors in limits that an app inherits were reported for the server.
      let lines = keys.compactMap { lineOf[prefix + $0] }
      guard app == nil || !lines.isEmpty else { continue }
      let line = lines.max() ?? 0
      let values = keys.map { ConfigurationKey.named($0)?.value(in: limits) ?? "" }
      let whose = app.map { " of app \($0)" } ?? ""
      findings.append(
        ConfigurationText.Finding(
          line: line,
          message: "\(rule.lesser)\(whose), \(values[0]), must be \(rule.relation) \(rule.greater), \(values[1])"))
    }
  }

  private mutating func refuse(_ line: ConfigurationText.Line, _ key: ConfigurationKey) {
    find("\(line.key) must be \(key.allowed); it is '\(line.value.prefix(80))'", line)
  }

  private mutating func find(_ message: String, _ line: ConfigurationText.Line) {
    findings.append(ConfigurationText.Finding(line: line.number, message: message))
  }
}
