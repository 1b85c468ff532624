// The files of a client core that keeps nothing: gone with the process or the page.
//
// Files of every kind have these functions, which the module calls synchronously. A negative result is an error.

/** Results of functions that fail. */
export const failure = { io: -1, notFound: -2, full: -3 };

/**
 * The files of one client.
 *
 * @typedef {object} Files
 * @property {(path: string, create: boolean) => number} open  the file's number
 * @property {(file: number, bytes: Uint8Array, offset: number) => number} read  the bytes read, fewer at the end
 * @property {(file: number, bytes: Uint8Array, offset: number) => number} write  the bytes written
 * @property {(file: number, size: number) => number} truncate
 * @property {(file: number) => number} sync  returns once everything written is on the disk
 * @property {(file: number) => number} size
 * @property {(file: number) => void} closeFile
 * @property {(path: string) => number} delete
 * @property {(path: string) => number} sizeAt
 * @property {(path: string, newPath: string) => number} rename
 * @property {() => void} close  frees the files for another client
 */

/** Files in memory. */
export class MemoryFiles {
  #files = new Map();
  #open = [];

  open(path, create) {
    if (!this.#files.has(path)) {
      if (!create) return failure.notFound;
      this.#files.set(path, { bytes: new Uint8Array(0), size: 0 });
    }
    const free = this.#open.indexOf(undefined);
    const number = free < 0 ? this.#open.length : free;
    this.#open[number] = this.#files.get(path);
    return number;
  }

  read(file, bytes, offset) {
    const { bytes: content, size } = this.#open[file];
    const count = Math.max(0, Math.min(bytes.length, size - offset));
    bytes.set(content.subarray(offset, offset + count));
    return count;
  }

  write(file, bytes, offset) {
    const held = this.#open[file];
    const end = offset + bytes.length;
    if (end > held.bytes.length) {
      const larger = new Uint8Array(Math.max(end, held.bytes.length * 2, 65_536));
      larger.set(held.bytes.subarray(0, held.size));
      held.bytes = larger;
    }
    held.bytes.set(bytes, offset);
    held.size = Math.max(held.size, end);
    return bytes.length;
  }

  truncate(file, size) {
    const held = this.#open[file];
    if (size > held.size) {
      this.write(file, new Uint8Array(size - held.size), held.size);
    } else {
      held.bytes.fill(0, size, held.size);
      held.size = size;
    }
    return 0;
  }

  sync() {
    return 0;
  }

  size(file) {
    return this.#open[file].size;
  }

  closeFile(file) {
    this.#open[file] = undefined;
  }

  delete(path) {
    return this.#files.delete(path) ? 0 : failure.notFound;
  }

  sizeAt(path) {
    return this.#files.get(path)?.size ?? failure.notFound;
  }

  rename(path, newPath) {
    const held = this.#files.get(path);
    if (!held) return failure.notFound;
    this.#files.set(newPath, held);
    this.#files.delete(path);
    return 0;
  }

  close() {
    this.#files.clear();
  }
}
