// Who is online: the dots at the pictures of users.

import { make, setText } from "./elements.js";

/** The most users whom one part of the page follows: as many as one request of the client names. */
const most = 200;

/** Follows which of some users are online. */
export class Online {
  #client;
  #tell;
  #users = "";
  #online = new Set();
  #watch = null;

  /**
   * @param {import("../sdk/martlet.js").Client} client
   * @param {() => void} tell  called when somebody came or went
   */
  constructor(client, tell) {
    [this.#client, this.#tell] = [client, tell];
  }

  /** Follows these users and no others; of too many, the first. */
  follow(users) {
    const wanted = [...new Set(users)].slice(0, most);
    const names = [...wanted].sort().join(" ");
    if (names === this.#users) return;
    const before = this.#watch;
    this.#users = names;
    this.#watch = wanted.length > 0 ? this.#client.watchPresence(wanted) : null;
    if (this.#watch) this.#read(this.#watch);
    // Whoever is in both is watched all the time.
    before?.close();
  }

  has(user) {
    return this.#online.has(user);
  }

  close() {
    this.follow([]);
    this.#online.clear();
  }

  async #read(watch) {
    try {
      for await (const { state } of watch) {
        if (watch !== this.#watch) return;
        const online = state.isCurrent ? state.rows.filter((row) => row.state === "online") : [];
        this.#online = new Set(online.map(({ user }) => user));
        this.#tell();
      }
    } catch {
      // The app has no presence, or the user watches too many.
    }
  }

  /** Shows at a picture whether a user is online, and says it for those who do not see it. */
  mark(picture, user) {
    const isOnline = this.has(user);
    picture.classList.toggle("online", isOnline);
    let words = picture.nextElementSibling;
    if (!words?.matches(".presence")) picture.after((words = make("span", "presence unseen")));
    setText(words, isOnline ? "online" : "");
  }
}
