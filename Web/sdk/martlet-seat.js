// A tab's place among the tabs of an account. They choose a leader with a lock: its worker holds the local data and the
// connection. The others pass their tab's calls to it, so that many tabs are one device. When the leader's tab is closed or
// crashes, the lock goes to another worker, which opens the data and continues.

import { MemoryFiles } from "./martlet-files.js";
import { mayBeSent } from "./martlet-error.js";
import { newID } from "./martlet-id.js";
import { Terms, lockName } from "./martlet-terms.js";

/** Of what the tabs say to each other. Tabs of other versions cannot share a leader. */
const version = 1;
/** How often a call is asked of new leaders. A call that stops the core would stop each of them. */
const mostLeaders = 3;

/** Calls that a new leader may carry out again: they only read, have an id of their own, or come to the same. */
const repeatable = new Set([
  "connect", "disconnect", "reconnectNow", "networkChanged", "submit", "discard", "pauseUpload", "resumeUpload", "setTyping",
  "pending", "conversations",
  "conversationsById", "unreadTotal", "history", "historyAround", "historyOfTypes", "messages", "members", "permissions",
  "receipts", "receivedTimes", "readers", "annotators", "replies", "versions", "pinnedMessages", "search", "status", "wait",
  "markers", "followLogs", "log", "scheduled", "localMessages", "localFields", "unreadMentions", "firstUnread", "unreadCount",
  "recalledContent", "settings", "ownSettings", "quietHours", "notificationLevel", "tags", "pinnedConversations", "resolve",
  "summary", "describeGroup", "links", "bans", "applications", "announcements", "profiles", "findProfile", "findUsers",
  "findConversations", "setRelations", "related", "relationsOfKind", "relation", "presences",
  // These open the timeline or the list again.
  "nextOfTimeline", "nextOfList", "nextOfPresence", "closeView",
]);

/**
 * What a worker has around it.
 *
 * @typedef {object} WorkerSurroundings
 * @property {(message: object) => void} tell  tells the tab
 * @property {LockManager} [locks]
 * @property {(name: string) => BroadcastChannel} openChannel
 * @property {() => Promise<boolean>} keepsFiles
 * @property {(directory: string) => Promise<import("./martlet-files.js").Files>} openFiles
 * @property {(address: string) => Promise<any>} prepare  gets ready what `load` needs of the server
 * @property {(address: string, surroundings: object) => Promise<any>} load  makes a client core
 * @property {(directory: ?string, around: {server: string, token: () => Promise<string>, module: string}) =>
 *   import("./martlet-uploads.js").UploadSurroundings} [uploads]  without a directory, no file is copied
 */

/** One tab's worker. */
export class Seat {
  #id = newID();
  #around;
  #settings = null;
  #channel = null;
  #terms = null;
  /** The core and who asks what of it, if this worker leads. */
  #lead = null;
  /** What the leader tells: its id and its term, the user, the device, and whether anything is kept. */
  #opened = null;
  /** What was told before anybody led. */
  #early = [];
  #state = { name: "offline" };
  /** The tab's calls without an answer, by id: the operation, and the leaders that were asked. */
  #unanswered = new Map();
  #wantsConnection = false;
  #tokens = [];
  #isClosed = false;

  /** @param {WorkerSurroundings} around */
  constructor(around) {
    this.#around = around;
  }

  /** Takes a message of the tab. */
  fromTab(message) {
    if (message.open) this.#open(message.open).catch((error) => this.#failed(error));
    else if (message.call) this.#ask(message.call.id, message.call.operation);
    else if (message.cancel) this.#cancel(message.cancel);
    else if (message.token) this.#tokens.shift()?.(message.token.value);
    else if (message.close) this.#close();
  }

