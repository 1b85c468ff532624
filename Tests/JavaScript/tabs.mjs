// Pages of one browser for tests in Chromium: each has a client of alice's as the global `alice`, and all are one device.

import assert from "node:assert/strict";
import path from "node:path";
import { Chromium } from "./chromium.mjs";
import { atEnd, temporaryFolder, until } from "./support.mjs";

/** Starts a browser with a profile of its own; it ends with the test. */
export async function startBrowser(test, profile) {
  const browser = new Chromium(profile ?? path.join(await temporaryFolder(test), "profile"));
  atEnd(test, () => browser.kill());
  return browser;
}

/**
 * Opens a page without a client.
 *
 * @returns {Promise<any>}  runs a script in the page
 */
export async function openPage(browser, address) {
  const page = await browser.open(`http://${address}/sdk/martlet.js`);
  await until(() => page("location.host !== '' && document.readyState === 'complete'"), "the page is there");
  return page;
}

/** Opens a client in a page. It notes the states of the connection and the messages of others. */
export async function openAlice(page, server, { address = server.address, sdk = "/sdk" } = {}) {
  const token = await server.token("alice");
  const options = { server: `ws://${address}`, token, directory: "alice", device: { class: "web" } };
  await page(`import("${sdk}/martlet-browser.js").then(async ({ open }) => {
    globalThis.alice = await open(${JSON.stringify(options)});
    globalThis.states = [];
    alice.on("state", ({ name, failure }) => states.push(failure ? failure.message : name));
  })`);
}

/** Opens a page with a client that is connected. */
export async function openTab(browser, server) {
  const page = await openPage(browser, server.address);
  await openAlice(page, server);
  await page("alice.connect().then(() => alice.caughtUp())");
  return page;
}

/** A script that sends numbered messages, and keeps what came of each as the global `sends`. */
export const sendMany = (name, count) => `void (globalThis.sends = Promise.all(Array.from({ length: ${count} },
  (_, number) => alice.chat("direct:bob").send(\`${name} \${number}\`).then(({ sent }) => sent.position))))`;

/** The texts of messages that `sendMany` sends. */
export const numbered = (name, count) => Array.from({ length: count }, (_, number) => `${name} ${number}`);

/** Compares the log, as a client in Node reads it, with the texts that were sent: each once, those of one name in order. */
export async function expectLog(client, to, texts) {
  const log = await until(async () => {
    const all = await history(client.chat(to));
    return all.length >= texts.length && all;
  }, "all messages are stored");
  assert.deepEqual(log.map(({ text }) => text).sort(), [...texts].sort(), "a message is missing, or is there twice");
  assert.deepEqual(log.map(({ position }) => position), log.map((_, index) => index + 1), "positions have gaps");
  return log;
}

/** All messages of a chat. */
export async function history(chat) {
  const all = [];
  for (let after = 0; ; ) {
    const page = await chat.history({ after, limit: 100 });
    if (page.length === 0) return all;
    all.push(...page);
    after = page.at(-1).position;
  }
}

/** The texts that a page's client holds of a chat, as JSON. */
export const heldTexts = `(async () => {
  const all = [];
  for (let after = 0; ; ) {
    const page = await alice.chat("direct:bob").history({ after, limit: 100 });
    if (page.length === 0) return all;
    all.push(...page.map(({ text }) => text));
    after = page.at(-1).position;
  }
})()`;
