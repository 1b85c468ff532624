import MartletNet

extension ServerProcess {
  /// The number of connections that the server closed because their clients read too slowly; nil if it does not answer.
  func slowConsumers(_ loop: EventLoop) async -> Int? {
    let answer = try? await HTTPClient.request(
      at: .tcp(host: "127.0.0.1", port: port), path: "/v1/metrics", loop: loop, timeout: .seconds(5))
    guard let answer, answer.status == 200 else { return nil }
    let name = "martlet_slow_consumers_total "
    let line = String(decoding: answer.body, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) }
    return line.flatMap { Int($0.dropFirst(name.count)) }
  }
}
