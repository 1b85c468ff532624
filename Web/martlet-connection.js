// The connection of Martlet's browser SDK: one WebSocket at a time, opened again until `end`, and the requests on
// it. `martlet.js` builds conversations on it.

import { MartletError, reconnectDelay } from "./martlet-forms.js";

const handshakeTimeout = 10_000;
// After a session of this length the reconnect delay starts over.
const livedLongEnough = 10_000;

/** Rejects the requests of a session whose connection was lost. */
export class ConnectionLost extends Error {}

/**
 * How long a request stays worth asking: while the client lives; while the server has the same copy of its data, for
 * requests that name positions; or on this connection only.
 */
export const Lasts = { client: "client", generation: "generation", session: "session" };

/**
 * Calls its owner: `owner.opened(welcome, isRestored)` for every session, `owner.pushed(push)` for pushes,
 * `owner.signalled(signal)`, and `owner.changed(state, details)`. `isRestored` says that the server's data was
 * restored from a backup since the last session. States: connecting, online, waiting (details.retryIn), ended
 * (details.error).
 */
export class Connection {
  state = "connecting";
  /** Milliseconds by which the server's clock is ahead of this computer's. */
  clockOffset = 0;

  #url;
  #token;
  #device;
  #owner;
  #socket = null;
  #attempt = 0;
  #timers = new Map();
  #heardAt = 0;
  #spokeAt = 0;
  #limits = {};
  // Why the server ends this session: its Closing, or else its answer to Hello.
  #closing = null;
  #refusal = null;
  #askedForFreshToken = false;
  // Names the copy of the server's data that the last session read; undefined before the first session.
  #generation;

  // Unsent requests in order, and unanswered requests by id.
  #queue = [];
  #unanswered = new Map();
  #made = 0;
  #lastID = 0;

