import Foundation
import MartletTesting
import Testing

@testable import MartletServer

struct PrivateFileTests {
  @Test func ownFileThatOnlyItsOwnerReachesPasses() throws {
    try PrivateFile.check(path: "/k", mode: S_IFREG | 0o600, owner: 7, user: 7, kind: .file)
    try PrivateFile.check(path: "/k", mode: S_IFREG | 0o400, owner: 7, user: 7, kind: .file)
    try PrivateFile.check(path: "/d", mode: S_IFDIR | 0o700, owner: 7, user: 7, kind: .directory)
  }

  @Test func fileOfAnotherUserIsRefusedWithTheRemedy() throws {
    let refusal = try #require(throws: ServerError.self) {
      try PrivateFile.check(path: "/it's", mode: S_IFREG | 0o600, owner: 0, user: 7, kind: .file)
    }
    #expect(refusal.code == .foreign)
    #expect(refusal.message.contains("user 0") && refusal.message.hasSuffix(#"chown -R 7 '/it'\''s'"#))
  }

  @Test func kindMustFit() {
    for mode in [S_IFDIR, S_IFLNK, S_IFIFO, S_IFSOCK, S_IFCHR, S_IFBLK] {
      #expect(throws: ServerError.self) { try PrivateFile.check(path: "/k", mode: mode | 0o600, owner: 7, user: 7, kind: .file) }
    }
    #expect(throws: ServerError.self) {
      try PrivateFile.check(path: "/d", mode: S_IFREG | 0o700, owner: 7, user: 7, kind: .directory)
    }
  }

  @Test func keyFileIsCheckedOnDisk() throws {
    let directory = try TemporaryDirectory()
    let key = directory.file("key.pem")
    #expect(throws: ServerError.self) { try PrivateFile.check(path: key) }
    try createFile(key, mode: 0o644)
    #expect(throws: ServerError.self) { try PrivateFile.check(path: key) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    try PrivateFile.check(path: key)
  }

  @Test(arguments: [
    (EROFS, ServerError.Code.unwritable, "read-only"), (EACCES, .unwritable, "permission"), (EPERM, .unwritable, "permission"),
    (ENOSPC, .unwritable, "disk is full"), (EDQUOT, .unwritable, "disk is full"), (ENOENT, .missing, "Create"),
    (ENOTDIR, .foreign, "not a directory"), (ELOOP, .foreign, "symbolic link"), (EIO, .failed, "Cannot write /x"),
  ])
  func refusalsOfTheSystemAreExplained(number: Int32, code: ServerError.Code, words: String) {
    let error = ServerError.system(number, cannot: "write /x")
    #expect(error.code == code)
    #expect(error.message.contains(words) && error.message.hasPrefix("Cannot write /x"))
  }
}
