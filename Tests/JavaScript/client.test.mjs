import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { MartletError, open } from "../../Web/sdk/martlet-node.js";
import { connectClient, module, nextEvent, openClient, startServer, temporaryFolder, until } from "./support.mjs";

/** Of a user about whom nothing is set. */
const noRelation = {
  blocked: false, allowed: false, onlyAllowed: false, friend: false, asked: false, asks: false, text: "",
};

/** A listener runs while the core tells events, and asks the core for more. */
test("listenerThatSendsIsAnswered", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  const bot = await openClient(test, server, "bot");
  const users = [];
  bot.on("message", async ({ conversation, sender, text }) => {
    users.push(bot.user);
    if (sender !== bot.user) await bot.chat(conversation).send(`${text}!`);
  });
  const isReady = nextEvent(bot, "caughtUp");
  await bot.connect();
  await isReady;
  const answer = nextEvent(alice, "message", ({ sender }) => sender === "bot");
  await alice.chat("direct:bot").send("hello");
  assert.equal((await answer).text, "hello!");
  assert.deepEqual([...new Set(users)], ["bot"]);
});

/** Numbers of the wire have 32 bits, of which the core has one for the sign. */
test("groupsAreShownWhateverTheirNumbersAre", async (test) => {
  const most = 4_294_967_295;
  const server = await startServer(test, { "limits.group_history": most });
  const alice = await connectClient(test, server, "alice");
  const chat = await alice.createGroup({ title: "Team" });
  for (const history of [5, Infinity, most - 1, 0]) {
    await chat.setHistory(history);
    const shown = Math.min(history, 2 ** 31 - 1);
    await until(async () => [history, shown].includes((await chat.summary()).history));
  }
  await chat.makeLink({ uses: most });
  assert.ok((await chat.links())[0].uses >= 2 ** 31 - 1);
});

test("messageCanBeEditedRecalledAnnotatedAndPinned", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  await server.token("bob");
  const chat = alice.chat("direct:bob");
  await chat.send("one");
  await chat.edit(1, "two");
  await chat.react(1, "+1");
  assert.deepEqual(await chat.react(1, "+1"), { unchanged: true });
  await chat.pinMessage(1);
  const [message] = await until(async () => {
    const messages = await chat.history({ cached: true });
    return messages[0]?.pinnedBy && messages;
  });
  assert.deepEqual([message.text, message.edited, message.pinnedBy], ["two", true, "alice"]);
  assert.deepEqual(message.reactions, [{ key: "+1", count: 1, mine: true }]);
  await chat.recall(1);
  await until(async () => (await chat.history({ cached: true }))[0].recalled);
});

test("callGivenUpRejectsWithTheReasonOfItsSignal", async (test) => {
  const server = await startServer(test);
  const alice = await openClient(test, server, "alice");
  await server.stop();
  await alice.connect();
  const giveUp = new AbortController();
  const waiting = alice.connected({ signal: giveUp.signal });
  giveUp.abort(new Error("enough"));
  await assert.rejects(waiting, { message: "enough" });
  await assert.rejects(alice.connected({ signal: AbortSignal.abort(new Error("before")) }), { message: "before" });
});

test("closedClientRejectsCallsAndEndsItsIterators", async (test) => {
  const server = await startServer(test);
  const alice = await openClient(test, server, "alice");
  const events = alice.events();
  const next = events.next();
  alice.close();
  await assert.rejects(alice.conversations(), { code: "closed" });
  assert.equal((await next).done, true);
  alice.close();
});

test("callInProgressEndsWhenTheClientIsClosed", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  await server.stop();
  const members = alice.chat("group:none").members();
  const send = alice.chat("direct:bob").send("hello");
  alice.close();
  await assert.rejects(members, MartletError);
  assert.deepEqual(await send, { unknown: true });
});

test("statesStartWithTheCurrentOneAndSkipTheOld", async (test) => {
  const server = await startServer(test);
  const alice = await openClient(test, server, "alice");
  const states = alice.states();
  assert.equal((await states.next()).value.name, "offline");
  await alice.connect();
  await alice.connected();
  assert.equal((await states.next()).value.name, "online");
  await alice.disconnect();
  assert.equal((await states.next()).value.name, "offline");
});

test("onlyAllowedUsersCanWriteIfTheUserSaysSo", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  const bob = await connectClient(test, server, "bob");
  await bob.chat("direct:alice").send("hello");
  const told = nextEvent(alice, "relation");
  await alice.setTakesOnlyAllowed(true);
  assert.deepEqual(await told, { user: "alice", ...noRelation, onlyAllowed: true });
  await assert.rejects(bob.chat("direct:alice").send("hello"), { code: "not_on_allow_list" });
  await alice.allow("bob");
  assert.deepEqual(await alice.allowed(), ["bob"]);
  assert.equal((await alice.relation("bob")).allowed, true);
  await bob.chat("direct:alice").send("hello");
  await alice.disallow("bob");
  await assert.rejects(bob.chat("direct:alice").send("hello"), { code: "not_on_allow_list" });
  await assert.rejects(alice.allow("alice"), { code: "relation_to_self" });
  await alice.setTakesOnlyAllowed(false);
  assert.equal((await alice.relation("alice")).onlyAllowed, false);
  await bob.chat("direct:alice").send("hello");
});

