// Ways into a group: its links, and the question whether to join.

import { ask, button, confirm, element, make, replaceRows, setText, toast } from "./elements.js";
import { nameOf } from "./names.js";
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
    const isKnown = element("group-open").checked || element("group-applications").checked;
    replaceRows(element("group-address"), isKnown ? [this.#addressRow()] : [], element("group-history"));
  }

  /** The address with the group's id, for those who may join or ask to. */
  #addressRow() {
    const row = make("li");
    const words = element("group-open").checked ? "leads everybody into the group" : "lets everybody ask to join";
    row.append(...copyable(addressOf(this.#chat.to), "the group"), make("span", "hint", words));
    return row;
  }

  #row(link) {
    const row = make("li");
    const used = link.uses > 0 ? `let in ${link.used} of ${link.uses}` : `let in ${link.used}`;
    const end = link.until > 0 ? `, until ${until(link.until)}` : "";
    const isOver = (link.until > 0 && link.until <= Date.now()) || (link.uses > 0 && link.used >= link.uses);
    const facts = isOver ? `no longer lets anybody in (${used}${end})` : used + end;
    row.append(
      ...copyable(addressOf(link.code), link.by),
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

/** The address of this page that leads to a group, by its id or the code of a link. */
function addressOf(code) {
  return `${location.origin}${location.pathname}#join=${encodeURIComponent(code)}`;
}

/** A field with an address, and the button that copies it. */
function copyable(address, owner) {
  return [
    make("input", "", "", { value: address, readOnly: true, ariaLabel: `Link of ${owner}`, onfocus: ({ target }) => target.select() }),
    button("link", "Copy", ({ target }) => copy(address, target), { ariaLabel: `Copy the link of ${owner}` }),
  ];
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

/** The code of a link, or the id of a group, in what a person typed or in an address of this page. */
export function entranceOf(text) {
  const code = /#join=([^&\s]+)/u.exec(text)?.[1];
  const named = code ? decodeURIComponent(code) : text;
  return named.includes("~") ? { link: named } : { group: named };
}

/**
 * Asks whether to join a group, or to ask its owner and admins; resolves to what to open, or "" if nothing.
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
  const asks = describeWay(card, "link" in entrance || card.open);
  for (;;) {
    const answer = await ask(element("join"));
    if (!answer) return "";
    try {
      if (!asks) return (await client.join({ ...found, way: "page" })).to;
      const { conversation: group } = card;
      if (answer === "withdraw") await client.withdrawApplication({ group });
      else await client.apply({ group, text: element("join-words").value.trim(), way: "page" });
      toast(answer === "withdraw" ? "You no longer ask to join." : "You asked to join. The owner and admins will answer.");
      return "";
    } catch (error) {
      setText(element("join-error"), problem(error));
    }
  }
}

/**
 * Says in the dialog how the user gets into a group.
 *
 * @returns {boolean}  true if the owner and admins must be asked
 */
function describeWay({ conversation, title, memberCount: count, owner, appliedUntil }, isOpen) {
  const [name, waits] = [title || conversation, !isOpen && appliedUntil > 0];
  const facts = `A group of ${memberCount(count)}${owner ? `, owned by ${nameOf(owner)}` : ""}.`;
  const what =
    isOpen ? "All of them will see that you joined."
    : waits ? `Your request waits for an answer until ${until(appliedUntil)}.`
    : "Its owner and admins decide who joins.";
  setText(element("join-title"), waits ? `You asked to join ${name}` : isOpen ? `Join ${name}?` : `Ask to join ${name}?`);
  setText(element("join-text"), `${facts} ${what}`);
  setText(element("join-no"), waits ? "Close" : "Cancel");
  setText(element("join-yes"), isOpen ? "Join" : "Ask to join");
  setText(element("join-error"), "");
  element("join-words").value = "";
  element("join-yes").hidden = waits;
  element("join-asking").hidden = isOpen || waits;
  element("join-withdraw").hidden = !waits;
  return !isOpen;
}
