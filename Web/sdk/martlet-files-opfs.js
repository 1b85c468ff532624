// The files of a client core in a browser: in the origin private file system, for one worker at a time.
//
// That file system opens files only asynchronously, and the module needs them at once. So a pool of files is opened
// before, and each has the name that the module gave it in its first block.

import { failure } from "./martlet-files.js";

/** The first bytes of each file: the length of the name, a checksum, the name. Content begins behind them. */
const headerBytes = 4_096;
/** Unused files after opening: a database takes three, and one that is set aside as many again. */
const spare = 6;
/** How long to wait for a worker that is ending to let go of its files, in milliseconds. */
const patience = 5_000;

/** Files in a folder of the origin private file system. */
export class OriginFiles {
  #slots = [];

  /** True if this browser, in this window, keeps files. */
  static async isAvailable() {
    try {
      const root = await navigator.storage.getDirectory();
      // Two tabs may look at the same time, and a file is for one of them.
      const name = `martlet-probe-${crypto.randomUUID()}`;
      const probe = await root.getFileHandle(name, { create: true });
      (await probe.createSyncAccessHandle()).close();
      await root.removeEntry(name);
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} folder  the name of the account's data */
  static async open(folder) {
    const root = await navigator.storage.getDirectory();
    const all = await root.getDirectoryHandle("martlet", { create: true });
    const directory = await all.getDirectoryHandle(encodeURIComponent(folder), { create: true });
    const files = new OriginFiles();
    try {
      await files.#openAll(directory);
    } catch (error) {
      files.close();
      throw error;
    }
    return files;
  }

  /** Deletes an account's data, which no client may use. */
  static async erase(folder) {
    const root = await navigator.storage.getDirectory();
    const all = await root.getDirectoryHandle("martlet", { create: true });
    await all.removeEntry(encodeURIComponent(folder), { recursive: true }).catch((error) => {
      if (error.name !== "NotFoundError") throw error;
    });
  }

  async #openAll(directory) {
    const names = [];
    for await (const name of directory.keys()) names.push(name);
    for (const name of names.sort()) await this.#openSlot(directory, name);
    let next = names.length;
    while (this.#slots.filter((slot) => slot.name === "").length < spare) {
      while (names.includes(String(next))) next += 1;
      await this.#openSlot(directory, String(next));
      next += 1;
    }
  }

  async #openSlot(directory, name) {
    const handle = await directory.getFileHandle(name, { create: true });
    const until = Date.now() + patience;
    for (;;) {
      try {
        const file = await handle.createSyncAccessHandle();
        this.#slots.push({ file, name: readHeader(file) });
        return;
      } catch (error) {
        if (error.name !== "NoModificationAllowedError" || Date.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  open(path, create) {
    const known = this.#slots.findIndex((slot) => slot.name === path);
    if (known >= 0 || !create) return known >= 0 ? known : failure.notFound;
    const free = this.#slots.findIndex((slot) => slot.name === "");
    if (free < 0) return failure.io;
    // Emptied before it is named: after a crash between the two, nothing old shows under the new name.
    const named = attempt(() => {
      this.#slots[free].file.truncate(0);
      return this.#name(this.#slots[free], path);
    });
    return named < 0 ? named : free;
  }

  read(file, bytes, offset) {
    return attempt(() => this.#slots[file].file.read(bytes, { at: headerBytes + offset }));
  }

  write(file, bytes, offset) {
    return attempt(() => {
      const count = this.#slots[file].file.write(bytes, { at: headerBytes + offset });
      return count < bytes.length ? failure.full : count;
    });
  }

  truncate(file, size) {
    return attempt(() => (this.#slots[file].file.truncate(headerBytes + size), 0));
  }

  sync(file) {
    return attempt(() => (this.#slots[file].file.flush(), 0));
  }

  size(file) {
    return attempt(() => Math.max(0, this.#slots[file].file.getSize() - headerBytes));
  }

  /** The pool keeps its files open. */
  closeFile() {}

  delete(path) {
    const slot = this.#slots.find(({ name }) => name === path);
    if (!slot) return failure.notFound;
    return attempt(() => {
      this.#name(slot, "");
      slot.file.truncate(headerBytes);
      return 0;
    });
  }

  sizeAt(path) {
    const file = this.#slots.findIndex(({ name }) => name === path);
    return file < 0 ? failure.notFound : this.size(file);
  }

  rename(path, newPath) {
    const slot = this.#slots.find(({ name }) => name === path);
    return slot ? attempt(() => this.#name(slot, newPath)) : failure.notFound;
  }

  close() {
    for (const { file } of this.#slots.splice(0)) file.close();
  }

  #name(slot, path) {
    const header = new Uint8Array(headerBytes);
    const name = new TextEncoder().encode(path);
    const view = new DataView(header.buffer);
    view.setUint32(0, name.length);
    view.setUint32(4, checksum(name));
    header.set(name, 8);
    slot.file.write(header, { at: 0 });
    slot.file.flush();
    slot.name = path;
    return 0;
  }
}

/** The name in a file's header; empty for an unused file, and for one whose header was not written whole. */
function readHeader(file) {
  const header = new Uint8Array(headerBytes);
  if (file.read(header, { at: 0 }) < headerBytes) return "";
  const view = new DataView(header.buffer);
  const length = view.getUint32(0);
  if (length > headerBytes - 8) return "";
  const name = header.subarray(8, 8 + length);
  return checksum(name) === view.getUint32(4) ? new TextDecoder().decode(name) : "";
}

/** FNV-1a, 32 bits. */
function checksum(bytes) {
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}

function attempt(work) {
  try {
    return work();
  } catch (error) {
    return error.name === "QuotaExceededError" ? failure.full : failure.io;
  }
}
