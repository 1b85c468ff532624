// The lock of a folder, so that one process at a time opens it. Node has no locks of files, so the lock is a file that names
// the process that holds it.

import fs from "node:fs";
import path from "node:path";
import { MartletError } from "./martlet-error.js";

const lockName = "martlet-node.lock";

/** The lock of a folder, from its creation until `release`. */
export class FolderLock {
  #path;
  #holder = identity(process.pid);

  /**
   * Takes the lock; takes over the lock of a process that has ended.
   *
   * @param {string} folder
   */
  constructor(folder) {
    this.#path = path.join(folder, lockName);
    // A file of its own that is linked under the lock's name, so that nobody ever reads a lock without its holder.
    const own = `${this.#path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
    fs.writeFileSync(own, this.#holder, { flag: "wx", mode: 0o600 });
    try {
      while (!this.#link(own)) this.#takeOver(folder, own);
    } finally {
      fs.rmSync(own, { force: true });
    }
  }

  release() {
    if (read(this.#path) === this.#holder) fs.rmSync(this.#path, { force: true });
  }

  /** False if somebody holds the lock. */
  #link(own) {
    try {
      fs.linkSync(own, this.#path);
      return true;
    } catch (error) {
      if (error.code === "EEXIST") return false;
      throw error;
    }
  }

  #takeOver(folder, own) {
    const holder = read(this.#path);
    if (holder === null) return;
    if (isRunning(holder)) {
      const [pid] = holder.split(" ");
      throw new MartletError({ code: "directory_in_use", message: `another client uses ${folder} (pid ${pid}); close it first` });
    }
    // Of several processes that find the same stale lock, one moves it away. A lock that was made meanwhile goes back.
    const stale = `${own}-stale`;
    try {
      fs.renameSync(this.#path, stale);
      if (read(stale) !== holder) this.#link(stale);
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    } finally {
      fs.rmSync(stale, { force: true });
    }
  }
}

/** The text of a file; null if it is gone. */
function read(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * The process's number, and the moment of its start where the system tells it. After a restart another process may have the
 * number, in a container almost always the same one.
 */
function identity(pid) {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return `${pid} ${fields[19] ?? ""}`;
  } catch {
    return `${pid} `;
  }
}

function isRunning(holder) {
  const pid = Number(holder.split(" ")[0]);
  // Signal 0 for the number 0 would ask about this process's group.
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Without permission to ask, it runs, as another user.
    if (error.code !== "EPERM") return false;
  }
  return identity(pid) === holder;
}
