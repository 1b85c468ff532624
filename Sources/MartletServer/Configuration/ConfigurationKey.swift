import MartletWire

/// One key of the configuration file: the property it sets, its allowed values, and its description in the shipped file.
package struct ConfigurationKey: Sendable {
  /// The level at which a key can be set.
  enum Scope: Sendable {
    /// For the whole server only.
    case server
    /// For the whole server, and for a single app otherwise.
    case app
  }

  /// As `section.name`.
  package let name: String
  /// One line, or several separated by line ends.
  let about: String
  /// The allowed values, as they follow "must be".
  let allowed: String
  let scope: Scope
  /// The commented-out value in the shipped file of a key without a default.
  let example: String
  private let place: Place

  private enum Place: Sendable {
    case server(@Sendable (String, inout ServerConfiguration) -> Bool, @Sendable (ServerConfiguration) -> String?)
    case limits(@Sendable (String, inout Limits) -> Bool, @Sendable (Limits) -> String?)
  }

  /// A key that sets something of the server.
  static func server<Value>(
    _ name: String, _ path: any WritableKeyPath<ServerConfiguration, Value> & Sendable, _ form: ConfigurationForm<Value>,
    example: String = "", _ about: String
  ) -> ConfigurationKey {
    let place = Place.server(
      { text, configuration in
        guard let value = form.read(text) else { return false }
        configuration[keyPath: path] = value
        return true
      }, { form.write($0[keyPath: path]) })
    return ConfigurationKey(name: name, about: about, allowed: form.allowed, scope: .server, example: example, place: place)
  }

  /// A key that sets one of the limits; also for single apps if the scope allows it.
  static func limit<Value>(
    _ name: String, _ path: any WritableKeyPath<Limits, Value> & Sendable, _ form: ConfigurationForm<Value>,
    for scope: Scope = .server, _ about: String
  ) -> ConfigurationKey {
    let place = Place.limits(
      { text, limits in
        guard let value = form.read(text) else { return false }
        limits[keyPath: path] = value
        return true
      }, { form.write($0[keyPath: path]) })
    return ConfigurationKey(name: name, about: about, allowed: form.allowed, scope: scope, example: "", place: place)
  }

  /// Sets the value for the whole server; false if the text is not allowed.
  func set(_ text: String, in configuration: inout ServerConfiguration) -> Bool {
    switch place {
    case .server(let write, _): write(text, &configuration)
    case .limits(let write, _): write(text, &configuration.limits)
    }
  }

  /// Sets the value in an app's limits; false if the text is not allowed, or the key is no limit.
  func set(_ text: String, in limits: inout Limits) -> Bool {
    if case .limits(let write, _) = place { write(text, &limits) } else { false }
  }

  /// The value as the file would have it; nil if nothing is set.
  package func value(in configuration: ServerConfiguration) -> String? {
    switch place {
    case .server(_, let read): read(configuration)
    case .limits(_, let read): read(configuration.limits)
    }
  }

  /// The value in an app's limits; nil if the key is no limit.
  func value(in limits: Limits) -> String? {
    if case .limits(_, let read) = place { read(limits) } else { nil }
  }
}
