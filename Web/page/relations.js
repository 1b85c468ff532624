// Who may write to the user: people who are blocked may not, and if the user wants it, only people who are allowed.

import { button, confirm, element, make, replaceRows, setText, toast } from "./elements.js";
import { nameOf, rowOf } from "./names.js";
import { peerOf, problem } from "./words.js";

/** The most users that each list of the profile's dialog has. */
const mostListed = 200;

/** The buttons in the header of a direct conversation, and the lists in the user's own profile. */
export class Relations {
  #client;
  /** The other user of the open direct conversation; "" without one. */
  #peer = "";
  #takesOnlyAllowed = false;
  /** The relation to the other user. */
  #relation = { blocked: false, allowed: false, friend: false, asked: false, asks: false };

  /** @param {import("../sdk/martlet.js").Client} client */
  constructor(client) {
    this.#client = client;
    element("block").onclick = () => this.#block();
    element("allow").onclick = () => this.#allow();
    element("befriend").onclick = () => this.#befriend();
    client.on("relation", (relation) => {
      if (relation.user === client.user) this.#takesOnlyAllowed = relation.onlyAllowed;
      if (relation.user === this.#peer) this.#relation = relation;
      if (relation.asks) toast(`${nameOf(relation.user)} wants to be your friend.`);
      if (element("profile").open) this.list();
      if ([client.user, this.#peer].includes(relation.user)) this.#show();
    });
  }

  /** Takes in which conversation is open. */
  async open(id) {
    const peer = (this.#peer = peerOf(id, this.#client.user));
    element("block").hidden = element("allow").hidden = element("befriend").hidden = true;
    if (!peer) return;
    const users = [peer, this.#client.user];
    const [relation, own] = await Promise.all(users.map((user) => this.#client.relation(user).catch(() => undefined)));
    if (!relation || this.#peer !== peer) return;
    [this.#relation, this.#takesOnlyAllowed] = [relation, own?.onlyAllowed ?? false];
    this.#show();
  }

  #show() {
    const [block, allow] = [element("block"), element("allow")];
    setText(block, this.#relation.blocked ? "Unblock" : "Block");
    setText(allow, this.#relation.allowed ? "Stop allowing" : "Allow");
    block.hidden = !this.#peer;
    const befriend = element("befriend");
    setText(befriend, friendWords(this.#relation));
    befriend.hidden = !this.#peer || this.#relation.blocked;
    allow.hidden = !this.#peer || !this.#takesOnlyAllowed || this.#relation.blocked || this.#relation.friend;
  }

  async #block() {
    const [peer, name, isBlocked] = [this.#peer, nameOf(this.#peer), this.#relation.blocked];
    if (!isBlocked) {
      const text = `${name} can no longer write to you, and learns so when trying. You still see each other in groups.`;
      if (!(await confirm(`Block ${name}?`, text, "Block"))) return;
    }
    const said = isBlocked ? `${name} is not blocked any more.` : `${name} is blocked.`;
    this.#try(this.#client[isBlocked ? "unblock" : "block"](peer), said);
  }

  async #befriend() {
    const [client, peer, name, relation] = [this.#client, this.#peer, nameOf(this.#peer), this.#relation];
    if (relation.asks) return this.#try(client.acceptFriend(peer), `You and ${name} are friends.`);
    if (relation.asked) return this.#try(client.removeFriend(peer), `${name} is asked no more.`);
    if (!relation.friend) return this.#try(client.requestFriend(peer), `${name} is asked.`);
    const text = `You are no friends any more, and ${name} sees that. Your conversation stays.`;
    if (await confirm(`Remove ${name}?`, text, "Remove")) this.#try(client.removeFriend(peer), `${name} is no friend any more.`);
  }

  #allow() {
    const [peer, name, isAllowed] = [this.#peer, nameOf(this.#peer), this.#relation.allowed];
    const said = isAllowed ? `${name} can no longer write to you.` : `${name} can write to you.`;
    this.#try(this.#client[isAllowed ? "disallow" : "allow"](peer), said);
  }

  #try(promise, said) {
    return promise.then(() => toast(said), (error) => toast(problem(error)));
  }

  // ---------------------------------------------------------------- in the profile

  /** Lists friends, requests, and the blocked and the allowed users in the profile's dialog. */
  async list() {
    await Promise.all([this.#listFriends(), this.#listWriters()]);
  }

  async #listFriends() {
    const [client, limit] = [this.#client, mostListed];
    const [asking, friends, asked] = await Promise.all([
      client.friendRequests({ limit }).catch(() => []), client.friends({ limit }).catch(() => []),
      client.askedFriends({ limit }).catch(() => []),
    ]);
    const end = (user) => client.removeFriend(user);
    this.#fill("friends", friends, "Remove", end);
    this.#fill("asked", asked.map(({ user }) => user), "Withdraw", end);
    element("asking").hidden = asking.length === 0;
    const rows = asking.map(({ user, text }) =>
      rowOf(
        user, this.#choice("Accept", user, () => client.acceptFriend(user)),
        this.#choice("Decline", user, () => client.declineFriend(user)),
        text && make("p", "words", text, { dir: "auto" })));
    replaceRows(element("asking-users"), rows);
  }

  async #listWriters() {
    const [client, limit] = [this.#client, mostListed];
    const [blocked, allowed] = await Promise.all(
      [client.blocked({ limit }), client.allowed({ limit })].map((users) => users.catch(() => [])));
    this.#fill("blocked", blocked, "Unblock", (user) => client.unblock(user));
    this.#fill("allowed", allowed, "Stop allowing", (user) => client.disallow(user));
  }

  #fill(place, users, words, lift) {
    element(place).hidden = users.length === 0;
    replaceRows(element(`${place}-users`), users.map((user) => rowOf(user, this.#choice(words, user, () => lift(user)))));
  }

  #choice(words, user, take) {
    const onclick = () => take().then(() => this.list(), (error) => setText(element("profile-error"), problem(error)));
    return button("link", words, onclick, { ariaLabel: `${words} ${user}` });
  }
}

/** The words on the button about a friendship. */
function friendWords({ friend, asked, asks }) {
  if (friend) return "Remove friend";
  return asks ? "Accept as friend" : asked ? "Withdraw request" : "Add friend";
}
