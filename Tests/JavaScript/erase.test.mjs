import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { erase } from "../../Web/sdk/martlet-node.js";
import { Chromium } from "./chromium.mjs";
import { atEnd, connectClient, openClient, startServer, temporaryFolder, until } from "./support.mjs";

/** The texts that a device holds, once there are some. */
const texts = (chat) =>
  until(async () => {
    const held = (await chat.history({ cached: true })).map(({ text }) => text);
    return held.length > 0 && held;
  });
/** The ids of the listed conversations, once there are some. */
const listed = (read) => until(async () => (await read()).length > 0 && read());
const ids = (client) => listed(async () => (await client.conversations()).map(({ id }) => id));

test("twoAccountsInNodeDoNotSeeEachOthersDataAndEraseLeavesTheOtherWhole", async (test) => {
  const server = await startServer(test);
  const folder = await temporaryFolder(test);
  const [home, work] = [path.join(folder, "home"), path.join(folder, "work")];
  for (const user of ["carol", "dave"]) await server.token(user);
  const alice = await connectClient(test, server, "alice", { directory: home });
  const bob = await connectClient(test, server, "bob", { directory: work });
  await alice.chat("direct:carol").send("from home");
  await bob.chat("direct:dave").send("from work");
  assert.deepEqual(await ids(alice), ["direct:alice:carol"]);
  assert.deepEqual(await ids(bob), ["direct:bob:dave"]);
  await assert.rejects(erase(home), { code: "directory_in_use" });
  assert.deepEqual(await texts(alice.chat("direct:carol")), ["from home"]);
  alice.close();
  fs.writeFileSync(path.join(home, "notes.txt"), "the app's own");
  await erase(home);
  assert.deepEqual(fs.readdirSync(home).sort(), ["martlet.lock", "notes.txt"]);
  assert.deepEqual(await texts(bob.chat("direct:dave")), ["from work"]);
  await bob.disconnect();
  await bob.chat("direct:dave").send("not sent yet", { enqueue: true });
  bob.close();
  const again = await openClient(test, server, "bob", { directory: work });
  assert.deepEqual(await ids(again), ["direct:bob:dave"]);
  assert.equal((await again.pending()).length, 1);
  const other = await connectClient(test, server, "carol", { directory: home });
  assert.equal(other.user, "carol");
});

test("eraseOfAFolderWithoutDataCreatesNothing", async (test) => {
  const folder = await temporaryFolder(test);
  await erase(path.join(folder, "none"));
  await erase(folder);
  assert.deepEqual(fs.readdirSync(folder), []);
});

test("twoAccountsInABrowserDoNotSeeEachOthersDataAndEraseLeavesTheOtherWhole", async (test) => {
  const server = await startServer(test);
  for (const user of ["carol", "dave"]) await server.token(user);
  const browser = new Chromium(path.join(await temporaryFolder(test), "profile"));
  atEnd(test, () => browser.kill());
  const page = await browser.open(`http://${server.address}/sdk/martlet.js`);
  await until(() => page("location.host !== '' && document.readyState === 'complete'"));
  const open = async (user, directory) => {
    const options = { server: server.url, token: await server.token(user), directory, device: { class: "web" } };
    await page(`import("/sdk/martlet-browser.js").then(async (sdk) => {
      globalThis.sdk = sdk;
      globalThis.${user} = await sdk.open(${JSON.stringify(options)});
      await ${user}.connect();
      await ${user}.connected();
    })`);
  };
  const ids = (user) => listed(() => page(`${user}.conversations().then((all) => all.map(({ id }) => id))`));
  await open("alice", "home");
  await open("bob", "work");
  await page(`alice.chat("direct:carol").send("from home")`);
  await page(`bob.chat("direct:dave").send("from work")`);
  assert.deepEqual(await ids("alice"), ["direct:alice:carol"]);
  assert.deepEqual(await ids("bob"), ["direct:bob:dave"]);
  await page(`alice.close()`);
  await page(`sdk.erase("home")`);
  assert.deepEqual(await ids("bob"), ["direct:bob:dave"]);
  const history = `bob.chat("direct:dave").history({ cached: true })`;
  assert.deepEqual(await page(`${history}.then((all) => all.map(({ text }) => text))`), ["from work"]);
  // Another user's data in the same place would be refused.
  await open("dave", "home");
  assert.equal(await page("dave.user"), "dave");
  assert.deepEqual(await ids("dave"), ["direct:bob:dave"]);
  await browser.kill();
});
