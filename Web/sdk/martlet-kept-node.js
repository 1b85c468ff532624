// Copies of files to upload in a folder beside the account's database, where the Swift SDK has them too, and files of the system
// as they are sent and downloaded.

import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { MartletError } from "./martlet-error.js";
import { uploadsName } from "./martlet-files-node.js";
import { blobSource, unreadable } from "./martlet-media.js";
import { forEachPiece } from "./martlet-kept.js";

/**
 * A source for what an app gives to send: a path, or a Blob.
 *
 * @param {any} file
 * @returns {Promise<import("./martlet-media.js").Source>}
 */
export async function fileSource(file) {
  if (file instanceof Blob) return blobSource(file);
  if (typeof file !== "string") {
    throw new MartletError({ code: "argument_invalid", field: "file", message: "a file to send is a path, a Blob or bytes" });
  }
  let handle;
  try {
    handle = await fs.open(file);
    const facts = await handle.stat();
    if (!facts.isFile()) throw new Error(`${file} is no file`);
    return handleSource(handle, facts.size);
  } catch (error) {
    await handle?.close();
    throw unreadable(error);
  }
}

function handleSource(handle, size) {
  return {
    size,
    read: async (offset, count) => {
      try {
        const { bytesRead, buffer } = await handle.read(new Uint8Array(count), 0, count, offset);
        return buffer.subarray(0, bytesRead);
      } catch (error) {
        throw unreadable(error);
      }
    },
    close: () => handle.close(),
  };
}

/** The copies of one account. */
export class FolderKept {
  #folder;

  /** @param {string} directory  that of the account's data */
  constructor(directory) {
    this.#folder = path.join(directory, uploadsName);
  }

  async keep(source, hash, signal) {
    const file = randomUUID();
    let copy;
    try {
      if (await fs.mkdir(this.#folder, { recursive: true, mode: 0o700 })) await sync(path.dirname(this.#folder));
      copy = await fs.open(this.#place(file), "wx", 0o600);
      const size = await forEachPiece(source, signal, async (bytes, offset) => {
        hash.add(bytes);
        await writeAll(copy, bytes, offset);
      });
      await copy.sync();
      await sync(this.#folder);
      return { file, size };
    } catch (error) {
      await this.remove(file);
      throw error instanceof MartletError || signal?.aborted ? error : failed(error);
    } finally {
      await copy?.close();
      await source.close();
    }
  }

  open(file) {
    return fileSource(this.#place(file));
  }

  async remove(file) {
    await fs.rm(this.#place(file), { force: true });
  }

  async sweep(needed) {
    const names = await fs.readdir(this.#folder).catch(() => []);
    for (const name of names) if (!needed.includes(name)) await this.remove(name);
  }

  #place(file) {
    return path.join(this.#folder, path.basename(file));
  }
}

/** The bytes of a download in a file. Until they are whole and right, they are in one beside it, whose name ends in `.part`. */
export class FileSink {
  #path;
  #part;
  #file = null;
  #size = 0;

  /** @param {string} path */
  constructor(path) {
    [this.#path, this.#part] = [path, `${path}.part`];
  }

  async begin(hash) {
    return this.#attempt(async () => {
      this.#file = await fs.open(this.#part, "a+", 0o600);
      this.#size = (await this.#file.stat()).size;
      await forEachPiece(handleSource(this.#file, this.#size), undefined, async (bytes) => hash.add(bytes));
      return this.#size;
    });
  }

  async write(bytes) {
    await this.#attempt(() => this.#file.appendFile(bytes));
    this.#size += bytes.length;
  }

  async clear() {
    await this.#attempt(() => this.#file.truncate(0));
    this.#size = 0;
  }

  async stop() {
    await this.#file?.close();
    this.#file = null;
  }

  async finish() {
    await this.#attempt(async () => {
      await this.#file.sync();
      await this.stop();
      await fs.rename(this.#part, this.#path);
    });
  }

  async #attempt(work) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof MartletError) throw error;
      if (isFull(error)) throw failed(error);
      throw new MartletError({ code: "argument_invalid", field: "to", message: `the file cannot be written: ${error.message}` });
    }
  }
}

async function writeAll(file, bytes, offset) {
  for (let count = 0; count < bytes.length; ) {
    count += (await file.write(bytes, count, bytes.length - count, offset + count)).bytesWritten;
  }
}

/** Syncs the names of a folder. Windows opens no folders. */
async function sync(folder) {
  if (process.platform === "win32") return;
  const handle = await fs.open(folder);
  await handle.sync().finally(() => handle.close());
}

function isFull({ code }) {
  return code === "ENOSPC" || code === "EDQUOT";
}

function failed(error) {
  return new MartletError({ code: isFull(error) ? "local_storage_full" : "local_storage_failed", message: error.message });
}
