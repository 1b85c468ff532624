import MartletServer

/// Judges what S3 answers.
enum MediaCheck {
  static func judged(_ answer: MediaAnswer, _ bucket: String, isNode: Bool) -> Finding {
    switch answer {
    case .usable(isFenced: true): .ok("files", "\(bucket) can be read and written")
    case .usable(isFenced: false):
      isNode
        ? .fail(
          "files", "\(bucket) cannot be used by several nodes: S3 ignores conditions on writes",
          "Use an S3 server that heeds If-None-Match and If-Match, or a shared directory (media.directory).")
        : .warn(
          "files", "\(bucket) can be read and written, but S3 ignores conditions on writes",
          "Let only one server use this bucket.")
    case .refused(let reason, let advice): .fail("files", "\(bucket) cannot be used: \(reason)", advice)
    case .unreachable(let reason):
      .fail(
        "files", "\(bucket) cannot be used now: \(reason)", "Check media.endpoint, that S3 runs, and the firewalls in between.")
    }
  }
}
