import Testing

@testable import MartletCore

/// How texts are taken apart for the index, and queries to match.
@Suite struct SearchWordsTests {
  @Test func textsOfAllScriptsAreTakenApart() {
    #expect(SearchWords.indexed("Hello, wörld-wide 42!") == .init(words: "Hello wörld wide 42", marks: ""))
    #expect(SearchWords.indexed("我们去吃饭") == .init(words: "我们 们去 去吃 吃饭", marks: "们 去 吃 我 饭"))
    #expect(SearchWords.indexed("A座123楼") == .init(words: "A 座 123 楼", marks: "座 楼"))
    #expect(SearchWords.indexed("ok👍🏽") == .init(words: "ok", marks: "👍"))
    #expect(SearchWords.indexed("ＡＢＣ").words == "ABC")
    #expect(SearchWords.indexed("e\u{301}t").words == "e\u{301}t")
    #expect(SearchWords.indexed("\"; DROP --") == .init(words: "DROP", marks: ""))
    #expect(SearchWords.indexed("") == .init())
  }

  @Test func wordsThatAreNoWordsAreCut() {
    let long = String(repeating: "a", count: 5_000)
    #expect(SearchWords.indexed(long).words.count == 64)
    #expect(SearchWords.expressions(for: long) == ["words : \"\(String(repeating: "a", count: 64))\" *"])
  }

  @Test func queriesBecomeExpressions() {
    #expect(SearchWords.expressions(for: "hi there") == ["words : \"hi\"", "words : \"there\" *"])
    #expect(SearchWords.expressions(for: "hi") == ["words : \"hi\""], "two letters are a word, not the beginning of one")
    #expect(SearchWords.expressions(for: "foo-bar ") == ["words : \"foo bar\""])
    #expect(SearchWords.expressions(for: "我") == ["marks : \"我\""])
    #expect(SearchWords.expressions(for: "我们去") == ["words : \"我们 们去\""])
    #expect(SearchWords.expressions(for: "go去 👍") == ["words : \"go\"", "marks : \"去\"", "marks : \"👍\""])
    #expect(SearchWords.expressions(for: "\"* OR NOT") == ["words : \"OR\"", "words : \"NOT\" *"])
    #expect(SearchWords.expressions(for: " .,-\"*") == nil)
  }

  @Test func beginningsBecomeTheWordsThatBeginSo() {
    let terms = { (beginning: String) in beginning == "lun" ? ["lunch", "lunches"] : [] }
    #expect(
      SearchWords.expressions(for: "good lun", completing: terms) == ["words : \"good\"", "words : (\"lunch\" OR \"lunches\")"])
    #expect(SearchWords.expressions(for: "pre-lun", completing: terms) == ["words : (\"pre lunch\" OR \"pre lunches\")"])
    #expect(SearchWords.expressions(for: "zzz", completing: terms) == ["words : \"zzz\""], "nothing begins so, nor is so")
    #expect(SearchWords.expressions(for: "lun ", completing: { _ in ["no"] }) == ["words : \"lun\""], "a blank ends the word")
    #expect(SearchWords.expressions(for: "lu", completing: { _ in ["no"] }) == ["words : \"lu\""])
  }

  @Test func marksAreWordsOfAnyName() {
    #expect(SearchWords.mark("s", "a.b@c") == "s612e624063")
  }
}
