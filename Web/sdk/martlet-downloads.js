// Downloads of files: once however many ask, on from where they ended, and checked by their hash.

import { MartletError } from "./martlet-error.js";
import { Interruption, pathOf } from "./martlet-media.js";

/** How often in a row a download may be interrupted without a byte in between. */
const tries = 5;
/** Pauses after interruptions in a row, in milliseconds. */
const pauses = [500, 1_000, 2_000, 5_000];
/** Interrupted downloads whose bytes are kept in memory for the next call. */
const keptAtMost = 8;
/** Bytes that are put into a Blob at a time: browsers keep large Blobs on the disk. */
const portion = 1 << 20;

/**
 * Where the bytes of a download go.
 *
 * @typedef {object} Sink
 * @property {(hash: import("./martlet-hash.js").Hash) => Promise<number>} begin  adds to a hash what an earlier attempt left;
 *   resolves to the number of those bytes
 * @property {(bytes: Uint8Array) => Promise<void>} write
 * @property {() => Promise<void>} clear  forgets all bytes
 * @property {() => Promise<void>} stop  keeps what there is for the next attempt
 * @property {(type: string) => Promise<any>} finish  what a caller gets
 */

/** The downloads of one client. */
export class Downloads {
  #server;
  #hash;
  #fileSink;
  #rest;
  /** Those in progress, by place. */
  #running = new Map();
  /** Those that were interrupted, by place, the oldest first. */
  #kept = new Map();

