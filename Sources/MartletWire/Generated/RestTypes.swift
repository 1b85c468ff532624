// Generated from rest.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

extension Wire {
  /// POST /v1/users: creates the user unless it exists. Answered by User.
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
    /// False if the user existed already.
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
  /// POST /v1/users/profile: changes the profile of an existing user, as ChangeProfile of martlet.proto does, and its account
  /// number. Answered by Profile.
  package struct SetProfile: Equatable, Sendable {
    package var user: String = ""
    /// The fields to change, each at most once; an empty value removes the field.
    package var fields: [Wire.ProfileField] = []
    /// Unspecified leaves the visibility as it is.
    package var visibility: Wire.ProfileVisibility = Wire.ProfileVisibility()
    /// The account number: up to 32 letters and digits, of one user of the app at most. Empty removes it, and without the field it
    /// stays as it is.
    package var number: String? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      fields: [Wire.ProfileField] = [],
      visibility: Wire.ProfileVisibility = Wire.ProfileVisibility(),
      number: String? = nil
    ) {
      self.user = user
      self.fields = fields
      self.visibility = visibility
      self.number = number
    }
  }
}

extension Wire {
  /// POST /v1/tokens: makes a token for an existing user. Answered by Token.
  package struct CreateToken: Equatable, Sendable {
    package var user: String = ""
    /// How long the token is valid, in seconds; 0 means the server's default, a week unless configured.
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
    /// When the token expires, in seconds since 1970.
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
  /// POST /v1/tokens/revoke: revokes every token of the user issued up to now, or up to a moment in the past. Closes the
  /// sessions opened with a revoked token. Answered by Revoked.
  package struct RevokeTokens: Equatable, Sendable {
    package var user: String = ""
    /// The server refuses tokens issued at or before this moment, in seconds since 1970. 0 or a moment in the future means
    /// now. A moment before that of an earlier revocation changes nothing.
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
    /// The server refuses tokens issued at or before this moment, in seconds since 1970.
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
  /// POST /v1/backup: begins to copy the data directory while the server runs. Answered by Backup.
  package struct CreateBackup: Equatable, Sendable {
    /// The directory to create: an absolute path on the server's machine that does not exist yet. If empty, the server chooses
    /// a place in the data directory.
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
  /// GET /v1/backup: the progress of the newest backup.
  package struct Backup: Equatable, Sendable {
    /// The directory of the backup.
    package var directory: String = ""
    /// "none" before the first backup, then "running", "done" or "failed".
    package var state: String = ""
    /// Bytes of the tables copied so far.
    package var copiedBytes: UInt64 = 0
    /// Bytes of the tables in all. Grows while the server stores more.
    package var totalBytes: UInt64 = 0
    /// The reason, if the backup failed.
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
    /// "ok", "starting" or "draining".
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
