// Requests about files, which go over HTTP beside the connection. Files are at the root of the server's host.

import { MartletError } from "./martlet-error.js";

/**
 * A source of bytes that can be read again: a Blob, or a file of the system in Node.
 *
 * @typedef {object} Source
 * @property {number} size
 * @property {(offset: number, count: number) => Promise<Uint8Array>} read  fewer bytes at the end
 * @property {() => Promise<void>} close
 */

/** A request did not come through or was refused for now, and can be made again. */
export class Interruption extends MartletError {}

/** The files of a server, as one user may use them. */
export class MediaServer {
  #origin;
  #token;
  #fetch;

  /**
   * @param {string} server  the server's address
   * @param {() => (string|Promise<string>)} token
   * @param {typeof globalThis.fetch} [fetch]
   */
  constructor(server, token, fetch = (...request) => globalThis.fetch(...request)) {
    const { protocol, host } = new URL(server);
    this.#origin = `${protocol.replace("ws", "http")}//${host}`;
    [this.#token, this.#fetch] = [token, fetch];
  }

  /** The whole address of a path that the server named. */
  address(path) {
    return new URL(path, this.#origin).href;
  }

  /**
   * Makes requests with a token, which is obtained once.
   *
   * @returns {Promise<(path: string, request?: {method?: string, headers?: Record<string, string>, body?: any,
   *   signal?: AbortSignal}) => Promise<Response>>}  each rejects with an Interruption if it can be made again, and with another
   *   MartletError if the server refused it
   */
  async requests() {
    let token;
    try {
      token = await this.#token();
    } catch {
      // The error may hold anything, the token too, so it is not passed on.
    }
    if (typeof token !== "string") {
      throw new MartletError({ code: "token_unavailable", message: "the app returned no token for the transfer of a file" });
    }
    return (path, request) => this.#ask(path, token, request);
  }

  async #ask(path, token, { method = "GET", headers = {}, body = undefined, signal = undefined } = {}) {
    const all = { ...headers, Authorization: `Bearer ${token}` };
    let response;
    try {
      response = await this.#fetch(this.#origin + path, { method, headers: all, body, signal, credentials: "omit" });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new Interruption({ code: "unreachable", message: error.message });
    }
    // A range outside of a file tells how large the file is.
    if (response.ok || response.status === 416) return response;
    const refusal = await response.json().catch(() => ({}));
    const { name: code = `http_${response.status}`, message, field } = refusal;
    const [limit, actual, retryAfter] = [refusal.limit, refusal.actual, refusal.retryAfterMs].map((value) => Number(value ?? 0));
    const isForNow = [429, 502, 503, 504].includes(response.status);
    throw new (isForNow ? Interruption : MartletError)({ code, message, field, limit, actual, retryAfter });
  }

  /**
   * A link by which anybody has a file of a message, or a variant of it, until the link expires.
   *
   * @param {Array<string|number>} file  the conversation, the position and the file's id
   * @param {string} [variant]
   */
  async link(file, variant) {
    const response = await (await this.requests())(pathOf(...file, ...(variant ? [variant] : []), "link"));
    const { path } = await response.json();
    return this.address(path);
  }

  /** What the server finds in a file. */
  async facts(file, signal) {
    const response = await (await this.requests())(pathOf(...file, "facts"), { signal });
    const { type = "", width = 0, height = 0, durationMs = 0, frames = 0, waveform = "" } = await response.json();
    const bars = Uint8Array.from(atob(waveform), (byte) => byte.charCodeAt(0));
    return { type, width, height, milliseconds: Number(durationMs), frames, waveform: bars };
  }
}

/** The path of a file of a message, or of something that is made of it. */
export function pathOf(...parts) {
  return `/v1/media/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

/**
 * The bytes of a Blob.
 *
 * @param {Blob} blob
 * @returns {Source}
 */
export function blobSource(blob) {
  return {
    size: blob.size,
    read: async (offset, count) => {
      try {
        return new Uint8Array(await blob.slice(offset, offset + count).arrayBuffer());
      } catch (error) {
        throw unreadable(error);
      }
    },
    close: async () => {},
  };
}

/** A file that the app or the person who chose it has moved, changed or deleted since. */
export function unreadable({ message }) {
  return new MartletError({ code: "argument_invalid", field: "file", message: `the file cannot be read: ${message}` });
}
