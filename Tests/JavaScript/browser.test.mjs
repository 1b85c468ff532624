import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { Chromium } from "./chromium.mjs";
import { atEnd, startServer, temporaryFolder, until } from "./support.mjs";

const rounds = Number(process.env.MARTLET_ROUNDS ?? 3);

/** Starts a browser and opens a client in a page, as the global `alice`. */
async function start(test, server, profile) {
  const browser = new Chromium(profile);
  atEnd(test, () => browser.kill());
  const page = await browser.open(`http://${server.address}/sdk/martlet.js`);
  await until(() => page("location.host !== '' && document.readyState === 'complete'"));
  const options = { server: server.url, token: await server.token("alice"), directory: "alice", device: { class: "web" } };
  await page(`import("/sdk/martlet-browser.js").then(async ({ open }) => {
    globalThis.alice = await open(${JSON.stringify(options)});
  })`);
  return { browser, page };
}

test("browserKilledWhileItSendsLosesAndDoublesNothing", async (test) => {
  const server = await startServer(test);
  await server.token("bob");
  const profile = path.join(await temporaryFolder(test), "profile");
  const kept = [];
  for (let round = 0; round < rounds; round += 1) {
    const { browser, page } = await start(test, server, profile);
    assert.equal(await page("alice.isPersistent"), true);
    // Half of the time the messages are sent meanwhile.
    if (round % 2 === 1) await page("alice.connect()");
    await page(`void (async () => {
      globalThis.kept = [];
      for (let number = 0; ; number += 1) kept.push(await alice.chat("direct:bob").send(\`${round} \${number}\`, { enqueue: true }));
    })()`);
    await until(() => page("kept.length >= 20"));
    kept.push(...(await page("kept")));
    await browser.kill();
  }
  const { browser, page } = await start(test, server, profile);
  await page("alice.connect()");
  await until(() => page("alice.pending().then(({ length }) => length === 0)"));
  const ids = [];
  for (let after = 0, more = true; more; after = ids.length) {
    const read = `alice.chat("direct:bob").history({ after: ${after}, limit: 100 })`;
    const some = await page(`${read}.then((all) => all.map(({ clientId }) => clientId))`);
    ids.push(...some);
    more = some.length > 0;
  }
  assert.equal(new Set(ids).size, ids.length, "a message is there twice");
  const wanted = new Set(kept);
  assert.deepEqual(ids.filter((id) => wanted.has(id)), kept, "a message is missing, or out of order");
  await browser.kill();
});

test("suspendedClientOfAPageLetsGoOfItsDataAndContinues", async (test) => {
  const server = await startServer(test);
  await server.token("bob");
  const { page } = await start(test, server, path.join(await temporaryFolder(test), "profile"));
  await page("alice.connect()");
  await page("alice.connected()");
  await page(`void (async () => {
    globalThis.rows = [];
    for await (const { state } of alice.chat("direct:bob").timeline()) rows = state.rows.map(({ message }) => message?.text);
  })()`);
  await page("alice.suspend()");
  assert.deepEqual(await page("navigator.locks.query().then(({ held }) => held.map(({ name }) => name))"), []);
  assert.equal(await page("alice.conversations().catch(({ code }) => code)"), "suspended");
  await page("alice.resume()");
  await page("alice.connected()");
  await page("alice.chat('direct:bob').send('after').then(() => undefined)");
  await until(() => page("rows.at(-1) === 'after'"));
});
