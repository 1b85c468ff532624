// A process with devices on the JavaScript SDK in a page of Chromium, which `martlet check` starts and kills, with its browser.
//
// The devices' data is in the browser's profile. When the process is asked to end, it writes each database into the device's
// folder, where the check looks at it. A file beside the plan, `damage`, names a device whose database is to be damaged before the
// devices live again.

import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { readPlan, Records, token } from "./fleet.mjs";

const plan = readPlan();
const records = new Records(plan);
const profile = path.join(path.dirname(plan.history), "profile");
const options = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank",
];
const browser = spawn("chromium", options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
browser.on("exit", () => process.exit(3));
const [input, output] = [browser.stdio[3], browser.stdio[4]];
input.on("error", () => {});

const unanswered = new Map();
let [lastID, unread, session, isLoaded] = [0, "", undefined, false];

function ask(method, params, sessionId = session) {
  const id = (lastID += 1);
  input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
  return new Promise((resolve, reject) => unanswered.set(id, { resolve, reject }));
}

async function run(expression, sessionId = session) {
  const asked = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await ask("Runtime.evaluate", asked, sessionId);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** The page asks for tokens, and has records written. */
async function serve({ id, fields, user }) {
  let answer = null;
  if (fields) records.write(fields);
  else answer = await token(user).catch(() => null);
  await run(`answered(${id}, ${JSON.stringify(answer)})`);
}

// ---------------------------------------------------------------- the clock

/** The file's numbers: the error of the clock in milliseconds; whether the page is frozen. */
const trial = fs.openSync(process.env.MARTLET_CLOCK_FILE, "r");
/** The time between two looks at the file, in milliseconds. */
const lookEvery = 25;
const sessions = new Set();
let [clockError, isFrozen] = [0, false];

function numbers() {
  const read = new DataView(new ArrayBuffer(16));
  fs.readSync(trial, read, 0, 16, 0);
  return [0, 8].map((start) => Number(read.getBigInt64(start, true)));
}

/** Gives a page or a worker a clock that can be wrong. */
async function spoilClock(sessionId) {
  sessions.add(sessionId);
  const wrong = "{ const { now } = Date; globalThis.clockError = 0; Date.now = () => now() + globalThis.clockError; }";
  await run(`${wrong} globalThis.clockError = ${clockError}`, sessionId);
}

/** A new worker waits until it has its clock. */
async function attached({ sessionId, waitingForDebugger }) {
  await ask("Runtime.enable", {}, sessionId).catch(() => {});
  await spoilClock(sessionId).catch(() => sessions.delete(sessionId));
  if (waitingForDebugger) await ask("Runtime.runIfWaitingForDebugger", {}, sessionId);
}

async function lookAtTrial() {
  const [wanted, freezes] = numbers();
  if (Boolean(freezes) !== isFrozen) {
    isFrozen = Boolean(freezes);
    await ask("Page.setWebLifecycleState", { state: isFrozen ? "frozen" : "active" });
  }
  if (wanted === clockError) return;
  clockError = wanted;
  for (const sessionId of sessions) run(`globalThis.clockError = ${wanted}`, sessionId).catch(() => sessions.delete(sessionId));
}

// ---------------------------------------------------------------- the page

output.setEncoding("utf8").on("data", (text) => {
  const messages = (unread + text).split("\0");
  unread = messages.pop();
  for (const { id, result, error, method, params } of messages.map((message) => JSON.parse(message))) {
    if (method === "Runtime.bindingCalled") serve(JSON.parse(params.payload)).catch(() => {});
    if (method === "Target.attachedToTarget" && params.targetInfo.type === "worker") attached(params).catch(() => {});
    // A core that stops says why.
    if (method === "Runtime.consoleAPICalled" && params.type === "error") console.error(...params.args.map(({ value }) => value));
    if (method === "Target.detachedFromTarget") sessions.delete(params.sessionId);
    const waiting = unanswered.get(id);
    unanswered.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
});

/** Opens the SDK's page; the server may be down at the moment. */
async function load() {
  const url = `${plan.server.replace("ws", "http")}/sdk/martlet-error.js`;
  const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
  session = (await ask("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  await ask("Runtime.enable");
  await ask("Runtime.addBinding", { name: "told" });
  while (true) {
    const { errorText } = await ask("Page.navigate", { url });
    const loaded = "import('/sdk/martlet-browser.js').then((sdk) => Boolean((globalThis.sdk = sdk)), () => false)";
    if (!errorText && (await run(loaded).catch(() => false))) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await spoilClock(session);
  await ask("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  setInterval(() => lookAtTrial().catch(() => {}), lookEvery);
}

/**
 * Writes over the beginning of a device's database, and deletes its log, which might hold a copy. A file of the pool begins with
 * its name.
 */
const damage = `async (name) => {
  const root = await navigator.storage.getDirectory();
  const folder = await (await root.getDirectoryHandle("martlet")).getDirectoryHandle(encodeURIComponent(name));
  for await (const handle of folder.values()) {
    const head = new TextDecoder("latin1").decode(await (await handle.getFile()).slice(0, 4096).arrayBuffer());
    if (head.includes(".sqlite-")) await folder.removeEntry(handle.name);
    else if (head.includes("martlet.sqlite")) {
      const file = await handle.createWritable({ keepExistingData: true });
      await file.write({ type: "write", position: 4096, data: crypto.getRandomValues(new Uint8Array(64)) });
      await file.close();
    }
  }
}`;

/** Damages the database that the check has named; a device that has not lived yet has none. */
async function damageNamed() {
  const note = path.join(path.dirname(plan.history), "damage");
  if (!fs.existsSync(note)) return;
  await run(`(${damage})(${JSON.stringify(fs.readFileSync(note, "utf8").trim())})`).catch(() => {});
  fs.rmSync(note);
}

/** Defines what the devices need, and lets them live. */
const page = `
  const waiting = new Map();
  let lastAsked = 0;
  globalThis.answered = (id, answer) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  };
  const ask = (what) => new Promise((resolve) => {
    lastAsked += 1;
    waiting.set(lastAsked, resolve);
    told(JSON.stringify({ id: lastAsked, ...what }));
  });
  let lastCall = BigInt(PLAN.call);
  const around = {
    open: sdk.open,
    token: (user) => ask({ user }).then((token) => token ?? Promise.reject(new Error("no token"))),
    record: (fields) => ask({ fields }),
    call: () => String(lastCall += 1n),
    class: "web",
  };
  globalThis.devices = PLAN.devices.map((device) => new Device(PLAN, { ...device, directory: device.name }, around));
  devices.forEach((device) => device.live());
`;

/** The database of a closed client, as base64 by file name: a file of the pool begins with its name, in two copies. */
const exported = `async (name) => {
  // The client's worker lets go of its lock last.
  await navigator.locks.request("martlet:" + name, () => {});
  const root = await navigator.storage.getDirectory();
  const folder = await (await root.getDirectoryHandle("martlet")).getDirectoryHandle(encodeURIComponent(name));
  const found = {};
  for await (const handle of folder.values()) {
    let bytes;
    try {
      bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    } catch {
      continue;
    }
    if (bytes.length < 4096) continue;
    const copies = [0, 2048].map((start) => new DataView(bytes.buffer, start, 2048));
    const newest = copies.sort((one, other) => other.getFloat64(8) - one.getFloat64(8))[0];
    const file = new TextDecoder().decode(new Uint8Array(bytes.buffer, newest.byteOffset + 16, newest.getUint32(4)));
    if (!file) continue;
    const parts = [];
    for (let start = 4096; start < bytes.length; start += 32768) {
      parts.push(String.fromCharCode(...bytes.subarray(start, start + 32768)));
    }
    found[file] = btoa(parts.join(""));
  }
  return found;
}`;

process.on("SIGTERM", async () => {
  // Before the page is loaded, there is nothing to write.
  if (!isLoaded) process.exit(0);
  await run("devices.forEach((device) => device.stop())").catch(() => {});
  for (const { name, directory } of plan.devices) {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    const files = await until(() => run(`(${exported})(${JSON.stringify(name)})`));
    // A log of an earlier life would be taken for the log of this database.
    for (const old of fs.readdirSync(directory)) fs.rmSync(path.join(directory, old));
    for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(directory, file), Buffer.from(text, "base64"));
  }
  process.exit(0);
});

/** Repeats what fails while a worker still lets go of its files. */
async function until(work) {
  while (true) {
    const files = await work().catch(() => ({}));
    if (Object.keys(files).some((name) => name.endsWith(".sqlite"))) return files;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const source = fs.readFileSync(new URL("device.mjs", import.meta.url), "utf8").replaceAll("export ", "");
await load();
await damageNamed();
isLoaded = true;
await run(`(() => { const PLAN = ${JSON.stringify(plan)}; ${source}; ${page} })()`);
