import MartletBus
import MartletPostgres

/// The allowed values of a key, and their notation.
struct ConfigurationForm<Value: Sendable>: Sendable {
  /// The allowed values, as they follow "must be".
  let allowed: String
  /// Nil if the text is not allowed.
  let read: @Sendable (String) -> Value?
  /// Nil if there is nothing to write.
  let write: @Sendable (Value) -> String?
}

extension ConfigurationForm<Int> {
  /// A number.
  static func count(_ range: ClosedRange<Int>) -> Self {
    Self(allowed: "a number from \(range.lowerBound) to \(range.upperBound)") {
      ConfigurationNumber.digits($0).flatMap { range.contains($0) ? $0 : nil }
    } write: {
      "\($0)"
    }
  }

  /// A number, or a word that stands for one which no number in the range is.
  static func count(_ range: ClosedRange<Int>, or word: String, for meant: Int) -> Self {
    let count = Self.count(range)
    return Self(allowed: count.allowed + ", or \(word)") {
      $0 == word ? meant : count.read($0)
    } write: {
      $0 == meant ? word : "\($0)"
    }
  }

  /// A number of bytes, optionally with one of the units KiB, MiB and GiB.
  static func bytes(_ range: ClosedRange<Int>) -> Self {
    let (least, most) = (ConfigurationNumber.bytes(range.lowerBound), ConfigurationNumber.bytes(range.upperBound))
    return Self(allowed: "bytes, or a number with KiB, MiB or GiB, from \(least) to \(most)") {
      ConfigurationNumber.bytes($0).flatMap { range.contains($0) ? $0 : nil }
    } write: {
      ConfigurationNumber.bytes($0)
    }
  }
}

extension ConfigurationForm<Duration> {
  /// A number with one of the units ms, s, m, h and d.
  static func duration(_ range: ClosedRange<Duration>) -> Self {
    let (least, most) = (ConfigurationNumber.duration(range.lowerBound), ConfigurationNumber.duration(range.upperBound))
    return Self(allowed: "a number with ms, s, m, h or d (such as 90s or 7d), from \(least) to \(most)") {
      ConfigurationNumber.duration($0).flatMap { range.contains($0) ? $0 : nil }
    } write: {
      ConfigurationNumber.duration($0)
    }
  }
}

extension ConfigurationForm<Duration> {
  /// A duration, or a word that stands for one that is not in the range.
  static func duration(_ range: ClosedRange<Duration>, or word: String, for meant: Duration) -> Self {
    let duration = Self.duration(range)
    return Self(allowed: duration.allowed + ", or \(word)") {
      $0 == word ? meant : duration.read($0)
    } write: {
      $0 == meant ? word : duration.write($0)
    }
  }
}

extension ConfigurationForm<Bool> {
  /// Either of two words.
  static var yesOrNo: Self {
    Self(allowed: "yes or no") {
      ["yes": true, "no": false][$0]
    } write: {
      $0 ? "yes" : "no"
    }
  }
}

extension ConfigurationForm<String?> {
  /// A path that has no default.
  static var path: Self { Self(allowed: "a path", read: { $0 }, write: { $0 }) }
}

extension ConfigurationForm<String?> {
  /// A PostgreSQL database.
  ///
  /// A password in it would be shown to whoever lists the processes or reads the configuration.
  static var database: Self {
    Self(allowed: "postgres://USER@HOST/DATABASE, without a password") {
      PostgresAddress.isValid($0) ? $0 : nil
    } write: {
      $0
    }
  }
}

extension ConfigurationForm<String?> {
  /// The bus of several nodes.
  static var bus: Self {
    Self(allowed: "nats://HOST:PORT, or several of them separated by commas, without a password") {
      guard BusAddress.isValid($0) else { return nil }
      return .some($0)
    } write: {
      $0
    }
  }
}

extension ConfigurationForm<String?> {
  /// A bucket of S3.
  static var bucket: Self {
    Self(allowed: "s3://bucket or s3://bucket/prefix, of letters, digits, . _ and -") {
      guard BucketAddress($0) != nil else { return nil }
      return .some($0)
    } write: {
      $0
    }
  }

