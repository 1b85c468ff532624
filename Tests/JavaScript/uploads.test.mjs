// Files in the outbox, against a server and over links that fail.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { open } from "../../Web/sdk/martlet-node.js";
import { startLink } from "./link.mjs";
import { connectClient, module, nextEvent, openClient, startServer, temporaryFolder, until } from "./support.mjs";

const total = 5_000_000;
const bytes = new Uint8Array(total).map((_, index) => index % 251);
const sha256 = createHash("sha256").update(bytes).digest("hex");

async function start(test, options = {}, configuration = {}) {
  const server = await startServer(test, configuration);
  const bob = await connectClient(test, server, "bob");
  const link = await startLink(test, server);
  const alice = await connectClient(test, { ...server, url: link.url }, "alice", options);
  return { server, link, alice, bob, chat: alice.chat("direct:bob") };
}

/** The messages of bob's with alice, once there are so many. */
const received = (bob, count) => until(async () => {
  const all = await bob.chat("direct:alice").history().catch(() => []);
  return all.length >= count && all;
});

async function expectFile(bob, message, content = bytes) {
  const blob = await bob.chat("direct:alice").downloadFile(message);
  assert.ok(Buffer.from(await blob.arrayBuffer()).equals(Buffer.from(content)), "the file has other bytes");
}

const kept = (directory) => fs.readdir(path.join(directory, "martlet.uploads")).catch(() => []);

test("fileIsUploadedInPortionsAndThenSentInItsPlace", async (test) => {
  const directory = path.join(await temporaryFolder(test), "alice");
  const { link, alice, bob, chat } = await start(test, { directory });
  const [told, states] = [[], []];
  alice.on("pending", ({ upload, text }) => states.push(upload ? upload.sent : (text ?? "sending")));
  const options = { caption: "look", enqueue: true, onProgress: (progress) => told.push(progress) };
  await chat.sendFile(new File([bytes], "a b.bin"), options);
  assert.equal((await chat.send("after it")).sent.position, 2);
  const [file, text] = await received(bob, 2);
  const { id, ...media } = file.content.media;
  assert.deepEqual([media, file.content.text, file.type], [{ name: "a b.bin", size: total, sha256 }, "look", "file"]);
  assert.equal(text.text, "after it");
  await expectFile(bob, file);
  assert.deepEqual(told, [0, 1_048_576, 2_097_152, 3_145_728, 4_194_304, total].map((sent) => ({ sent, total })));
  assert.deepEqual(link.requests.filter((request) => !request.startsWith("GET")), [
    "POST", "PATCH 0", "PATCH 1048576", "PATCH 2097152", "PATCH 3145728", "PATCH 4194304",
  ]);
  assert.ok(states.includes("sending"));
  await until(async () => (await kept(directory)).length === 0, "the copy is deleted");
});

test("cutUploadGoesOnWhereTheServerIs", async (test) => {
  const { link, bob, chat } = await start(test);
  let cuts = 0;
  link.rule = async ({ method }) => (method === "PATCH" && (cuts += 1) <= 3 ? 700_000 : Infinity);
  await chat.sendFile(bytes);
  const [file] = await received(bob, 1);
  await expectFile(bob, file);
  const starts = link.requests.filter((request) => request.startsWith("PATCH")).map((request) => Number(request.slice(6)));
  assert.equal(link.requests.filter((request) => request === "POST").length, 4);
  // Nothing that the server had is sent again.
  assert.ok(starts[1] > 0 && starts[2] > starts[1] && starts[3] > starts[2], starts.join());
});

test("uploadSurvivesTheProcessAtAnyByte", async (test) => {
  const server = await startServer(test);
  const bob = await connectClient(test, server, "bob");
  const token = await server.token("alice");
  const link = await startLink(test, server);
  const directory = path.join(await temporaryFolder(test), "alice");
  const options = { server: link.url, token, directory, module, device: { class: "tool" } };
  const script = `
    import { open } from ${JSON.stringify(new URL("../../Web/sdk/martlet-node.js", import.meta.url).href)};
    const client = await open(${JSON.stringify(options)});
    const chat = client.chat("direct:bob");
    const isFirst = (await client.pending()).length === 0;
    if (isFirst) {
      await chat.sendFile(new Uint8Array(${total}).map((_, index) => index % 251), { name: "a.bin", enqueue: true });
      await chat.send("after it", { enqueue: true });
    }
    await client.connect();
    setInterval(() => {}, 1_000);`;
  // Each process is killed in the middle of another request: the first one, one with bytes, the last one.
  for (const [method, count, room] of [["POST", 1, 0], ["PATCH", 1, 300_000], ["PATCH", 2, 900_000], ["PATCH", 3, 100_000]]) {
    let seen = 0;
    const isThere = new Promise((resolve) => {
      link.rule = async (request) => {
        if (request.method !== method || (seen += 1) < count) return Infinity;
        resolve(undefined);
        return method === "POST" ? new Promise(() => {}) : room;
      };
    });
    const process = spawn(globalThis.process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "ignore", "inherit"] });
    await isThere;
    process.kill("SIGKILL");
    await new Promise((resolve) => process.once("close", resolve));
    const [file, text] = (await inspect(options)).map(({ upload, text }) => text ?? upload);
    assert.deepEqual([file.total, text], [total, "after it"]);
  }
  link.rule = async () => Infinity;
  const alice = await open(options);
  test.after(() => alice.close());
  await alice.connect();
  const [file, text] = await received(bob, 2);
  await expectFile(bob, file);
  assert.deepEqual([file.content.media.name, text.text], ["a.bin", "after it"]);
  await until(async () => (await alice.pending()).length === 0);
  assert.deepEqual(await kept(directory), []);
  assert.equal((await received(bob, 2)).length, 2);
});