  constructor(url, token, device, owner) {
    this.#url = new URL(url);
    if (this.#url.pathname === "/") this.#url.pathname = "/v1/connect";
    this.#token = token;
    this.#device = device;
    this.#owner = owner;
    globalThis.addEventListener?.("online", this.#networkIsBack);
    queueMicrotask(() => this.#open());
  }

  /**
   * Sends a request and resolves to its answer. Rejects with a MartletError if the server refuses it, or if it is
   * larger than the server accepts. An unanswered request is sent again on the next connection, unless `lasts` says
   * otherwise.
   */
  request(body, lasts = Lasts.client) {
    if (this.state === "ended") return Promise.reject(closed());
    if (lasts === Lasts.session && this.state !== "online") return Promise.reject(new ConnectionLost());
    return new Promise((resolve, reject) => {
      this.#queue.push({ body, lasts, resolve, reject, order: (this.#made += 1) });
      this.#pump();
    });
  }

  /** Closes the connection for good. Unanswered requests reject with `error`. */
  end(error = closed()) {
    if (this.state === "ended") return;
    this.#drop();
    globalThis.removeEventListener?.("online", this.#networkIsBack);
    this.#change("ended", { error });
    for (const request of this.#queue.splice(0)) request.reject(error);
  }

  /** Replaces the connection by a new one. */
  restart() {
    this.#lost(this.#socket);
  }

  async #open() {
    if (this.state === "ended") return;
    this.#change("connecting");
    this.#closing = this.#refusal = null;
    let token;
    try {
      token = typeof this.#token === "function" ? await this.#token() : this.#token;
    } catch (error) {
      return this.#lost(null, error);
    }
    if (this.state === "ended") return;
    const socket = new WebSocket(this.#url, "martlet.v1.json");
    this.#socket = socket;
    const hello = { versionMin: 1, versionMax: 1, token, device: this.#device };
    socket.onopen = () => this.#transmit(JSON.stringify({ id: 1, hello }));
    socket.onmessage = (message) => this.#receive(JSON.parse(message.data));
    socket.onclose = () => this.#lost(socket);
    this.#after("handshake", handshakeTimeout, () => this.#lost(socket));
  }

  #receive(packet) {
    this.#heardAt = Date.now();
    if (packet.welcome) return this.#welcomed(packet.welcome);
    if (packet.push) return this.#owner.pushed(packet.push);
    if (packet.signalled) return this.#owner.signalled(packet.signalled);
    if (packet.closing) return void (this.#closing = packet.closing);
    const request = this.#unanswered.get(packet.id);
    if (!request) return void (this.#refusal = packet.failure ?? this.#refusal);
    this.#unanswered.delete(packet.id);
    if (packet.failure?.retryAfterMs) this.#postpone(request, packet.failure.retryAfterMs);
    else if (packet.failure) request.reject(new MartletError(packet.failure));
    else request.resolve(packet);
    this.#pump();
  }

  #welcomed(welcome) {
    this.#stop("handshake");
    this.#limits = welcome.limits ?? {};
    this.clockOffset = Number(welcome.time ?? Date.now()) - Date.now();
    this.#askedForFreshToken = false;
    this.#lastID = 1;
    this.#after("lived", livedLongEnough, () => (this.#attempt = 0));
    this.#beat(this.#limits.heartbeatMs || 30_000);
    const isRestored = this.#isRestored(welcome.generation ?? "");
    this.#change("online");
    this.#owner.opened(welcome, isRestored);
    this.#pump();
  }

  /** Compares the server's data with the last session's. If it was restored, rejects requests that name positions. */
  #isRestored(generation) {
    const before = this.#generation ?? generation;
    this.#generation = generation;
    if (before === generation) return false;
    const message = "The server's data was restored from a backup; read the conversation again.";
    const outdated = this.#queue.filter((request) => request.lasts === Lasts.generation);
    this.#queue = this.#queue.filter((request) => request.lasts !== Lasts.generation);
    for (const request of outdated) request.reject(new MartletError({ name: "data_restored", message }));
    return true;
  }

  #beat(period) {
    this.#after("beat", period / 2, () => {
      const now = Date.now();
      if (now - this.#heardAt > 2 * period) return this.restart();
      if (now - this.#spokeAt >= period) this.request({ ping: {} }, Lasts.session).catch(() => {});
      this.#beat(period);
    });
  }

  /** Handles a lost connection. Ignores late events of any socket but the current one. */
  #lost(socket, tokenError) {
    if (socket !== this.#socket || this.state === "ended" || this.state === "waiting") return;
    this.#drop();
    const failure = this.#closing?.failure ?? this.#refusal;
    const error = tokenError ?? (failure && new MartletError(failure));
    if (failure?.name === "token_expired" && typeof this.#token === "function" && !this.#askedForFreshToken) {
      this.#askedForFreshToken = true;
      return void this.#open();
    }
    if (this.#closing ? !this.#closing.reconnect : failure && !failure.retryAfterMs) return this.end(error ?? closed());
    const retryIn = Math.max(reconnectDelay(this.#attempt), failure?.retryAfterMs ?? 0);
    this.#attempt += 1;
    this.#change("waiting", { retryIn, error });
    this.#after("retry", retryIn, () => this.#open());
  }

  /** Closes the socket. Requests that outlive the session wait for the next one; the others reject. */
  #drop() {
    for (const name of [...this.#timers.keys()]) this.#stop(name);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
    const left = [...this.#unanswered.values(), ...this.#queue].sort((one, other) => one.order - other.order);
    this.#unanswered.clear();
    this.#queue = left.filter((request) => request.lasts !== Lasts.session);
    for (const request of left) if (request.lasts === Lasts.session) request.reject(new ConnectionLost());
  }

  #networkIsBack = () => {
    if (this.state !== "waiting") return;
    this.#stop("retry");
    this.#open();
  };

  #pump() {
    if (this.state !== "online" || this.#timers.has("pause")) return;
    while (this.#queue.length > 0 && this.#unanswered.size < (this.#limits.requestsInFlight || 1)) {
      const request = this.#queue.shift();
      const packet = JSON.stringify({ id: this.#lastID + 1, ...request.body });
      const tooLarge = this.#tooLarge(packet);
      if (tooLarge) {
        request.reject(tooLarge);
        continue;
      }
      this.#lastID += 1;
      this.#unanswered.set(this.#lastID, request);
      this.#transmit(packet);
    }
  }

  /**
   * The error for a packet over the server's limit, else undefined. The server would close the connection for it, and
   * again after each retry.
   */
  #tooLarge(packet) {
    const limit = this.#limits.packetBytes || Infinity;
    const actual = new TextEncoder().encode(packet).length;
    if (actual <= limit) return undefined;
    const message = "The request is larger than the server accepts.";
    return new MartletError({ code: 1301, name: "content_too_large", message, limit, actual });
  }

  /** Sends a request again after the time the server named. All requests wait that long, to keep their order. */
  #postpone(request, milliseconds) {
    this.#queue.push(request);
    this.#queue.sort((one, other) => one.order - other.order);
    this.#after("pause", milliseconds, () => this.#pump());
  }

  #transmit(packet) {
    this.#spokeAt = Date.now();
    this.#socket.send(packet);
  }

  #change(state, details = {}) {
    this.state = state;
    this.#owner.changed(state, details);
  }

  #after(name, milliseconds, action) {
    this.#stop(name);
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      action();
    }, milliseconds);
    this.#timers.set(name, timer);
  }

  #stop(name) {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}

function closed() {
  return new MartletError({ name: "closed", message: "The client was closed." });
}
