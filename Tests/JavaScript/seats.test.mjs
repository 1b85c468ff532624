import assert from "node:assert/strict";
import fs from "node:fs/promises";
import { test } from "node:test";
import { MemoryFiles } from "../../Web/sdk/martlet-files.js";
import { MartletError } from "../../Web/sdk/martlet-error.js";
import { Module } from "../../Web/sdk/martlet-module.js";
import { Seat } from "../../Web/sdk/martlet-seat.js";
import { NodeWebSocket } from "../../Web/sdk/martlet-websocket-node.js";
import { module, startServer, until } from "./support.mjs";

const turn = () => new Promise(setImmediate);

/** Locks as browsers have them, without modes. */
class Locks {
  #queues = new Map();

  request(name, ...rest) {
    const [options, work] = rest.length === 2 ? rest : [{}, rest[0]];
    return new Promise((resolve, reject) => {
      const wanted = { run: async () => resolve(await work()), reject };
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      queue.push(wanted);
      options.signal?.addEventListener("abort", () => {
        if (queue[0] === wanted || !queue.includes(wanted)) return;
        queue.splice(queue.indexOf(wanted), 1);
        reject(options.signal.reason);
      });
      if (queue.length === 1) this.#grant(queue);
    });
  }

  async #grant(queue) {
    await turn();
    await queue[0].run().catch(queue[0].reject);
    queue.shift();
    if (queue.length > 0) this.#grant(queue);
  }
}

/** The tabs of one account. */
class Tabs {
  name = crypto.randomUUID();
  locks = new Locks();
  /** The cores that were made, the last leader's at the end. */
  cores = [];
  all = [];
  /** The addresses of the core that the tabs have made ready. */
  prepared = [];

  constructor(test, make) {
    this.make = make;
    test.after(() => this.all.forEach((tab) => tab.close()));
  }

  /** Opens a tab; resolves once somebody leads. */
  async open() {
    const tab = new Tab(this);
    this.all.push(tab);
    await until(() => tab.opened || tab.failed, "somebody leads");
    return tab;
  }
}

class Tab {
  opened = null;
  failed = null;
  states = [];
  events = [];
  answers = new Map();
  isClosed = false;

  constructor(tabs) {
    this.seat = new Seat({
      tell: (message) => this.#hear(message),
      locks: tabs.locks,
      openChannel: (name) => new BroadcastChannel(`${tabs.name}:${name}`),
      keepsFiles: async () => true,
      openFiles: async () => new MemoryFiles(),
      prepare: async (address) => void tabs.prepared.push(address),
      load: async (_, around) => {
        const core = await tabs.make(around);
        tabs.cores.push(core);
        return core;
      },
    });
    this.seat.fromTab({ open: { directory: "alice", server: "", module: "core", opening: { deviceClass: "web" } } });
  }

  #hear(message) {
    if (message.opened) this.opened = message.opened;
    if (message.failed) this.failed = message.failed;
    if (message.state) this.states.push(message.state.name);
    if (message.event) this.events.push(message.event);
    if (message.answer) this.answers.set(message.answer.id, message.answer);
    if (message.wantToken) this.seat.fromTab({ token: { value: "token" } });
  }

  call(id, operation) {
    this.seat.fromTab({ call: { id, operation } });
  }

  answer(id) {
    return until(() => this.answers.get(id), `call ${id} is answered`);
  }

  close() {
    if (!this.isClosed) this.seat.fromTab({ close: true });
    this.isClosed = true;
  }
}

/** A core that notes its calls; those that are `held` are not answered. */
class NotingCore {
  calls = [];
  held = new Set();
  #waiting = [];

  constructor(around) {
    this.around = around;
  }

  async open() {
    return { user: "alice", device: "d" };
  }

  call(operation, signal) {
    const [kind] = Object.keys(operation);
    this.calls.push(kind);
    if (!this.held.has(kind)) return Promise.resolve({ done: {} });
    return new Promise((resolve, reject) => {
      this.#waiting.push(reject);
      signal?.addEventListener("abort", () => (this.calls.push(`${kind} given up`), reject(signal.reason)));
    });
  }

