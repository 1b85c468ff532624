// The SHA-256 of files, by the client core: browsers themselves take that of bytes in memory only, and only with TLS.

/**
 * The SHA-256 of bytes that come in pieces.
 *
 * @typedef {object} Hash
 * @property {(bytes: Uint8Array) => void} add
 * @property {() => string} finish  the hash of all pieces in hexadecimal digits; nothing may be added afterwards
 */

/**
 * A hash in an instance of the core of its own, so that it disturbs no client.
 *
 * @param {WebAssembly.Module} compiled
 * @returns {Promise<Hash>}
 */
export async function coreHash(compiled) {
  /** @type {Record<string, Record<string, any>>} */
  const imports = {};
  const never = (name) => () => {
    throw new Error(`the module called ${name}`);
  };
  for (const { module, name } of WebAssembly.Module.imports(compiled)) (imports[module] ??= {})[name] = never(name);
  const { exports } = await WebAssembly.instantiate(compiled, imports);
  const { memory, hashRoom, hashAdd, hashEnd } = /** @type {any} */ (exports);
  const room = hashRoom();
  return {
    add(bytes) {
      for (let start = 0; start < bytes.length; start += roomBytes) {
        const piece = bytes.subarray(start, start + roomBytes);
        // A view is of no use any more once the memory has grown.
        new Uint8Array(memory.buffer, room, piece.length).set(piece);
        hashAdd(piece.length);
      }
    },
    finish() {
      hashEnd();
      return Array.from(new Uint8Array(memory.buffer, room, 32), (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
  };
}

/** The bytes that the core takes at a time, as `ModuleExports.swift` has it. */
const roomBytes = 64 << 10;
