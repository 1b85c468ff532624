// Blocking a person: who is blocked cannot write to the user.

import { button, confirm, element, replaceRows, setText, toast } from "./elements.js";
import { nameOf, rowOf } from "./names.js";
import { peerOf, problem } from "./words.js";

/** The most blocked users that the profile's dialog lists. */
const mostListed = 200;

/** The button in the header of a direct conversation, and the list in the user's own profile. */
export class Blocking {
  #client;
  /** The other user of the open direct conversation; "" without one. */
  #peer = "";
  #isBlocked = false;

  /** @param {import("../sdk/martlet.js").Client} client */
  constructor(client) {
    this.#client = client;
    element("block").onclick = () => this.#change();
    client.on("relation", (relation) => {
      if (relation.user === this.#peer) this.#show(relation);
    });
  }

  /** Takes in which conversation is open. */
  async open(id) {
    const peer = (this.#peer = peerOf(id, this.#client.user));
    element("block").hidden = true;
    if (!peer) return;
    const relation = await this.#client.relation(peer).catch(() => undefined);
    if (relation && this.#peer === peer) this.#show(relation);
  }

  #show({ blocked }) {
    this.#isBlocked = blocked;
    const control = element("block");
    setText(control, blocked ? "Unblock" : "Block");
    control.hidden = false;
  }

  async #change() {
    const [peer, name] = [this.#peer, nameOf(this.#peer)];
    if (!this.#isBlocked) {
      const text = `${name} can no longer write to you, and learns so when trying. You still see each other in groups.`;
      if (!(await confirm(`Block ${name}?`, text, "Block"))) return;
    }
    const isBlocked = this.#isBlocked;
    try {
      await this.#client[isBlocked ? "unblock" : "block"](peer);
      toast(`${name} ${isBlocked ? "can write to you again" : "is blocked"}.`);
    } catch (error) {
      toast(problem(error));
    }
  }

  /** Lists the blocked users in the profile's dialog. */
  async list() {
    const users = await this.#client.blocked({ limit: mostListed }).catch(() => []);
    element("blocked").hidden = users.length === 0;
    replaceRows(element("blocked-users"), users.map((user) => this.#row(user)));
  }

  #row(user) {
    const lift = () =>
      this.#client.unblock(user).then(() => this.list(), (error) => setText(element("profile-error"), problem(error)));
    return rowOf(user, button("link", "Unblock", lift, { ariaLabel: `Unblock ${user}` }));
  }
}