/** The outbox of a client that is not running. */
async function inspect(options) {
  const client = await open(options);
  const pending = await client.pending();
  client.close();
  return pending;
}

test("copyWithoutAMessageIsDeletedAtTheNextStart", async (test) => {
  const server = await startServer(test);
  const directory = path.join(await temporaryFolder(test), "alice");
  const options = { server: server.url, token: await server.token("alice"), directory, module, device: { class: "tool" } };
  let client = await open(options);
  await client.chat("direct:bob").sendFile(bytes, { enqueue: true });
  client.close();
  const [needed] = await kept(directory);
  await fs.writeFile(path.join(directory, "martlet.uploads", "lost"), "x");
  client = await open(options);
  test.after(() => client.close());
  assert.deepEqual(await kept(directory), [needed]);
  assert.deepEqual((await fs.stat(path.join(directory, "martlet.uploads"))).mode & 0o777, 0o700);
});

test("pausedUploadStaysPausedUntilItIsResumed", async (test) => {
  const directory = path.join(await temporaryFolder(test), "alice");
  const { server, link, alice, bob, chat } = await start(test, { directory });
  let isOpen = false;
  let reached = () => {};
  const secondPortion = new Promise((resolve) => (reached = () => resolve(undefined)));
  link.rule = async ({ method, headers }) => {
    if (isOpen || method !== "PATCH" || headers["upload-offset"] === "0") return Infinity;
    reached();
    return 0;
  };
  const id = await chat.sendFile(bytes, { enqueue: true });
  await secondPortion;
  await alice.pauseUpload(id);
  isOpen = true;
  const paused = await until(async () => (await alice.pending())[0].upload);
  assert.deepEqual(paused, { sent: 1_048_576, total, paused: true });
  alice.close();
  const again = await connectClient(test, { ...server, url: link.url }, "alice", { directory });
  const before = link.requests.length;
  await again.caughtUp();
  // Other conversations go on meanwhile.
  await server.token("carol");
  await again.chat("direct:carol").send("hello");
  assert.equal(link.requests.filter((request) => !request.startsWith("GET")).length,
    link.requests.slice(0, before).filter((request) => !request.startsWith("GET")).length);
  await again.resumeUpload(id);
  const [file] = await received(bob, 1);
  await expectFile(bob, file);
});

test("discardedMessageEndsItsUploadAndIsNotSent", async (test) => {
  const { link, alice, bob, chat } = await start(test);
  let reached = () => {};
  const begun = new Promise((resolve) => (reached = () => resolve(undefined)));
  link.rule = ({ method }) => (method === "PATCH" ? (reached(), new Promise(() => {})) : Promise.resolve(Infinity));
  const sent = chat.sendFile(bytes, { id: await alice.newId() });
  await begun;
  const [{ id }] = await alice.pending();
  await alice.discard(id);
  await assert.rejects(sent, { code: "cancelled" });
  assert.deepEqual(await alice.pending(), []);
  await until(() => link.requests.includes("DELETE"), "the server is asked to end the upload");
  link.rule = async () => Infinity;
  await chat.send("only this");
  assert.deepEqual((await received(bob, 1)).map(({ text }) => text), ["only this"]);
});

test("refusedFileCanBeTriedAgainAndHoldsNothingUp", async (test) => {
  const { alice, bob, chat } = await start(test, {}, { "limits.media_bytes": 1_000 });
  const refused = assert.rejects(chat.sendFile(bytes), { code: "media_too_large", limit: 1_000 });
  const small = chat.sendFile(new Blob(["small"]));
  await refused;
  await small;
  const [{ id, failure }] = (await alice.pending()).filter((pending) => pending.failure);
  assert.equal(failure.code, "media_too_large");
  const failed = nextEvent(alice, "pending", (pending) => pending.id === id && pending.failure);
  await alice.retry(id);
  assert.equal((await failed).failure.code, "media_too_large");
  await alice.discard(id);
  await assert.rejects(alice.retry(id), { code: "argument_invalid", field: "id" });
  await expectFile(bob, (await received(bob, 1))[0], Buffer.from("small"));
});

