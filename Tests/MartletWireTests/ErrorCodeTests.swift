import MartletWire
import Testing

struct ErrorCodeTests {
  @Test func codesKnowWhatTheRegistrySays() {
    #expect(ErrorCode.clientIdConflict.rawValue == 1303)
    #expect(ErrorCode.clientIdConflict.name == "client_id_conflict")
    #expect(ErrorCode.clientIdConflict.httpStatus == 409)
    #expect(ErrorCode.clientIdConflict.retry == .never)
    #expect(ErrorCode.storageFull.retry == .safe)
    #expect("\(ErrorCode.internal)" == "internal")
  }

  @Test func theListHoldsEveryCodeOnceInOrder() {
    let numbers = ErrorCode.all.map(\.rawValue)
    #expect(numbers == numbers.sorted())
    #expect(Set(numbers).count == numbers.count)
    #expect(Set(ErrorCode.all.map(\.name)).count == numbers.count)
    #expect(ErrorCode.all.allSatisfy { !$0.text.isEmpty && (400..<600).contains($0.httpStatus) })
  }

  @Test func aCodeOfANewerServerIsKeptAndMayBeRetried() {
    let code = ErrorCode(rawValue: 9999)
    #expect(code.name == "error_9999")
    #expect(code.httpStatus == 500)
    #expect(code.retry == .safe)
    #expect(code.text.isEmpty)
  }

  @Test func failuresSayWhatTheRegistrySays() {
    let failure = Wire.Failure(.groupFull, limit: 500)
    #expect(failure == Wire.Failure(code: 1405, name: "group_full", message: ErrorCode.groupFull.text, limit: 500))
    #expect(failure.errorCode == .groupFull)
    let detailed = Wire.Failure(.fieldInvalid, field: "type", limit: 64, actual: 80, retryAfterMs: 3, message: "too long")
    #expect(detailed.message == "too long")
    #expect(detailed.field == "type" && detailed.limit == 64 && detailed.actual == 80 && detailed.retryAfterMs == 3)
  }
}
