// Generated from rest.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

extension Wire {
  /// POST /v1/users: makes the user unless it exists. Answered by User.
  package struct CreateUser: Equatable, Sendable {
    /// 1 to 64 bytes of [A-Za-z0-9_.@+=-].
    package var user: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = ""
    ) {
      self.user = user
    }
  }
}

extension Wire {
  package struct User: Equatable, Sendable {
    package var user: String = ""
    package var created: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      created: Bool = false
    ) {
      self.user = user
      self.created = created
    }
  }
}

extension Wire {
  /// POST /v1/tokens: makes a token for a user that exists. Answered by Token.
  package struct CreateToken: Equatable, Sendable {
    package var user: String = ""
    /// Seconds the token is valid; 0 means the server's default.
    package var validSeconds: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      validSeconds: UInt32 = 0
    ) {
      self.user = user
      self.validSeconds = validSeconds
    }
  }
}

extension Wire {
  package struct Token: Equatable, Sendable {
    package var token: String = ""
    /// Seconds since 1970.
    package var expires: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      token: String = "",
      expires: Int64 = 0
    ) {
      self.token = token
      self.expires = expires
    }
  }
}

extension Wire {
  /// POST /v1/tokens/revoke: refuses every token of the user issued before now, or before a moment in the past, and closes the
  /// sessions opened with one. Answered by Revoked.
  package struct RevokeTokens: Equatable, Sendable {
    package var user: String = ""
    /// Seconds since 1970: tokens issued at or before it are refused. 0 and what is still to come mean now; a moment before an
    /// earlier revocation's changes nothing.
    package var issuedUntil: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      issuedUntil: Int64 = 0
    ) {
      self.user = user
      self.issuedUntil = issuedUntil
    }
  }
}

extension Wire {
  package struct Revoked: Equatable, Sendable {
    /// Seconds since 1970; tokens issued at or before it are refused.
    package var issuedUntil: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      issuedUntil: Int64 = 0
    ) {
      self.issuedUntil = issuedUntil
    }
  }
}

extension Wire {
  /// POST /v1/backup: begins to copy the data directory while the server goes on. Answered by Backup.
  package struct CreateBackup: Equatable, Sendable {
    /// Where it is to be: an absolute path of the server's machine at which there is nothing yet. Empty for a place in the
    /// data directory.
    package var directory: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      directory: String = ""
    ) {
      self.directory = directory
    }
  }
}

extension Wire {
  /// GET /v1/backup: how far the newest backup is.
  package struct Backup: Equatable, Sendable {
    /// Where it is, or is to be.
    package var directory: String = ""
    /// "none" before the first, "running", "done" or "failed".
    package var state: String = ""
    /// Of the tables; the total grows while more is stored.
    package var copiedBytes: UInt64 = 0
    package var totalBytes: UInt64 = 0
    /// Why it failed.
    package var problem: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      directory: String = "",
      state: String = "",
      copiedBytes: UInt64 = 0,
      totalBytes: UInt64 = 0,
      problem: String = ""
    ) {
      self.directory = directory
      self.state = state
      self.copiedBytes = copiedBytes
      self.totalBytes = totalBytes
      self.problem = problem
    }
  }
}

extension Wire {
  /// GET /v1/health
  package struct Health: Equatable, Sendable {
    package var status: String = ""
    package var version: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      status: String = "",
      version: String = ""
    ) {
      self.status = status
      self.version = version
    }
  }
}
