// Clients in Chromium under faults of the browser: nothing is lost or stored twice, positions have no gaps, and all tabs come to
// show what a new device shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectLog, heldTexts, numbered, openAlice, openTab, sendMany, startBrowser } from "./tabs.mjs";
import { connectClient, startServer, until } from "./support.mjs";

/** The number of the server's open sessions. */
async function openSessions(server) {
  const metrics = await (await fetch(`http://${server.address}/v1/metrics`)).text();
  return Number(/^martlet_sessions_open (\d+)/m.exec(metrics)[1]);
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
