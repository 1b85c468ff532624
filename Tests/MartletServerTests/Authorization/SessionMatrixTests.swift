import MartletServer
import MartletTesting
import MartletWire
import Testing

/// Tests every cell of the page's table of operations and callers in a session.
@Suite(.timeLimit(.minutes(10))) struct SessionMatrixTests {
  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func eachRequestIsAnsweredAsThePageSays(subprotocol: String) async throws {
    let page = try AuthorizationPage()
    try await Stage.with { stage in
      let matrix = try await SessionMatrix(stage, subprotocol: subprotocol)
      for (number, row) in page.sessions.rows.enumerated() { try await matrix.run(row, number: number) }
      try await matrix.expectNoSecretWasTold()
    }
  }

  /// Each operation once, by every caller without a session.
  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func nobodyGetsAnythingWithoutASession(subprotocol: String) async throws {
    let page = try AuthorizationPage()
    try await Stage.with { stage in
      let revoked = try await stage.token("owner", of: Stage.main)
      stage.time.advance(by: .seconds(2))
      try await stage.server.revokeTokens(of: "owner")
      stage.time.advance(by: .seconds(2))
      let world = try await World("w", by: try await stage.sessions(device: "maker"))
      let requests = try AuthorizationPage.operations().map { operation in
        let row = try #require(page.sessions.rows.first { $0.cells["operation"] == operation })
        return (operation, try #require(world.request(operation, on: try row("object"), by: .owner, attempt: "try")))
      }
      let watchers = try await stage.sessions(device: "watcher")
      var before = try await stage.image(of: world.conversations)
      for row in page.outsiders.rows {
        let outsider = try #require(Outsider(rawValue: try row("caller")))
        let attempts = requests.map { operation, request in
          let isHello = operation == "hello"
          return Outsider.Attempt(
            operation: operation, request: isHello ? nil : request, expected: isHello ? "hello" : "every other request")
        }
        for (attempt, client) in zip(attempts, try await outsider.clients(attempts, revoked, stage, subprotocol)) {
          await client.until { $0.closeCode != nil }
          let name = "\(outsider.rawValue), \(attempt.operation)"
          #expect(await client.closing?.failure?.name == (try row(attempt.expected)), "\(name)")
          #expect(await client.closeCode == 4000, "\(name)")
          #expect(await client.unawaited.isEmpty, "\(name)")
          #expect(await client.pushes.isEmpty, "\(name)")
        }
        let after = try await stage.image(of: world.conversations)
        // Here the revocation or suspension itself is new.
        if outsider == .revokedInSession || outsider == .suspendedInSession { before.users = after.users }
        let isSame = after == before
        #expect(isSame, "\(outsider.rawValue)")
      }
      for (caller, watcher) in watchers {
        _ = try await watcher.request(World.send("direct:\(caller.user)", "fence", id: "fence"))
        await watcher.until { !$0.pushes.isEmpty }
        #expect(await watcher.pushes.flatMap(\.entries).map(\.clientId) == ["fence"])
      }
    }
  }
}
