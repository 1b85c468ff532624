// Uploads of pages in Chromium, whose tabs and processes end in the middle.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { startLink } from "./link.mjs";
import { connectClient, startServer, temporaryFolder, until } from "./support.mjs";
import { openAlice, openPage, openTab, startBrowser } from "./tabs.mjs";

const total = 5_000_000;
const bytes = `new Uint8Array(${total}).map((_, index) => index % 251)`;

async function start(test) {
  const server = await startServer(test);
  const bob = await connectClient(test, server, "bob");
  const link = await startLink(test, server);
  const profile = path.join(await temporaryFolder(test), "profile");
  return { bob, link, profile, linked: { ...server, url: link.url, address: new URL(link.url).host } };
}

/** Lets the first portions through, and holds all others until `open` is called; resolves once one is held. */
function holdAfter(link, portions) {
  let open = () => {};
  const opened = new Promise((resolve) => (open = () => resolve(Infinity)));
  let held = () => {};
  const isHeld = new Promise((resolve) => (held = () => resolve(undefined)));
  let seen = 0;
  link.rule = async ({ method }) => {
    if (method !== "PATCH" || (seen += 1) <= portions) return Infinity;
    held();
    return opened;
  };
  return { isHeld, open };
}

async function expectFile(bob, text) {
  const messages = await until(async () => {
    const all = await bob.chat("direct:alice").history().catch(() => []);
    return all.length >= 2 && all;
  });
  const [file, after] = messages;
  const blob = await bob.chat("direct:alice").downloadFile(file);
  const wanted = Buffer.from(new Uint8Array(total).map((_, index) => index % 251));
  assert.ok(Buffer.from(await blob.arrayBuffer()).equals(wanted), "the file has other bytes");
  assert.deepEqual([messages.length, after.text], [2, text]);
}

const kept = `navigator.storage.getDirectory()
  .then((root) => root.getDirectoryHandle("martlet.uploads")).then((all) => all.getDirectoryHandle("alice"))
  .then(async (folder) => { const names = []; for await (const name of folder.keys()) names.push(name); return names; }, () => [])`;

test("uploadOfAPageGoesOnAfterItsBrowserWasKilled", async (test) => {
  const { bob, link, profile, linked } = await start(test);
  const held = holdAfter(link, 2);
  let browser = await startBrowser(test, profile);
  let page = await openTab(browser, linked);
  await page(`alice.chat("direct:bob").sendFile(new File([${bytes}], "a.bin"), { enqueue: true })
    .then(() => alice.chat("direct:bob").send("after it", { enqueue: true })).then(() => undefined)`);
  await held.isHeld;
  assert.equal((await page(kept)).length, 1);
  await browser.kill();
  held.open();
  link.rule = async () => Infinity;
  const before = link.requests.length;
  browser = await startBrowser(test, profile);
  page = await openTab(browser, linked);
  await expectFile(bob, "after it");
  // It goes on behind the portions that the server had: those of the requests before, and perhaps the one that was held.
  const starts = link.requests.slice(before).filter((request) => request.startsWith("PATCH"));
  assert.ok(["PATCH 2097152", "PATCH 3145728"].includes(starts[0]), starts.join());
  await until(async () => (await page(kept)).length === 0, "the copy is deleted");
  // The browser has the file, too, through the core's hash.
  const sum = `alice.chat("direct:bob").history().then(([file]) => alice.chat("direct:bob").downloadFile(file))
    .then((blob) => blob.arrayBuffer()).then((all) => new Uint8Array(all).every((byte, index) => byte === index % 251) && all.byteLength)`;
  assert.equal(await page(sum), total);
});

test("uploadOfATabGoesOnInAnotherTab", async (test) => {
  const { bob, link, profile, linked } = await start(test);
  const held = holdAfter(link, 1);
  const browser = await startBrowser(test, profile);
  const leader = await openTab(browser, linked);
  const follower = await openTab(browser, linked);
  // The leading tab uploads for all: the bytes come from the other one.
  await follower(`void (globalThis.told = [], globalThis.sent = alice.chat("direct:bob").sendFile(new Blob([${bytes}]), {
    onProgress: ({ sent }) => told.push(sent) }))`);
  await held.isHeld;
  await follower(`alice.chat("direct:bob").send("after it", { enqueue: true }).then(() => undefined)`);
  await leader.call("Page.close").catch(() => {});
  held.open();
  assert.equal(await follower("sent.then(({ sent }) => sent.position)"), 1);
  await expectFile(bob, "after it");
  assert.equal(await follower("told.at(-1)"), total);
});

test("erasedAccountLeavesNoCopies", async (test) => {
  const { profile, linked } = await start(test);
  const browser = await startBrowser(test, profile);
  const page = await openPage(browser, linked.address);
  await openAlice(page, linked);
  await page(`alice.chat("direct:bob").sendFile(new Blob(["x"]), { enqueue: true }).then(() => undefined)`);
  assert.equal((await page(kept)).length, 1);
  await page("alice.close()");
  await page(`import("/sdk/martlet-browser.js").then(({ erase }) => erase("alice"))`);
  assert.deepEqual(await page(kept), []);
});

test("chatPageGoesOnWithItsUploadAfterAReload", async (test) => {
  const { bob, link, profile, linked } = await start(test);
  const held = holdAfter(link, 2);
  const browser = await startBrowser(test, profile);
  const page = await browser.open(`http://${linked.address}/#token=${await linked.token("alice")}&to=direct:bob`);
  await until(() => page("location.host !== '' && document.getElementById('attach')?.disabled === false"), "one can write");
  await page(`(() => {
    const [chosen, input] = [new DataTransfer(), document.getElementById("attach-files")];
    chosen.items.add(new File([${bytes}], "a.bin"));
    input.files = chosen.files;
    input.dispatchEvent(new Event("change"));
  })()`);
  await held.isHeld;
  const hint = "document.querySelector('#messages .pending .upload .hint')?.textContent";
  await until(async () => (await page(hint)) === "2.1 MB of 5.0 MB", "the row tells how far it is");
  await page(`(() => {
    document.getElementById("text").value = "after it";
    document.getElementById("compose").requestSubmit();
  })()`);
  await until(() => page("document.querySelectorAll('#messages .pending').length === 2"), "the text waits behind it");
  await page("location.reload()").catch(() => {});
  await until(async () => (await page(hint).catch(() => "")) === "2.1 MB of 5.0 MB", "the row is there again");
  const before = link.requests.length;
  held.open();
  await expectFile(bob, "after it");
  assert.ok(link.requests.slice(before).every((request) => !["PATCH 0", "PATCH 1048576"].includes(request)));
  await until(() => page("document.querySelector('#messages .own:not(.pending) .document .name')?.textContent === 'a.bin'"));
  assert.equal(await page("document.querySelectorAll('#messages .pending').length"), 0);
});
