// Files that users send. Their bytes go over HTTP, beside the connection: uploads by the tus protocol 1.0, downloads by links.

import { MartletError } from "./martlet-error.js";

const uploads = "/v1/media/uploads";
/** The bytes of one request: so many are sent again at most after an interruption. */
const portion = 1 << 20;
/** Pauses after interruptions in a row, in milliseconds; the last one again and again. */
const pauses = [500, 1_000, 2_000, 5_000, 10_000];
/** Of larger files nothing is compared after the upload, since a browser takes the hash of bytes in memory only. */
const hashedAtMost = 32 << 20;

/** The uploads and downloads of one user. */
export class Transfers {
  #origin;
  #token;
  #fetch;
  #rest;

  /**
   * @param {string} server  the server's address; files are at the root of its host
   * @param {string|(() => string|Promise<string>)} token
   * @param {{fetch?: typeof globalThis.fetch, rest?: (milliseconds: number, signal?: AbortSignal) => Promise<void>}} surroundings
   */
  constructor(server, token, { fetch = (...request) => globalThis.fetch(...request), rest = pauseFor } = {}) {
    [this.#fetch, this.#rest] = [fetch, rest];
    const { protocol, host } = new URL(server);
    this.#origin = `${protocol.replace("ws", "http")}//${host}`;
    this.#token = typeof token === "function" ? token : () => token;
  }

  /**
   * Uploads a file for one message; resolves to the id by which the message names it.
   *
   * An interruption is waited out, and the upload goes on where it was. It ends with `signal`, or if the server refuses it.
   *
   * @param {Blob} file
   * @param {{conversation: string, message: string, name: string, signal?: AbortSignal,
   *   onProgress?: (progress: {sent: number, total: number}) => void}} options  `message` is the client id of the message
   * @returns {Promise<string>}
   */
  async upload(file, { conversation, message, name, signal, onProgress }) {
    const sha256 = await hashOf(file);
    const path = await this.#begin(file.size, { conversation, message, filename: name, sha256 }, signal);
    try {
      for (let sent = 0; sent < file.size; ) {
        sent = await this.#send(path, file, sent, signal);
        onProgress?.({ sent, total: file.size });
      }
    } catch (error) {
      // What was begun takes the user's room until it is ended.
      this.#ask(path, { method: "DELETE" }).catch(() => {});
      throw error;
    }
    return path.slice(path.lastIndexOf("/") + 1);
  }

  /**
   * A link by which anybody has a file of a message, or a variant of it, until the link expires.
   *
   * @param {Array<string|number>} file  the conversation, the position and the file's id
   * @param {string} [variant]
   */
  async link(file, variant) {
    const response = await this.#ask(pathOf(...file, ...(variant ? [variant] : []), "link"), {});
    const { path } = await response.json();
    return this.#origin + path;
  }

  /** What the server finds in a file. */
  async facts(file, signal) {
    const response = await this.#ask(pathOf(...file, "facts"), { signal });
    const { type = "", width = 0, height = 0, durationMs = 0, frames = 0, waveform = "" } = await response.json();
    const bars = Uint8Array.from(atob(waveform), (byte) => byte.charCodeAt(0));
    return { type, width, height, milliseconds: Number(durationMs), frames, waveform: bars };
  }

  async #begin(size, metadata, signal) {
    const named = Object.entries(metadata).filter(([, value]) => value);
    const headers = {
      "Upload-Length": String(size),
      "Upload-Metadata": named.map(([name, value]) => `${name} ${base64(value)}`).join(","),
    };
    const response = await this.#persist(() => this.#ask(uploads, { method: "POST", headers, signal }), signal);
    const location = response.headers.get("Location");
    if (!location) throw new MartletError({ code: "internal", message: "the server did not say where to upload to" });
    return new URL(location, this.#origin).pathname;
  }

  /** Sends the next bytes, or finds out after an interruption how many have come; resolves to their number. */
  async #send(path, file, sent, signal) {
    const headers = { "Upload-Offset": String(sent), "Content-Type": "application/offset+octet-stream" };
    let attempts = 0;
    const response = await this.#persist(async () => {
      attempts += 1;
      if (attempts > 1) return this.#ask(path, { method: "HEAD", signal });
      return this.#ask(path, { method: "PATCH", headers, body: file.slice(sent, sent + portion), signal });
    }, signal);
    const offset = Number(response.headers.get("Upload-Offset"));
    // Only after an interruption may it be that nothing has come.
    const least = attempts === 1 ? sent + 1 : 0;
    if (Number.isSafeInteger(offset) && offset >= least && offset <= file.size) return offset;
    throw new MartletError({ code: "internal", message: "the server told an impossible offset" });
  }

  /** Tries until it is done or refused. */
  async #persist(attempt, signal) {
    for (let failures = 0; ; failures += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (!(error instanceof Interruption)) throw error;
        await this.#rest(error.pause ?? pauses[Math.min(failures, pauses.length - 1)], signal);
      }
    }
  }

  /** One request. Rejects with an Interruption if it can be made again, and with a MartletError if it was refused. */
  async #ask(path, { method = "GET", headers = {}, body = undefined, signal = undefined }) {
    const authorization = `Bearer ${await this.#token()}`;
    const all = { ...headers, "Tus-Resumable": "1.0.0", Authorization: authorization };
    let response;
    try {
      response = await this.#fetch(this.#origin + path, { method, headers: all, body, signal, credentials: "omit" });
    } catch (error) {
      throw new Interruption(error.message);
    }
    if (response.ok) return response;
    const refusal = await response.json().catch(() => ({}));
    const pause = Number(refusal.retryAfterMs ?? 0) || undefined;
    // The offset is asked for, as after an interruption.
    if (response.status === 429 || response.status === 503 || refusal.name === "upload_offset_wrong") throw new Interruption("", pause);
    const { name: code = `http_${response.status}`, message, field, limit, actual } = refusal;
    throw new MartletError({ code, message, field, limit: Number(limit ?? 0), actual: Number(actual ?? 0), retryAfter: pause });
  }
}

/** A request did not come through, and can be made again. */
class Interruption extends Error {
  /** @param {number} [pause] in milliseconds, if the server said one */
  constructor(message, pause) {
    super(message);
    this.pause = pause;
  }
}

function pathOf(...parts) {
  return `/v1/media/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

/** @returns {Promise<void>} */
function pauseFor(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => (clearTimeout(timer), reject(signal.reason));
    const timer = setTimeout(() => (signal?.removeEventListener("abort", stop), resolve(undefined)), milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** The SHA-256 in hexadecimal digits; "" for large files, and where the platform has none, as on pages without TLS. */
async function hashOf(file) {
  if (file.size > hashedAtMost || !globalThis.crypto?.subtle) return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