  close() {
    const error = new MartletError({ code: "closed", message: "the client was closed" });
    for (const reject of this.#waiting) reject(error);
    this.around.files.close();
  }

  /** As a module does that traps. */
  trap() {
    const error = new MartletError({ code: "internal", message: "trapped" });
    this.around.stopped(error);
    for (const reject of this.#waiting) reject(error);
    this.around.files.close();
  }
}

/** Three tabs with cores that note their calls; the first leads. */
async function threeTabs(test, held = []) {
  const tabs = new Tabs(test, async (around) => {
    const core = new NotingCore(around);
    if (tabs.cores.length === 0) core.held = new Set(held);
    return core;
  });
  return { tabs, open: [await tabs.open(), await tabs.open(), await tabs.open()] };
}

test("oneTabLeadsAndTheOthersAskIt", async (test) => {
  const { tabs, open: [first, second, third] } = await threeTabs(test);
  assert.equal(tabs.cores.length, 1);
  assert.equal(new Set([first, second, third].map(({ opened }) => opened.leader)).size, 1);
  for (const tab of [first, second, third]) tab.call(1, { pending: {} });
  for (const tab of [first, second, third]) assert.deepEqual((await tab.answer(1)).result, { done: {} });
  tabs.cores[0].around.event({ caughtUp: {} });
  tabs.cores[0].around.state({ name: "online" });
  for (const tab of [first, second, third]) await until(() => tab.events.length === 1 && tab.states.at(-1) === "online");
});

test("tabOfAnotherVersionIsNoLeader", async (test) => {
  const tabs = new Tabs(test, (around) => new NotingCore(around));
  const tab = await tabs.open();
  const other = new BroadcastChannel(`${tabs.name}:martlet:alice`);
  test.after(() => other.close());
  other.postMessage({ opened: { leader: "other", term: "other", version: 99 } });
  await until(() => tab.failed, "the tab hears of it");
  assert.equal(tab.failed.code, "not_supported_here");
  assert.match(tab.failed.message, /reload all tabs/);
});

test("tabThatComesLaterLearnsTheState", async (test) => {
  const { tabs } = await threeTabs(test);
  tabs.cores[0].around.state({ name: "online" });
  const late = await tabs.open();
  await until(() => late.states.at(-1) === "online");
});

test("nextLeaderCarriesOutWhatMayBeRepeated", async (test) => {
  const { tabs, open: [first, second, third] } = await threeTabs(test, ["submit", "createGroup", "history"]);
  second.call(1, { submit: {} });
  second.call(2, { createGroup: {} });
  third.call(3, { history: {} });
  await until(() => tabs.cores[0].calls.length === 3);
  first.close();
  assert.deepEqual((await second.answer(1)).result, { done: {} });
  assert.equal((await second.answer(2)).failure.code, "not_connected");
  assert.deepEqual((await third.answer(3)).result, { done: {} });
  assert.deepEqual([...tabs.cores[1].calls].sort(), ["history", "submit"]);
  assert.notEqual(second.opened.leader, first.opened.leader);
  // What the last leader stored and told nobody is read again.
  for (const tab of [second, third]) assert.deepEqual(tab.events, [{ missed: {} }]);
});

test("connectionLastsWhileATabWantsIt", async (test) => {
  const { tabs, open: [first, second, third] } = await threeTabs(test);
  const { calls } = tabs.cores[0];
  second.call(1, { connect: {} });
  third.call(1, { connect: {} });
  await Promise.all([second.answer(1), third.answer(1)]);
  first.call(1, { disconnect: {} });
  await first.answer(1);
  second.call(2, { disconnect: {} });
  await second.answer(2);
  assert.deepEqual(calls, ["connect", "connect"]);
  third.close();
  await until(() => calls.includes("disconnect"));
});

test("nextLeaderConnectsIfATabWantsIt", async (test) => {
  const { tabs, open: [first, second, third] } = await threeTabs(test);
  third.call(1, { connect: {} });
  await third.answer(1);
  first.close();
  await until(() => tabs.cores[1]?.calls.includes("connect"));
  assert.notEqual(second.opened.leader, undefined);
});

test("callGivenUpInAnotherTabIsGivenUpInTheCore", async (test) => {
  const { tabs, open: [first, second] } = await threeTabs(test, ["wait"]);
  for (const tab of [first, second]) tab.call(1, { wait: {} });
  await until(() => tabs.cores[0].calls.length === 2);
  for (const tab of [first, second]) tab.seat.fromTab({ cancel: 1 });
  await until(() => tabs.cores[0].calls.filter((call) => call === "wait given up").length === 2);
});

test("timelinesOfATabThatIsGoneAreClosed", async (test) => {
  const { tabs, open: [, second, third] } = await threeTabs(test, ["nextOfTimeline"]);
  const { calls } = tabs.cores[0];
  second.call(1, { nextOfTimeline: { name: "2 1" } });
  third.call(1, { nextOfTimeline: { name: "3 1" } });
  third.call(2, { nextOfList: { name: "3 2" } });
  third.call(3, { closeView: { name: "3 2" } });
  await third.answer(3);
  assert.equal(calls.filter((call) => call === "closeView").length, 1);
  third.close();
  await until(() => calls.filter((call) => call === "closeView").length === 2);
});

test("nextLeaderOpensTimelinesAgain", async (test) => {
  const { tabs, open: [first, second] } = await threeTabs(test, ["nextOfTimeline"]);
  second.call(1, { nextOfTimeline: { name: "2 1" } });
  await until(() => tabs.cores[0].calls.length === 1);
  first.close();
  assert.deepEqual((await second.answer(1)).result, { done: {} });
  assert.ok(tabs.cores[1].calls.includes("nextOfTimeline"));
});

test("coreThatTrapsIsFollowedByAnother", async (test) => {
  const { tabs, open: [first, second] } = await threeTabs(test, ["history"]);
  first.call(1, { history: {} });
  second.call(1, { history: {} });
  await until(() => tabs.cores[0].calls.length === 2);
  tabs.cores[0].trap();
  for (const tab of [first, second]) assert.deepEqual((await tab.answer(1)).result, { done: {} });
  assert.equal(first.failed, null);
});

test("coreThatTrapsAgainAndAgainEndsItsTab", async (test) => {
  const tabs = new Tabs(test, async (around) => new NotingCore(around));
  const tab = await tabs.open();
  for (let count = 1; count <= 3; count += 1) {
    await until(() => tabs.cores.length === count && tab.opened);
    tab.opened = null;
    tabs.cores.at(-1).trap();
  }
  await until(() => tab.failed);
  assert.equal(tab.failed.code, "internal");
});

test("whatBecomesOfASendOfLeadersThatTrapIsUnknown", async (test) => {
  const tabs = new Tabs(test, async (around) => {
    const core = new NotingCore(around);
    core.held = new Set(["submit", "history"]);
    return core;
  });
  await tabs.open();
  const second = await tabs.open();
  second.call(1, { submit: {} });
  second.call(2, { submit: { enqueue: true } });
  second.call(3, { history: {} });
  for (let count = 1; count <= 3; count += 1) {
    await until(() => tabs.cores.length === count && tabs.cores[count - 1].calls.length === 3);
    tabs.cores[count - 1].trap();
  }
  // It may be stored, so it is no failure.
  assert.deepEqual((await second.answer(1)).result, {});
  assert.equal((await second.answer(2)).failure.code, "not_connected");
  assert.equal((await second.answer(3)).failure.code, "not_connected");
});

test("tabsThatDoNotLeadHaveTheCoreReady", async (test) => {
  const { tabs } = await threeTabs(test);
  assert.deepEqual(tabs.prepared, ["core", "core", "core"]);
});

test("tabThatCannotOpenLetsAnotherTry", async (test) => {
  let count = 0;
  const tabs = new Tabs(test, async (around) => {
    count += 1;
    if (count === 1) throw new MartletError({ code: "local_storage_failed", message: "no room" });
    return new NotingCore(around);
  });
  const first = await tabs.open();
  assert.equal(first.failed.code, "local_storage_failed");
  const second = await tabs.open();
  assert.equal(second.opened.user, "alice");
});

test("tabsShareARealCoreAndSendOnce", async (test) => {
  const server = await startServer(test);
  const token = await server.token("alice");
  await server.token("bob");
  const compiled = await WebAssembly.compile(await fs.readFile(module));
  const tabs = new Tabs(test, (around) =>
    Module.load(compiled, { ...around, server: server.url, token: () => token, WebSocket: NodeWebSocket }),
  );
  const make = (number) => ({
    to: "direct:bob",
    id: `own-${number}`,
    action: { send: { type: "text", content: JSON.stringify({ text: String(number) }) } },
  });
  const [first, second] = [await tabs.open(), await tabs.open()];
  second.call(1, { connect: {} });
  second.call(2, { wait: {} });
  assert.deepEqual((await second.answer(2)).result, { done: {} });
  for (let number = 10; number < 30; number += 1) second.call(number, { submit: make(number) });
  first.close();
  for (let number = 10; number < 30; number += 1) assert.ok((await second.answer(number)).result.sent);
  second.call(3, { history: { to: "direct:bob", limit: 100 } });
  const { messages } = (await second.answer(3)).result.messages;
  assert.deepEqual(messages.map(({ clientId }) => clientId), Array.from({ length: 20 }, (_, index) => `own-${index + 10}`));
});
