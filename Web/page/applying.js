// Requests to join a group: those that its owner and admins answer, and those that the user has made.

import { button, element, make, replaceRows, setText, toast } from "./elements.js";
import { nameOf, rowOf } from "./names.js";
import { problem, requestCount, until } from "./words.js";

/** The requests to join the open group: a count in its header, and a list in its dialog; for its owner and admins. */
export class Applications {
  #chat = null;
  #mayAdmit = false;
  #run;

  /** @param {(event: ?Event, action: () => Promise<void>) => Promise<void>} run  carries out what the person asked for, and shows the group */
  constructor(run) {
    this.#run = run;
    element("group-applications").onchange = ({ target }) => run(null, () => this.#chat.setTakesApplications(target.checked));
  }

  /**
   * Takes in which conversation is open, and what the user may do there.
   *
   * @param {?import("../sdk/martlet-chat.js").Chat} chat
   * @param {Set<string>} operations
   */
  async show(chat, operations) {
    this.#chat = chat;
    this.#mayAdmit = operations.has("admit");
    await this.refresh();
  }

  /** Asks the server again who waits. */
  async refresh() {
    const chat = this.#chat;
    const waiting = this.#mayAdmit ? await chat.applications() : [];
    if (chat !== this.#chat) return;
    const [count, isNone] = [element("about-count"), waiting.length === 0];
    count.hidden = element("group-applied").hidden = isNone;
    setText(count, String(waiting.length));
    element("about").ariaLabel = isNone ? null : `Group, ${requestCount(waiting.length)}`;
    setText(element("group-applied-heading"), isNone ? "" : requestCount(waiting.length));
    const rows = waiting.map((one) => this.#row(one));
    replaceRows(element("group-applicants"), rows, rows[0]?.querySelector("button") ?? element("group-users"));
  }

  #row({ user, text, until: end }) {
    const does = (word, label, action) => button("link", word, () => this.#run(null, action), { ariaLabel: label });
    const row = rowOf(
      user,
      does("Accept", `Accept ${user}`, () => this.#chat.accept(user)),
      does("Refuse", `Refuse ${user}`, () => this.#chat.refuse(user)),
    );
    if (text) row.append(make("p", "words", text, { dir: "auto" }));
    row.title = `Waits until ${until(end)}`;
    return row;
  }
}

/** The setting in which the page remembers where the user has asked to join: by group, its title and when the request ends. */
const setting = "page.applications";

/** The groups that the user has asked to join, above the list of conversations. */
export class OwnApplications {
  #client;
  /** @type {Record<string, {title: string, until: number}>} */
  #asked = {};

  /** @param {import("../sdk/martlet.js").Client} client */
  constructor(client) {
    this.#client = client;
    client.on("application", (change) => this.#changed(change));
    client.on("setting", ({ conversation = "", key }) => conversation === "" && key === setting && this.#read());
    client.on("conversation", ({ id }) => id in this.#asked && this.#forget(id));
    client.on("caughtUp", () => this.#check());
    this.#read();
  }

  /** Leaves nothing on the page. */
  close() {
    this.#asked = {};
    this.#show();
  }

  async #changed({ conversation, state, by, reason }) {
    if (state === "pending") return this.#look(conversation);
    const title = this.#asked[conversation]?.title || conversation;
    await this.#forget(conversation);
    if (state === "refused") toast(`${by ? nameOf(by) : "Somebody"} refused your request to join ${title}${reason ? `: ${reason}` : "."}`);
  }

  async #read() {
    const settings = await this.#client.settings().catch(() => null);
    if (!settings) return;
    // Any program of the user's may have written something else there.
    this.#asked = Object.fromEntries(Object.entries(settings[setting] ?? {}).filter(([, known]) => typeof known?.until === "number"));
    this.#show();
  }

  /** Looks at all of the groups again: a request may have ended. */
  async #check() {
    await this.#read();
    for (const group of Object.keys(this.#asked)) await this.#look(group);
  }

  /** Asks the server for the user's request to join a group. */
  async #look(group) {
    try {
      const { title, appliedUntil, member } = await this.#client.describe({ group });
      if (member || appliedUntil === 0) return await this.#forget(group);
      if (this.#asked[group]?.until === appliedUntil) return;
      await this.#keep({ ...this.#asked, [group]: { title, until: appliedUntil } });
    } catch (error) {
      // A group that takes no more requests looks as if it did not exist, and keeps those that wait until they end.
      const isOver = error.code === "banned" || (error.code === "conversation_unknown" && this.#asked[group]?.until < Date.now());
      if (isOver) await this.#forget(group);
    }
  }

  async #forget(group) {
    const { [group]: known, ...rest } = this.#asked;
    if (known) await this.#keep(rest);
  }

  async #keep(asked) {
    this.#asked = asked;
    this.#show();
    await this.#client.setSettings({ [setting]: Object.keys(asked).length > 0 ? asked : null }).catch(() => {});
  }

  #show() {
    const groups = Object.entries(this.#asked);
    element("applied").hidden = groups.length === 0;
    element("applied-groups").replaceChildren(...groups.map(([group, known]) => this.#row(group, known)));
  }

  #row(group, { title, until: end }) {
    const row = make("li");
    const withdraw = () =>
      this.#client.withdrawApplication({ group }).then(
        () => (this.#forget(group), element("conversations").focus({ preventScroll: true })),
        (error) => toast(problem(error)),
      );
    const names = make("span", "title", title || group, { dir: "auto", title: group });
    row.append(
      names,
      button("link", "Withdraw", withdraw, { ariaLabel: `Withdraw the request to join ${title || group}` }),
      make("span", "hint", `Waits until ${until(end)}`),
    );
    return row;
  }
}
