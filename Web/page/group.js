// A group's people and title, and the making of conversations.

import { ask, avatar, button, confirm, element, make, setText } from "./elements.js";
import { memberCount, problem } from "./words.js";

/** The dialog about the open group. */
export class GroupDialog {
  #client;
  #chat = null;

  /** @param {import("../sdk/martlet.js").Client} client */
  constructor(client) {
    this.#client = client;
    element("group-rename").onsubmit = (event) => this.#run(event, () => this.#chat.change({ title: element("group-title").value.trim() }));
    element("group-add").onsubmit = (event) =>
      this.#run(event, async () => {
        const users = names(element("group-users").value);
        if (users.length > 0) await this.#chat.add(...users);
        element("group-users").value = "";
      });
    element("group-leave").onclick = () => this.#leave();
  }

  async open(chat, conversation) {
    this.#chat = chat;
    element("group-title").value = conversation.title;
    setText(element("group-error"), "");
    element("group-members").replaceChildren(make("li", "hint", "Loading members …"));
    const closed = ask(element("group"));
    await this.#show();
    await closed;
  }

  async #run(event, action) {
    event?.preventDefault();
    setText(element("group-error"), "");
    try {
      await action();
      await this.#show();
    } catch (error) {
      setText(element("group-error"), problem(error));
    }
  }

  async #show() {
    let members = [];
    try {
      members = await this.#chat.members();
    } catch (error) {
      setText(element("group-error"), problem(error));
    }
    const me = members.find(({ user }) => user === this.#client.user);
    const mayRemove = me?.role === "owner";
    const rows = members.map(({ user, role }) => {
      const row = make("li");
      row.append(avatar(user), make("span", "title", user, { dir: "auto" }), make("span", "hint", role === "owner" ? "owner" : ""));
      if (mayRemove && user !== this.#client.user) {
        row.append(button("link", "Remove", () => this.#run(null, () => this.#chat.remove(user)), { ariaLabel: `Remove ${user}` }));
      }
      return row;
    });
    const hadFocus = element("group-members").contains(document.activeElement);
    element("group-members").replaceChildren(...rows);
    if (hadFocus) element("group-users").focus();
    setText(element("group-count"), memberCount(members.length));
  }

  async #leave() {
    const question = "You will no longer get its messages. Somebody in the group can add you again.";
    element("group").close();
    if (!(await confirm("Leave this group?", question, "Leave"))) return;
    await this.#run(null, () => this.#chat.leave());
  }
}

/** Asks for a new conversation; resolves to what to open, or "" if nothing. */
export async function startConversation(client) {
  setText(element("start-error"), "");
  for (;;) {
    const answer = await ask(element("start"));
    if (answer !== "yes") return "";
    const [users, title] = [names(element("start-users").value), element("start-title").value.trim()];
    try {
      const isGroup = title !== "" || users.length > 1;
      const [only = ""] = users;
      const opened = isGroup ? (await client.createGroup({ title: title || users.join(", "), members: users })).to : only;
      element("start-users").value = element("start-title").value = "";
      return opened;
    } catch (error) {
      setText(element("start-error"), problem(error));
    }
  }
}

function names(text) {
  return text.split(/[\s,]+/).filter(Boolean);
}
