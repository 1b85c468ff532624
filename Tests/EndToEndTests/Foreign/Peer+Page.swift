import Testing

/// Operations of tests on the chat page.
extension Peer {
  /// Runs a line in the console of a tab and returns its value.
  @discardableResult
  func evaluate(_ script: String, tab: Int = 0) async throws -> String? {
    try await ask("evaluate", ["script": script, "tab": tab]).value
  }

  /// Clicks what a selector finds, once it is visible.
  func clickOnceVisible(_ selector: String) async throws {
    try await wait(until: "document.querySelector('\(selector)')?.checkVisibility()")
    try await evaluate("void document.querySelector('\(selector)').click()")
  }

  /// Waits until a condition is met in a tab, at most 30 seconds.
  func wait(until condition: String, tab: Int = 0) async throws {
    let script = """
      new Promise((done, fail) => {
        const look = () => \(condition) ? done() : setTimeout(look, 20);
        look();
        setTimeout(() => fail(new Error("not met in time")), 30_000);
      })
      """
    do {
      try await evaluate(script, tab: tab)
    } catch let refusal as Answer.Refusal {
      throw Gone(description: "\(refusal.name): not met in time: \(condition)")
    }
  }

  /// Waits until exactly these messages are in sight, in this order.
  func wait(forMessages texts: [String], tab: Int = 0) async throws {
    let shown =
      "[...document.querySelectorAll('#messages .text')].filter((text) => text.checkVisibility()).map((text) => text.textContent)"
    try await wait(until: "JSON.stringify(\(shown)) === JSON.stringify(\(texts))", tab: tab)
  }

  /// Writes a text into the open conversation, without sending it.
  func write(_ text: String) async throws {
    let field = "document.getElementById('text')"
    // Until the conversation is open nobody can write.
    try await wait(until: "!\(field).disabled")
    try await evaluate("void (\(field).value = '\(text)', \(field).dispatchEvent(new Event('input')))")
  }

  /// Opens a conversation of the list by its title.
  func open(_ title: String) async throws {
    try await wait(until: "\(Self.row(title)) !== undefined")
    try await evaluate("void \(Self.row(title)).click()")
    try await wait(until: "document.getElementById('title').textContent === '\(title)'")
  }

  /// The control of the list that opens a conversation, as an expression.
  static func row(_ title: String) -> String {
    "[...document.querySelectorAll('#conversations button')]"
      + ".find((row) => row.querySelector('.title').textContent === '\(title)')"
  }

  /// Reports exceptions, and lines of the browser's own that something was blocked or failed.
  func expectNoComplaint() {
    #expect(events.filter { $0.event == "exception" || $0.event == "log" && $0.level == "error" }.isEmpty)
  }
}
