// Copies of files to upload in the origin private file system, in a folder beside the account's database.

import { blobSource, unreadable } from "./martlet-media.js";
import { MartletError } from "./martlet-error.js";
import { forEachPiece } from "./martlet-kept.js";
import { newID } from "./martlet-id.js";

/** The folder of all accounts' copies. The database's folder takes no others: each file there is one of its own. */
const folderName = "martlet.uploads";

/** The copies of one account, for the worker that leads. */
export class OriginKept {
  #folder;

  /** @param {string} folder  the name of the account's data */
  constructor(folder) {
    this.#folder = encodeURIComponent(folder);
  }

  /** Deletes all copies of an account. */
  static async erase(folder) {
    const all = await root();
    await all.removeEntry(encodeURIComponent(folder), { recursive: true }).catch(unlessGone);
  }

  async #directory() {
    return (await root()).getDirectoryHandle(this.#folder, { create: true });
  }

  async keep(source, hash, signal) {
    const file = newID();
    try {
      const directory = await this.#directory();
      const copy = await (await directory.getFileHandle(file, { create: true })).createSyncAccessHandle();
      try {
        const size = await forEachPiece(source, signal, async (bytes, offset) => {
          hash.add(bytes);
          if (copy.write(bytes, { at: offset }) < bytes.length) throw full();
        });
        copy.flush();
        return { file, size };
      } finally {
        copy.close();
      }
    } catch (error) {
      await this.remove(file).catch(() => {});
      if (error instanceof MartletError || signal?.aborted) throw error;
      throw error.name === "QuotaExceededError" ? full() : failed(error);
    }
  }

  async open(file) {
    try {
      return blobSource(await (await (await this.#directory()).getFileHandle(file)).getFile());
    } catch (error) {
      throw unreadable(error);
    }
  }

  async remove(file) {
    await (await this.#directory()).removeEntry(file).catch(unlessGone);
  }

  async sweep(needed) {
    const directory = await this.#directory();
    const names = [];
    for await (const name of directory.keys()) names.push(name);
    for (const name of names) if (!needed.includes(name)) await directory.removeEntry(name).catch(unlessGone);
  }
}

async function root() {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true });
}

function unlessGone(error) {
  if (error.name !== "NotFoundError") throw error;
}

function full() {
  return new MartletError({ code: "local_storage_full", message: "the browser has no room for a copy of the file" });
}

function failed({ message }) {
  return new MartletError({ code: "local_storage_failed", message: `the file cannot be copied: ${message}` });
}
