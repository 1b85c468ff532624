// The files of a client core in a browser: in the origin private file system, for one worker at a time.
//
// That file system opens files only asynchronously, and the module needs them at once. So a pool of files is opened
// before, and each has the name that the module gave it in its first block. The block holds two copies of the name, which are
// written in turn: a crash while one is written leaves the other.

import { failure } from "./martlet-files.js";

/** The first bytes of each file, behind which its content begins: two copies of its name. */
const headerBytes = 4_096;
const copyBytes = headerBytes / 2;
/** Of a copy: a checksum of what follows, the length of the name, a number that grows with each naming. Then comes the name. */
const fieldBytes = 16;
/** Unused files after opening: a database takes three, and one that is set aside as many again. */
const spare = 6;
/** With fewer unused files than these, more are opened. */
const fewest = 3;
/** How long to wait for a worker that is ending to let go of its files, in milliseconds. */
const patience = 5_000;

/** Files in a folder of the origin private file system. */
export class OriginFiles {
  #directory;
  #slots = [];
  /** The number of the newest naming. */
  #namings = 0;
  #isGrowing = false;
  #isClosed = false;

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
    files.#directory = directory;
    try {
      await files.#openAll();
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

  async #openAll() {
    const names = [];
    for await (const name of this.#directory.keys()) names.push(name);
    for (const name of names) await this.#openSlot(name);
    this.#namings = Math.max(0, ...this.#slots.map((slot) => slot.naming));
    // A crash while a file was renamed to the name of another may leave both; the newer one counts.
    for (const slot of this.#slots) {
      const isOld = this.#slots.some((other) => other !== slot && other.name === slot.name && other.naming > slot.naming);
      if (slot.name !== "" && isOld) this.#name(slot, "");
    }
    await this.#grow();
  }

  get #unused() {
    return this.#slots.filter(({ name }) => name === "").length;
  }

  /** Opens more files, for names to come. */
  async #grow() {
    this.#isGrowing = true;
    try {
      while (this.#unused < spare && !this.#isClosed) await this.#openSlot(crypto.randomUUID());
    } finally {
      this.#isGrowing = false;
    }
  }

  async #openSlot(name) {
    const handle = await this.#directory.getFileHandle(name, { create: true });
    const until = Date.now() + patience;
    for (;;) {
      try {
        const file = await handle.createSyncAccessHandle();
        if (this.#isClosed) return file.close();
        this.#slots.push({ file, ...readHeader(file) });
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
    const slot = this.#slots[free];
    const named = attempt(() => {
      // Emptied before it is named: after a crash between the two, nothing old shows under the new name.
      slot.file.truncate(headerBytes);
      slot.file.flush();
      return this.#name(slot, path);
    });
    // Without more files, only a later name finds none.
    if (this.#unused < fewest && !this.#isGrowing) this.#grow().catch(() => {});
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
    if (!slot) return failure.notFound;
    const replaced = this.#slots.find(({ name }) => name === newPath && name !== path);
    return attempt(() => {
      this.#name(slot, newPath);
      if (replaced) this.#name(replaced, "");
      return 0;
    });
  }

  close() {
    this.#isClosed = true;
    for (const { file } of this.#slots.splice(0)) file.close();
  }

  /** Writes the older copy of a file's name. */
  #name(slot, path) {
    const name = new TextEncoder().encode(path);
    const copy = new Uint8Array(fieldBytes + name.length);
    const view = new DataView(copy.buffer);
    this.#namings += 1;
    view.setUint32(4, name.length);
    view.setFloat64(8, this.#namings);
    copy.set(name, fieldBytes);
    view.setUint32(0, checksum(copy.subarray(4)));
    const place = slot.copy === 0 ? 1 : 0;
    slot.file.write(copy, { at: place * copyBytes });
    slot.file.flush();
    Object.assign(slot, { name: path, naming: this.#namings, copy: place });
    return 0;
  }
}

/** The newer of the two copies that were written whole; a file without any is unused. */
function readHeader(file) {
  let newest = { name: "", naming: 0, copy: 1 };
  for (const copy of [0, 1]) {
    const bytes = new Uint8Array(copyBytes);
    bytes.fill(0, file.read(bytes, { at: copy * copyBytes }));
    const view = new DataView(bytes.buffer);
    const end = fieldBytes + view.getUint32(4);
    const naming = view.getFloat64(8);
    if (end > copyBytes || !(naming > newest.naming) || checksum(bytes.subarray(4, end)) !== view.getUint32(0)) continue;
    newest = { name: new TextDecoder().decode(bytes.subarray(fieldBytes, end)), naming, copy };
  }
  return newest;
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
