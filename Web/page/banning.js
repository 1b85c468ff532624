// The users who are banned from a group.

import { button, confirm, element, make, replaceRows, toast } from "./elements.js";
import { nameOf, rowOf } from "./names.js";
import { ending } from "./words.js";

/** The part of the group's dialog that says who is banned; for its owner and admins. */
export class Bans {
  #chat = null;
  #run;

  /** @param {(event: ?Event, action: () => Promise<void>) => Promise<void>} run  carries out what the person asked for, and shows the group */
  constructor(run) {
    this.#run = run;
  }

  begin(chat) {
    this.#chat = chat;
    element("group-banned").replaceChildren();
  }

  /**
   * Shows the bans, if the user may.
   *
   * @param {Set<string>} operations  what the user may do
   */
  async show(operations) {
    const bans = operations.has("ban") ? await this.#chat.bans() : [];
    element("group-bans").hidden = bans.length === 0;
    replaceRows(element("group-banned"), bans.map((ban) => this.#row(ban)));
  }

  #row({ user, by, until: end, reason }) {
    const facts = `banned by ${nameOf(by)}${end === 0 ? "" : ending(end)}${reason ? `: ${reason}` : ""}`;
    return rowOf(
      user,
      make("span", "hint", facts, { dir: "auto" }),
      button("link", "Unban", () => this.#run(null, () => this.#chat.unban(user)), { ariaLabel: `Unban ${user}` }),
    );
  }

  /**
   * Asks whether to ban a member, and bans the member.
   *
   * @param {string} user
   * @param {{words: string, time: number}=} span  for how long, in milliseconds; without, until the ban is lifted
   */
  async ban(user, span) {
    const [chat, name] = [this.#chat, nameOf(user)];
    element("group").close();
    const end = span ? `for ${span.words}` : "until somebody lifts the ban";
    if (!(await confirm(`Ban ${name}?`, `${name} is removed from the group and cannot join it or be added ${end}.`, "Ban"))) return;
    await this.#run(null, () => chat.ban(user, span ? { until: Date.now() + span.time } : {}));
    toast(element("group-error").textContent || `${name} is banned.`);
  }
}