  /**
   * @param {import("./martlet-media.js").MediaServer} server
   * @param {{hash: () => Promise<import("./martlet-hash.js").Hash>, fileSink?: (path: string) => Sink,
   *   rest?: (milliseconds: number, signal: AbortSignal) => Promise<void>}} surroundings
   */
  constructor(server, { hash, fileSink, rest = pauseFor }) {
    [this.#server, this.#hash, this.#fileSink, this.#rest] = [server, hash, fileSink, rest];
  }

  /**
   * Downloads a file of a message.
   *
   * @param {Array<string|number>} file  the conversation, the position and the file's id
   * @param {{variant?: string, to?: string, signal?: AbortSignal,
   *   onProgress?: (progress: {received: number, total: number}) => void}} options
   * @returns {Promise<Blob|undefined>}  nothing if it went to a path
   */
  async download(file, { variant = "", to, signal, onProgress } = {}) {
    if (to !== undefined && !this.#fileSink) {
      throw new MartletError({ code: "argument_invalid", field: "to", message: "a browser has no paths; take the Blob" });
    }
    signal?.throwIfAborted();
    const path = pathOf(...file, ...(variant ? [variant] : []));
    const key = to === undefined ? path : `${path} ${to}`;
    // One that everybody gave up is about to end.
    while (this.#running.get(key)?.abort.signal.aborted) await this.#running.get(key).ended;
    const running = this.#running.get(key) ?? this.#start(key, path, to);
    const caller = { onProgress };
    running.callers.add(caller);
    if (running.total > 0) onProgress?.({ received: running.received, total: running.total });
    return new Promise((resolve, reject) => {
      const leave = () => {
        running.callers.delete(caller);
        if (running.callers.size === 0) running.abort.abort(signal?.reason);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      const settle = (end) => (value) => {
        signal?.removeEventListener("abort", leave);
        end(value);
      };
      running.result.then(settle(resolve), settle(reject));
    });
  }

  #start(key, path, to) {
    const sink = to === undefined ? (this.#kept.get(key) ?? new BlobSink()) : this.#fileSink?.(to);
    this.#kept.delete(key);
    const running = { callers: new Set(), abort: new AbortController(), received: 0, total: 0, result: null, ended: null };
    running.result = this.#run(running, path, sink).catch(async (error) => {
      await sink.stop();
      if (sink instanceof BlobSink && sink.size > 0) this.#keep(key, sink);
      throw error;
    });
    running.ended = running.result.then(() => {}, () => {}).then(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  #keep(key, sink) {
    this.#kept.set(key, sink);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > keptAtMost) this.#kept.delete(oldest);
  }

  async #run(running, path, sink) {
    const { signal } = running.abort;
    const ask = await this.#server.requests();
    const attempt = new Attempt(ask, path, sink, await this.#hash(), running, this.#hash);
    await attempt.begin();
    for (let failures = 0; ; ) {
      const before = attempt.received;
      try {
        await attempt.receive();
        return await attempt.finish();
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (!(error instanceof Interruption)) throw error;
        failures = attempt.received > before ? 1 : failures + 1;
        if (failures >= tries) throw error;
        await this.#rest(error.retryAfter || pauses[Math.min(failures, pauses.length) - 1], signal);
      }
    }
  }
}

/** The bytes of one download so far, and what the server said of the file. */
class Attempt {
  received = 0;

  #ask;
  #path;
  #sink;
  #hash;
  #running;
  #makeHash;
  /** The server's name for these bytes: the hash of a file in quotes. */
  #tag = "";
  /** The size; undefined while it is not known. */
  #total;
  #type = "";

  constructor(ask, path, sink, hash, running, makeHash) {
    [this.#ask, this.#path, this.#sink, this.#hash] = [ask, path, sink, hash];
    [this.#running, this.#makeHash] = [running, makeHash];
  }

  async begin() {
    this.received = await this.#sink.begin(this.#hash);
    if (this.#sink instanceof BlobSink) this.#tag = this.#sink.tag;
  }

  /** Takes bytes until the file is whole. Rejects with an Interruption if they end before. */
  async receive() {
    const { signal } = this.#running.abort;
    /** @type {Record<string, string>} */
    const headers = {};
    if (this.received > 0) headers.Range = `bytes=${this.received}-`;
    if (this.received > 0 && this.#tag) headers["If-Range"] = this.#tag;
    const response = await this.#ask(this.#path, { headers, signal });
    if (response.status === 416) return this.#behindTheEnd(response);
    // The whole file, though the rest was asked for: the bytes so far are of another one.
    if (response.status !== 206 && this.received > 0) await this.#startAnew();
    this.#read(response);
    this.#tell();
    const reader = response.body?.getReader();
    try {
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) await this.#take(piece.value);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof MartletError) throw error;
      throw new Interruption({ code: "unreachable", message: `the connection broke: ${error.message}` });
    } finally {
      reader?.cancel().catch(() => {});
    }
    if (this.#total !== undefined && this.received < this.#total) {
      throw new Interruption({ code: "unreachable", message: "the connection ended before the file did" });
    }
  }

  /** What an answer says of the file. It must not contradict the one before. */
  #read({ status, headers }) {
    const length = Number(headers.get("Content-Length") ?? NaN);
    let total = Number.isSafeInteger(length) ? length : undefined;
    if (status === 206) {
      const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get("Content-Range") ?? "")?.slice(1).map(Number);
      if (!range || range[0] !== this.received || range[1] >= range[2]) throw lie("other bytes than those asked for");
      [, , total] = range;
    }
    const tag = headers.get("ETag") ?? "";
    const isOther = (this.#total !== undefined && total !== this.#total) || (this.#tag !== "" && tag !== this.#tag);
    if (isOther && this.received > 0) throw lie("the rest of another file");
    [this.#total, this.#tag, this.#type] = [total, tag, headers.get("Content-Type") ?? ""];
    if (this.#sink instanceof BlobSink) this.#sink.tag = tag;
  }

  async #take(bytes) {
    this.#running.abort.signal.throwIfAborted();
    if (this.#total !== undefined && this.received + bytes.length > this.#total) throw lie("more bytes than the file has");
    await this.#sink.write(bytes);
    this.#hash.add(bytes);
    this.received += bytes.length;
    this.#tell();
  }

  /** An earlier attempt left all bytes, or more than the file has. */
  async #behindTheEnd({ headers }) {
    const total = Number(/^bytes \*\/(\d+)$/.exec(headers.get("Content-Range") ?? "")?.[1] ?? NaN);
    if (this.received === 0 || total > this.received) throw lie("no range of the file");
    if (total !== this.received) {
      await this.#startAnew();
      return this.receive();
    }
    const head = await this.#ask(this.#path, { method: "HEAD", signal: this.#running.abort.signal });
    [this.#total, this.#tag, this.#type] = [total, head.headers.get("ETag") ?? "", head.headers.get("Content-Type") ?? ""];
    this.#tell();
  }

  async #startAnew() {
    await this.#sink.clear();
    [this.received, this.#hash, this.#tag, this.#total] = [0, await this.#makeHash(), "", undefined];
  }

  /** Checks the bytes, and hands them over. */
  async finish() {
    // The tag of a variant is not the hash of its bytes.
    const [, wanted] = /^"([0-9a-f]{64})"$/.exec(this.#tag) ?? [];
    if (wanted && this.#hash.finish() !== wanted) {
      await this.#sink.clear();
      throw lie("bytes that are not those of the file; download it again");
    }
    return this.#sink.finish(this.#type);
  }

  #tell() {
    const [received, total] = [this.received, this.#total ?? 0];
    Object.assign(this.#running, { received, total });
    for (const { onProgress } of this.#running.callers) onProgress?.({ received, total });
  }
}

/** Bytes in a Blob, which browsers keep on the disk if it is large. */
class BlobSink {
  tag = "";
  #parts = [];
  /** Bytes that are no Blob yet. */
  #loose = [];
  #looseBytes = 0;

  get size() {
    return this.#parts.reduce((sum, { size }) => sum + size, this.#looseBytes);
  }

  async begin(hash) {
    this.#settle();
    for (const part of this.#parts) hash.add(new Uint8Array(await part.arrayBuffer()));
    return this.size;
  }

  async write(bytes) {
    this.#loose.push(bytes);
    this.#looseBytes += bytes.length;
    if (this.#looseBytes >= portion) this.#settle();
  }

  #settle() {
    if (this.#loose.length > 0) this.#parts.push(new Blob(this.#loose));
    [this.#loose, this.#looseBytes] = [[], 0];
  }

  async clear() {
    [this.#parts, this.#loose, this.#looseBytes, this.tag] = [[], [], 0, ""];
  }

  async stop() {
    this.#settle();
  }

  async finish(type) {
    this.#settle();
    return new Blob(this.#parts, { type });
  }
}

function lie(what) {
  return new MartletError({ code: "protocol_violation", message: `the server sent ${what}` });
}

/** @returns {Promise<void>} */
function pauseFor(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => (clearTimeout(timer), reject(signal.reason));
    const timer = setTimeout(() => (signal.removeEventListener("abort", stop), resolve(undefined)), milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
