// Clients in Chromium under faults of the browser: nothing is lost or stored twice, positions have no gaps, and all tabs come to
// show what a new device shows.

import assert from "node:assert/strict";
import fs from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { test } from "node:test";
import { expectLog, heldTexts, openAlice, openPage, openTab, sendMany, startBrowser } from "./tabs.mjs";
import { connectClient, startServer, until } from "./support.mjs";

const numbered = (name, count) => Array.from({ length: count }, (_, number) => `${name} ${number}`);

/** The number of the server's open sessions. */
async function openSessions(server) {
  const metrics = await (await fetch(`http://${server.address}/v1/metrics`)).text();
  return Number(/^martlet_sessions_open (\d+)/m.exec(metrics)[1]);
}

/**
 * Serves, beside everything of a server, the SDK of a later version at /next/sdk: what tabs say to each other has changed.
 *
 * @returns {Promise<string>}  HOST:PORT
 */
async function serveTwoVersions(test, server) {
  const [host, port] = server.address.split(":");
  const proxy = http.createServer(async (request, response) => {
    const name = /^\/next\/sdk\/([\w-]+\.js)$/.exec(request.url)?.[1];
    if (name) return response.writeHead(200, { "Content-Type": "text/javascript" }).end(await laterVersion(name));
    const path = request.url.replace(/^\/next/, "");
    const upstream = http.request({ host, port, path, headers: request.headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode, answer.headers));
    });
    upstream.on("error", () => response.destroy()).end();
  });
  const sockets = new Set();
  proxy.on("upgrade", ({ url, rawHeaders }, socket, head) => {
    const upstream = net.connect(Number(port), host);
    for (const one of [socket, upstream]) sockets.add(one.on("error", () => one.destroy()));
    const headers = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join("");
    upstream.write(`GET ${url} HTTP/1.1\r\n${headers}\r\n`);
    upstream.write(head);
    socket.pipe(upstream).pipe(socket);
  });
  test.after(() => (proxy.close(), proxy.closeAllConnections(), sockets.forEach((socket) => socket.destroy())));
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  return `127.0.0.1:${/** @type {any} */ (proxy.address()).port}`;
}

/** A file of the SDK, in whose next version the tabs' messages differ. */
async function laterVersion(name) {
  const text = await fs.readFile(new URL(`../../Web/sdk/${name}`, import.meta.url), "utf8");
  if (name !== "martlet-seat.js") return text;
  assert.match(text, /^const version = \d+;$/m);
  return text.replace(/^const version = (\d+);$/m, (_, version) => `const version = ${Number(version) + 1};`);
}

/**
 * Adds to the version of the database's schema, as a later version of the page would. Runs in a page, where no client may be open.
 *
 * @returns {Promise<number>}  the version before
 */
async function raiseVersion(change) {
  const root = await navigator.storage.getDirectory();
  const folder = await (await root.getDirectoryHandle("martlet")).getDirectoryHandle("alice");
  let version;
  for await (const handle of folder.values()) {
    // Behind the name of a file: SQLite's header, and in it the user version.
    const header = new DataView(await (await handle.getFile()).slice(4096, 4196).arrayBuffer());
    if (header.byteLength < 100 || new TextDecoder().decode(new Uint8Array(header.buffer, 0, 15)) !== "SQLite format 3") continue;
    version = header.getUint32(60);
    header.setUint32(60, version + change);
    const writable = await handle.createWritable({ keepExistingData: true });
    await writable.write({ type: "write", position: 4096, data: header.buffer });
    await writable.close();
  }
  return version;
}

test("crashOfTheLeadersTabLosesAndDoublesNothing", async (test) => {
  const server = await startServer(test);
  const bob = await connectClient(test, server, "bob");
  const browser = await startBrowser(test);
  // The first tab leads; the crash ends its worker wherever it is.
  const leader = await openTab(browser, server);
  const [second, third] = [await openTab(browser, server), await openTab(browser, server)];
  await leader(sendMany("leader", 40));
  await second(sendMany("second", 40));
  await third(sendMany("third", 40));
  await until(async () => (await bob.chat("direct:alice").history({ limit: 1 })).length > 0, "some are stored");
  leader.call("Page.crash").catch(() => {});
  const others = [await second("sends"), await third("sends")];
  // What the leader had in hand is in the outbox, which the next leader sends.
  await until(() => second("alice.pending().then(({ length }) => length === 0)"), "the outbox is empty");
  const sent = [...numbered("second", 40), ...numbered("third", 40)];
  const texts = await second(heldTexts);
  const ofLeader = texts.filter((text) => text.startsWith("leader"));
  assert.deepEqual(ofLeader, numbered("leader", ofLeader.length), "the outbox was kept in part");
  const log = await expectLog(bob, "direct:alice", [...sent, ...ofLeader]);
  assert.deepEqual(others.flat().map((position) => log[position - 1].text), sent);
  for (const tab of [second, third]) assert.deepEqual(await tab(heldTexts), log.map(({ text }) => text));
});

