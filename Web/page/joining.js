// Ways into a group: its links, and the question whether to join.

import { ask, button, confirm, element, make, replaceRows, setText, toast } from "./elements.js";
import { memberCount, problem, until } from "./words.js";

/** The part of the group's dialog that says who may join; for its owner and admins. */
export class Admission {
  #chat = null;
  #run;

  /** @param {(event: ?Event, action: () => Promise<void>) => Promise<void>} run  carries out what the person asked for, and shows the group */
  constructor(run) {
    this.#run = run;
    element("group-open").onchange = () => run(null, () => this.#chat.setOpen(element("group-open").checked));
    element("group-history").onchange = ({ target }) => target.value && run(null, () => this.#chat.setHistory(Number(target.value)));
    element("group-link").onsubmit = (event) => run(event, () => this.#make());
    element("group-dismiss").onclick = () => this.#dismiss();
  }

  begin(chat) {
    this.#chat = chat;
    element("group-links").replaceChildren();
  }

  /**
   * Shows the links, if the user may.
   *
   * @param {Set<string>} operations  what the user may do
   */
  async show(operations) {
    element("group-ways").hidden = !operations.has("admit");
    element("group-dismiss").hidden = !operations.has("dismiss");
    if (!operations.has("admit")) return;
    const links = await this.#chat.links();
    replaceRows(element("group-links"), links.map((link) => this.#row(link)), element("group-history"));
  }

  #row(link) {
    const row = make("li");
    const used = link.uses > 0 ? `let in ${link.used} of ${link.uses}` : `let in ${link.used}`;
    const end = link.until > 0 ? `, until ${until(link.until)}` : "";
    const isOver = (link.until > 0 && link.until <= Date.now()) || (link.uses > 0 && link.used >= link.uses);
    const facts = isOver ? `no longer lets anybody in (${used}${end})` : used + end;
    const address = addressOf(link);
    row.append(
      make("input", "", "", { value: address, readOnly: true, ariaLabel: `Link of ${link.by}`, onfocus: ({ target }) => target.select() }),
      button("link", "Copy", ({ target }) => copy(address, target), { ariaLabel: `Copy the link of ${link.by}` }),
      button("link", "Revoke", () => this.#run(null, () => this.#chat.revokeLinks(link.id)), { ariaLabel: `Revoke the link of ${link.by}` }),
      make("span", "hint", facts),
    );
    return row;
  }

  async #make() {
    const [time, uses] = [Number(element("group-link-time").value), Number(element("group-link-uses").value)];
    await this.#chat.makeLink({ until: time > 0 ? Date.now() + time : 0, uses });
  }

  async #dismiss() {
    const chat = this.#chat;
    element("group").close();
    const text = "Nobody can write in it or join it any more, you included. Its members can still read it. This cannot be undone.";
    if (!(await confirm("Dismiss this group?", text, "Dismiss"))) return;
    await chat.dismiss().catch((error) => toast(problem(error)));
  }
}

/** The address of this page that leads to a link's group. */
function addressOf({ code }) {
  return `${location.origin}${location.pathname}#join=${encodeURIComponent(code)}`;
}

/** Copies a link; its button says so, since a dialog lies over all other places. */
async function copy(address, copier) {
  try {
    await navigator.clipboard.writeText(address);
    setText(copier, "Copied");
  } catch {
    setText(element("group-error"), "This browser does not let the page copy. Select the link, and copy it.");
  }
}

/** The code in a link, in an address with one, or ""; and the id of a group to join. */
export function entranceOf(text) {
  const code = /#join=([^&\s]+)/u.exec(text)?.[1];
  if (code) return { link: decodeURIComponent(code) };
  return text.includes("~") ? { link: text } : { group: text };
}

/**
 * Asks whether to join a group; resolves to what to open, or "" if nothing.
 *
 * @param {import("../sdk/martlet.js").Client} client
 * @param {{link?: string, group?: string}} entrance
 */
export async function join(client, entrance) {
  const found = /** @type {any} */ (entrance);
  let card;
  try {
    card = await client.describe(found);
  } catch (error) {
    toast(problem(error));
    return "";
  }
  if (card.member) return card.conversation;
  setText(element("join-title"), `Join ${card.title || card.conversation}?`);
  setText(element("join-text"), `A group of ${memberCount(card.memberCount)}${card.owner ? `, owned by ${card.owner}` : ""}. All of them will see that you joined.`);
  setText(element("join-error"), "");
  for (;;) {
    if ((await ask(element("join"))) !== "yes") return "";
    try {
      return (await client.join({ ...found, way: "page" })).to;
    } catch (error) {
      setText(element("join-error"), problem(error));
    }
  }
}
