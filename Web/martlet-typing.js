// Who is writing: what signals of type `typing` say, and when they are told and forgotten (docs/protocol.md).

// How long it is shown that somebody writes who was not heard of since, and how long one's own writing is not told again.
const shownFor = 6_000;
const toldFor = 4_000;

/** The content type that is written; null where the signal says that nothing is written any more. */
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
  // By conversation: the content type that was told, and until when it is not told again.
  #told = new Map();

  /** @param {function({conversation: string, user: string, type: ?string})} changed  is told when somebody begins or ends */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Somebody's signal. */
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

  /** Somebody writes no more: said so, sent it, or was not heard of for too long. */
  ended(conversation, user) {
    const key = `${conversation} ${user}`;
    const known = this.#writers.get(key);
    if (!known) return;
    clearTimeout(known.timer);
    this.#writers.delete(key);
    this.#changed({ conversation, user, type: null });
  }

  /** The content of the signal that tells of one's own writing, with `type` null of its end; undefined where none is due. */
  tells(conversation, type, now = Date.now()) {
    const known = this.#told.get(conversation);
    if (type === null) return this.#told.delete(conversation) ? '{"stopped":true}' : undefined;
    if (known?.type === type && known.until > now) return undefined;
    this.#told.set(conversation, { type, until: now + toldFor });
    return type === "text" ? "{}" : JSON.stringify({ type });
  }
}
