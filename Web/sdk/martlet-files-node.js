// The files of a client core in a folder of the system, for Node.

import fs from "node:fs";
import path from "node:path";
import { failure } from "./martlet-files.js";
import { MartletError } from "./martlet-error.js";
import { FolderLock } from "./martlet-lock-node.js";

/** The name of the database; the names of all other files of an account begin with it. */
export const databaseName = "martlet.sqlite";
/** The folder of the files that messages in the outbox wait for. */
export const uploadsName = "martlet.uploads";

/** Files in a folder, which one client at a time may use, in Node or in Swift. */
export class FolderFiles {
  #folder;
  #lock;
  /** True while the folder's list of names has changes that may not be on the disk. */
  #areNamesNew = false;

  /** @param {string} folder  created with mode 0700 if it is missing */
  constructor(folder) {
    this.#folder = folder;
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#lock = new FolderLock(folder);
    } catch (error) {
      if (error instanceof MartletError) throw error;
      throw new MartletError({ code: "local_storage_failed", message: `${folder} cannot be used: ${error.message}` });
    }
  }

  /**
   * Deletes an account's data, which no client may use. The folder stays, and what else is in it.
   *
   * So does the lock's file: if it were deleted, one client could lock the deleted file while another locks its successor.
   */
  static erase(folder) {
    if (!["martlet.lock", databaseName].some((name) => fs.existsSync(path.join(folder, name)))) return;
    const files = new FolderFiles(folder);
    try {
      files.#eraseAll();
    } catch (error) {
      throw new MartletError({ code: "local_storage_failed", message: `${folder} cannot be erased: ${error.message}` });
    } finally {
      files.close();
    }
  }

  #eraseAll() {
    // The log goes first: left behind, it would be taken for the log of a new database.
    const names = fs.readdirSync(this.#folder).filter((name) => name.startsWith(databaseName));
    for (const name of names.sort().reverse()) fs.unlinkSync(this.#place(name));
    fs.rmSync(this.#place(uploadsName), { recursive: true, force: true });
    this.#syncNames();
  }

  #place(name) {
    return path.join(this.#folder, name);
  }

  open(name, create) {
    const { O_RDWR, O_CREAT } = fs.constants;
    if (create) this.#areNamesNew = true;
    return attempt(() => fs.openSync(this.#place(name), create ? O_RDWR | O_CREAT : O_RDWR, 0o600));
  }

  read(file, bytes, offset) {
    return attempt(() => {
      let count = 0;
      while (count < bytes.length) {
        const part = fs.readSync(file, bytes, count, bytes.length - count, offset + count);
        if (part === 0) break;
        count += part;
      }
      return count;
    });
  }

  write(file, bytes, offset) {
    return attempt(() => {
      let count = 0;
      while (count < bytes.length) count += fs.writeSync(file, bytes, count, bytes.length - count, offset + count);
      return count;
    });
  }

  truncate(file, size) {
    return attempt(() => (fs.ftruncateSync(file, size), 0));
  }

  sync(file) {
    return attempt(() => {
      fs.fdatasyncSync(file);
      // A file that is not in its folder is lost with all that it holds.
      if (this.#areNamesNew) this.#syncNames();
      return 0;
    });
  }

  size(file) {
    return attempt(() => fs.fstatSync(file).size);
  }

  closeFile(file) {
    attempt(() => (fs.closeSync(file), 0));
  }

  delete(name) {
    this.#areNamesNew = true;
    return attempt(() => (fs.unlinkSync(this.#place(name)), 0));
  }

  sizeAt(name) {
    return attempt(() => fs.statSync(this.#place(name)).size);
  }

  rename(name, newName) {
    this.#areNamesNew = true;
    return attempt(() => (fs.renameSync(this.#place(name), this.#place(newName)), 0));
  }

  close() {
    this.#lock.release();
  }

  #syncNames() {
    this.#areNamesNew = false;
    // Windows opens no folders.
    if (process.platform === "win32") return;
    const folder = fs.openSync(this.#folder, fs.constants.O_RDONLY);
    try {
      fs.fsyncSync(folder);
    } finally {
      fs.closeSync(folder);
    }
  }
}

function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (error.code === "ENOENT") return failure.notFound;
    return error.code === "ENOSPC" || error.code === "EDQUOT" ? failure.full : failure.io;
  }
}
