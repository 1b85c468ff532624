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
  historyAround: (_, chat) => chat.historyAround(1),
  historyAroundATime: (_, chat) => chat.historyAround({ time: 1 }),
  messages: (_, chat) => chat.messages([1]),
  download: (_, chat) => chat.download(),
  readers: (_, chat) => chat.readers(1),
  replies: (_, chat) => chat.replies(1),
  versions: (_, chat) => chat.versions(1),
  pinnedMessages: (_, chat) => chat.pinnedMessages(),
  annotators: (_, chat) => chat.annotators(1, { reaction: "+1" }),
  unreadMentions: (_, chat) => chat.unreadMentions(),
  setRole: (_, chat) => chat.setRole("admin", "bob"),
  silence: (_, chat) => chat.silence("bob"),
  makeSpeakers: (_, chat) => chat.makeSpeakers("bob"),
  endSilence: (_, chat) => chat.endSilence("bob"),
  ban: (_, chat) => chat.ban("bob"),
  unban: (_, chat) => chat.unban("bob"),
  bans: (_, chat) => chat.bans(),
  apply: (client) => client.apply({ group: "group:team" }),
  withdrawApplication: (client) => client.withdrawApplication({ group: "group:team" }),
  setTakesApplications: (_, chat) => chat.setTakesApplications(true),
  applications: (_, chat) => chat.applications(),
  accept: (_, chat) => chat.accept("bob"),
  refuse: (_, chat) => chat.refuse("bob"),
  setNickname: (_, chat) => chat.setNickname("Al"),
  announce: (_, chat) => chat.announce("new"),
  announcements: (_, chat) => chat.announcements(),
  setSilenced: (_, chat) => chat.setSilenced(true),
  schedule: (_, chat) => chat.schedule("later", 4_000_000_000_000),
  scheduled: (client) => client.scheduled(),
  cancelScheduled: (client) => client.cancelScheduled("unknown-1"),
};

test("requestsOfAClientThatIsNotConnectingFailAtOnce", async (test) => {
  const server = await startServer(test);
  const alice = await openClient(test, server, "alice");
  for (const [name, run] of Object.entries(requests)) {
    await assert.rejects(run(alice, alice.chat("group:team")), { code: "not_connected" }, name);
  }
});

test("requestEndsWhileTheServerCannotBeReached", async (test) => {
  const server = await startServer(test);
  const alice = await openClient(test, server, "alice", { requestTimeout: 1_000 });
  await server.stop();
  await alice.connect();
  await assert.rejects(alice.chat("group:team").members(), { code: "not_connected" });
  // What waits in the outbox needs no limit.
  const id = await alice.chat("direct:bob").send("later", { enqueue: true });
  assert.deepEqual((await alice.pending()).map((one) => one.id), [id]);
});
