import CHTTPParser

/// The form of a response on the wire, as far as the request decides it.
struct HTTPResponseForm: Equatable {
  /// The body is described but not sent.
  let isHead: Bool
  let minorVersion: Int
  var keepsAlive: Bool

  /// Head and body in pieces that a write queue can take, last first.
  ///
  /// - Parameters:
  ///   - response: An invalid status, or a field that could end its line, is an error of the application. The status becomes 500,
  ///     and the field is left out.
  ///   - date: Milliseconds since 1970.
  ///   - slice: No piece is larger.
  /// - Returns: At least one piece.
  func encode(_ response: HTTPResponse, date: Int64, slice: Int) -> [SharedBytes] {
    let status = (200...599).contains(response.status) ? response.status : 500
    let isBodyless = status == 204 || status == 304
    let body = isHead || isBodyless ? [] : response.body
    var head = "HTTP/1.1 \(status) \(Self.phrase(status))\r\n"
    for field in response.headers.fields where Self.mayBeSent(field) { head += "\(field.name): \(field.value)\r\n" }
    if !isBodyless { head += "Content-Length: \(response.bodyStream?.length ?? response.body.count)\r\n" }
    head += "Date: \(HTTPDate.text(milliseconds: date))\r\n"
    if !keepsAlive { head += "Connection: close\r\n" } else if minorVersion == 0 { head += "Connection: keep-alive\r\n" }
    let bytes = Array((head + "\r\n").utf8)
    let size = max(1, min(slice, 262_144))
    if bytes.count + body.count <= size { return [SharedBytes(bytes + body)] }
    var pieces = [bytes, body].flatMap { part in
      stride(from: 0, to: part.count, by: size).map { SharedBytes(part[$0..<min(part.count, $0 + size)]) }
    }
    pieces.reverse()
    return pieces
  }

  private static func phrase(_ status: Int) -> String {
    String(cString: http_status_str(http_status(rawValue: UInt32(truncatingIfNeeded: status))))
  }

  /// The server says these itself; others must keep to their line.
  private static func mayBeSent(_ field: HTTPHeaders.Field) -> Bool {
    let own = ["content-length", "transfer-encoding", "connection", "date"]
    return HTTPSyntax.isToken(field.name) && field.value.utf8.allSatisfy { HTTPSyntax.isValue($0) }
      && !own.contains { HTTPHeaders.isSame($0, field.name) }
  }
}

extension HTTPResponse {
  /// The response as it is sent to a connection that is closed behind it.
  ///
  /// - Parameter milliseconds: The time it says, since 1970.
  /// - Returns: Head and body.
  package func lastBytes(at milliseconds: Int64) -> [UInt8] {
    let form = HTTPResponseForm(isHead: false, minorVersion: 1, keepsAlive: false)
    return form.encode(self, date: milliseconds, slice: 1 << 16).reversed().flatMap { $0.withUnsafeBytes { Array($0) } }
  }
}

/// The date as HTTP writes it (RFC 9110, section 5.6.7).
package enum HTTPDate {
  package static func text(milliseconds: Int64) -> String {
    var (days, second) = (milliseconds / 1_000).quotientAndRemainder(dividingBy: 86_400)
    if second < 0 { (days, second) = (days - 1, second + 86_400) }
    let (year, month, day) = civil(days)
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int((days % 7 + 7) % 7)]
    let name = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]
    let (hour, minute) = (second / 3_600, second / 60 % 60)
    return "\(weekday), \(pad(Int64(day))) \(name) \(year) \(pad(hour)):\(pad(minute)):\(pad(second % 60)) GMT"
  }

  /// The date in the basic form of ISO 8601, as `20130524T000000Z`.
  package static func basic(milliseconds: Int64) -> String {
    var (days, second) = (milliseconds / 1_000).quotientAndRemainder(dividingBy: 86_400)
    if second < 0 { (days, second) = (days - 1, second + 86_400) }
    let (year, month, day) = civil(days)
    return "\(year)\(pad(Int64(month)))\(pad(Int64(day)))T\(pad(second / 3_600))\(pad(second / 60 % 60))\(pad(second % 60))Z"
  }

  private static func pad(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Year, month and day of a number of days since 1970, in the calendar that began years in March.
  private static func civil(_ days: Int64) -> (Int64, Int, Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), Int(month), Int(day))
  }
}
