import MartletServer
import MartletStore
import MartletWire
import Testing

@testable import MartletServer

@Suite struct SessionStateTests {
  private let user = UserKey(app: Names.app("app"), user: Names.user("alice"))

  private func hello(min: UInt32 = 1, max: UInt32 = 1, device: String = "d1") -> Wire.ClientPacket {
    Wire.ClientPacket(
      id: 1, request: .hello(Wire.Hello(versionMin: min, versionMax: max, token: "t", device: Wire.Device(id: device))))
  }

  private func ping(_ id: UInt32) -> Wire.ClientPacket { Wire.ClientPacket(id: id, request: .ping(Wire.Ping())) }

  private func endCode(_ action: SessionState.Action?) -> UInt32? {
    if case .end(let failure)? = action { failure.code } else { nil }
  }

  private func expectEnd(
    _ state: inout SessionState, _ packet: Wire.ClientPacket, _ code: UInt32?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let action = state.receive(packet)
    #expect(endCode(action) == code, sourceLocation: sourceLocation)
  }

  private func opened(requestLimit: Int = 4) -> SessionState {
    var state = SessionState(requestLimit: requestLimit)
    _ = state.receive(hello())
    _ = state.answered(1)
    _ = state.open(user)
    return state
  }

  @Test func firstPacketMustBeHello() {
    var state = SessionState(requestLimit: 4)
    expectEnd(&state, ping(1), ErrorCode.helloExpected.rawValue)
  }

  @Test func secondHelloEndsTheSession() {
    var state = opened()
    expectEnd(&state, hello(), ErrorCode.helloExpected.rawValue)
  }

  @Test func breachesDuringTheCheckAreToldAfterHelloWasAnswered() {
    let breaches: [(breach: (inout SessionState) -> SessionState.Action?, code: ErrorCode)] = [
      ({ $0.receive(Wire.ClientPacket(id: 4, request: .hello(Wire.Hello()))) }, .helloExpected),
      ({ $0.receive(ping(0)) }, .requestIdInvalid), ({ $0.receive(ping(2)) }, .requestIdInvalid),
      ({ $0.breach(Wire.Failure(.malformedPacket)) }, .malformedPacket),
      ({ state in (3...5).compactMap { state.receive(ping($0)) }.last }, .tooManyRequestsInFlight),
    ]
    for (breach, code) in breaches {
      var state = SessionState(requestLimit: 4)
      _ = state.receive(hello())
      _ = state.receive(ping(2))
      let (action, wasBreached) = (breach(&state), state.isBreached)
      #expect(action == nil && wasBreached)
      // Only the first is told, and nothing is taken behind it.
      _ = state.breach(Wire.Failure(.packetTooLarge))
      let behind = state.receive(ping(9))
      #expect(behind == nil)
      _ = state.answered(1)
      let actions = state.open(user)
      #expect(endCode(actions.last) == code.rawValue)
      let served = actions.compactMap { if case .serve(_, let id, _) = $0 { id } else { nil } }
      #expect(served.first == 2 && !served.contains(9))
    }
  }

  @Test(arguments: [(2, 3), (0, 0)] as [(UInt32, UInt32)])
  func versionOutsideTheRangeIsRefused(min: UInt32, max: UInt32) {
    var state = SessionState(requestLimit: 4)
    expectEnd(&state, hello(min: min, max: max), ErrorCode.versionUnsupported.rawValue)
  }

  @Test(arguments: ["", "a b", String(repeating: "x", count: 65), "ü"])
  func deviceIDOfAnotherFormIsRefused(id: String) {
    var state = SessionState(requestLimit: 4)
    expectEnd(&state, hello(device: id), ErrorCode.fieldInvalid.rawValue)
  }

  @Test func packetsDuringTheCheckAreServedInOrderAfterIt() {
    var state = SessionState(requestLimit: 4)
    _ = state.receive(hello())
    let during = [state.receive(ping(2)), state.receive(ping(3))]
    #expect(during.allSatisfy { $0 == nil })
    _ = state.answered(1)
    let ids = state.open(user).map { action in
      if case .serve(_, let id, let served) = action, served == user { id } else { UInt32(0) }
    }
    #expect(ids == [2, 3])
  }

  @Test func packetsCountOnlyWhileTheyWaitForTheCheck() {
    var state = SessionState(requestLimit: 4)
    _ = state.receive(hello(), bytes: 100)
    _ = state.receive(ping(2), bytes: 20)
    _ = state.receive(ping(3), bytes: 30)
    #expect(state.waitingBytes == 50)
    _ = state.open(user)
    _ = state.receive(ping(4), bytes: 40)
    #expect(state.waitingBytes == 0)
    var other = SessionState(requestLimit: 4)
    _ = other.receive(hello(), bytes: 100)
    _ = other.receive(ping(2), bytes: 20)
    other.end()
    #expect(other.waitingBytes == 0)
  }

  @Test func requestIDsMustBeFreshAndNotZero() {
    var state = opened()
    expectEnd(&state, ping(0), ErrorCode.requestIdInvalid.rawValue)
    var other = opened()
    _ = other.receive(ping(5))
    expectEnd(&other, ping(5), ErrorCode.requestIdInvalid.rawValue)
    var third = opened()
    _ = third.receive(ping(5))
    _ = third.answered(5)
    expectEnd(&third, ping(5), nil)
  }

  @Test func requestsBeyondTheLimitAreRefusedButTheSessionGoesOn() {
    var state = opened(requestLimit: 2)
    _ = state.receive(ping(2))
    _ = state.receive(ping(3))
    guard case .reply(.failure(let failure), 4)? = state.receive(ping(4)) else {
      Issue.record("expected a refusal")
      return
    }
    #expect(failure.code == ErrorCode.tooManyRequestsInFlight.rawValue)
    #expect(failure.limit == 2)
    _ = state.answered(2)
    guard case .serve(_, 5, _)? = state.receive(ping(5)) else {
      Issue.record("expected to be served again")
      return
    }
  }

  @Test func requestOfANewerSchemaIsAnsweredUnknown() {
    var state = opened()
    guard case .reply(.failure(let failure), 9)? = state.receive(Wire.ClientPacket(id: 9)) else {
      Issue.record("expected a refusal")
      return
    }
    #expect(failure.code == ErrorCode.unknownRequest.rawValue)
  }

  @Test func requestOfANewerSchemaIsNoLongerUnanswered() {
    var state = opened(requestLimit: 1)
    for _ in 0..<3 {
      guard case .reply(.failure(let failure), 9)? = state.receive(Wire.ClientPacket(id: 9)) else {
        Issue.record("expected a refusal")
        return
      }
      #expect(failure.code == ErrorCode.unknownRequest.rawValue)
    }
  }

  @Test func nothingHappensAfterTheEnd() {
    var state = opened()
    _ = state.receive(ping(2))
    let (wasOpen, received, isWanted, isOpen) = (state.end(), state.receive(ping(3)), state.answered(2), state.end())
    #expect(wasOpen)
    #expect(received == nil)
    #expect(!isWanted)
    #expect(!isOpen)
  }
}
