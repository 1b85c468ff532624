import assert from "node:assert/strict";
import { test } from "node:test";
import { openClient, startServer } from "./support.mjs";

/** Calls that need the server, about a group that the device does not hold. */
const requests = {
  connected: (client) => client.connected(),
  caughtUp: (client) => client.caughtUp(),
  members: (_, chat) => chat.members(),
  add: (_, chat) => chat.add("bob"),
  remove: (_, chat) => chat.remove("bob"),
  leave: (_, chat) => chat.leave(),
  change: (_, chat) => chat.change({ title: "New" }),
  createGroup: (client) => client.createGroup({ title: "Other" }),
  receipts: (_, chat) => chat.receipts([1]),
  signal: (_, chat) => chat.signal("text", { text: "now" }),
  history: (_, chat) => chat.history(),
  historyAfter: (_, chat) => chat.history({ after: 0 }),
};

test("requestsOfAClientThatIsNotConnectingFailAtOnce", async (test) => {
  const server = await startServer(test);
  const alice = await openClient(test, server, "alice");
  for (const [name, run] of Object.entries(requests)) {
    await assert.rejects(run(alice, alice.chat("group:team")), { code: "not_connected" }, name);
  }
});
