// The client's own copies of the files that messages in the outbox wait for. This one copies nothing: without a directory, the
// outbox ends with the page or the process, and the app's file is uploaded from where it lies.

import { blobSource, unreadable } from "./martlet-media.js";
import { MartletError } from "./martlet-error.js";

/** @typedef {import("./martlet-media.js").Source} Source */

/**
 * Where copies lie.
 *
 * @typedef {object} Kept
 * @property {(source: Source, hash: import("./martlet-hash.js").Hash, signal?: AbortSignal) => Promise<{file: string, size: number}>}
 *   keep  copies a file, and adds it to a hash; the copy is on the disk when this resolves
 * @property {(file: string) => Promise<Source>} open
 * @property {(file: string) => Promise<void>} remove
 * @property {(needed: string[]) => Promise<void>} sweep  deletes all copies but these
 */

/** The bytes that are read at a time. */
export const portion = 1 << 20;

/** Files of the app, by the names that the outbox has for them. */
export class UncopiedFiles {
  /** @type {Map<string, Source>} */
  #sources = new Map();
  #count = 0;

  async keep(source, hash, signal) {
    const size = await forEachPiece(source, signal, async (bytes) => hash.add(bytes));
    const file = `${(this.#count += 1)}`;
    this.#sources.set(file, source);
    return { file, size };
  }

  async open(file) {
    const source = this.#sources.get(file);
    if (!source) throw unreadable({ message: "it is gone" });
    return { ...source, close: async () => {} };
  }

  async remove(file) {
    await this.#sources.get(file)?.close();
    this.#sources.delete(file);
  }

  async sweep() {}
}

/**
 * Reads a file from its beginning to its end; resolves to the number of bytes.
 *
 * @param {Source} source
 * @param {AbortSignal|undefined} signal
 * @param {(bytes: Uint8Array, offset: number) => Promise<void>} take
 */
export async function forEachPiece(source, signal, take) {
  let offset = 0;
  while (offset < source.size) {
    signal?.throwIfAborted();
    const bytes = await source.read(offset, portion);
    if (bytes.length === 0) throw unreadable({ message: "it became shorter" });
    await take(bytes, offset);
    offset += bytes.length;
  }
  return offset;
}

/**
 * A source for what an app gives to send.
 *
 * @param {any} file
 * @returns {Promise<Source>}
 */
export async function blobOnly(file) {
  if (file instanceof Blob) return blobSource(file);
  throw new MartletError({ code: "argument_invalid", field: "file", message: "a file to send is a Blob, an ArrayBuffer or a Uint8Array" });
}
