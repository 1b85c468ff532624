/// Judges how long a certificate is still valid.
enum CertificateCheck {
  /// Moments in seconds since 1970.
  static func judged(expires: Int64, now: Int64) -> Finding {
    let days = (expires &- now) / 86400
    if expires <= now { return .fail("certificate", "it has expired", "Renew it, then send the server SIGHUP.") }
    let text = "valid for \(counted(Int(clamping: days), "more day"))"
    return days < 14 ? .warn("certificate", text, "Renew it soon, then send the server SIGHUP.") : .ok("certificate", text)
  }
}
