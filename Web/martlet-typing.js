// Who is writing: reads and makes signals of type `typing` (docs/protocol.md).

// How long a member's signal is shown, and how long the user's own is not repeated; in milliseconds.
const shownFor = 6_000;
const toldFor = 4_000;

/** The content type being written; null if the signal says that the member stopped. */
function written(content) {
  let said;
  try {
    said = JSON.parse(content);
  } catch {
    said = {};
  }
  if (said?.stopped === true) return null;
  return /^[a-z0-9._-]{1,64}$/.test(said?.type) ? said.type : "text";
}

export class Typing {
  #changed;
  // By conversation and user: the content type, and the timer that ends it.
  #writers = new Map();
  // By conversation: the content type last told, and when it may be told again.
  #told = new Map();

  /** @param {function({conversation: string, user: string, type: ?string})} changed  called when a member starts or stops */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Takes in a member's signal. */
  heard({ conversation, sender, content }) {
    const type = written(content);
    if (type === null) return this.ended(conversation, sender);
    const key = `${conversation} ${sender}`;
    const known = this.#writers.get(key);
    clearTimeout(known?.timer);
    const timer = setTimeout(() => this.ended(conversation, sender), shownFor);
    this.#writers.set(key, { type, timer });
    if (known?.type !== type) this.#changed({ conversation, user: sender, type });
  }

  /** A member stopped writing: by a signal, by sending the message, or by silence. */
  ended(conversation, user) {
    const key = `${conversation} ${user}`;
    const known = this.#writers.get(key);
    if (!known) return;
    clearTimeout(known.timer);
    this.#writers.delete(key);
    this.#changed({ conversation, user, type: null });
  }

  /** The content of the user's own signal, undefined if none is due. A null `type` means that the user stopped. */
  tells(conversation, type, now = Date.now()) {
    const known = this.#told.get(conversation);
    if (type === null) return this.#told.delete(conversation) ? '{"stopped":true}' : undefined;
    if (known?.type === type && known.until > now) return undefined;
    this.#told.set(conversation, { type, until: now + toldFor });
    return type === "text" ? "{}" : JSON.stringify({ type });
  }
}
