import MartletNet

extension ServerProcess {
  /// The number of connections that the server closed because their clients read too slowly; nil if it does not answer.
  func slowConsumers(_ loop: EventLoop) async -> Int? {
    await metric("martlet_slow_consumers_total", loop)
  }

  /// Whether it is connected to its bus.
  func hasBus(_ loop: EventLoop) async -> Bool { await metric("martlet_bus_connected", loop) == 1 }

  /// A number among its metrics; nil if it does not answer.
  private func metric(_ name: String, _ loop: EventLoop) async -> Int? {
    let answer = try? await HTTPClient.request(
      at: .tcp(host: "127.0.0.1", port: port), path: "/v1/metrics", loop: loop, timeout: .seconds(5))
    guard let answer, answer.status == 200 else { return nil }
    let line = String(decoding: answer.body, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name + " ") }
    return line.flatMap { Int($0.dropFirst(name.count + 1)) }
  }
}
