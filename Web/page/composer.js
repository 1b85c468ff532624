// The composer: a text of several lines, a reply, an edit, mentions, and the draft of each conversation.

import { button, element, make, setText } from "./elements.js";
import { nameOf } from "./names.js";
import { isSystem, silenceOf, textOf } from "./words.js";

/** How long after the last key a draft is stored, in milliseconds. */
const draftDelay = 600;

/** The composer of the open conversation. */
export class Composer {
  #chat = null;
  #target = null;
  #mode = "";
  #members = [];
  #timer = 0;
  /** Why nothing can be sent; empty if it can. */
  #silence = "";
  #silenceTimer = 0;
  #picked = 0;
  #hooks;

  /**
   * @param {{drafted: (id: string, text: string) => void, sent: () => void, lastOwn: () => any,
   *   enabled: (canSend: boolean) => void}} hooks
   */
  constructor(hooks) {
    this.#hooks = hooks;
    const text = element("text");
    text.oninput = () => this.#changed();
    text.onkeydown = (event) => this.#key(event);
    addEventListener("resize", () => this.#resize());
    text.onblur = () => setTimeout(() => (element("mentions").hidden = true), 150);
    element("compose").onsubmit = (event) => {
      event.preventDefault();
      this.#submit();
    };
    element("compose-cancel").onclick = () => this.#target && this.#begin("", null);
  }

  /** Opens the composer for a chat with a draft; null closes it. */
  open(chat, id, draft) {
    this.#store();
    this.#chat = chat && { chat, id };
    if (!chat) [this.#members, this.#silence] = [[], ""];
    this.#begin("", null);
    element("text").value = draft?.text ?? "";
    this.#resize();
    this.#enable();
  }

  /** The members who can be mentioned. */
  set members(members) {
    this.#members = members;
  }

  /** Updates whether the user may write in the conversation. Keeps what was typed. */
  describe(conversation, user) {
    clearTimeout(this.#silenceTimer);
    this.#silence = silenceOf(conversation, user);
    const left = conversation.silencedUntil - Date.now();
    // A timer runs for 24 days at most.
    if (left > 0) this.#silenceTimer = window.setTimeout(() => this.describe(conversation, user), Math.min(left + 1, 1_000_000_000));
    this.#enable();
  }

  #enable() {
    const canSend = this.#silence === "" && this.#chat !== null;
    element("text").disabled = element("send").disabled = !canSend;
    this.#hooks.enabled(canSend);
    // Nobody ever writes there, so no place is held for it.
    for (const id of ["text", "send", "attach"]) element(id).hidden = isSystem(this.#chat?.id ?? "");
    setText(element("silence"), this.#silence);
  }

  reply(row) {
    this.#begin("reply", row.message);
    element("text").focus();
  }

  edit(row) {
    this.#begin("edit", row.message);
    element("text").value = row.message.text ?? "";
    this.#resize();
    element("text").focus();
  }

  #begin(mode, message) {
    if (this.#mode === "edit") element("text").value = "";
    this.#mode = mode;
    this.#target = message;
    element("composing").hidden = !message;
    if (message) setText(element("composing-what"), `${mode === "edit" ? "Editing" : `Reply to ${nameOf(message.sender)}`}: ${textOf(message)}`);
    setText(element("send"), mode === "edit" ? "Save" : "Send");
  }

  // ---------------------------------------------------------------- keys

  #changed() {
    this.#resize();
    this.#suggest();
    if (!this.#chat || this.#mode === "edit") return;
    const { chat, id } = this.#chat;
    const text = element("text").value;
    this.#hooks.drafted(id, text);
    chat.setTyping(text.trim() !== "").catch(() => {});
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#store(), draftDelay);
  }

  /** Stores the draft that waits to be stored. */
  #store() {
    if (!this.#timer || !this.#chat) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#mode === "edit") return;
    this.#chat.chat.saveDraft(element("text").value).catch(() => {});
  }

  #key(event) {
    const list = element("mentions");
    if (!list.hidden && ["ArrowDown", "ArrowUp", "Enter", "Tab", "Escape"].includes(event.key)) {
      event.preventDefault();
      if (event.key === "Escape") list.hidden = true;
      else if (event.key.startsWith("Arrow")) this.#pick(this.#picked + (event.key === "ArrowDown" ? 1 : -1));
      else list.children[this.#picked]?.click();
      return;
    }
    if (event.key === "Escape" && this.#target) this.#begin("", null);
    // While a word is composed, as in Chinese, Enter belongs to that.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      element("compose").requestSubmit();
    }
    const own = event.key === "ArrowUp" && element("text").value === "" ? this.#hooks.lastOwn() : null;
    if (own) {
      event.preventDefault();
      this.edit(own);
    }
  }

  /** As high as the text, up to a bound that the style sets. */
  #resize() {
    const text = element("text");
    text.style.height = "auto";
    // While it is hidden, nobody knows how high the text would be.
    if (text.checkVisibility()) text.style.height = `${text.scrollHeight + 2}px`;
  }

  // ---------------------------------------------------------------- mentions

  /** The name that is being typed behind an @ before the cursor; null for none. */
  #mentioning() {
    const { value, selectionStart } = element("text");
    return /(?:^|\s)@([\w.@+=-]*)$/u.exec(value.slice(0, selectionStart))?.[1] ?? null;
  }

  #suggest() {
    const list = element("mentions");
    const typed = this.#mentioning();
    const names = typed === null ? [] : ["all", ...this.#members.map(({ user }) => user)].filter((name) => name.startsWith(typed));
    list.replaceChildren(
      ...names.slice(0, 8).map((name) => button("", `@${name}`, () => this.#insert(name, typed ?? ""), { role: "option" })),
    );
    list.hidden = names.length === 0 || this.#members.length === 0;
    this.#pick(0);
  }

  #pick(index) {
    const { children } = element("mentions");
    this.#picked = children.length === 0 ? 0 : (index + children.length) % children.length;
    for (const [at, child] of [...children].entries()) child.setAttribute("aria-selected", String(at === this.#picked));
  }

  #insert(name, typed) {
    const text = element("text");
    const start = text.selectionStart - typed.length;
    text.setRangeText(`${name} `, start, text.selectionStart, "end");
    element("mentions").hidden = true;
    text.focus();
    this.#changed();
  }

  /** Whom a text mentions. */
  #mentions(text) {
    const names = new Set([...text.matchAll(/(?:^|\s)@([\w.@+=-]+)/gu)].map(([, name]) => name.replace(/[.]+$/, "")));
    const users = this.#members.map(({ user }) => user).filter((user) => names.has(user));
    const all = this.#members.length > 0 && names.has("all");
    return { ...(users.length > 0 ? { mentions: users } : {}), ...(all ? { mentionsAll: true } : {}) };
  }

  // ---------------------------------------------------------------- sending

  async #submit() {
    const text = element("text").value.trim();
    if (!text || !this.#chat) return;
    const { chat, id } = this.#chat;
    const [mode, target] = [this.#mode, this.#target];
    const fields = this.#mentions(text);
    clearTimeout(this.#timer);
    this.#timer = 0;
    element("text").value = "";
    this.#begin("", null);
    this.#resize();
    this.#hooks.drafted(id, "");
    // On this device's disk it is safe; what becomes of it shows in its row.
    const enqueue = /** @type {const} */ (true);
    try {
      if (mode === "edit") await chat.edit(target, text, { enqueue });
      else await chat.send(text, { ...fields, ...(mode === "reply" ? { replyTo: target } : {}), enqueue });
      if (mode !== "edit") this.#hooks.sent();
      chat.saveDraft("").catch(() => {});
    } catch (error) {
      element("text").value = text;
      const line = make("span", "", error.message);
      element("compose-error").replaceChildren(line);
      return;
    }
    element("compose-error").replaceChildren();
  }
}
