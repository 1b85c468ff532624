import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { Logs } from "../../Web/sdk/martlet-logs.js";
import { open } from "../../Web/sdk/martlet-node.js";
import { connectClient, module, openClient, startServer, temporaryFolder, until } from "./support.mjs";

const chatID = "direct:alice:bob";

/** Reads some entries of a log. */
async function read(log, count) {
  const items = [];
  while (items.length < count) {
    const { value, done } = await log.next();
    assert(!done, `it ended after ${items.length}`);
    items.push(value);
  }
  return items;
}

test("logTellsEveryEntryInOrder", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  await server.token("bob");
  const chat = alice.chat("direct:bob");
  await chat.send("one");
  const log = chat.log({ from: "first" });
  const [first] = await read(log, 1);
  assert.deepEqual([first.conversation, first.position, first.kind, first.text], [chatID, 1, "message", "one"]);
  await chat.edit(1, "two");
  await chat.react(1, "+1");
  await chat.recall(1, { senderName: "Alice" });
  const [edited, annotated, recalled] = await read(log, 3);
  assert.deepEqual([edited.kind, edited.position, edited.target, edited.sender], ["edited", 2, 1, "alice"]);
  assert.deepEqual([annotated.kind, annotated.target], ["annotated", 1]);
  assert.deepEqual([recalled.kind, recalled.target, recalled.recall?.senderName], ["recalled", 1, "Alice"]);
  // Read again, the message has no content any more.
  const [again] = await read(chat.log({ from: "first" }), 1);
  assert.deepEqual([again.type, again.content, again.recalledAt], ["text", null, 4]);
  const group = await alice.createGroup({ title: "Team", members: ["bob"], id: "team" });
  const [created] = await read(group.log({ from: "first" }), 1);
  assert.deepEqual([created.kind, created.notice.title, created.content], ["group_created", "Team", null]);
  assert.deepEqual((await read(chat.log({ from: { after: 3 } }), 1)).map(({ position }) => position), [4]);
});

test("logsOfAllConversationsHaveNoGapsAcrossLostConnections", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  const bot = await connectClient(test, server, "bot");
  for (let number = 0; number < 250; number += 1) alice.chat("direct:bot").send(String(number), { enqueue: true });
  await until(async () => (await alice.pending()).length === 0);
  const logs = bot.logs({ from: "first" });
  const before = await read(logs, 120);
  // It ends only if the client stops; meanwhile another conversation appears.
  bot.disconnect();
  bot.connect();
  const group = await alice.createGroup({ title: "Team", members: ["bot"], id: "team" });
  await group.send("hello");
  const after = await read(logs, 132);
  const texts = [...before, ...after].filter(({ conversation }) => conversation.startsWith("direct:")).map(({ text }) => text);
  assert.deepEqual(texts, texts.map((_, index) => String(index)));
  assert.equal(texts.length, 250);
  const kinds = after.filter(({ conversation }) => conversation === "group:team").map(({ kind }) => kind);
  assert.deepEqual(kinds, ["group_created", "message"]);
  // Whoever begins with the next entry gets nothing older.
  const news = bot.logs({ from: "next" });
  const next = news.next();
  await bot.status();
  await alice.chat("direct:bot").send("new");
  assert.equal((await next).value.text, "new");
});

test("logsEndWithTheConnectionAndWithTheClient", async (test) => {
  const server = await startServer(test);
  const directory = path.join(await temporaryFolder(test), "alice");
  const alice = await connectClient(test, server, "alice", { directory });
  await server.token("bob");
  const chat = alice.chat("direct:bob");
  await chat.send("one");
  for (const end of [() => alice.disconnect(), () => alice.suspend(), () => alice.close()]) {
    const logs = alice.logs({ from: "first" });
    await read(logs, 1);
    const next = logs.next();
    await end();
    assert.equal((await next).done, true);
    if (end.toString().includes("suspend")) await alice.resume();
    if (!end.toString().includes("close")) await alice.connect();
  }
  // Offline, it ends after what is on the device.
  const offline = await openClient(test, server, "alice", { directory });
  const texts = [];
  for await (const { text } of offline.logs({ from: "first" })) texts.push(text);
  assert.deepEqual(texts, ["one"]);
});

test("logsThrowIfTheServerEndsTheSession", async (test) => {
  const server = await startServer(test);
  const client = await open({ server: server.url, module, device: { class: "tool" }, token: "nonsense" });
  test.after(() => client.close());
  client.connect();
  await assert.rejects(client.logs({ from: "next" }).next(), { code: "token_malformed" });
});

test("logIsLeftByLeavingTheLoop", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  await server.token("bob");
  await alice.chat("direct:bob").send("one");
  const log = alice.chat("direct:bob").log({ from: "first" });
  for await (const { text } of log) {
    assert.equal(text, "one");
    break;
  }
  assert.equal((await log.next()).done, true);
});

/** The next leader of several tabs tells no growth until somebody asks, and that changes were missed. */
test("logsGoOnWhereTheyWereWhenAnotherTabLeads", async () => {
  const entries = [1, 2, 3].map((position) => ({ conversation: chatID, position }));
  let reader;
  const client = {
    follow: (one) => (reader = one),
    stopFollowing: () => {},
    ask: async ({ followLogs, log }) => {
      if (followLogs) return { heads: { active: true, heads: [{ conversation: chatID, newest: entries.length }] } };
      const items = entries.slice(log.after, log.after + 2);
      return { log: { items, upTo: items.at(-1)?.position } };
    },
  };
  const logs = new Logs(client, "", "first");
  assert.deepEqual((await read(logs, 3)).map(({ position }) => position), [1, 2, 3]);
  const next = logs.next();
  await new Promise(setImmediate);
  entries.push({ conversation: chatID, position: 4 });
  reader.changed();
  assert.equal((await next).value.position, 4);
});
