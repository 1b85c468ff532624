// The files of a client core in a folder of the system, for Node.

import fs from "node:fs";
import path from "node:path";
import { failure } from "./martlet-files.js";
import { MartletError } from "./martlet-error.js";

const lockName = "martlet.lock";

/** Files in a folder, which one client at a time may use. */
export class FolderFiles {
  #folder;

  /** @param {string} folder  created with mode 0700 if it is missing */
  constructor(folder) {
    this.#folder = folder;
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      this.#lock();
    } catch (error) {
      if (error instanceof MartletError) throw error;
      throw new MartletError({ code: "local_storage_failed", message: `${folder} cannot be used: ${error.message}` });
    }
  }

  /** Writes this process's number into the lock file; takes over the lock of a process that is gone. */
  #lock() {
    const lock = path.join(this.#folder, lockName);
    for (;;) {
      try {
        fs.writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
        return;
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
      const holder = Number(fs.readFileSync(lock, "utf8"));
      if (holder > 0 && isRunning(holder)) {
        const message = `another client uses ${this.#folder} (pid ${holder}); close it, or remove ${lock} if it is gone`;
        throw new MartletError({ code: "directory_in_use", message });
      }
      fs.rmSync(lock, { force: true });
    }
  }

  #place(name) {
    return path.join(this.#folder, name);
  }

  open(name, create) {
    const { O_RDWR, O_CREAT } = fs.constants;
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
    return attempt(() => (fs.fdatasyncSync(file), 0));
  }

  size(file) {
    return attempt(() => fs.fstatSync(file).size);
  }

  closeFile(file) {
    attempt(() => (fs.closeSync(file), 0));
  }

  delete(name) {
    return attempt(() => (fs.unlinkSync(this.#place(name)), 0));
  }

  sizeAt(name) {
    return attempt(() => fs.statSync(this.#place(name)).size);
  }

  rename(name, newName) {
    return attempt(() => (fs.renameSync(this.#place(name), this.#place(newName)), 0));
  }

  close() {
    fs.rmSync(this.#place(lockName), { force: true });
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

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, as another user.
    return error.code === "EPERM";
  }
}
