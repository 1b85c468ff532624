import assert from "node:assert/strict";
import { test } from "node:test";
import { openClient, startServer } from "./support.mjs";

/** Calls that need the server, about a group that the device does not hold, and how they end while it is not connecting. */
const requests = {
  connected: ["not_connected", (client) => client.connected()],
  caughtUp: ["not_connected", (client) => client.caughtUp()],
  members: ["not_connected", (_, chat) => chat.members()],
  add: ["not_connected", (_, chat) => chat.add("bob")],
  remove: ["not_connected", (_, chat) => chat.remove("bob")],
  leave: ["not_connected", (_, chat) => chat.leave()],
  change: ["not_connected", (_, chat) => chat.change({ title: "New" })],
  createGroup: ["not_connected", (client) => client.createGroup({ title: "Other" })],
  receipts: ["not_connected", (_, chat) => chat.receipts([1])],
  signal: ["not_connected", (_, chat) => chat.signal("text", { text: "now" })],
  history: ["conversation_unknown", (_, chat) => chat.history()],
  historyAfter: ["conversation_unknown", (_, chat) => chat.history({ after: 0 })],
};

test("requestsOfAClientThatIsNotConnectingFailAtOnce", async (test) => {
  const server = await startServer(test);
  const alice = await openClient(test, server, "alice");
  for (const [name, [code, run]] of Object.entries(requests)) {
    await assert.rejects(run(alice, alice.chat("group:team")), { code }, name);
  }
});