  /// The address of an S3 server.
  static var endpoint: Self {
    Self(allowed: "https://HOST or https://HOST:PORT, or with http: for a server without TLS, such as http://127.0.0.1:9000") {
      guard EndpointAddress($0) != nil else { return nil }
      return .some($0)
    } write: {
      $0
    }
  }
}

extension ConfigurationForm<String> {
  /// The region of a bucket.
  static var region: Self {
    Self(allowed: "a name of at most 40 small letters, digits and -, such as eu-west-1") {
      $0.wholeMatch(of: #/[a-z0-9-]{1,40}/#) == nil ? nil : $0
    } write: {
      $0
    }
  }

  /// A path without a default.
  static var path: Self { Self(allowed: "a path", read: { $0 }, write: { $0.isEmpty ? nil : $0 }) }
}

extension ConfigurationForm<ListenAddress> {
  static var address: Self {
    Self(allowed: "HOST:PORT, such as 127.0.0.1:7777 or [::]:7777", read: { ListenAddress($0) }, write: { "\($0)" })
  }
}

extension ConfigurationForm<Log.Level> {
  static var logLevel: Self {
    Self(allowed: "one of " + Log.Level.allCases.map { "\($0)" }.joined(separator: ", ")) { text in
      Log.Level.allCases.first { "\($0)" == text }
    } write: {
      "\($0)"
    }
  }
}

extension ConfigurationForm<AddressRanges> {
  /// Network addresses.
  static var addresses: Self {
    Self(
      allowed: "a comma-separated list of addresses and networks such as 10.0.0.0/8 or 2001:db8::1, or none",
      read: { AddressRanges($0) }, write: { $0.text })
  }
}

extension ConfigurationForm<TypePolicies> {
  /// Content types with a policy that differs from the default.
  static var types: Self {
    Self(
      allowed:
        "none, or a comma-separated list of content types, each with the properties it lacks: -stored, -counted, -listed, -live, "
        + "-pushed",
      read: { TypePolicies($0) }, write: { $0.text })
  }
}

extension ConfigurationForm<ProfileFields> {
  /// Keys of profile fields.
  static var profileFields: Self {
    Self(
      allowed:
        "none, or a comma-separated list of at most 20 keys of up to 32 letters and digits, none of them a standard field",
      read: { ProfileFields($0) }, write: { $0.text })
  }
}

extension ConfigurationForm where Value: CaseIterable & RawRepresentable<String> {
  /// One of some words.
  static var word: Self {
    Self(
      allowed: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", "), read: { Value(rawValue: $0) },
      write: { $0.rawValue })
  }
}

/// Numbers as people write them, with units.
enum ConfigurationNumber {
  private static let byteUnits = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("", 1)]
  private static let timeUnits: [(String, Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// A whole number in decimal digits; nil if the text is not one, or the number is too large.
  static func digits(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(text)
  }

  static func bytes(_ text: String) -> Int? {
    guard let (count, unit) = split(text), let scale = byteUnits.first(where: { $0.0 == unit })?.1 else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: scale)
    return overflow ? nil : product
  }

  static func bytes(_ count: Int) -> String {
    guard count > 0, let unit = byteUnits.first(where: { count % $0.1 == 0 }) else { return "\(count)" }
    return "\(count / unit.1)\(unit.0)"
  }

  static func duration(_ text: String) -> Duration? {
    guard let (count, unit) = split(text), let scale = timeUnits.first(where: { $0.0 == unit })?.1 else { return nil }
    let (product, overflow) = Int64(count).multipliedReportingOverflow(by: scale)
    // Beyond this, sums of durations would overflow; it is some three hundred thousand years.
    guard !overflow, product < 1 << 53 else { return nil }
    return .milliseconds(product)
  }

  static func duration(_ duration: Duration) -> String {
    let milliseconds = duration.milliseconds
    guard milliseconds > 0, let unit = timeUnits.first(where: { milliseconds % $0.1 == 0 }) else { return "\(milliseconds)ms" }
    return "\(milliseconds / unit.1)\(unit.0)"
  }

  /// A number and the unit behind it, blanks between allowed.
  private static func split(_ text: String) -> (Int, String)? {
    let number = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let unit = text[number.endIndex...].drop { $0 == " " || $0 == "\t" }
    return digits(Substring(number)).map { ($0, String(unit)) }
  }
}