test("usersBecomeFriendsByARequestAndItsAnswer", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  const bob = await connectClient(test, server, "bob");
  const asked = nextEvent(bob, "relation");
  await alice.requestFriend("bob", { text: "Hello" });
  assert.deepEqual(await alice.askedFriends(), [{ user: "bob", text: "Hello" }]);
  assert.deepEqual(await asked, { user: "alice", ...noRelation, asks: true, text: "Hello" });
  assert.deepEqual(await bob.friendRequests(), [{ user: "alice", text: "Hello" }]);
  const accepted = nextEvent(alice, "relation", ({ friend }) => friend);
  await bob.acceptFriend("alice");
  await accepted;
  assert.deepEqual([await alice.friends(), await bob.friends()], [["bob"], ["alice"]]);
  const ended = nextEvent(bob, "relation", ({ friend }) => !friend);
  await alice.removeFriend("bob");
  await ended;
  await assert.rejects(bob.acceptFriend("alice"), { code: "friend_request_unknown" });
  await bob.declineFriend("alice");
  assert.deepEqual(await bob.friends(), []);
});

test("blockedUserCannotWriteUntilTheBlockIsLifted", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  const bob = await connectClient(test, server, "bob");
  await server.token("carol");
  const told = nextEvent(alice, "relation");
  await alice.block(["carol", "bob"]);
  assert.equal((await told).blocked, true);
  assert.deepEqual(await alice.blocked(), ["bob", "carol"]);
  assert.deepEqual(await alice.blocked({ after: "bob", limit: 1 }), ["carol"]);
  assert.deepEqual(await alice.relation("bob"), { user: "bob", ...noRelation, blocked: true });
  assert.deepEqual(await bob.relation("alice"), { user: "alice", ...noRelation });
  await assert.rejects(bob.chat("direct:alice").send("hello"), { code: "blocked" });
  await assert.rejects(alice.block("alice"), { code: "relation_to_self" });
  await alice.unblock("bob");
  assert.deepEqual(await alice.blocked(), ["carol"]);
  await bob.chat("direct:alice").send("hello");
});

test("suspendedUserLearnsUntilWhen", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  const until = Date.now() + 3_600_000;
  await server.call("/v1/users/suspend", { user: "alice", until: String(until) });
  for await (const { name, failure } of alice.states()) {
    if (name !== "ended") continue;
    assert.equal(failure.code, "user_suspended");
    assert.equal(failure.until, until);
    break;
  }
  await assert.rejects(alice.connected(), (error) => error.code === "user_suspended" && error.until === until);
});

test("callsAfterReconnectingInOneTurnWaitForTheNextConnection", async (test) => {
  const server = await startServer(test);
  await server.token("bob");
  const alice = await connectClient(test, server, "alice");
  alice.disconnect();
  alice.connect();
  const sent = alice.chat("direct:bob").send("hello");
  await alice.connected();
  assert.equal((await sent).sent.position, 1);
});

test("outboxSurvivesTheProcess", async (test) => {
  const server = await startServer(test);
  await server.token("bob");
  const directory = path.join(await temporaryFolder(test), "alice");
  const script = `
    import { open } from ${JSON.stringify(new URL("../../Web/sdk/martlet-node.js", import.meta.url).href)};
    const client = await open(${JSON.stringify({ server: server.url, token: "", directory, module, device: { class: "tool" } })});
    for (let number = 1; ; number += 1) console.log(await client.chat("direct:bob").send(String(number), { enqueue: true }));`;
  const arguments_ = ["--input-type=module", "-e", script];
  const process = spawn(globalThis.process.execPath, arguments_, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  process.stdout.on("data", (text) => (said += text));
  await until(() => said.split("\n").length > 20);
  process.kill("SIGKILL");
  await new Promise((resolve) => process.once("close", resolve));
  const ids = said.split("\n").slice(0, -1);
  const alice = await openClient(test, server, "alice", { directory });
  const pending = await alice.pending();
  assert.deepEqual(pending.slice(0, ids.length).map(({ id }) => id), ids);
  await alice.connect();
  await until(async () => (await alice.pending()).length === 0);
  const history = await alice.chat("direct:bob").history({ limit: 1000 });
  assert.deepEqual(history.map(({ text }) => text), history.map((_, index) => String(index + 1)));
  assert.equal(history.length, pending.length);
});

test("tokenThatCannotBeHadIsAskedForAgain", async (test) => {
  const server = await startServer(test);
  const token = await server.token("alice");
  let asked = 0;
  const client = await open({
    server: server.url,
    module,
    device: { class: "tool" },
    token: async () => {
      asked += 1;
      if (asked === 1) throw new Error("no network");
      return token;
    },
  });
  test.after(() => client.close());
  await client.connect();
  await client.connected();
  assert.equal(client.user, "alice");
  assert.equal(asked, 2);
});
