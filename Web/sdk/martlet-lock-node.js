// The lock of a folder, so that one client at a time opens it.
//
// It is the lock that the Swift SDK takes: `flock` on `martlet.lock`. Node cannot take it, so the program `flock`, which is part of
// Linux distributions, takes it on Node's own open file. The lock belongs to that file, and so it stays when the program has
// ended, until Node closes the file or dies. Where there is no such program, a file that names its process keeps at least the
// clients in Node apart.

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { MartletError } from "./martlet-error.js";

const lockName = "martlet.lock";
const namedLockName = "martlet-node.lock";

/** The lock of a folder, from its creation until `release`. */
export class FolderLock {
  #file;
  #named = null;

  /**
   * Takes the lock.
   *
   * @param {string} folder
   */
  constructor(folder) {
    this.#file = fs.openSync(path.join(folder, lockName), fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    try {
      if (!this.#lock(folder)) this.#named = new NamedLock(folder);
      this.#count();
    } catch (error) {
      fs.closeSync(this.#file);
      throw error;
    }
  }

  release() {
    this.#named?.release();
    fs.closeSync(this.#file);
  }

  /** False if this machine has no program that locks. */
  #lock(folder) {
    if (process.platform === "win32") return false;
    const { error, status } = spawnSync("flock", ["-n", "3"], { stdio: ["ignore", "ignore", "ignore", this.#file] });
    if (error) return false;
    if (status === 0) return true;
    if (status === 1) throw inUse(`another client uses ${folder}; close it first`);
    throw new MartletError({ code: "local_storage_failed", message: `${folder} cannot be locked: flock ended with ${status}` });
  }

  /** Adds one to the number in the file: a suspended Swift client learns from it that another one was here. */
  #count() {
    const number = new DataView(new ArrayBuffer(8));
    if (fs.readSync(this.#file, number, 0, 8, 0) < 8) number.setBigUint64(0, 0n, true);
    number.setBigUint64(0, BigInt.asUintN(64, number.getBigUint64(0, true) + 1n), true);
    fs.writeSync(this.#file, number, 0, 8, 0);
  }
}

/** A file that names the process that holds the lock. */
export class NamedLock {
  #path;
  #holder = identity(process.pid);

  /**
   * Takes the lock; takes over the lock of a process that has ended.
   *
   * @param {string} folder
   */
  constructor(folder) {
    this.#path = path.join(folder, namedLockName);
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
      throw inUse(`another client uses ${folder} (pid ${pid}); close it first`);
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

const inUse = (message) => new MartletError({ code: "directory_in_use", message });

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
