// A group's people and title, and the making of conversations.

import { ask, button, confirm, element, make, replaceRows, setText, toast } from "./elements.js";
import { Applications } from "./applying.js";
import { Bans } from "./banning.js";
import { Finding } from "./finding.js";
import { Admission, entranceOf, join } from "./joining.js";
import { nameOf, rowCalled } from "./names.js";
import { Online } from "./online.js";
import { ending, memberCount, problem } from "./words.js";

/** The dialog about the open group. */
export class GroupDialog {
  #client;
  #chat = null;
  /** The member whose row shows what can be done. */
  #managed = "";
  /** @type {Admission} */
  #admission;
  /** @type {Bans} */
  #bans;
  /** The requests to join the open group. */
  applications;
  /** Which members are online while the dialog is open. */
  #online;
  #finding = new Finding("group-users");
  /** What the user may do in the group. */
  #may = { operations: new Set(), manages: new Set() };

  /** @param {import("../sdk/martlet.js").Client} client */
  constructor(client) {
    this.#client = client;
    this.#online = new Online(client, () => {
      for (const row of element("group-members").children) this.#dot(row);
    });
    const run = (event, action) => this.#run(event, action);
    [this.#admission, this.#bans, this.applications] = [new Admission(run), new Bans(run), new Applications(run)];
    element("group-rename").onsubmit = (event) => this.#run(event, () => this.#chat.change({ title: element("group-title").value.trim() }));
    element("group-add").onsubmit = (event) =>
      this.#run(event, async () => {
        const users = names(element("group-users").value);
        if (users.length > 0) await this.#chat.add(...users);
        element("group-users").value = "";
        this.#finding.begin(this.#client);
      });
    element("group-name").onsubmit = (event) =>
      this.#run(event, () => this.#chat.setNickname(element("group-nickname").value.trim()));
    element("group-silenced").onchange = () => this.#run(null, () => this.#chat.setSilenced(element("group-silenced").checked));
    element("group-leave").onclick = () => this.#leave();
  }

  async open(chat, conversation) {
    this.#chat = chat;
    element("group-title").value = conversation.title;
    this.#managed = "";
    this.#admission.begin(chat);
    this.#bans.begin(chat);
    this.#finding.begin(this.#client);
    this.described(conversation);
    setText(element("group-error"), "");
    element("group-members").replaceChildren(make("li", "hint", "Loading members …"));
    const closed = ask(element("group"));
    element("group-nickname").value = "";
    const members = await this.#show();
    element("group-nickname").value = members.find(({ user }) => user === this.#client.user)?.nickname ?? "";
    await closed;
    this.#online.close();
  }

  /** Shows anew what is shown of the group: somebody changed it. */
  async changed() {
    await (element("group").open ? this.#show() : this.applications.refresh());
  }

  /** Takes in what is new about the group. */
  described({ id, silenced = false, open = false, applications = false, history = null }) {
    if (!this.#chat || id !== this.#chat.to) return;
    element("group-silenced").checked = silenced;
    element("group-open").checked = open;
    element("group-applications").checked = applications;
    describeHistory(history);
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
      this.#may = await this.#chat.permissions();
      members = await this.#chat.members();
    } catch (error) {
      setText(element("group-error"), problem(error));
    }
    const { operations } = this.#may;
    const parts = { "group-rename": "change", "group-add": "add_members", "group-silence": "silence", "group-name": "nickname" };
    for (const [part, operation] of Object.entries(parts)) element(part).hidden = !operations.has(operation);
    const shown = [this.#admission.show(operations), this.#bans.show(operations), this.applications.show(this.#chat, operations)];
    await Promise.all(shown).catch((error) => setText(element("group-error"), problem(error)));
    const rows = members.map((member) => this.#row(member));
    replaceRows(element("group-members"), rows, element("group-users"));
    setText(element("group-count"), memberCount(members.length));
    if (element("group").open) this.#online.follow(members.map(({ user }) => user).filter((user) => user !== this.#client.user));
    return members;
  }

  /** A member, and what the user may do with the member. */
  #row(member) {
    const { user, role, silencedUntil, speaker, nickname } = member;
    const isSilenced = silencedUntil > Date.now() && role === "member";
    const standing = role === "member" ? (speaker ? "speaker" : "") : role;
    const known = [nickname ? nameOf(user) : "", standing, isSilenced ? `silenced${ending(silencedUntil)}` : ""];
    const row = rowCalled(user, nickname || nameOf(user), make("span", "hint", known.filter(Boolean).join(", "), { dir: "auto" }));
    row.dataset.user = user;
    this.#dot(row);
    if (user === this.#client.user || !this.#may.manages.has(role)) return row;
    const isOpen = this.#managed === user;
    const toggle = () => ((this.#managed = isOpen ? "" : user), this.#show());
    const manage = button("link", "Manage", toggle, { ariaLabel: `Manage ${user}`, ariaExpanded: String(isOpen) });
    row.append(manage);
    if (isOpen) row.append(this.#actions(member, isSilenced));
    return row;
  }

  #dot(row) {
    const picture = row.querySelector(".avatar");
    if (picture) this.#online.mark(picture, row.dataset.user);
  }

  #actions({ user, role, speaker }, isSilenced) {
    const chat = this.#chat;
    const does = (text, label, action) => button("link", text, () => this.#run(null, action), { ariaLabel: label });
    const actions = make("div", "actions");
    if (role === "member" && isSilenced) {
      actions.append(does("Let write", `Let ${user} write again`, () => chat.endSilence(user)));
    } else if (role === "member") {
      actions.append(
        does("Silence for an hour", `Silence ${user} for an hour`, () => chat.silence(user, { until: Date.now() + 3_600_000 })),
        does("Silence", `Silence ${user}`, () => chat.silence(user)),
      );
    }
    if (role === "member" && speaker) {
      actions.append(does("End as speaker", `End as speaker: ${user}`, () => chat.endSilence(user)));
    } else if (role === "member" && element("group-silenced").checked) {
      actions.append(does("Make speaker", `Let ${user} write while the group is silenced`, () => chat.makeSpeakers(user)));
    }
    if (this.#may.operations.has("set_roles")) {
      const [text, next] = role === "admin" ? ["End as admin", "member"] : ["Make admin", "admin"];
      actions.append(
        does(text, `${text}: ${user}`, () => chat.setRole(/** @type {"admin" | "member"} */ (next), user)),
        button("link", "Hand over", () => this.#handOver(user), { ariaLabel: `Hand the group over to ${user}` }),
      );
    }
    const ban = (text, label, span) => {
      actions.append(button("link danger", text, () => this.#bans.ban(user, span), { ariaLabel: label }));
    };
    ban("Ban for a week", `Ban ${user} for a week`, { words: "a week", time: 604_800_000 });
    ban("Ban", `Ban ${user}`);
    const remove = does("Remove", `Remove ${user}`, () => chat.remove(user));
    remove.classList.add("danger");
    actions.append(remove);
    return actions;
  }

  async #handOver(user) {
    const [chat, title] = [this.#chat, `Hand the group over to ${user}?`];
    element("group").close();
    if (!(await confirm(title, `${user} will own the group, and you will be a plain member.`, "Hand over"))) return;
    await this.#run(null, () => chat.setRole("owner", user));
    toast(element("group-error").textContent || `${user} owns the group now.`);
  }

  async #leave() {
    const question = "You will no longer get its messages. Somebody in the group can add you again.";
    element("group").close();
    if (!(await confirm("Leave this group?", question, "Leave"))) return;
    await this.#run(null, () => this.#chat.leave());
  }
}

/** Shows what new members can read; an app may have set another number than the page offers. */
function describeHistory(history) {
  const [select, value] = [element("group-history"), history === null ? "" : String(history)];
  if (![...select.options].some((option) => option.value === value)) {
    select.append(make("option", "", `the last ${value} messages as well`, { value }));
  }
  select.value = value;
  // Whoever has decided cannot leave it to the server again.
  select.options[0].disabled = history !== null;
}

/** @type {?Finding} */
let finding = null;

/** Asks for a new conversation; resolves to what to open, or "" if nothing. */
export async function startConversation(client) {
  setText(element("start-error"), "");
  finding ??= new Finding("start-users");
  for (;;) {
    finding.begin(client);
    const answer = await ask(element("start"));
    if (answer !== "yes") return "";
    const [users, title] = [names(element("start-users").value), element("start-title").value.trim()];
    const entrance = entranceOf(users[0] ?? "");
    if (entrance.link || entrance.group.startsWith("group:")) {
      const joined = await join(client, entrance);
      if (joined) element("start-users").value = "";
      return joined;
    }
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
