import Martlet
import Testing

@testable import MartletCommand

@Suite struct TypedLineTests {
  @Test(arguments: [
    ("hello", TypedLine.message("hello")),
    ("  two  words ", .message("  two  words ")),
    ("", .empty), (" \t", .empty),
    ("//slash", .message("/slash")), ("//", .message("/")),
    ("/help", .help), ("/?", .help), ("/list", .list), ("/members", .members), ("/leave", .leave),
    ("/title  The  Crew ", .title("The Crew")), ("/title", .mistaken("write /title TEXT")), ("/quit", .quit),
    ("/exit ", .quit),
    ("/open bob", .open(.user(Samples.bob))),
    ("/open direct:bob", .open(.user(Samples.bob))),
    ("/open group:team", .open(.conversation(Samples.team))),
    ("/history", .history(20)), ("/history 500", .history(500)),
    ("/edit 12 new  text ", .edit(12, "new  text ")), ("/edit #12 x", .edit(12, "x")),
    ("/recall 3", .recall(3)), ("/recall #3 ", .recall(3)), ("/delete 3", .delete(3)), ("/again #3", .again(3)),
    ("/reply #3 yes  no", .reply(3, "yes  no")), ("/replies 3", .replies(3)), ("/edits #3", .edits(3)), ("/pins", .pins),
    ("/file ~/My Photo.jpg ", .file(.send("~/My Photo.jpg"))), ("/file ", .mistaken("write /file PATH")),
    ("/save #3", .file(.save(3, nil))), ("/save 3 a b", .file(.save(3, "a b"))),
    ("/save x", .mistaken("write /save N [PATH], with N as the # of the message")),
    ("/react 3 👍", .annotate(3, .reactions(added: ["👍"], removed: []))),
    ("/unreact #3 👍", .annotate(3, .reactions(added: [], removed: ["👍"]))),
    ("/pin 3", .annotate(3, .pin(true))), ("/unpin 3", .annotate(3, .pin(false))),
    ("/vote 3 1 2", .annotate(3, .ballot([0, 1]))), ("/vote 3", .annotate(3, .ballot([]))),
    ("/poll \"where to\" here there", .poll("where to", choices: ["here", "there"])),
    ("/receipts #3", .receipts(3)), ("/mentions", .mentions), ("/scheduled", .scheduled),
    ("/later 90m see you ", .later(minutes: 90, "see you ")), ("/later 2h x", .later(minutes: 120, "x")),
    ("/later 30d x", .later(minutes: 43_200, "x")), ("/cancel report-7 ", .cancel(Samples.clientID("report-7"))),
    ("/new team bob carol", .new(title: "team", users: [Samples.bob, Samples.carol])),
    ("/new \"the team\" bob", .new(title: "the team", users: [Samples.bob])),
    ("/new alone", .new(title: "alone", users: [])),
    ("/hide 3 #4", .personal(.hide([3, 4]))), ("/hide all", .personal(.hideAll)),
    ("/pin", .personal(.pin(true))), ("/unpin ", .personal(.pin(false))), ("/mute", .personal(.mute(true))),
    ("/unmute", .personal(.mute(false))), ("/draft", .personal(.showDraft)), ("/draft so far ", .personal(.draft("so far "))),
    ("/draft -", .personal(.draft(""))), ("/tag work", .personal(.tag(Samples.work, true))),
    ("/untag work ", .personal(.tag(Samples.work, false))), ("/tags", .personal(.tags)), ("/away", .personal(.away)),
    ("/block bob carol", .relation(.change(.blocked, [Samples.bob, Samples.carol], true))),
    ("/block ", .relation(.change(.blocked, [], true))),
    ("/unblock bob", .relation(.change(.blocked, [Samples.bob], false))), ("/blocked", .relation(.show(.blocked))),
    ("/allow bob", .relation(.change(.allowed, [Samples.bob], true))), ("/disallow", .relation(.change(.allowed, [], false))),
    ("/allowed", .relation(.show(.allowed))), ("/writers allowed", .relation(.takeOnlyAllowed(true))),
    ("/writers everyone", .relation(.takeOnlyAllowed(false))),
    ("/friend bob  let us talk ", .relation(.changeFriends(.ask("let us talk"), [Samples.bob]))),
    ("/friend", .relation(.changeFriends(.ask(""), []))), ("/friends", .relation(.showFriends)),
    ("/unfriend bob carol", .relation(.changeFriends(.end, [Samples.bob, Samples.carol]))),
    ("/unfriend", .relation(.changeFriends(.end, []))),
    ("/admin bob carol", .group(.role(.admin, [Samples.bob, Samples.carol]))),
    ("/unadmin bob", .group(.role(.member, [Samples.bob]))),
    ("/link", .joining(.make(minutes: nil, uses: nil))), ("/link 7d 10", .joining(.make(minutes: 10_080, uses: 10))),
    ("/link 5", .joining(.make(minutes: nil, uses: 5))), ("/links", .joining(.list)),
    ("/revoke 3 17", .joining(.revoke([3, 17]))), ("/admit", .joining(.admit(true))), ("/unadmit", .joining(.admit(false))),
    ("/join group:team~x1", .joining(.join(.link("group:team~x1")))),
    ("/join group:team", .joining(.join(.group(Samples.group("team"))))), ("/dismiss now", .joining(.dismiss)),
    ("/owner bob", .group(.role(.owner, [Samples.bob]))), ("/silence", .group(.silenceAll(true))),
    ("/unsilence ", .group(.silenceAll(false))), ("/unsilence bob", .group(.endSilence([Samples.bob]))),
    ("/silence bob carol", .group(.silence([Samples.bob, Samples.carol], minutes: nil))),
    ("/admit request", .joining(.takeApplications(true))), ("/unadmit request", .joining(.takeApplications(false))),
    ("/apply group:team please let me in", .answer(.apply(Samples.team, "please let me in"))),
    ("/apply group:team", .answer(.apply(Samples.team, ""))), ("/unapply group:team", .answer(.withdraw(Samples.team))),
    ("/applications", .answer(.list)), ("/accept bob", .answer(.accept([Samples.bob]))),
    ("/refuse bob carol", .answer(.refuse([Samples.bob, Samples.carol]))),
    ("/nickname The Boss", .announcement(.nickname(nil, "The Boss"))), ("/nickname -", .announcement(.nickname(nil, ""))),
    ("/nickname @bob Bobby", .announcement(.nickname(Samples.bob, "Bobby"))),
    ("/announce We meet at 9", .announcement(.announce("We meet at 9"))), ("/announce -", .announcement(.announce(""))),
    ("/announcements", .announcement(.list)),
    ("/ban bob carol", .group(.ban([Samples.bob, Samples.carol], minutes: nil))), ("/bans", .group(.bans)),
    ("/presence bob carol", .presence([Samples.bob, Samples.carol])), ("/status in a call", .status("in a call")),
    ("/status -", .status("")),
    ("/ban 7d bob", .group(.ban([Samples.bob], minutes: 10_080))), ("/unban bob", .group(.unban([Samples.bob]))),
    ("/silence 2h bob", .group(.silence([Samples.bob], minutes: 120))),
    ("/add bob", .add([Samples.bob])), ("/remove bob carol", .remove([Samples.bob, Samples.carol])),
  ])
  func linesAreUnderstood(line: String, meaning: TypedLine) {
    #expect(TypedLine(line) == meaning)
  }

