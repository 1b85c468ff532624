import assert from "node:assert/strict";
import fs from "node:fs/promises";
import { test } from "node:test";
import { failure, MemoryFiles } from "../../Web/sdk/martlet-files.js";
import { Module } from "../../Web/sdk/martlet-module.js";
import { module, until } from "./support.mjs";

const compiled = await WebAssembly.compile(await fs.readFile(module));
const operation = (text) => ({
  submit: { to: "direct:bob", action: { send: { type: "text", content: JSON.stringify({ text }) } }, enqueue: true },
});

/** Sockets that only note what is done with them. */
class NotingSocket {
  static all = [];
  isClosed = false;

  constructor(address, protocols) {
    Object.assign(this, { address: String(address), protocols, sent: [] });
    NotingSocket.all.push(this);
  }

  send(bytes) {
    this.sent.push(bytes);
  }

  close() {
    this.isClosed = true;
  }
}

/** Loads a module whose surroundings are noted. */
async function load(test, { files = new MemoryFiles(), token = () => "token", ...others } = {}) {
  const told = { states: [], events: [] };
  const core = await Module.load(compiled, {
    files,
    server: "ws://127.0.0.1:1",
    token,
    event: (event) => told.events.push(event),
    state: (state) => told.states.push(state),
    WebSocket: NotingSocket,
    ...others,
  });
  test.after(() => core.close());
  await core.open({ path: "martlet.sqlite", deviceClass: "tool" });
  return { core, told };
}

/** Files on which something goes wrong. */
class FailingFiles extends MemoryFiles {
  fault = null;
  #syncs = 0;

  write(...all) {
    return this.fault ? this.fault() : super.write(...all);
  }

  sync(...all) {
    this.#syncs += 1;
    return super.sync(...all);
  }

  get syncs() {
    return this.#syncs;
  }
}

test("trapEndsTheModuleAndItsCalls", async (test) => {
  const files = new FailingFiles();
  const { core, told } = await load(test, { files });
  await core.call(operation("kept"));
  files.fault = () => {
    throw new Error("the disk is gone");
  };
  await assert.rejects(core.call(operation("lost")), { code: "internal" });
  assert.equal(told.states.at(-1).name, "ended");
  assert.equal(told.states.at(-1).failure.code, "internal");
  await assert.rejects(core.call({ pending: {} }), { code: "internal" });
  core.close();
});

test("ownerIsToldOfATrapInPlaceOfAState", async (test) => {
  const files = new FailingFiles();
  const stopped = [];
  const { core, told } = await load(test, { files, stopped: (error) => stopped.push(error) });
  files.fault = () => {
    throw new Error("the disk is gone");
  };
  await assert.rejects(core.call(operation("lost")), { code: "internal" });
  assert.deepEqual([stopped.length, told.states.length], [1, 0]);
});

test("fullDiskIsAnErrorOfTheCallAndEndsNothing", async (test) => {
  const files = new FailingFiles();
  const { core } = await load(test, { files });
  files.fault = () => failure.full;
  await assert.rejects(core.call(operation("too much")));
  files.fault = null;
  await core.call(operation("fits again"));
  const { pending } = await core.call({ pending: {} });
  assert.deepEqual(pending.operations.map(({ action }) => JSON.parse(action.send.content).text), ["fits again"]);
});

test("callsOfOneTurnAreStoredTogether", async (test) => {
  const files = new FailingFiles();
  const { core } = await load(test, { files });
  await core.call(operation("first"));
  const before = files.syncs;
  await core.call(operation("alone"));
  const alone = files.syncs - before;
  await Promise.all(Array.from({ length: 50 }, (_, number) => core.call(operation(String(number)))));
  assert.ok(alone > 0);
  assert.equal(files.syncs - before, 2 * alone);
});

/** A listener may call the module, which must not be entered while it runs. */
test("nobodyIsToldWhileTheModuleRuns", async (test) => {
  const stacks = [];
  const note = () => stacks.push(new Error().stack);
  const { core } = await load(test, { event: note, state: note, token: () => (note(), "token") });
  await core.call(operation("one"));
  await core.call({ connect: {} });
  await until(() => stacks.length >= 3);
  assert.deepEqual(stacks.filter((stack) => stack.includes("wasm")), []);
});

test("socketThatWasReplacedIsNotHeard", async (test) => {
  const { core, told } = await load(test);
  const first = NotingSocket.all.length;
  await core.call({ connect: {} });
  const socket = await until(() => NotingSocket.all[first]);
  assert.deepEqual([socket.address, socket.protocols], ["ws://127.0.0.1:1/v1/connect", ["martlet.v1"]]);
  socket.onopen();
  await until(() => socket.sent.length > 0);
  await core.call({ disconnect: {} });
  await until(() => socket.isClosed);
  await core.call({ connect: {} });
  const second = await until(() => NotingSocket.all[first + 1]);
  const { length } = told.states;
  // Late events of the one that was hung up.
  socket.onclose();
  socket.onmessage({ data: new ArrayBuffer(8) });
  second.onopen();
  await until(() => second.sent.length > 0);
  assert.deepEqual(told.states.slice(length).filter(({ name }) => name !== "connecting"), []);
});

test("tokenIsAskedForOncePerConnection", async (test) => {
  const asked = [];
  const { core } = await load(test, { token: () => new Promise((resolve) => asked.push(resolve)) });
  await core.call({ connect: {} });
  await until(() => asked.length === 1);
  await core.call({ disconnect: {} });
  await core.call({ connect: {} });
  await until(() => asked.length === 2);
  const { length } = NotingSocket.all;
  asked[0]("stale");
  asked[1]("token");
  await until(() => NotingSocket.all.length > length);
});

test("serverMustBeAWebSocketAddress", async (test) => {
  for (const server of ["", "127.0.0.1", "http://127.0.0.1"]) {
    await assert.rejects(load(test, { server }), { code: "configuration_invalid", field: "server" });
  }
});
