import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";
import { failure } from "../../Web/sdk/martlet-files.js";
import { OriginFiles } from "../../Web/sdk/martlet-files-opfs.js";

// Browsers have it, and Node from version 20 on.
globalThis.crypto ??= webcrypto;

const bytes = (text) => new TextEncoder().encode(text);

/** A disk: files by name, each as it would be after a power failure, and the changes since the last flush. */
class Disk {
  files = new Map();
  /** Names of files that are open, as only one worker may have them. */
  open = new Set();
  /** Throws after so many changes and flushes, as a worker that is killed makes no more. */
  stepsLeft = Infinity;

  /** The disk after a power failure that kept some changes; `keeps` decides for each, and for how much of a write. */
  afterPowerFailure(keeps) {
    const disk = new Disk();
    for (const [name, { stored, changes }] of this.files) {
      let content = stored;
      for (const change of changes) {
        const part = keeps();
        if (part > 0) content = change(content, part);
      }
      disk.files.set(name, { stored: content, current: content, changes: [] });
    }
    return disk;
  }

  step() {
    if (this.stepsLeft <= 0) throw new Error("killed");
    this.stepsLeft -= 1;
  }

  change(file, change) {
    this.step();
    file.current = change(file.current, 1);
    file.changes.push(change);
  }

  handle(name) {
    const file = this.files.get(name) ?? { stored: new Uint8Array(0), current: new Uint8Array(0), changes: [] };
    this.files.set(name, file);
    return {
      createSyncAccessHandle: async () => {
        if (this.open.has(name)) throw Object.assign(new Error("in use"), { name: "NoModificationAllowedError" });
        this.open.add(name);
        return {
          read: (into, { at }) => {
            const part = file.current.subarray(at, at + into.length);
            into.set(part);
            return part.length;
          },
          write: (from, { at }) => {
            const copy = from.slice();
            this.change(file, (content, part) => {
              const written = copy.subarray(0, Math.ceil(copy.length * part));
              const longer = new Uint8Array(Math.max(content.length, at + written.length));
              longer.set(content);
              longer.set(written, at);
              return longer;
            });
            return copy.length;
          },
          truncate: (size) => this.change(file, (content) => {
            const other = new Uint8Array(size);
            other.set(content.subarray(0, size));
            return other;
          }),
          flush: () => {
            this.step();
            file.stored = file.current;
            file.changes = [];
          },
          getSize: () => file.current.length,
          close: () => this.open.delete(name),
        };
      },
    };
  }

  /** What `navigator.storage.getDirectory` returns; folders are not told apart. */
  get root() {
    const { files } = this;
    const folder = {
      getDirectoryHandle: async () => folder,
      getFileHandle: async (name) => this.handle(name),
      removeEntry: async (name) => void files.delete(name),
      async *keys() {
        yield* [...files.keys()];
      },
    };
    return folder;
  }

  async openFiles() {
    Object.defineProperty(globalThis, "navigator", {
      value: { storage: { getDirectory: async () => this.root } }, configurable: true,
    });
    return OriginFiles.open("alice");
  }
}

/** The content of a file; null if there is none of the name. */
function read(files, path) {
  const file = files.open(path, false);
  if (file < 0) return null;
  const content = new Uint8Array(files.size(file));
  files.read(file, content, 0);
  return new TextDecoder().decode(content);
}

function write(files, path, text) {
  const file = files.open(path, true);
  assert.equal(files.write(file, bytes(text), 0), text.length);
  assert.equal(files.sync(file), 0);
}

test("filesAreFoundAgainUnderTheirNames", async () => {
  const disk = new Disk();
  const files = await disk.openFiles();
  write(files, "one", "first");
  write(files, "two", "second");
  assert.equal(files.rename("one", "three"), 0);
  assert.equal(files.delete("two"), 0);
  assert.equal(files.delete("two"), failure.notFound);
  assert.equal(files.rename("two", "four"), failure.notFound);
  assert.equal(files.open("two", false), failure.notFound);
  files.close();
  const again = await disk.openFiles();
  assert.deepEqual(["one", "two", "three"].map((path) => read(again, path)), [null, null, "first"]);
  write(again, "two", "new");
  assert.equal(read(again, "two"), "new");
  assert.equal(again.rename("three", "two"), 0);
  assert.equal(read(again, "two"), "first");
  assert.equal(again.truncate(again.open("two", false), 2), 0);
  assert.equal(again.sizeAt("two"), 2);
  again.close();
  assert.equal(disk.open.size, 0);
});

test("poolGrowsAsNamesAreTaken", async () => {
  const disk = new Disk();
  const files = await disk.openFiles();
  for (let number = 0; number < 40; number += 1) {
    write(files, `file ${number}`, String(number));
    await new Promise(setImmediate);
  }
  files.close();
  const again = await disk.openFiles();
  for (let number = 0; number < 40; number += 1) assert.equal(read(again, `file ${number}`), String(number));
  again.close();
});

test("fullDiskIsTold", async () => {
  const disk = new Disk();
  const files = await disk.openFiles();
  const file = files.open("a", true);
  disk.change = () => {
    throw Object.assign(new Error("no room"), { name: "QuotaExceededError" });
  };
  assert.equal(files.write(file, bytes("x"), 0), failure.full);
  assert.equal(files.open("b", true), failure.full);
  files.close();
});

/** Whatever a power failure keeps, a file has its old name or its new one, and synced content under it. */
test("powerFailureAtAnyMomentKeepsNamesAndSyncedContent", async () => {
  let seed = 1;
  const dice = () => (seed = (seed * 48_271) % 0x7fff_ffff) / 0x7fff_ffff;
  for (let round = 0; round < 400; round += 1) {
    const disk = new Disk();
    const files = await disk.openFiles();
    write(files, "old", "to be replaced");
    write(files, "db", "synced");
    write(files, "gone", "to be deleted");
    disk.stepsLeft = round % 14;
    // Each is an error once the worker is killed.
    const renamed = files.rename("db", "old");
    const deleted = files.delete("gone");
    const created = files.open("new", true);
    if (created >= 0) files.write(created, bytes("not synced"), 0);
    const after = await disk.afterPowerFailure(() => [0, dice(), 1][Math.floor(dice() * 3)]).openFiles();
    const [db, old, gone, fresh] = ["db", "old", "gone", "new"].map((path) => read(after, path));
    const story = JSON.stringify({ round, renamed, deleted, created, db, old, gone, fresh });
    assert.ok((db === "synced" && old === "to be replaced") || (db === null && old === "synced"), story);
    if (renamed === 0) assert.equal(old, "synced", story);
    assert.ok(gone === null || gone === "to be deleted", story);
    if (deleted === 0) assert.equal(gone, null, story);
    assert.ok(!fresh?.includes("to be"), story);
    if (created >= 0) assert.notEqual(fresh, null, story);
    after.close();
  }
});