test("fileOfTheSystemIsSentByItsPathAndAMissingOneIsAnError", async (test) => {
  const directory = path.join(await temporaryFolder(test), "alice");
  const { alice, bob, chat } = await start(test, { directory });
  const file = path.join(await temporaryFolder(test), "photo.png");
  for (const wrong of [file, path.dirname(file)]) {
    for (let count = 0; count < 2; count += 1) {
      await assert.rejects(chat.sendFile(wrong), { code: "argument_invalid", field: "file" });
    }
  }
  await assert.rejects(chat.sendFile(/** @type {any} */ (7)), { code: "argument_invalid", field: "file" });
  await fs.writeFile(file, bytes);
  const id = await chat.sendFile(file, { format: "image/png", width: 4, height: 3, enqueue: true });
  // From here on the app's file is not needed.
  await fs.rm(file);
  const [message] = await received(bob, 1);
  assert.deepEqual([message.clientId, message.type, message.content.media.name, message.content.width], [id, "image", "photo.png", 4]);
  await expectFile(bob, message);
  assert.deepEqual(await kept(directory), []);
  // Without a directory nothing is copied, and the file is needed until it is uploaded.
  const memory = await openClient(test, { ...(await startServer(test)) }, "alice");
  await fs.writeFile(file, bytes);
  await memory.chat("direct:bob").sendFile(file, { enqueue: true });
  assert.deepEqual((await memory.pending()).map(({ upload }) => upload), [{ sent: 0, total, paused: false }]);
  assert.deepEqual((await alice.pending()), []);
});

test("copyThatIsGoneFailsItsMessageForGood", async (test) => {
  const server = await startServer(test);
  await server.token("bob");
  const directory = path.join(await temporaryFolder(test), "alice");
  const alice = await openClient(test, server, "alice", { directory });
  const id = await alice.chat("direct:bob").sendFile(bytes, { enqueue: true });
  const [copy] = await kept(directory);
  await fs.truncate(path.join(directory, "martlet.uploads", copy), 10);
  const failed = nextEvent(alice, "pending", (pending) => pending.id === id && pending.failure);
  await alice.connect();
  const { failure } = await failed;
  assert.deepEqual([failure.code, failure.field], ["field_invalid", "file"]);
});

test("ownContentNamesTheFileAndAnInterceptorMayPutItElsewhere", async (test) => {
  let isElsewhere = false;
  const intercept = ({ type, content, details }) =>
    isElsewhere ? { type, content: { media: { url: "https://files.example/1", size: 5 } }, details } : { type, content, details };
  const { link, bob, chat } = await start(test, { intercept });
  const content = (media) => ({ page: 1, media: [media] });
  await chat.sendFile(new Blob(["a scan"]), { content, type: "com.example.scan", extra: '{"x":1}' });
  const [scan] = await received(bob, 1);
  assert.deepEqual([scan.type, scan.content.page, scan.details.extra], ["com.example.scan", 1, '{"x":1}']);
  const blob = await bob.chat("direct:alice").downloadFile(scan, { id: scan.content.media[0].id });
  assert.equal(await blob.text(), "a scan");
  await assert.rejects(chat.sendFile(new Blob(["x"]), { content: () => ({ text: "no place" }) }), { code: "argument_invalid" });
  isElsewhere = true;
  const before = link.requests.length;
  await chat.sendFile(new Blob(["bytes"]));
  const [, far] = await received(bob, 2);
  assert.equal(far.content.media.url, "https://files.example/1");
  assert.equal(link.requests.slice(before).filter((request) => request === "POST").length, 0);
});

test("directedFileIsForItsRecipients", async (test) => {
  const { server, alice, bob } = await start(test);
  const carol = await connectClient(test, server, "carol");
  const group = await alice.createGroup({ title: "Team", members: ["bob", "carol"] });
  const to = await group.id();
  const { sent } = await group.sendFile(new Blob(["for bob"]), { directedTo: ["bob"] });
  const find = (client) => until(async () => (await client.chat(to).history()).find(({ position }) => position === sent.position));
  const message = await find(bob);
  assert.equal(await (await bob.chat(to).downloadFile(message)).text(), "for bob");
  await assert.rejects(carol.chat(to).downloadFile(sent.position, { id: message.content.media.id }), { code: "media_unknown" });
});

test("asManyFilesAsAllowedGoUpAtATime", async (test) => {
  const { link, alice, bob, chat } = await start(test, { uploadsAtOnce: 3 });
  let [now, most] = [0, 0];
  const open = [];
  link.rule = ({ method }) => {
    if (method !== "PATCH") return Promise.resolve(Infinity);
    most = Math.max(most, (now += 1));
    return new Promise((resolve) => open.push(() => ((now -= 1), resolve(Infinity))));
  };
  for (let number = 0; number < 6; number += 1) await chat.sendFile(new Blob([`file ${number}`]), { enqueue: true });
  for (let number = 0; number < 6; number += 1) (await until(() => (number > 0 || open.length === 3) && open.shift()))();
  const all = await received(bob, 6);
  const texts = [];
  for (const message of all) texts.push(await (await bob.chat("direct:alice").downloadFile(message)).text());
  assert.deepEqual(texts, [0, 1, 2, 3, 4, 5].map((number) => `file ${number}`));
  assert.equal(most, 3);
  await until(async () => (await alice.pending()).length === 0);
});
