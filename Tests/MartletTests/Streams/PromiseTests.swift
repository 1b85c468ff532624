import Testing

@testable import Martlet
@testable import MartletCore

@Suite(.timeLimit(.minutes(10))) struct PromiseTests {
  @Test func firstValueCounts() async {
    let promise = Promise<Int>()
    promise.resolve(1)
    promise.resolve(2)
    #expect(await promise.value(ifCancelled: 0) == 1)
  }

  @Test func waiterGetsTheValue() async {
    let promise = Promise<Int>()
    async let value = promise.value(ifCancelled: 0)
    promise.resolve(3)
    #expect(await value == 3)
  }

  @Test func cancelledWaiterGetsTheFallback() async {
    let promise = Promise<Int>()
    let waiter = Task { await promise.value(ifCancelled: 0) }
    waiter.cancel()
    #expect(await waiter.value == 0)
    promise.resolve(5)
  }

  @Test func waiterWithoutAFallbackWaitsOn() async {
    let promise = Promise<Int>()
    let waiter = Task { await promise.value() }
    waiter.cancel()
    promise.resolve(4)
    #expect(await waiter.value == 4)
  }

  @Test func waiterCancelledBeforeItWaitsGetsTheFallback() async {
    let promise = Promise<Int>()
    let waiter = Task {
      while !Task.isCancelled { await Task.yield() }
      return await promise.value(ifCancelled: 0)
    }
    waiter.cancel()
    #expect(await waiter.value == 0)
  }
}
