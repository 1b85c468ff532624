// The compiled client core, in a page and in its worker.

import { MartletError } from "./martlet-error.js";

/**
 * The compiled core, by its address. A worker that leads once more does so without the server, which it may not reach then.
 *
 * @type {Map<string, Promise<WebAssembly.Module>>}
 */
const compiled = new Map();

async function compile(address) {
  const unreachable = (why) => new MartletError({ code: "unreachable", message: `the client core cannot be loaded: ${why}` });
  const response = await fetch(address).catch((error) => Promise.reject(unreachable(error.message)));
  if (!response.ok) throw unreachable(`status ${response.status} at ${address}`);
  return WebAssembly.compileStreaming(response);
}

/**
 * Loads and compiles the core. A failure is not kept: the next call tries again.
 *
 * @param {string} address
 * @returns {Promise<WebAssembly.Module>}
 */
export function core(address) {
  const known = compiled.get(address);
  if (known) return known;
  const made = compile(address);
  compiled.set(address, made);
  made.catch(() => compiled.delete(address));
  return made;
}
