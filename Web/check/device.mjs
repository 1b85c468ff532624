// A device of `martlet check` on the JavaScript SDK, in Node or in a page: it acts at random, and records what it asks for and
// what it is shown. The surroundings write the records and get tokens.

/** The longest wait for the outcome of a request, in milliseconds. */
const patience = 20_000;
/** Requests that may wait for their outcomes at the same time. */
const mostActs = 8;

/** Failures of the client itself, which the evidence explains. */
const surprising = new Set(["internal", "local_storage_failed", "local_storage_full", "unreachable"]);

/** Numbers from a seed (xorshift, 32 bits). */
export function randomNumbers(seed) {
  let state = Number(BigInt.asUintN(32, BigInt(seed))) || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return { below: (count) => Math.floor(next() * count), of: (some) => some[Math.floor(next() * some.length)] };
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One device. */
export class Device {
  #plan;
  #device;
  #around;
  #random;
  #client;
  #seen = [];
  #said = [];
  #count = 0;
  #stopped = false;

  /**
   * @param {{server: string, users: string[], groups: string[]}} plan
   * @param {{name: string, user: string, directory: string, seed: string}} device
   * @param {{open: Function, token: (user: string) => Promise<string>, record: (fields: object) => Promise<void>,
   *   call: () => string, class: string}} around  `record` resolves once the record is written; `call` numbers requests
   */
  constructor(plan, device, around) {
    this.#plan = plan;
    this.#device = device;
    this.#around = around;
    this.#random = randomNumbers(device.seed);
  }

  /** Lives until `stop`, or until the process is killed. */
  async live() {
    const { user, directory } = this.#device;
    const token = () => this.#around.token(user);
    this.#client = await this.#around.open({ server: this.#plan.server, token, directory, device: { class: this.#around.class } });
    this.#watch();
    // A user whose token was revoked gets another one.
    this.#client.on("state", async ({ name }) => {
      if (name !== "ended" || this.#stopped) return;
      await pause(200);
      this.#client.connect().catch(() => {});
    });
    await this.#client.connect();
    const acts = new Set();
    while (!this.#stopped) {
      if (acts.size >= mostActs) await Promise.race(acts);
      const act = this.#act().catch(() => {}).finally(() => acts.delete(act));
      acts.add(act);
      await pause(20 + this.#random.below(100));
    }
  }

  /** Ends the life; the local data is closed then. */
  stop() {
    this.#stopped = true;
    this.#client?.close();
  }

  /** Records the events of the core as they are, contents as texts. */
  #watch() {
    const told = this.#client.published.bind(this.#client);
    this.#client.published = (event) => {
      if (event.message) this.#shown(event.message);
      // The following events may repeat earlier ones.
      if (event.missed) this.#record({ event: "restarted", how: "missed events" });
      if (event.localDataReset) this.#record({ event: "restarted", how: "local data reset" });
      told(event);
    };
  }

  #shown(message) {
    this.#record({ event: "shown", message: JSON.stringify(message) });
    if (!message.type) return;
    const one = { conversation: message.conversation, position: message.position };
    this.#remember(one, this.#seen);
    if (message.sender === this.#device.user) this.#remember(one, this.#said);
  }

  #remember(one, some) {
    if (some.length < 64) some.push(one);
    else some[this.#random.below(64)] = one;
  }

  #record(fields) {
    return this.#around.record({ device: this.#device.name, user: this.#device.user, ...fields });
  }

  async #act() {
    const number = this.#random.below(100);
    const [one, own] = [this.#random.of(this.#seen), this.#random.of(this.#said)];
    if (number < 52) return this.#say();
    if (number < 65 && !own) return undefined;
    if (number < 78 && !one) return undefined;
    if (number < 60) {
      const text = this.#text("edited");
      const action = { edit: { position: own.position, type: "text", content: JSON.stringify({ text }) } };
      return this.#end(own.conversation, action, {}, (chat, options) => chat.edit(own, text, options));
    }
    if (number < 65) {
      return this.#end(own.conversation, { recall: { position: own.position } }, {}, (chat, options) => chat.recall(own, options));
    }
    if (number < 75) return this.#react(one);
    if (number < 78) {
      const chat = this.#client.chat(one.conversation);
      return this.#note({ event: "hide", conversation: one.conversation, position: String(one.position) },
        () => chat.hide({ messages: [one] }));
    }
    return this.#markRead();
  }

  /** Sends a message, which now and then mentions some or is for some only. */
  async #say() {
    const { user } = this.#device;
    const peer = this.#random.of(this.#plan.users.filter((other) => other !== user));
    const to = this.#random.below(2) === 0 ? this.#random.of(this.#plan.groups) : `direct:${peer}`;
    const conversation = to.startsWith("group:") ? to : `direct:${[user, peer].sort().join(":")}`;
    const some = this.#plan.users.filter(() => this.#random.below(3) === 0);
    const details = {};
    const number = this.#random.below(10);
    if (number === 0 && some.length > 0) details.mentions = some;
    if (number === 1 && to.startsWith("group:")) details.directedTo = some;
    const text = this.#text("sent");
    const action = { send: { type: "text", content: JSON.stringify({ text }) } };
    return this.#end(conversation, action, details, (_, options) => this.#client.chat(to).send(text, { ...details, ...options }));
  }

  /** Reacts to something, or pins it. */
  #react(one) {
    const key = this.#random.of(["ok", "no"]);
    const position = one.position;
    const number = this.#random.below(10);
    if (number === 0) {
      return this.#end(one.conversation, { annotate: { position, pin: { on: true } } }, {}, (chat, options) =>
        chat.pinMessage(one, options));
    }
    if (number < 4) {
      return this.#end(one.conversation, { annotate: { position, reactions: { removed: [key] } } }, {}, (chat, options) =>
        chat.unreact(one, key, options));
    }
    return this.#end(one.conversation, { annotate: { position, reactions: { added: [key] } } }, {}, (chat, options) =>
      chat.react(one, key, options));
  }

  async #markRead() {
    const one = this.#random.of(await this.#client.conversations());
    if (!one?.head) return;
    const chat = this.#client.chat(one.id);
    await this.#note({ event: "mark", conversation: one.id, position: String(one.head) }, () => chat.markRead(one.head));
  }

  #text(what) {
    this.#count += 1;
    return `${what} by ${this.#device.name} ${this.#count} ${this.#random.below(2 ** 31)}`;
  }

  /** Makes a request and records how it ends. */
  async #end(conversation, action, details, perform) {
    const id = await this.#client.newId();
    const call = this.#around.call();
    await this.#record({ event: "invoke", call, submit: JSON.stringify({ to: conversation, action, details, id }) });
    let outcome = { event: "unknown" };
    try {
      const options = { id, signal: AbortSignal.timeout(patience) };
      const { sent, unchanged } = await perform(this.#client.chat(conversation), options);
      if (sent || unchanged) outcome = { event: "ok", seq: String(sent?.position ?? 0) };
    } catch (error) {
      if (surprising.has(error.code)) console.error(`${this.#device.name}: ${error.code}: ${error.message}`);
      // Without a code, the wait was given up.
      if (error.code && error.name !== "TimeoutError" && error.code !== "closed") outcome = { event: "refused", name: error.code };
    }
    await this.#record({ ...outcome, call });
  }

  /** Performs an operation that applies on this device at once; when the server learns of it is not known. */
  async #note(operation, perform) {
    const call = this.#around.call();
    await this.#record({ ...operation, call });
    await perform().catch(() => {});
    await this.#record({ event: "unknown", call });
  }
}
