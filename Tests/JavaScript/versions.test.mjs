// Pages of two versions in one browser: both say what to do, and the data stays as it is.

import assert from "node:assert/strict";
import fs from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { test } from "node:test";
import { expectLog, heldTexts, numbered, openAlice, openPage, openTab, sendMany, startBrowser } from "./tabs.mjs";
import { connectClient, startServer, until } from "./support.mjs";

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
  const version = await until(() => page(`(${raiseVersion})(1)`).catch(() => 0), "the files are free");
  await assert.rejects(openAlice(page, server), /use a newer program/);
  const found = await until(() => page(`(${raiseVersion})(-1)`).catch(() => 0), "the files are free");
  assert.equal(found, version + 1);
  // A version that knows the data finds everything.
  await openAlice(page, server);
  assert.deepEqual(await page(heldTexts), ["before"]);
  assert.equal(await page("alice.pending().then(([{ text }]) => text)"), "waits");
  await page("alice.connect()");
  await expectLog(bob, "direct:alice", ["before", "waits"]);
});
