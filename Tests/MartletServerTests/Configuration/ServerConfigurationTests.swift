import Foundation
import MartletStore
import MartletWire
import Processes
import Testing

@testable import MartletServer

@Suite struct ServerConfigurationTests {
  private func read(_ text: String) throws -> ServerConfiguration {
    try ServerConfiguration(file: Array(text.utf8), name: "martlet.conf")
  }

  /// The errors, each line without the file's name.
  private func findings(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch let error as ServerError {
      #expect(error.code == .malformed)
      return error.message.split(separator: "\n").map { String($0.replacing("martlet.conf:", with: "", maxReplacements: 1)) }
    } catch {
      return ["\(error)"]
    }
  }

  // MARK: - The shipped file

  private func shipped() throws -> String {
    try Repository.text("docs/martlet.conf")
  }

  @Test func theShippedFileIsTheTableOfKeys() throws {
    // Made by: martlet serve --default-config >docs/martlet.conf
    #expect(try shipped() == ConfigurationKey.annotatedDefaults())
  }

  @Test func theShippedFileSetsEveryKeyToItsDefault() throws {
    let text = try shipped()
    let configuration = try read(text)
    #expect(configuration.keys(differingFrom: ServerConfiguration()).isEmpty)
    #expect(configuration.limits == Limits())
    let set = ConfigurationText(Array(text.utf8)).lines.map(\.key)
    let without = ConfigurationKey.all.filter { $0.value(in: ServerConfiguration()) == nil }.map(\.name)
    #expect(Set(set).union(without) == Set(ConfigurationKey.all.map(\.name)))
    let examples = [
      "server.data": "/", "server.store": "postgres://", "server.bus": "nats://", "server.bus_secret": "/",
      "media.directory": "/", "media.bucket": "s3://", "media.endpoint": "https://", "media.credentials": "/",
      "media.trust": "/", "tls.certificate": "/", "tls.key": "/",
    ]
    #expect(Set(without) == Set(examples.keys))
    for (key, beginning) in examples { #expect(text.contains("\n#\(key) = \(beginning)")) }
  }

  // MARK: - Completeness

  private func words(_ property: String) -> String {
    var text = ""
    for letter in property.replacing("ID", with: "Id") {
      text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
    return text
  }

  private func properties(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }

  @Test func everyLimitHasAKey() {
    let names = Set(ConfigurationKey.all.map(\.name))
    for property in properties(Limits()) where property != "ofApps" {
      let key = property == "devicesPerClass" ? "limits.devices_mobile" : "limits.\(words(property))"
      #expect(names.contains(key), "Limits.\(property) has no row \(key) in ConfigurationKey.all")
    }
  }

  @Test func everyOptionOfTheStoreHasAKeyOrAReason() {
    // Used by tests and tools, derived from the limits, or part of the program.
    let others: Set = [
      "kinds", "runBits", "vfs", "executor", "onCommit", "reached", "rememberedMilliseconds", "backupPages", "isRestored",
      "makeGeneration",
    ]
    let names = Set(ConfigurationKey.all.map(\.name))
    for property in properties(SQLiteStore.Options()) where !others.contains(property) {
      let key = property == "cacheKiB" ? "store.cache_kib" : "store.\(words(property))"
      #expect(names.contains(key), "SQLiteStore.Options.\(property) has no row \(key) in ConfigurationKey.all")
    }
  }

  @Test func everythingElseOfTheConfigurationHasAKey() {
    let known: Set = [
      "dataDirectory", "storeAddress", "busAddress", "busSecretFile", "host", "port", "certificateFile", "keyFile", "loops",
      "logLevel", "limits", "store", "mediaDirectory", "mediaSweep", "mediaBucket",
      "mediaEndpoint", "mediaRegion", "mediaAddressing", "mediaCredentialsFile", "mediaTrust", "mediaVariants",
      "mediaVariantSource",
    ]
    #expect(Set(properties(ServerConfiguration())) == known, "what is new needs a row in ConfigurationKey.all")
  }

  @Test func everyDeviceClassHasAKey() {
    let names = ConfigurationKey.all.map(\.name).filter { $0.hasPrefix("limits.devices_") }
    #expect(names.count == Limits().devicesPerClass.count)
  }

  @Test func keysAreNamedOnceAndExplained() {
    let keys = ConfigurationKey.all
    #expect(Set(keys.map(\.name)).count == keys.count)
    for key in keys {
      #expect(key.name.contains(#/^[a-z]+\.[a-z0-9_]+$/#), "\(key.name)")
      for line in key.about.split(separator: "\n") { #expect(line.count <= 118, "\(key.name)") }
      #expect(key.about.hasSuffix("."), "\(key.name)")
      #expect(key.value(in: ServerConfiguration()) != nil || !key.example.isEmpty, "\(key.name)")
    }
  }

  @Test func everyKeySetsSomethingThatNoOtherKeySets() throws {
    for key in ConfigurationKey.all {
      let text = try #require(key.valueOtherThanDefault, "\(key.name) can only be its default")
      var configuration = ServerConfiguration()
      #expect(key.set(text, in: &configuration))
      #expect(configuration.keys(differingFrom: ServerConfiguration()) == [key.name])
      #expect(configuration.value(of: key.name) == key.value(in: configuration))
      guard key.scope == .app else { continue }
      var limits = Limits()
      #expect(key.set(text, in: &limits) && limits != Limits(), "\(key.name)")
    }
  }

  // MARK: - Reading

  @Test func valuesAreTakenOver() throws {
    let configuration = try read(
      """
      server.listen = [::]:443   # everywhere
      server.loops = 3
      log.level = debug
      limits.heartbeat = 20s
      limits.connections = 5000
      limits.devices_mobile = 2
      limits.client_id_window = 2d
      store.cache_kib = 2048
      store.commit_gap = 5ms
      """)
    #expect(configuration.host == "::" && configuration.port == 443 && configuration.loops == 3)
    #expect(configuration.logLevel == .debug)
    #expect(configuration.limits.heartbeat == .seconds(20) && configuration.limits.connections == 5000)
    #expect(configuration.limits.devicesPerClass[.mobile] == 2 && configuration.limits.devicesPerClass[.web] == 10)
    #expect(configuration.store.cacheKiB == 2048 && configuration.store.commitGap == .milliseconds(5))
    // Records that recognise retries outlast the window by the time that a clock may be ahead.
    #expect(configuration.storeOptions.rememberedMilliseconds == 3 * 86_400_000)
    #expect(ServerConfiguration().storeOptions.rememberedMilliseconds == SQLiteStore.Options().rememberedMilliseconds)
  }

  @Test func anAppHasTheServersValuesButForItsOwn() throws {
    let configuration = try read(
      """
      app.my.shop.limits.content_bytes = 2KiB
      limits.content_bytes = 1KiB
      limits.group_members = 10
      app.main.limits.group_members = 20
      """)
    let (shop, main, other) = (try #require(AppID("my.shop")), try #require(AppID("main")), try #require(AppID("other")))
    let limits = configuration.limits
    #expect(limits.of(shop).contentBytes == 2048 && limits.of(shop).groupMembers == 10)
    #expect(limits.of(main).contentBytes == 1024 && limits.of(main).groupMembers == 20)
    #expect(limits.of(other) == limits)
    #expect(
      configuration.keys(differingFrom: ServerConfiguration()) == [
        "limits.content_bytes", "limits.group_members", "app.main.limits.group_members", "app.my.shop.limits.content_bytes",
      ])
    #expect(configuration.value(of: "app.my.shop.limits.content_bytes") == "2KiB")
    #expect(configuration.value(of: "app.gone.limits.content_bytes") == nil)
  }

  @Test(arguments: [
    ("limits.contnt_bytes = 1", ["1: there is no key limits.contnt_bytes; did you mean limits.content_bytes?"]),
    ("heartbeat = 1s", ["1: there is no key heartbeat"]),
    (
      "\nlimits.hello = 1",
      ["2: limits.hello must be a number with ms, s, m, h or d (such as 90s or 7d), from 1s to 5m; it is '1'"]
    ),
    // Clients send four requests before they know the limit.
    ("limits.requests_in_flight = 3", ["1: limits.requests_in_flight must be a number from 4 to 65536; it is '3'"]),
    ("limits.group_members = 1", ["1: limits.group_members must be a number from 2 to 100000; it is '1'"]),
    ("log.level = loud", ["1: log.level must be one of debug, info, warning, error; it is 'loud'"]),
    ("server.loops = 0", ["1: server.loops must be a number from 1 to 256, or auto; it is '0'"]),
    ("log.level = info\n\nlog.level = info", ["3: log.level is set twice, first on line 1"]),
    ("app.shop.log.level = info", ["1: log.level applies to all apps; remove app.shop"]),
    (
      "app.shop.limits.group_member = 5",
      ["1: there is no key limits.group_member for an app; did you mean limits.group_members?"]
    ),
    ("app.limits.group_members = 5", ["1: '' is not an app id: an id is 1 to 64 letters, digits, _ . or -"]),
    ("tls.key = /k", ["1: set both tls.certificate and tls.key, or neither"]),
    ("limits.idle = 30s", ["1: limits.heartbeat, 30s, must be less than limits.idle, 30s"]),
    (
      "limits.packet_bytes = 512KiB\napp.shop.limits.content_bytes = 1MiB\n",
      ["2: limits.content_bytes of app shop, 1MiB, must be less than limits.packet_bytes, 512KiB"]
    ),
    (
      "limits.hello = 2\nnothing\nlimits.idl = 1s",
      [
        "1: limits.hello must be a number with ms, s, m, h or d (such as 90s or 7d), from 1s to 5m; it is '2'",
        "2: 'nothing' is not of the form: key = value",
        "3: there is no key limits.idl; did you mean limits.idle?",
      ]
    ),
  ])
  func whatIsWrongIsToldWithItsLine(text: String, expected: [String]) {
    #expect(findings(text) == expected)
  }

  @Test func endlessComplaintsAreCounted() {
    let found = findings((0..<30).map { "no.key\($0) = 1" }.joined(separator: "\n"))
    #expect(found.count == 21 && found.last == " and 10 more errors")
  }
}
