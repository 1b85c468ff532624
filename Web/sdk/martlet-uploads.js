// Uploads of files that messages in the outbox wait for. The core decides what is uploaded when; this carries it out, by the tus
// protocol 1.0, and reports.

import { MartletError } from "./martlet-error.js";
import { portion } from "./martlet-kept.js";

/** @typedef {import("./martlet-values.js").Upload} Upload */

const uploads = "/v1/media/uploads";
const tus = { "Tus-Resumable": "1.0.0" };

/**
 * What uploads have around them.
 *
 * @typedef {object} UploadSurroundings
 * @property {import("./martlet-kept.js").Kept} kept
 * @property {import("./martlet-media.js").MediaServer} media
 * @property {() => Promise<import("./martlet-hash.js").Hash>} hash
 * @property {(file: any) => Promise<import("./martlet-media.js").Source>} source  reads what the app gives to send
 */

/** The uploads of one client core. */
export class Uploads {
  #around;
  #report;
  /** Those in progress, by the row of the outbox. */
  #running = new Map();

  /**
   * @param {UploadSurroundings} around
   * @param {(operation: object) => void} report  calls the core
   */
  constructor(around, report) {
    [this.#around, this.#report] = [around, report];
  }

  /** Copies a file, so that it outlives the page or the process. */
  async keep(file, signal) {
    const { kept, hash: make, source: open } = this.#around;
    const hash = await make();
    const source = await open(file);
    try {
      const { file: name, size } = await kept.keep(source, hash, signal);
      return { file: name, size, sha256: hash.finish() };
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  /**
   * Takes a notice of the core; false for one that is not about uploads.
   *
   * @param {string} kind
   */
  notice(kind, value) {
    switch (kind) {
      case "upload": this.#begin(value); break;
      case "cancelUpload": this.#cancel(value); break;
      case "forgetUpload": this.#forget(value); break;
      case "releaseFile": this.release(value); break;
      default: return false;
    }
    return true;
  }

  /** Deletes a copy. One that cannot be deleted goes with the next sweep. */
  async release(file) {
    await this.#around.kept.remove(file).catch(() => {});
  }

  /** Deletes copies without a row of the outbox, which a page or process left that ended between the two. */
  async sweep(needed) {
    await this.#around.kept.sweep(needed).catch(() => {});
  }

  /** Ends all uploads; the next client goes on with them. */
  close() {
    for (const row of [...this.#running.keys()]) this.#cancel(row);
  }

  /** @param {Upload} upload */
  async #begin(upload) {
    const { row } = upload;
    this.#cancel(row);
    const abort = new AbortController();
    this.#running.set(row, abort);
    const report = (operation) => {
      if (this.#running.get(row) === abort) this.#report(operation);
    };
    let end;
    try {
      const reached = (bytes) => report({ uploadReached: { row, bytes } });
      end = { uploaded: { row, media: await this.#upload(upload, reached, abort.signal) } };
    } catch (error) {
      const { code = "unreachable", message, field, limit, actual, retryAfter } = error;
      end = { uploadFailed: { row, failure: { code: String(code), message, field, limit, actual, retryAfter } } };
    }
    report(end);
    if (this.#running.get(row) === abort) this.#running.delete(row);
  }

  #cancel(row) {
    this.#running.get(row)?.abort(new MartletError({ code: "cancelled", message: "the upload was stopped" }));
    this.#running.delete(row);
  }

  /** Uploads a file, on from where an earlier attempt ended: the hash makes it the same upload for the server. */
  async #upload({ file = "", size = 0, ...upload }, reached, signal) {
    const source = await this.#around.kept.open(file);
    try {
      if (source.size !== size) throw changed();
      const ask = await this.#around.media.requests();
      signal.throwIfAborted();
      const { path, offset, id } = await create(ask, { size, ...upload }, signal);
      reached(offset);
      for (let sent = offset; sent < size; reached(sent)) {
        const bytes = await source.read(sent, portion);
        if (bytes.length === 0) throw changed();
        const headers = { ...tus, "Upload-Offset": String(sent), "Content-Type": "application/offset+octet-stream" };
        const response = await ask(path, { method: "PATCH", headers, body: bytes, signal });
        // A server that confirms bytes and takes none would be asked for ever.
        sent = offsetOf(response, sent + 1, size);
      }
      return id;
    } finally {
      await source.close();
    }
  }

  /** Ends an upload at the server, where it takes the user's room until it has expired. */
  async #forget({ size = 0, ...upload }) {
    try {
      const ask = await this.#around.media.requests();
      const { path } = await create(ask, { size, ...upload });
      await ask(path, { method: "DELETE", headers: tus });
    } catch {
      // It expires.
    }
  }
}

/** Begins an upload, or finds the one that was begun. */
async function create(ask, { conversation = "", message = "", name: filename = "", size, sha256 = "" }, signal = undefined) {
  const said = Object.entries({ conversation, message, filename, sha256 }).filter(([, value]) => value);
  const metadata = said.map(([name, value]) => `${name} ${base64(value)}`).join(",");
  const headers = { ...tus, "Upload-Length": String(size), "Upload-Metadata": metadata };
  const response = await ask(uploads, { method: "POST", headers, signal });
  const location = response.headers.get("Location");
  if (!location) throw violation("the server did not say where to upload to");
  const path = new URL(location, "http://server").pathname;
  return { path, id: path.slice(path.lastIndexOf("/") + 1), offset: offsetOf(response, 0, size) };
}

function offsetOf({ headers }, least, most) {
  const offset = Number(headers.get("Upload-Offset") ?? 0);
  if (Number.isSafeInteger(offset) && offset >= least && offset <= most) return offset;
  throw violation("the server told an impossible offset");
}

function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function violation(message) {
  return new MartletError({ code: "protocol_violation", message });
}

function changed() {
  const message = "the file is not any more what it was when it was sent";
  return new MartletError({ code: "argument_invalid", field: "file", message });
}
