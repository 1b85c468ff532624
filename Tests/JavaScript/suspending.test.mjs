import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { connectClient, nextEvent, openClient, startServer, temporaryFolder, until } from "./support.mjs";

test("suspendedClientHoldsNothingAndContinuesWhenResumed", async (test) => {
  const server = await startServer(test);
  const directory = path.join(await temporaryFolder(test), "alice");
  const alice = await connectClient(test, server, "alice", { directory });
  const bob = await connectClient(test, server, "bob");
  let rows = [];
  const timeline = alice.chat("direct:bob").timeline();
  const reading = (async () => {
    for await (const { state } of timeline) rows = state.rows.map(({ message }) => message?.text);
  })();
  await alice.chat("direct:bob").send("before");
  await until(() => rows.at(-1) === "before");

  await alice.suspend();
  assert.equal(alice.state.name, "offline");
  await assert.rejects(alice.conversations(), { code: "suspended" });
  await assert.rejects(alice.chat("direct:bob").send("no"), { code: "suspended" });
  // Another client may use the data meanwhile.
  const other = await openClient(test, server, "alice", { directory });
  assert.equal((await other.conversations()).length, 1);
  await assert.rejects(alice.resume(), { code: "directory_in_use" });
  other.close();
  await bob.chat("direct:alice").send("meanwhile");

  const missed = nextEvent(alice, "missed");
  await alice.resume();
  await missed;
  await alice.connected();
  await until(() => rows.at(-1) === "meanwhile");
  assert.deepEqual(rows, ["before", "meanwhile"]);
  alice.close();
  await reading;
  await assert.rejects(alice.resume(), { code: "closed" });
});

test("messageOnItsWayStaysInTheOutboxOfASuspendedClient", async (test) => {
  const server = await startServer(test);
  const directory = path.join(await temporaryFolder(test), "alice");
  const alice = await openClient(test, server, "alice", { directory });
  const sending = alice.chat("direct:bob").send("waits");
  const waiting = assert.rejects(alice.connected(), { code: "not_connected" });
  await until(async () => (await alice.pending()).length === 1);
  await alice.suspend();
  assert.deepEqual(await sending, { unknown: true });
  await waiting;
  // What the app says meanwhile counts when it is resumed.
  await server.token("bob");
  await alice.connect();
  await alice.resume();
  await until(async () => (await alice.pending()).length === 0);
  assert.equal((await alice.chat("direct:bob").history())[0].text, "waits");
});

test("clientInMemoryKeepsItsDataWhileItIsSuspended", async (test) => {
  const server = await startServer(test);
  await server.token("bob");
  const alice = await connectClient(test, server, "alice");
  const read = () => alice.chat("direct:bob").history({ cached: true });
  await alice.chat("direct:bob").send("kept");
  await until(async () => (await read()).length === 1);
  await alice.suspend();
  await until(() => alice.state.name === "offline");
  assert.equal((await read())[0].text, "kept");
  await alice.resume();
  await alice.connected();
});

test("timelineOfASuspendedClientCanBeClosed", async (test) => {
  const server = await startServer(test);
  const directory = path.join(await temporaryFolder(test), "alice");
  const alice = await openClient(test, server, "alice", { directory });
  const timeline = alice.chat("direct:bob").timeline();
  await alice.suspend();
  const next = timeline.next();
  timeline.close();
  assert.deepEqual(await next, { value: undefined, done: true });
});