  @Test(arguments: [
    "/later", "/later 5m", "/later 1m x", "/later 31d x", "/later x y", "/later 99999999999999999999d x", "/cancel",
    "/cancel a\u{1}", "/receipts", "/receipts x",
    "/edit", "/edit 12", "/edit x y", "/edit 0 y", "/recall", "/recall 0", "/recall x", "/delete", "/again x",
    "/history 0", "/history x", "/open",
    "/open a b",
    "/hide", "/hide x", "/hide 1 all", "/hide 0", "/tag", "/tag eleven-bytes", "/untag ä",
    "/reply 3", "/replies", "/edits x", "/react 3", "/react 3 a b", "/pin 3 4", "/vote", "/vote 3 0", "/vote 3 x",
    "/poll", "/poll why", "/new", "/new \"open bob", "/new \"\" bob", "/new x b:d", "/add", "/remove a:b", "/nonsense", "/",
    "/link 0", "/link x", "/link 7d 1 1", "/revoke", "/revoke x", "/join", "/join a b", "/dismiss", "/dismiss it",
    "/block a:b", "/unblock a:b", "/blocked bob", "/allow a:b", "/allowed bob", "/writers", "/writers bob", "/friend a:b hello",
    "/unfriend a:b", "/friends bob",
    "/admin", "/admin a:b", "/unadmin", "/owner", "/owner bob carol", "/silence a:b", "/silence 30m a:b", "/unsilence a:b",
    "/admit all", "/apply", "/apply team", "/unapply group:team now", "/accept", "/refuse a:b", "/nickname", "/nickname @bob",
    "/announce", "/ban", "/ban a:b", "/unban", "/unban a:b",
    "/presence", "/presence a:b", "/status", "/status  ",
  ])
  func mistakesAreExplained(line: String) {
    guard case .mistaken(let words) = TypedLine(line) else {
      Issue.record("\(line) was taken for \(TypedLine(line))")
      return
    }
    #expect(words.contains("/"))
  }

  @Test func anUnknownCommandNamesTheNearest() {
    #expect(
      TypedLine("/hlep")
        == .mistaken("there is no command /hlep; did you mean /help? (/help lists them; //hlep sends it as a message)"))
  }

  @Test func everyListedCommandIsUnderstood() {
    for command in TypedLine.commands {
      let line = command.form.replacing("[N]", with: "1").replacing("N...", with: "1").replacing(" N", with: " 1")
        .replacing("[USER...]", with: "bob").replacing("USER...", with: "bob").replacing("[7d]", with: "7d").replacing(
          "ID...", with: "1"
        )
        .replacing("[TEXT]", with: "text").replacing("[30m]", with: "30m")
        .replacing("CHOICE...", with: "1")
      if case .mistaken(let words) = TypedLine(line) { Issue.record("\(line): \(words)") }
    }
  }

  @Test(arguments: [
    ("hello", MessageDetails.Mentions?.none), ("mail a@b.c", nil), ("@", nil), ("@b:d", nil),
    ("@bob look", .init(users: [Samples.bob])), ("look @bob, @carol! (and @bob.)", .init(users: [Samples.bob, Samples.carol])),
    ("@all @bob", .init(users: [Samples.bob], all: true)),
  ])
  func namesInAMessageMention(line: String, mentions: MessageDetails.Mentions?) {
    #expect(TypedLine.mentions(in: line) == mentions)
  }
}
