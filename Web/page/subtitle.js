// The line below a conversation's title: who is typing, or else whether the other person is online, or how many members there are.

import { element, setText } from "./elements.js";
import { nameIn } from "./names.js";
import { memberCount, peerOf, presenceText } from "./words.js";

/** The line of one open conversation. */
export class Subtitle {
  #typing = new Map();
  /** What is said while nobody is typing. */
  #rest = "";
  /** The other user of a direct conversation, watched; null without one. */
  #watch = null;
  #isClosed = false;
  #id;

  /**
   * @param {import("../sdk/martlet.js").Client} client
   * @param {string} id  of the conversation
   */
  constructor(client, id) {
    this.#id = id;
    const peer = peerOf(id, client.user);
    if (peer) this.#follow((this.#watch = client.watchPresence([peer])));
  }

  close() {
    this.#watch?.close();
    setText(element("subtitle"), "");
    this.#isClosed = true;
  }

  async #follow(watch) {
    try {
      for await (const { state } of watch) this.#say(state.isCurrent ? presenceText(state.rows[0]) : "");
    } catch {
      // The app has no presence, or the user watches too many.
      this.#say("");
    }
  }

  #say(text) {
    this.#rest = text;
    this.show();
  }

  /** Takes in the number of a group's members. */
  setCount(count) {
    this.#say(count === 0 ? "" : memberCount(count));
  }

  /** Takes in that a user types a content of a type; "" for no longer. */
  setTyping(user, type) {
    if (type) this.#typing.set(user, type);
    else this.#typing.delete(user);
    this.show();
  }

  /** Shows the line anew, with the names that are known now. */
  show() {
    if (this.#isClosed) return;
    const users = [...this.#typing.keys()];
    const some = users.length === 1 ? `${nameIn(this.#id, users[0])} is typing …` : `${users.length} people are typing …`;
    setText(element("subtitle"), users.length === 0 ? this.#rest : some);
  }
}