test("tabThatWasFrozenUntilItsSessionWasGoneCatchesUpAndSends", async (test) => {
  const server = await startServer(test, { "limits.heartbeat": "1s", "limits.idle": "2s" });
  const bob = await connectClient(test, server, "bob");
  const browser = await startBrowser(test);
  const leader = await openTab(browser, server);
  const follower = await openTab(browser, server);
  await leader("alice.chat('direct:bob').send('before')");
  await until(async () => (await follower(heldTexts)).length === 1, "both have the first message");

  // Its worker is frozen with it.
  await leader.call("Page.setWebLifecycleState", { state: "frozen" });
  await follower(sendMany("meanwhile", 5));
  for (const text of ["from bob", "from bob, too"]) await bob.chat("direct:alice").send(text);
  // Only bob's session is left.
  await until(async () => (await openSessions(server)) === 1, "the server has closed the session");
  await leader.call("Page.setWebLifecycleState", { state: "active" });

  await follower("sends");
  await leader("alice.caughtUp()");
  const texts = ["before", "from bob", "from bob, too", ...numbered("meanwhile", 5)];
  const log = await expectLog(bob, "direct:alice", texts);
  for (const tab of [leader, follower]) {
    await until(async () => (await tab(heldTexts)).length === texts.length, "the tab has caught up");
    assert.deepEqual(await tab(heldTexts), log.map(({ text }) => text));
    assert.ok((await tab("states")).includes("connecting"), "the connection was never lost");
  }
});

test("fullStorageIsAnErrorAndLosesNothing", async (test) => {
  const server = await startServer(test);
  const bob = await connectClient(test, server, "bob");
  const browser = await startBrowser(test);
  const page = await openTab(browser, server);
  const origin = `http://${server.address}`;
  await page("alice.chat('direct:bob').send('before')");
  await until(() => page("alice.pending().then(({ length }) => length === 0)"), "its entry has come");
  await page("alice.disconnect()");
  const usage = await page("navigator.storage.estimate().then(({ usage }) => usage)");
  await page.call("Storage.overrideQuotaForOrigin", { origin, quotaSize: usage + 100_000 });
  // Until one no longer fits: each that is taken before it, is kept.
  const [taken, code] = await page(`(async () => {
    for (let number = 0; ; number += 1) {
      const text = \`\${number} \${"x".repeat(20_000)}\`;
      try {
        await alice.chat("direct:bob").send(text, { enqueue: true });
      } catch (error) {
        return [number, error.code];
      }
    }
  })()`);
  assert.equal(code, "local_storage_full");
  assert.ok(taken > 0);
  assert.equal(await page("alice.pending().then(({ length }) => length)"), taken);
  assert.deepEqual(await page(heldTexts), ["before"]);
  // Also for the page that opens the data next, while there is still no room.
  await page.call("Page.reload");
  await until(() => page("globalThis.alice === undefined && document.readyState === 'complete'"), "the page is there again");
  await openAlice(page, server);
  assert.equal(await page("alice.pending().then(({ length }) => length)"), taken);
  assert.deepEqual(await page(heldTexts), ["before"]);

  await page.call("Storage.overrideQuotaForOrigin", { origin });
  await page("alice.connect()");
  await until(() => page("alice.pending().then(({ length }) => length === 0)"), "the outbox is empty");
  await page("alice.chat('direct:bob').send('after')");
  const texts = Array.from({ length: taken }, (_, number) => `${number} ${"x".repeat(20_000)}`);
  const log = await expectLog(bob, "direct:alice", ["before", ...texts, "after"]);
  assert.deepEqual(await page(heldTexts), log.map(({ text }) => text));
});

for (const newLeads of [false, true]) {
  test(`pagesOfTwoVersionsSayToReload, ${newLeads ? "the new one" : "the old one"} first`, async (test) => {
    const server = await startServer(test);
    const bob = await connectClient(test, server, "bob");
    const address = await serveTwoVersions(test, server);
    const browser = await startBrowser(test);
    const [first, second] = newLeads ? ["/next/sdk", "/sdk"] : ["/sdk", "/next/sdk"];
    const leader = await openPage(browser, address);
    await openAlice(leader, server, { address, sdk: first });
    await leader("alice.connect()");
    await leader(sendMany("leader", 5));
    const other = await openPage(browser, address);
    await assert.rejects(openAlice(other, server, { address, sdk: second }), /another tab of this app runs another version; reload all tabs/);
    // The first goes on as if nothing had been.
    await leader("sends");
    await leader(sendMany("later", 5));
    await leader("sends");
    // Reloaded, both are of one version, and have the same data.
    await leader("alice.close()");
    await openAlice(other, server, { address, sdk: second });
    await other("alice.connect().then(() => alice.caughtUp())");
    await other(sendMany("other", 5));
    await other("sends");
    const log = await expectLog(bob, "direct:alice", ["leader", "later", "other"].flatMap((name) => numbered(name, 5)));
    assert.deepEqual(await other(heldTexts), log.map(({ text }) => text));
  });
}

test("dataOfANewerVersionIsRefusedAndKept", async (test) => {
  const server = await startServer(test);
  const bob = await connectClient(test, server, "bob");
  const browser = await startBrowser(test);
  const page = await openTab(browser, server);
  await page("alice.chat('direct:bob').send('before')");
  await until(() => page("alice.pending().then(({ length }) => length === 0)"), "its entry has come");
  await page("alice.disconnect().then(() => alice.chat('direct:bob').send('waits', { enqueue: true }))");
  await page("alice.close()");
  const version = await page(`(${raiseVersion})(1)`);
  await assert.rejects(openAlice(page, server), /use a newer program/);
  // The newer version opens it, and finds everything.
  assert.equal(await page(`(${raiseVersion})(-1)`), version + 1);
  await openAlice(page, server);
  assert.deepEqual(await page(heldTexts), ["before"]);
  assert.equal(await page("alice.pending().then(([{ text }]) => text)"), "waits");
  await page("alice.connect()");
  await expectLog(bob, "direct:alice", ["before", "waits"]);
});
