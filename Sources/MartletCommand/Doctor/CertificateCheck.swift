/// Judges for how long a certificate is still good.
enum CertificateCheck {
  /// Moments in seconds since 1970.
  static func judged(expires: Int64, now: Int64) -> Finding {
    let days = (expires &- now) / 86400
    if expires <= now { return .fail("certificate", "it has expired", "Renew it; a server reads it again on SIGHUP.") }
    let text = "good for \(days) more days"
    return days < 14 ? .warn("certificate", text, "Renew it soon; a server reads it again on SIGHUP.") : .ok("certificate", text)
  }
}
