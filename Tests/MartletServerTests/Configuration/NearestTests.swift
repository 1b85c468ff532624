import Testing

@testable import MartletServer

@Suite struct NearestTests {
  @Test(arguments: [
    ("serv", "serve"), ("tokn", "token"), ("caht", "chat"), ("sedn", "send"), ("TAIL", "tail"), ("docter", "doctor"),
    ("do", "doctor"),
    ("xyz", nil), ("", nil), ("s", nil),
  ])
  func nearNamesAreFound(word: String, name: String?) {
    #expect(nearest(to: word, among: ["serve", "token", "chat", "send", "tail", "doctor"]) == name)
  }

  @Test(arguments: [("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("same", "same", 0)])
  func distancesCountEdits(one: String, other: String, distance: Int) {
    #expect(editDistance(Array(one.utf8), Array(other.utf8)) == distance)
  }
}