  async #open(settings) {
    this.#settings = settings;
    const { locks, openChannel, keepsFiles, openFiles, prepare } = this.#around;
    const { directory, module } = settings;
    // Whoever leads later may not reach the server then. If this fails, leading tries again, and says why it cannot.
    prepare(module).catch(() => {});
    if (directory === undefined || !locks || !(await keepsFiles())) return this.#begin(new MemoryFiles(), "");
    const name = lockName(directory);
    this.#terms = new Terms(locks, name, this.#id);
    // The others see by a lock that this worker lives, so it is taken before they hear of it.
    await this.#terms.sit();
    if (this.#isClosed) return;
    this.#channel = openChannel(name);
    this.#channel.onmessage = ({ data }) => this.#fromOthers(data);
    this.#channel.postMessage({ ask: this.#id });
    this.#terms.stand(
      async () => this.#begin(await openFiles(directory), "martlet.sqlite"),
      (error) => this.#failed(error),
    );
  }

  /** The tab's client cannot go on. */
  #failed(error) {
    if (!this.#isClosed) this.#around.tell({ failed: plain(error) });
  }

  #close() {
    this.#isClosed = true;
    const lead = this.#lead;
    // Calls of other tabs that the closing core gives up are for the next leader.
    this.#lead = null;
    lead?.core.close();
    this.#channel?.close();
    this.#channel = null;
    this.#terms?.leave();
    this.#around.tell({ closed: true });
  }

  // ---------------------------------------------------------------- leading

  async #begin(files, path) {
    const { server, module, opening, directory } = this.#settings;
    const token = () => this.#token();
    const lead = { core: null, asked: new Map(), tabs: new Map() };
    let core;
    try {
      core = await this.#around.load(module, {
        files,
        server,
        token,
        uploads: this.#around.uploads?.(path === "" ? null : directory, { server, token, module }),
        event: (event) => this.#tellAll({ event }),
        state: (state) => this.#tellAll({ state }),
        stopped: (error) => this.#stopped(lead, error),
      });
    } catch (error) {
      files.close();
      throw error;
    }
    let opened;
    try {
      opened = await core.open({ ...opening, path });
    } catch (error) {
      core.close();
      throw error;
    }
    if (this.#isClosed) return core.close();
    lead.core = core;
    this.#lead = lead;
    const place = { leader: this.#id, term: newID(), isPersistent: path !== "", version };
    this.#tellAll({ opened: { ...opened, ...place } });
  }

  /** The core trapped. Everything that it told is stored; the next leader, or this one, opens the data again. */
  #stopped(lead, error) {
    console.error(error.message);
    if (this.#lead === lead) this.#lead = null;
    if (!this.#terms?.end()) this.#failed(error);
  }

  /** Gets a token from the tab, which lives as long as its worker. */
  #token() {
    return new Promise((resolve) => {
      this.#tokens.push(resolve);
      this.#around.tell({ wantToken: true });
    });
  }

  #tellAll(message) {
    this.#channel?.postMessage(message);
    this.#hear(message);
  }

  /**
   * Carries out a call of a tab.
   *
   * @returns {Promise<object|null>}  its answer; null if this worker leads no more, and the next leader is asked
   */
  async #carryOut(from, id, operation) {
    const lead = this.#lead;
    if (!lead) return null;
    const { core, asked } = lead;
    const tab = this.#tab(lead, from);
    if (operation.connect) tab.wantsConnection = true;
    if (operation.disconnect) {
      tab.wantsConnection = false;
      if (isConnectionWanted(lead)) return { result: { done: {} } };
    }
    const view =
      operation.nextOfTimeline ?? operation.moveTimeline?.timeline ?? operation.nextOfList ?? operation.extendList
      ?? operation.nextOfPresence;
    if (view) tab.views.add(view.name);
    if (operation.closeView) tab.views.delete(operation.closeView.name);
    const abort = new AbortController();
    const key = `${from} ${id}`;
    asked.set(key, abort);
    let answer;
    try {
      answer = { result: await core.call(operation, abort.signal) };
    } catch (error) {
      answer = { failure: plain(error) };
    }
    asked.delete(key);
    return this.#lead === lead ? answer : null;
  }

  /** What the leader knows of a tab: whether it wants the connection, and its timelines and lists. */
  #tab(lead, from) {
    const known = lead.tabs.get(from);
    if (known) return known;
    const tab = { wantsConnection: false, views: new Set() };
    lead.tabs.set(from, tab);
    if (from !== this.#id) this.#terms?.whenGone(from, () => this.#gone(lead, from));
    return tab;
  }

  /** A tab was closed: nobody reads its views. Without it and its like, the connection is closed. */
  #gone(lead, from) {
    const tab = lead.tabs.get(from);
    lead.tabs.delete(from);
    if (!tab || this.#lead !== lead) return;
    for (const name of tab.views) lead.core.call({ closeView: { name } }).catch(() => {});
    if (tab.wantsConnection && !isConnectionWanted(lead)) lead.core.call({ disconnect: {} }).catch(() => {});
  }

  // ---------------------------------------------------------------- the tab's calls

  #ask(id, operation) {
    if (operation.connect) this.#wantsConnection = true;
    if (operation.disconnect) this.#wantsConnection = false;
    const call = { operation, leaders: 0 };
    this.#unanswered.set(id, call);
    if (this.#opened) this.#pass(id, call);
    // Otherwise it waits until somebody leads.
  }

  async #pass(id, call) {
    call.leaders += 1;
    const { operation } = call;
    if (!this.#leads) return this.#channel?.postMessage({ to: this.#opened.leader, from: this.#id, id, operation });
    const answer = await this.#carryOut(this.#id, id, operation);
    if (answer) this.#answer(id, answer);
  }

  get #leads() {
    return this.#lead !== null && this.#opened?.leader === this.#id;
  }

  #answer(id, answer) {
    if (this.#unanswered.delete(id)) this.#around.tell({ answer: { id, ...answer } });
  }

  #cancel(id) {
    if (!this.#unanswered.delete(id) || !this.#opened) return;
    if (this.#leads) this.#lead.asked.get(`${this.#id} ${id}`)?.abort();
    else this.#channel?.postMessage({ to: this.#opened.leader, from: this.#id, id, cancel: true });
  }

  // ---------------------------------------------------------------- the other tabs

  #fromOthers(message) {
    if (message.to !== undefined && message.to !== this.#id) return;
    if (message.ask) {
      if (this.#lead) this.#welcome(message.ask);
    } else if (message.operation) {
      this.#serve(message);
    } else if (message.cancel) {
      this.#lead?.asked.get(`${message.from} ${message.id}`)?.abort();
    } else if (message.answer) {
      this.#answer(message.answer.id, message.answer);
    } else {
      this.#hear(message);
    }
  }

  #welcome(to) {
    this.#channel.postMessage({ to, opened: this.#opened });
    this.#channel.postMessage({ to, state: this.#state });
  }

  async #serve({ from, id, operation }) {
    const answer = await this.#carryOut(from, id, operation);
    if (answer) this.#channel?.postMessage({ to: from, answer: { id, ...answer } });
  }

  #hear(message) {
    if (message.opened) return this.#led(message.opened);
    if (message.state) this.#state = message.state;
    if (this.#opened) this.#around.tell(message);
    else this.#early.push(message);
  }

  /** Somebody leads: at the start, or after the last leader. */
  #led(opened) {
    if (opened.version !== version) {
      const message = "another tab of this app runs another version; reload all tabs";
      return this.#failed({ code: "not_supported_here", message });
    }
    if (opened.term === this.#opened?.term) return;
    const isFirst = this.#opened === null;
    this.#opened = opened;
    this.#around.tell({ opened });
    for (const early of this.#early.splice(0)) this.#around.tell(early);
    if (!isFirst) {
      // The last leader may have stored changes that it told nobody.
      this.#around.tell({ event: { missed: {} } });
      if (this.#wantsConnection) this.#ask(-1, { connect: {} });
      else this.#hear({ state: { name: "offline" } });
    }
    for (const [id, call] of [...this.#unanswered]) {
      const [kind] = Object.keys(call.operation);
      if (id < 0) continue;
      if (call.leaders === 0 || (repeatable.has(kind) && call.leaders < mostLeaders)) this.#pass(id, call);
      else this.#answer(id, mayBeSent(call.operation) ? { result: {} } : { failure: lostCall });
    }
  }
}

function isConnectionWanted(lead) {
  return [...lead.tabs.values()].some((tab) => tab.wantsConnection);
}

/** The answer to a call whose outcome nobody will tell. */
const lostCall = {
  code: "not_connected",
  message: "the tab that made the request was closed; whether it was carried out is unknown",
};

/** An error in a form that can be sent to another tab. */
function plain(error) {
  const { code, message, field, limit, actual, retryAfter, until } = error;
  // Errors of the browser have numbers for codes.
  if (typeof code !== "string") return { code: "local_storage_failed", message };
  return { code, message, field, limit, actual, retryAfter, until };
}
