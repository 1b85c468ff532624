// What the tests of the JavaScript SDK share: a server, clients, and waiting for conditions.
//
// MARTLET_PROGRAM is the program `martlet`, MARTLET_MODULE the client core; by default those of the last build.

import { execFile, spawn } from "node:child_process";
import { webcrypto } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { open } from "../../Web/sdk/martlet-node.js";

// What browsers have, and Node from version 20 on.
globalThis.crypto ??= webcrypto;

const root = new URL("../../", import.meta.url);
const program = process.env.MARTLET_PROGRAM ?? new URL(".build/debug/martlet", root).pathname;
export const module = process.env.MARTLET_MODULE ?? new URL(".build/web/martlet.wasm", root).pathname;

/** What is to be done at the end of each test. */
const endings = new WeakMap();

/** Does something when the test ends, in reverse order: a program in a folder ends before the folder is removed. */
export function atEnd(test, action) {
  if (!endings.has(test)) {
    endings.set(test, []);
    test.after(async () => {
      let failure;
      for (const one of endings.get(test).reverse()) {
        try {
          await one();
        } catch (error) {
          failure ??= error;
        }
      }
      if (failure) throw failure;
    });
  }
  endings.get(test).push(action);
}

/** A folder that is removed when the test ends. */
export async function temporaryFolder(test) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "martlet-sdk-"));
  // A server that was told to end may still write.
  atEnd(test, () => fs.rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

/** Starts a server with the keys of a configuration file; it ends with the test. */
export async function startServer(test, configuration = {}) {
  const folder = await temporaryFolder(test);
  const [data, file] = [path.join(folder, "server"), path.join(folder, "martlet.conf")];
  await fs.writeFile(file, Object.entries(configuration).map(([key, value]) => `${key} = ${value}\n`).join(""));
  const words = ["serve", "--data", data, "--config", file, "--listen", "127.0.0.1:0"];
  const process = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  atEnd(test, () => process.kill());
  const address = await new Promise((resolve, reject) => {
    let said = "";
    const read = (bytes) => {
      said += bytes;
      const found = /^listening on (\S+)$/m.exec(said);
      if (found) resolve(found[1]);
    };
    process.stdout.on("data", read);
    process.stderr.on("data", read);
    process.on("exit", () => reject(new Error(`the server ended: ${said}`)));
  });
  const token = async (user) =>
    (await promisify(execFile)(program, ["token", "--data", data, "--user", user])).stdout.trim();
  /** Calls the REST interface as the administrator, for the first app. */
  const call = async (path, body) => {
    const words = ["--silent", "--fail", "--unix-socket", `${data}/control.sock`, "--data", JSON.stringify(body)];
    return JSON.parse((await promisify(execFile)("curl", [...words, `http://localhost${path}`])).stdout);
  };
  return { address, url: `ws://${address}`, token, call, stop: () => process.kill() };
}

/** Opens a client in Node, which is closed with the test. */
export async function openClient(test, server, user, options = {}) {
  const token = await server.token(user);
  const client = await open({ server: server.url, token: () => token, module, device: { class: "tool" }, ...options });
  test.after(() => client.close());
  return client;
}

/** Opens a client and waits for its connection. */
export async function connectClient(test, server, user, options) {
  const client = await openClient(test, server, user, options);
  await client.connect();
  await client.connected();
  return client;
}

/** Resolves with the first event of a kind that `matches`. */
export function nextEvent(client, kind, matches = () => true) {
  return new Promise((resolve) => {
    const remove = client.on(kind, (value) => {
      if (!matches(value)) return;
      remove();
      resolve(value);
    });
  });
}

/** Waits until `check` returns something true, and returns it. */
export async function until(check, what = check.toString()) {
  const end = Date.now() + 30_000;
  for (;;) {
    const result = await check();
    if (result) return result;
    if (Date.now() > end) throw new Error(`timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
