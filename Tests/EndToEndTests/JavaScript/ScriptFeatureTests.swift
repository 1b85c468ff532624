import Martlet
import MartletTesting
import Testing

/// What the JavaScript SDK has beside sending and reading, in Node and in Chromium, against a real server and the Swift SDK.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ScriptFeatureTests {
  @Test(arguments: ScriptHost.allCases)
  func messagesAreScheduledListedAndCancelled(host: ScriptHost) async throws {
    try await host.meet { peer, alice, chat in
      try await peer.run("chat.send('first')")
      try await peer.run("void (globalThis.told = [])")
      try await peer.run(
        """
        ['scheduled', 'scheduledEnded'].forEach((kind) =>
          bob.on(kind, ({ id, text, end }) => told.push([kind, id, text ?? end])))
        """)
      try await peer.run("bob.status().then(({ serverTime }) => (globalThis.now = serverTime))")
      let later = "now + 3_600_000"
      #expect(try await peer.text("chat.schedule('later', \(later) + 1_000, { id: 'own-2', replyTo: 1 })") == "own-2")
      #expect(try await peer.text("chat.schedule('soon', \(later), { id: 'own-1' })") == "own-1")
      // Repeated, it schedules nothing anew.
      #expect(try await peer.text("chat.schedule('soon', \(later), { id: 'own-1' })") == "own-1")
      let listed =
        "bob.scheduled().then((all) => all.map(({ id, text, details, time }) => [id, text, details.replyTo, time > now]))"
      #expect(try await peer.json(listed) == #"[["own-1","soon",null,true],["own-2","later",1,true]]"#)
      #expect(try await peer.text("bob.cancelScheduled('own-1')") == "true")
      #expect(try await peer.text("bob.cancelScheduled('unknown-1')") == "false")
      #expect(try await peer.json("bob.scheduled().then((all) => all.map(({ id }) => id))") == #"["own-2"]"#)
      try await peer.wait(until: "told.some(([kind]) => kind === 'scheduledEnded')")
      #expect(try await peer.json("told.at(-1)") == #"["scheduledEnded","own-1","cancelled"]"#)
      #expect(try await peer.json("told.filter(([, id]) => id === 'own-2')[0]") == #"["scheduled","own-2","later"]"#)
      #expect(try await peer.text("chat.schedule('past', 1).catch(({ field }) => field)") == "at")
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func localMessagesAreInsertedChangedAndRemoved(host: ScriptHost) async throws {
    try await host.meet { peer, _, chat in
      try await peer.run("chat.send('one')")
      try await peer.run("chat.send('two')")
      try await peer.wait(until: "bob.seen.length === 2")
      try await peer.run(
        """
        void (globalThis.changed = 0,
          bob.on('localMessages', ({ conversation }) => (changed += conversation === 'direct:alice:bob')))
        """
      )
      try await peer.run("chat.history().then(([{ time }]) => (globalThis.first = time))")
      let inserted = """
        chat.insertLocal([
          { content: 'note', name: 'n1', fields: { mark: 1 } },
          { content: { a: 1 }, type: 'x.card', sender: 'alice', time: first - 1 },
        ]).then((all) => all.map(({ text, type, sender, after, fields, name }) => [text, type, sender, after, fields, name]))
        """
      #expect(
        try await peer.json(inserted)
          == #"[["note","text","bob",2,{"mark":1},"n1"],[null,"x.card","alice",0,{},""]]"#)
      #expect(try await peer.text("chat.insertLocal([{ content: 'again', name: 'n1' }]).catch(({ field }) => field)") == "name")
      let skipped = "chat.insertLocal([{ content: 'again', name: 'n1' }], { skippingDuplicates: true }).then((all) => all.length)"
      #expect(try await peer.text(skipped) == "0")
      try await peer.run("void (globalThis.timeline = chat.timeline())")
      let rows = """
        timeline.next().then(({ value }) =>
          value.state.rows.map(({ message, local }) => message?.text ?? local.text ?? local.type))
        """
      #expect(try await peer.json(rows) == #"["x.card","one","two","note"]"#)
      try await peer.run("chat.localMessages({ from: 1 }).then(([note]) => (globalThis.note = note))")
      try await peer.run("chat.changeLocal(note.id, { content: 'changed' })")
      #expect(
        try await peer.json(
          "chat.localMessages({ upTo: 2 }).then((all) => all.map(({ text, fields }) => [text ?? null, fields]))")
          == #"[[null,{}],["changed",{"mark":1}]]"#)
      try await peer.run("chat.setLocalFields(2, { seen: true })")
      #expect(try await peer.json("chat.localFields(1, 9).then((all) => [...all])") == #"[[2,{"seen":true}]]"#)
      try await peer.run("chat.removeLocal([note.id])")
      #expect(try await peer.text("chat.localMessages().then((all) => all.length)") == "1")
      try await peer.run("chat.removeLocal()")
      #expect(try await peer.text("chat.localMessages().then((all) => all.length)") == "0")
      try await peer.wait(until: "changed >= 5")
      #expect(try await peer.text("chat.changeLocal(note.id, { content: 'x' }).catch(({ field }) => field)") == "message")
      #expect(try await chat.history().map(\.text) == ["one", "two"])
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func readersRepliesVersionsAndAnnotatorsAreListed(host: ScriptHost) async throws {
    try await host.meet { peer, alice, chat in
      try await peer.run("chat.send('asked', { mentions: ['alice'] })")
      try await peer.run("chat.edit(1, 'asked again')")
      let question = try await chat.messageID(at: 1)
      for text in ["yes", "no", "perhaps"] { _ = await chat.send(.text(text), details: .init(replyTo: 1)) }
      _ = await chat.react("+1", to: question)
      try await peer.run("chat.react(1, '+1')")
      try await alice.caughtUp()
      try await chat.markRead()
      try await peer.wait(until: "bob.seen.length === 4")
      let versions = "chat.versions(1).then((all) => all.map(({ text, position }) => [text, position]))"
      #expect(try await peer.json(versions) == #"[["asked",1],["asked again",2]]"#)
      try await peer.run("chat.replies(1, { limit: 2 }).then((page) => (globalThis.page = page))")
      #expect(try await peer.json("page.items.map(({ text }) => text)") == #"["yes","no"]"#)
      let rest = "chat.replies(1, { after: page.next }).then(({ items, next }) => [items.map(({ text }) => text), next])"
      #expect(try await peer.json(rest) == #"[["perhaps"],null]"#)
      #expect(
        try await peer.json("chat.annotators(1, { reaction: '+1', limit: 1 }).then((page) => (globalThis.page = page).items)")
          == #"["alice"]"#)
      #expect(
        try await peer.json("chat.annotators(1, { reaction: '+1', after: page.next }).then(({ items }) => items)") == #"["bob"]"#)
      let refused = "chat.replies(1, { after: page.next }).catch(({ code, field }) => [code, field])"
      #expect(try await peer.json(refused) == #"["argument_invalid","after"]"#)
      // Both markers arrive when they do.
      let read = "chat.readers(1).then(({ items }) => items.map(({ user, readAt }) => [user, readAt > 0]))"
      while try await peer.json(read) != #"[["alice",true]]"# { await Task.yield() }
      #expect(try await peer.json("chat.readers(1, { state: 'unread' }).then(({ items }) => items)") == "[]")
      try await peer.run("chat.pinMessage(1)")
      #expect(
        try await peer.json("chat.pinnedMessages().then((all) => all.map(({ text, pinnedBy }) => [text, pinnedBy]))")
          == #"[["asked again","bob"]]"#)
      let mentioned = try await chat.unreadMentions()
      #expect(mentioned.isEmpty)
      try await peer.run("chat.recall(1, { extra: '{\"why\":1}' })")
      // The device keeps it when the entry of the recall arrives, which may come after the answer.
      let kept = #"{"type":"text","content":{"text":"asked again"}}"#
      while try await peer.json("chat.recalledContent(1)") != kept { await Task.yield() }
      #expect(
        try await peer.json("chat.history({ limit: 9 }).then(([first]) => [first.recalled, first.recall.extra])")
          == #"[true,"{\"why\":1}"]"#)
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func historyIsFoundAroundByTypeAndByPosition(host: ScriptHost) async throws {
    try await host.meet { peer, _, chat in
      for number in 1...6 { _ = await chat.send(.text("m\(number)")) }
      _ = await chat.send(.custom(type: "x.card", json: #"{"n":1}"#))
      try await peer.wait(until: "bob.seen.length === 7")
      #expect(try await peer.text("chat.id()") == "direct:alice:bob")
      #expect(try await peer.json("chat.summary().then(({ unread }) => unread)") == "7")
      #expect(try await peer.text("bob.chat('group:none').summary()") == "undefined")
      let texts = "then((all) => all.map(({ text, type }) => text ?? type))"
      #expect(try await peer.json("chat.historyAround(3, { before: 1, after: 2 }).\(texts)") == #"["m2","m3","m4","m5"]"#)
      let time = "chat.messages([4]).then(([{ time }]) => chat.historyAround({ time }, { before: 0, after: 0 }))"
      #expect(try await peer.text("\(time).then(([{ position }]) => position <= 4)") == "true")
      #expect(try await peer.json("chat.messages([7, 2, 99]).\(texts)") == #"["m2","x.card"]"#)
      let cards = "chat.historyOfTypes(['x.card']).then(({ items, next }) => [items.map(({ content }) => content.n), next])"
      #expect(try await peer.json(cards) == "[[1],null]")
      #expect(try await peer.text("chat.historyOfTypes([]).catch(({ field }) => field)") == "types")
      #expect(try await peer.text("chat.download()") == "7")
      #expect(try await peer.text("chat.receivedTimes([1, 2]).then((times) => times.size === 2 && times.get(1) > 0)") == "true")
      #expect(
        try await peer.json("[await chat.firstUnread(), await chat.unreadCount(['text']), await chat.unreadCount(['x.card'])]")
          == "[1,6,1]")
      _ = await chat.send(.text("you"), details: .init(mentions: .init(users: [try #require(UserID("bob"))])))
      try await peer.wait(until: "bob.seen.length === 8")
      #expect(try await peer.json("chat.unreadMentions().\(texts)") == #"["you"]"#)
      try await peer.run("bob.markRead()")
      #expect(try await peer.json("[await chat.firstUnread(), (await bob.unreadTotal()).messages]") == "[0,0]")
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func searchTakesAllConditionsAndPages(host: ScriptHost) async throws {
    try await host.meet { peer, _, chat in
      for text in ["red apple", "green apple", "red pear"] { _ = await chat.send(.text(text)) }
      try await peer.run("chat.send('my apple')")
      try await peer.run("bob.createGroup({ title: 'G', id: 'g' }).then((group) => group.send('apple pie'))")
      try await peer.wait(until: "bob.seen.filter(({ text }) => text).length === 5")
      try await peer.run("bob.waitForIndex()")
      let texts = "then(({ items }) => items.map(({ text }) => text))"
      #expect(try await peer.json("chat.search({ text: 'apple', sender: 'alice' }).\(texts)") == #"["green apple","red apple"]"#)
      #expect(try await peer.json("chat.search({ types: ['x.card'] }).\(texts)") == "[]")
      #expect(try await peer.json("chat.search({ text: 'apple', until: 1 }).\(texts)") == "[]")
      #expect(
        try await peer.json("chat.search({ text: 'apple', since: 1 }).\(texts)") == #"["my apple","green apple","red apple"]"#)
      try await peer.run("chat.search('apple', { limit: 2 }).then((page) => (globalThis.page = page))")
      #expect(
        try await peer.json("chat.search('apple', { after: page.next }).then(({ items, next }) => [items[0].text, next])")
          == #"["red apple",null]"#)
      #expect(try await peer.json("chat.search('apple', { before: 2 }).\(texts)") == #"["red apple"]"#)
      try await peer.run("bob.search('apple', { limit: 1 }).then((found) => (globalThis.found = found))")
      #expect(try await peer.json("found.hits.map(({ conversation, count }) => [conversation.id, count])") == #"[["group:g",1]]"#)
      let rest = "bob.search('apple', { limit: 1, after: found.next }).then(({ hits, next }) => [hits[0].count, next])"
      #expect(try await peer.json(rest) == "[3,null]")
      #expect(try await peer.text("bob.search({ text: 'apple', sender: 'nobody' }).then(({ hits }) => hits.length)") == "0")
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func settingsTagsAndQuietHoursAreTheUsersOwn(host: ScriptHost) async throws {
    try await host.meet { peer, _, chat in
      _ = await chat.send(.text("hello"))
      try await peer.wait(until: "bob.seen.length === 1")
      try await peer.run("bob.setTag('work', 'Work')")
      #expect(try await peer.json("bob.tags().then((all) => all.map(({ id, name }) => [id, name]))") == #"[["work","Work"]]"#)
      try await peer.run("bob.addTag('work', ['direct:alice:bob'])")
      try await peer.run("chat.setPinned(true, 'work')")
      #expect(try await peer.text("chat.setPinned(true, 'none').catch(({ field }) => field)") == "tag")
      try await peer.run("chat.setAttribute('colour', { name: 'red' })")
      try await peer.run("chat.setFlags(5n)")
      try await peer.run("chat.setFlags(1n << 63n, { unset: 4 })")
      try await peer.run("chat.setRingTone('bell')")
      try await peer.run("chat.setLevel('mentions')")
      try await peer.run("chat.pinToTop({ countsAsActivity: true })")
      try await peer.run("chat.saveDraft('half', { local: true, mentions: ['alice'], extra: [1] })")
      let own = """
        chat.settings().then(({ attributes, flags, ringTone, level, pinCountsAsActivity, taggings, draft }) => [
          attributes, String(flags), ringTone, level, pinCountsAsActivity,
          taggings.map(({ tag, pinnedAt }) => [tag, pinnedAt > 0]),
          draft.text, draft.local, draft.mentions.users, draft.extra,
        ])
        """
      let expected = """
        [{"colour":{"name":"red"}},"9223372036854775809","bell","mentions",true,[["work",true]],"half",true,["alice"],[1]]
        """
      #expect(try await peer.json(own) == expected)
      for query in [
        "{ tag: 'work' }", "{ levels: ['mentions'] }", "{ attributes: { colour: { name: 'red' } } }",
        "{ order: { pinnedFirst: false } }",
      ] {
        #expect(try await peer.json("bob.conversations(\(query)).then((all) => all.length)") == "1", "\(query)")
      }
      #expect(try await peer.json("bob.conversations({ attributes: { colour: 1 } })") == "[]")
      #expect(try await peer.json("bob.pinnedConversations()") == #"["direct:alice:bob"]"#)
      #expect(try await peer.text("chat.notificationLevel()") == "mentions")
      try await peer.run("bob.setQuietHours({ from: 0, to: 1439, zoneOffset: 0, level: 'none' })")
      #expect(try await peer.json("bob.quietHours()") == #"{"from":0,"to":1439,"zoneOffset":0,"level":"none"}"#)
      #expect(try await peer.text("chat.notificationLevel(60_000)") == "none")
      #expect(try await peer.text("bob.setQuietHours({ from: 9999, to: 0 }).catch(({ field }) => field)") == "hours")
      try await peer.run("bob.setQuietHours(null)")
      #expect(try await peer.json("bob.quietHours()") == "null")
      try await peer.run("bob.setDefaultLevel('none', { kind: 'group' })")
      try await peer.run("bob.setSettings({ 'app.theme': 'dark' })")
      #expect(try await peer.json("bob.settings().then((all) => [all['app.theme'], all['level.group']])") == #"["dark","none"]"#)
      try await peer.run("chat.setSettings({ mute: true, ring: null })")
      #expect(try await peer.json("chat.allSettings().then((all) => [all.mute, 'ring' in all])") == "[true,false]")
      try await peer.run("bob.deleteTag('work')")
      #expect(try await peer.json("bob.conversations({ tag: 'work' })") == "[]")
      try await peer.run("bob.removeFromList({ unread: true })")
      #expect(
        try await peer.json("[(await bob.conversations()).length, (await bob.conversations({ includesRemoved: true })).length]")
          == "[0,1]")
      while try await peer.text("bob.status().then(({ unsyncedChanges }) => unsyncedChanges)") != "0" { await Task.yield() }
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func messagesGoToSeveralConversationsAndThroughAnInterceptor(host: ScriptHost) async throws {
    try await host.meet { peer, _, chat in
      try await peer.run("bob.createGroup({ title: 'G', id: 'g' })")
      let outcomes = "then((all) => all.map(({ to, result, error }) => [to, result?.sent.position ?? error.code]))"
      #expect(
        try await peer.json("bob.broadcast('all', ['direct:alice', 'group:g', 'group:none']).\(outcomes)")
          == #"[["direct:alice",1],["group:g",2],["group:none","conversation_unknown"]]"#)
      #expect(try await peer.text("bob.broadcast('x', ['group:g', 'group:g']).catch(({ field }) => field)") == "destinations")
      _ = await chat.send(.text("two"))
      try await peer.wait(until: "bob.seen.filter(({ text }) => text).length === 3")
      try await peer.run("chat.history().then((all) => (globalThis.some = all))")
      #expect(try await peer.json("bob.forward(some, ['group:g']).\(outcomes)") == #"[["group:g",3],["group:g",4]]"#)
      #expect(
        try await peer.json("bob.forward(some, ['direct:alice'], { combined: 'Both' }).\(outcomes)") == #"[["direct:alice",3]]"#)
      let forwarded = try #require(try await chat.entry { $0.seq == 3 }.content)
      let content = try ForwardContent(try ContentFields(json: forwarded.json))
      #expect(content.title == "Both" && content.entries.map(\.content.text) == ["all", "two"])
      #expect(
        try await peer.text("bob.forward([{ ...some[0], content: null }], ['group:g']).catch(({ field }) => field)") == "messages"
      )
      #expect(try await peer.text("bob.newId().then((id) => id.length)") == "36")
    }
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await host.start(server)
      let token = try await server.token(for: "bob")
      try await peer.run(
        """
        open({
          server: '\(server.url)', token: '\(token)', device: { class: 'web' },
          intercept: ({ content, edited }) => {
            if (content.text === 'bad') throw new Error('not that');
            if (content.text === 'own') return null;
            return { content: { text: `${content.text}${edited ? ' edited' : ''}!` } };
          },
        }).then((client) => (globalThis.bob = client))
        """)
      try await peer.run("bob.connect()")
      try await peer.run("bob.chat('direct:alice').send('hello')")
      try await peer.run("bob.chat('direct:alice').edit(1, 'hello')")
      #expect(try await peer.text("bob.chat('direct:alice').send('bad').catch(({ message }) => message)") == "not that")
      #expect(try await peer.json("bob.chat('direct:alice').send('own')") == #"{"takenOver":true}"#)
      let chat = alice.chat(with: try #require(UserID("bob")))
      _ = try await chat.entry { $0.seq == 2 }
      #expect(try await chat.history().map(\.text) == ["hello edited!"])
      await peer.stop()
      await alice.close()
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func conversationsAreFoundByMembersAndAttributes(host: ScriptHost) async throws {
    try await host.meet { peer, _, _ in
      let script = """
        (async () => {
          for (const id of ['one', 'two']) {
            await bob.createGroup({ id, title: id, members: ['alice'], attributes: { topic: id, old: id === 'one' } });
          }
          const found = (search) => bob.findConversations(search).then(({ items, next }) => [items, next ?? '']);
          const pages = [await bob.findConversations({ members: ['alice'], limit: 1 })];
          pages.push(await bob.findConversations({ members: ['alice'], limit: 1, after: pages[0].next }));
          const { creator } = await bob.describe({ group: 'two' });
          return [
            pages.map(({ items }) => items[0]), await found({ attributes: { topic: ['one', 'three'], old: true } }),
            await found({ members: ['alice'], exactly: true, title: 'two' }), await found({ activeFrom: 9e15 }), creator,
          ];
        })()
        """
      let expected = #"[["group:two","group:one"],[["group:one"],""],[["group:two"],""],[[],""],"bob"]"#
      let found = try await peer.json(script)
      #expect(found == expected)
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func receivedMessageIsKeptFromListenersAndOpenTimelines(host: ScriptHost) async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await host.start(server)
      let token = try await server.token(for: "bob")
      try await peer.run(
        """
        open({
          server: '\(server.url)', token: '\(token)', device: { class: 'web' }, receiptKinds: ['group'],
          interceptReceived: ({ text }) => text !== 'secret',
        }).then((client) => {
          globalThis.bob = client;
          globalThis.heard = [];
          client.on('message', ({ text }) => heard.push(text));
          globalThis.shown = client.chat('direct:alice').timeline();
          (async () => { for await (const _ of shown); })();
        })
        """)
      try await peer.run("bob.connect()")
      try await peer.run("bob.caughtUp()")
      let chat = alice.chat(with: try #require(UserID("bob")))
      for text in ["one", "secret", "two"] { _ = await chat.send(.text(text)) }
      try await peer.wait(until: "heard.length === 2 && shown.state.rows.length === 2")
      let seen = "[heard, shown.state.rows.map(({ message }) => message.text)]"
      #expect(try await peer.json(seen) == #"[["one","two"],["one","two"]]"#)
      let held = "bob.chat('direct:alice').history().then((all) => all.map(({ text }) => text))"
      #expect(try await peer.json(held) == #"["one","secret","two"]"#)
      try await peer.run("bob.chat('direct:alice').markRead()")
      try await peer.wait(until: "bob.status().then(({ unsyncedChanges }) => unsyncedChanges === 0)")
      await peer.stop()
      await alice.close()
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func profilesAreReadChangedAndFollowed(host: ScriptHost) async throws {
    try await host.meet { peer, alice, _ in
      _ = try await alice.updateProfile([.name: "Alice", .location: "Köln"])
      #expect(
        try await peer.json("bob.profile('alice').then(({ name, fields }) => [name, fields])") == #"["Alice",{"name":"Alice"}]"#)
      try await peer.evaluate(
        "void (globalThis.told = [], bob.on('profile', ({ profile, changed }) => told.push([profile.name, changed])))")
      _ = try await alice.updateProfile([.name: "Ally"], visibility: .everyone)
      try await peer.wait(until: "told.some(([name, changed]) => name === 'Ally' && changed.includes('location'))")
      let update = "bob.updateProfile({ name: 'Bob', about: 'x' }, { visibility: 'nobody' })"
      let own = "\(update).then(({ fields, visibility }) => [fields.name, fields.about, visibility])"
      #expect(try await peer.json(own) == #"["Bob","x","nobody"]"#)
      #expect(try await alice.profile(of: try #require(UserID("bob"))).fields == [.name: "Bob"])
      #expect(
        try await peer.json("bob.updateProfile({ color: 'red' }).catch(({ code, field }) => [code, field])")
          == #"["profile_field_unknown","color"]"#)
      #expect(try await peer.text("bob.findProfile('4711').then((found) => String(found))") == "undefined")
      #expect(try await peer.text("bob.findUsers('al').catch(({ code }) => code)") == "directory_off")
      let names = "bob.profiles(['alice', 'bob', 'nobody']).then((all) => Object.values(all).map(({ name }) => name).sort())"
      #expect(try await peer.json(names) == #"["","Ally","Bob"]"#)
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func typedContentsGoBothWays(host: ScriptHost) async throws {
    try await host.meet { peer, alice, chat in
      try await peer.run(
        """
        void (globalThis.Dice = class {
          static type = 'com.example.dice';
          static fields = { eyes: 'integer', rolled: 'date' };
          constructor(eyes, rolled) { Object.assign(this, { eyes, rolled }); }
        })
        """)
      try await peer.run("chat.send(new Dice(6, new Date(1_000)))")
      let entry = try await chat.entry { $0.seq == 1 }
      #expect(entry.content?.read(as: Dice.self) == Dice(eyes: 6, rolled: Timestamp(milliseconds: 1_000)))
      _ = await chat.send(try MessageContent(Dice(eyes: 1, rolled: Timestamp(milliseconds: 2_000))))
      _ = await chat.send(.custom(type: Dice.type, json: #"{"eyes":"many","rolled":1}"#))
      try await peer.wait(until: "bob.seen.length === 3")
      let values = """
        chat.history({ after: 1 }).then((all) => all.map((message) => {
          try {
            const dice = contentOf(message, Dice);
            return [dice instanceof Dice, dice.eyes, dice.rolled.getTime()];
          } catch ({ code, field }) {
            return [code, field];
          }
        }))
        """
      #expect(try await peer.json(values) == #"[[true,1,2000],["content_malformed","eyes"]]"#)
    }
  }

  @Test(arguments: ScriptHost.allCases)
  func logsAreReadEntryByEntry(host: ScriptHost) async throws {
    try await host.meet { peer, alice, chat in
      _ = await chat.send(.text("one"))
      try await peer.run(
        """
        void (globalThis.items = [], globalThis.follow = async (log) => {
          for await (const { conversation, position, kind, target, text } of log)
            items.push([conversation, position, kind, target, text ?? null]);
          items.push('end');
        })
        """)
      try await peer.run("void follow(bob.logs({ from: 'first' }))")
      try await peer.wait(until: "items.length === 1")
      _ = try await chat.edit(chat.messageID(at: 1), to: .text("two"))
      try await peer.run("chat.send('three')")
      // One turn takes both, so the client never stops.
      try await peer.run("Promise.all([bob.disconnect(), bob.connect()])")
      _ = try await chat.recall(chat.messageID(at: 1))
      try await peer.wait(until: "items.length === 4 || items.includes('end')")
      let id = "direct:alice:bob"
      let expected =
        #"[["\#(id)",1,"message",0,"one"],["\#(id)",2,"edited",1,"two"],["\#(id)",3,"message",0,"three"],"#
        + #"["\#(id)",4,"recalled",1,null]]"#
      #expect(try await peer.json("items") == expected)
    }
  }
}

/// The same content type as in JavaScript.
private struct Dice: TypedContent {
  static let type = "com.example.dice"
  var eyes: Int64
  var rolled: Timestamp
  var summary: String { "[dice]" }

  init(eyes: Int64, rolled: Timestamp) { (self.eyes, self.rolled) = (eyes, rolled) }

  init(_ fields: ContentFields) throws(MartletError) {
    eyes = try fields.require(try fields.integer("eyes"), "eyes")
    rolled = Timestamp(milliseconds: try fields.require(try fields.integer("rolled"), "rolled"))
  }

  func write(to fields: inout ContentFields) {
    fields.set("eyes", eyes)
    fields.set("rolled", rolled.milliseconds)
  }
}
