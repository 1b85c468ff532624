// The connection of Martlet's browser SDK: one WebSocket at a time, kept up until it is ended, and the
// requests on it. It knows nothing of conversations; `martlet.js` does.

import { MartletError, reconnectDelay } from "./martlet-forms.js";

const handshakeTimeout = 10_000;
// A session that lasted this long was a good one: the next loss is answered at once again.
const livedLongEnough = 10_000;

/** The connection a request belonged to is gone; the next session starts over. */
export class ConnectionLost extends Error {}

/**
 * Calls its owner: `owner.opened(welcome)` for every session, `owner.pushed(push)` for what the server sends
 * unasked, `owner.changed(state, details)`. States: connecting, online, waiting (details.retryIn), ended (details.error).
 */
export class Connection {
  state = "connecting";
  /** How far the server's clock is ahead of this one, in milliseconds. */
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
  // Why the server ends this session, in the order of authority: its Closing, its answer to Hello.
  #closing = null;
  #refusal = null;
  #askedForFreshToken = false;

  // Requests not sent yet, in the order they were made, and those unanswered by their id.
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
   * Asks the server; rejects with a MartletError where it refuses, and unasked where the request is larger than
   * it takes. A request outlives the connection: without an answer it is asked again on the next one. With
   * `ofSession` it ends with the connection instead.
   */
  request(body, ofSession = false) {
    if (this.state === "ended") return Promise.reject(closed());
    if (ofSession && this.state !== "online") return Promise.reject(new ConnectionLost());
    return new Promise((resolve, reject) => {
      this.#queue.push({ body, ofSession, resolve, reject, order: (this.#made += 1) });
      this.#pump();
    });
  }

  /** Gives up for good; unanswered requests reject with `error`. */
  end(error = closed()) {
    if (this.state === "ended") return;
    this.#drop();
    globalThis.removeEventListener?.("online", this.#networkIsBack);
    this.#change("ended", { error });
    for (const request of this.#queue.splice(0)) request.reject(error);
  }

  /** Starts over on a new connection. */
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
    this.#change("online");
    this.#owner.opened(welcome);
    this.#pump();
  }

  #beat(period) {
    this.#after("beat", period / 2, () => {
      const now = Date.now();
      if (now - this.#heardAt > 2 * period) return this.restart();
      if (now - this.#spokeAt >= period) this.request({ ping: {} }, true).catch(() => {});
      this.#beat(period);
    });
  }

  /** A connection is gone; `socket` says which, so that the last words of an older one change nothing. */
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

  /** Forgets the socket. Requests that outlive it wait for the next one. */
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
    this.#queue = left.filter((request) => !request.ofSession);
    for (const request of left) if (request.ofSession) request.reject(new ConnectionLost());
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

  /** What is wrong with a packet that the server would close the connection for, each time anew; else undefined. */
  #tooLarge(packet) {
    const limit = this.#limits.packetBytes || Infinity;
    const actual = new TextEncoder().encode(packet).length;
    if (actual <= limit) return undefined;
    const message = "the request is larger than a packet may be";
    return new MartletError({ code: 1301, name: "content_too_large", message, limit, actual });
  }

  /** The server named a time to ask again after. Until then everything waits, so that the order stays. */
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
  return new MartletError({ name: "closed", message: "the client was closed" });
}
