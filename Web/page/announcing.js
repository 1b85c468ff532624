// A group's announcement: at the top of the conversation, and with earlier ones in a dialog.

import { ask, element, make, setText } from "./elements.js";
import { nameIn } from "./names.js";
import { clock, day, problem } from "./words.js";

/** Announcements that are read at once. */
const pageSize = 20;

/** The announcements of the open group. */
export class Announcements {
  #chat = null;
  #next;
  /** The present announcement, as the page shows it. */
  #text = "";

  constructor() {
    element("announcement").onclick = () => this.read();
    element("group-announcements").onclick = () => (element("group").close(), this.read());
    element("announce").onsubmit = (event) => (event.preventDefault(), this.#announce(element("announce-text").value.trim()));
    element("announce-remove").onclick = () => this.#announce("");
    element("announcements-more").onclick = () => this.#more();
  }

  /** Takes in which conversation is open; null for none. */
  open(chat) {
    this.#chat = chat;
    this.#show("");
  }

  /** Takes in what is new about the open conversation. */
  described({ id, announcement = null }) {
    if (id === this.#chat?.to) this.#show(announcement?.text ?? "");
  }

  #show(text) {
    this.#text = text;
    element("announcement").hidden = text === "";
    setText(element("announcement-text"), text);
    element("announce-remove").hidden = text === "";
  }

  /** Shows the announcements, newest first, and lets leaders write one. */
  async read() {
    const may = await this.#chat.permissions().catch(() => null);
    element("announce").hidden = !may?.operations.has("announce");
    element("announce-text").value = "";
    element("announcements-more").hidden = true;
    setText(element("announcements-error"), "");
    element("announced").replaceChildren();
    const closed = ask(element("announcements"));
    await this.#load();
    await closed;
  }

  async #load() {
    this.#next = undefined;
    element("announced").replaceChildren();
    await this.#more();
  }

  /** Shows the next page; the focus goes to the first of its announcements if the button is gone. */
  async #more() {
    const [chat, list, control] = [this.#chat, element("announced"), element("announcements-more")];
    try {
      const { items, next } = await chat.announcements({ limit: pageSize, after: this.#next });
      if (chat !== this.#chat) return;
      this.#next = next;
      list.append(...items.map((item) => row(chat.to, item)));
      if (list.children.length === 0) list.append(make("li", "hint", "There are no announcements yet."));
      const hadFocus = control === document.activeElement;
      control.hidden = !next;
      if (hadFocus && !next) list.focus();
    } catch (error) {
      setText(element("announcements-error"), problem(error));
    }
  }

  async #announce(text) {
    setText(element("announcements-error"), "");
    if (text === "" && this.#text === "") return;
    try {
      await this.#chat.announce(text);
      element("announce-text").value = "";
      element("announce-text").focus();
      await this.#load();
    } catch (error) {
      setText(element("announcements-error"), problem(error));
    }
  }
}

function row(group, { text, by, time }) {
  const item = make("li");
  const words = text === "" ? make("p", "hint", "Taken down") : make("p", "words", text, { dir: "auto" });
  item.append(words, make("p", "hint", `${nameIn(group, by)}, ${day(time)}, ${clock(time)}`, { dir: "auto" }));
  return item;
}
