import Testing

@testable import MartletProcess

@Suite(.timeLimit(.minutes(1))) struct FileSystemTests {
  private let mounts = #"""
    /dev/a / ext4 rw 0 0
    /dev/b /srv xfs rw 0 0
    none /srv/my\040data btrfs rw 0 0
    /dev/c /tmp ext4 rw 0 0
    none /tmp tmpfs rw 0 0
    """#

  @Test func typeIsThatOfTheNearestMount() {
    for (path, type) in [
      ("/", "ext4"), ("/srvs/x", "ext4"), ("/srv", "xfs"), ("/srv/my", "xfs"), ("/srv/my data/x", "btrfs"), ("/tmp/x", "tmpfs"),
    ] { #expect(FileSystem.type(of: path, mounts: mounts) == type, "\(path)") }
    #expect(FileSystem.type(of: "/srv", mounts: "") == nil)
  }

  #if os(Linux)
    @Test func systemIsAsked() { #expect(FileSystem.type(of: "/proc/self") == "proc") }
  #endif

  @Test func nothingIsOnNone() { #expect(FileSystem.type(of: "/there/is/nothing") == nil) }
}
