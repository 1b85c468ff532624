// The part of a chat that is about a group's members, who may join it, and who leads it.

import { LocalData } from "./martlet-local.js";
import { shape } from "./martlet-shapes.js";

/** The members' part of a chat. */
export class Members extends LocalData {
  /**
   * The members, ascending by user: all, or those with one of `roles`, with `text` in their id or cached name, silenced or not.
   * From then on this device keeps the list up to date. Without a connection, the members are those that it knows.
   *
   * @param {{roles?: string[], text?: string, silenced?: boolean, signal?: AbortSignal}} options
   */
  async members({ signal = undefined, ...filter } = {}) {
    const { members } = await this._ask({ members: { to: this.to, ...filter } }, signal);
    return (members.members ?? []).map(shape.member);
  }

  /**
   * The members as this device knows them, without asking the server; undefined if it has never read the list. The event
   * `members` tells when they change.
   *
   * @param {{roles?: string[], text?: string, silenced?: boolean}} filter
   */
  async cachedMembers(filter = {}) {
    const { members } = await this._ask({ members: { to: this.to, cached: true, ...filter } });
    return members.unknown ? undefined : (members.members ?? []).map(shape.member);
  }

  /**
   * What the user may do in the conversation now: `operations`, and the roles of the members whom the user `manages`. Ask again at
   * each event `conversation`, and when its `silencedUntil` has passed.
   *
   * @param {{signal?: AbortSignal}} options
   */
  async permissions({ signal } = {}) {
    const { permissions } = await this._ask({ permissions: { to: this.to } }, signal);
    return { operations: new Set(permissions.operations ?? []), manages: new Set(permissions.manages ?? []) };
  }

  /** Adds users to a group. */
  async add(...users) {
    await this._ask({ addMembers: { to: this.to, users: users.flat() } });
  }

  /** Removes users from a group. */
  async remove(users, { reason = "", signal = undefined } = {}) {
    const all = [users].flat();
    // An empty list would mean the user.
    if (all.length > 0) await this._ask({ removeMembers: { to: this.to, users: all, reason } }, signal);
  }

  /** Leaves a group, which removes it from the list. */
  async leave({ reason = "", signal = undefined } = {}) {
    await this._ask({ removeMembers: { to: this.to, reason } }, signal);
  }

  /**
   * Changes the title and the shared attributes of a group; an attribute that is null is removed.
   *
   * @param {{title?: string, attributes?: object, signal?: AbortSignal}} change
   */
  async change({ title, attributes = {}, signal }) {
    const changeConversation = { to: this.to, title, attributes: shape.attributes(attributes) };
    await this._ask({ changeConversation }, signal);
  }

  /**
   * Gives members of a group a role: "member", "admin" or "owner". With "owner", the group is handed over to one member.
   *
   * @param {"member" | "admin" | "owner"} role
   * @param {string | string[]} users
   */
  async setRole(role, users, { signal = undefined } = {}) {
    await this._ask({ setRole: { to: this.to, users: [users].flat(), role } }, signal);
  }

  /**
   * Keeps members of a group from writing until a time; without one, until `endSilence`.
   *
   * @param {string | string[]} users
   */
  async silence(users, { until = undefined, signal = undefined } = {}) {
    const end = until === undefined ? Number.MAX_SAFE_INTEGER : Math.max(1, Number(until));
    await this._ask({ silenceMembers: { to: this.to, users: [users].flat(), until: end } }, signal);
  }

  /** Makes members speakers, who may write even while the group is silenced. */
  async makeSpeakers(users, { signal = undefined } = {}) {
    await this._ask({ silenceMembers: { to: this.to, users: [users].flat(), until: -1 } }, signal);
  }

  /** Lets members write again whom somebody has silenced, and makes speakers plain members. */
  async endSilence(users, { signal = undefined } = {}) {
    await this._ask({ silenceMembers: { to: this.to, users: [users].flat() } }, signal);
  }

  /**
   * Bans users from a group until a time; without one, until `unban`. Members among them are removed.
   *
   * @param {string | string[]} users
   */
  async ban(users, { until = undefined, reason = "", signal = undefined } = {}) {
    const end = until === undefined ? Number.MAX_SAFE_INTEGER : Math.max(1, Number(until));
    await this._ask({ banUsers: { to: this.to, users: [users].flat(), until: end, reason } }, signal);
  }

  /** Lets banned users join a group again, and be added. */
  async unban(users, { signal = undefined } = {}) {
    await this._ask({ banUsers: { to: this.to, users: [users].flat() } }, signal);
  }

  /** The users who are banned from a group. */
  async bans({ signal = undefined } = {}) {
    const { bans } = await this._ask({ bans: { to: this.to } }, signal);
    return shape.bans(bans);
  }

  /** Lets every user who knows the group's id apply to join it, or no longer. Applications that wait for an answer stay. */
  async setTakesApplications(takesApplications, { signal = undefined } = {}) {
    await this._ask({ changeConversation: { to: this.to, applications: takesApplications } }, signal);
  }

  /** The users who have applied to join a group and wait for an answer. */
  async applications({ signal = undefined } = {}) {
    const { applications } = await this._ask({ applications: { to: this.to } }, signal);
    return shape.applications(applications);
  }

  /**
   * Makes users members who have applied to join a group.
   *
   * @param {string | string[]} users
   */
  async accept(users, { signal = undefined } = {}) {
    await this._ask({ answerApplications: { to: this.to, users: [users].flat(), accepted: true } }, signal);
  }

  /**
   * Refuses users who have applied to join a group. They see the reason, and may apply again.
   *
   * @param {string | string[]} users
   */
  async refuse(users, { reason = "", signal = undefined } = {}) {
    await this._ask({ answerApplications: { to: this.to, users: [users].flat(), reason } }, signal);
  }

  /**
   * Gives a member a name in a group, which all its members see; "" removes it. Without `of` it is the user's own.
   *
   * @param {string} name
   * @param {{of?: string, signal?: AbortSignal}} options
   */
  async setNickname(name, { of: user = "", signal } = {}) {
    await this._ask({ setNickname: { to: this.to, user, name } }, signal);
  }

  /** Changes a group's announcement, which all its members see; "" removes it. */
  async announce(text, { signal = undefined } = {}) {
    await this._ask({ announce: { to: this.to, text } }, signal);
  }

  /**
   * The announcements of a group, newest first: the present one, and earlier ones that the user may read.
   *
   * @param {{limit?: number, after?: string, signal?: AbortSignal}} options  `after` is `next` of the previous page; at most 50
   */
  async announcements({ limit = 20, after, signal } = {}) {
    const { announcements } = await this._ask({ announcements: { to: this.to, after, limit } }, signal);
    return shape.page(announcements, (announcements.announcements ?? []).map(shape.announcement));
  }

  /** Keeps everyone but the owner and the admins from writing in a group, or lets everyone write again. */
  async setSilenced(silenced, { signal = undefined } = {}) {
    await this._ask({ changeConversation: { to: this.to, silenced } }, signal);
  }

  /** Opens a group to every user who knows its id, or closes it again. */
  async setOpen(open, { signal = undefined } = {}) {
    await this._ask({ changeConversation: { to: this.to, open } }, signal);
  }

  /** Decides how many entries before their joining new members may read: 0 for none, Infinity for all. */
  async setHistory(history, { signal = undefined } = {}) {
    const most = 4_294_967_295;
    const number = history === Infinity ? most : Math.min(history, most - 1);
    await this._ask({ changeConversation: { to: this.to, history: number } }, signal);
  }

  /** Makes a link by which users join a group: until a time, and for so many users; without these, without an end. */
  async makeLink({ until = undefined, uses = 0, signal = undefined } = {}) {
    const { links } = await this._ask({ makeLink: { to: this.to, until: Number(until ?? 0), uses } }, signal);
    return shape.links(links)[0];
  }

  /** The links of a group with their codes. */
  async links({ signal = undefined } = {}) {
    const { links } = await this._ask({ links: { to: this.to } }, signal);
    return shape.links(links);
  }

  /**
   * Ends links by their ids.
   *
   * @param {number | number[]} links
   */
  async revokeLinks(links, { signal = undefined } = {}) {
    await this._ask({ revokeLinks: { to: this.to, links: [links].flat() } }, signal);
  }

  /** Ends a group for all its members, for ever. */
  async dismiss({ signal = undefined } = {}) {
    await this._ask({ dismiss: { to: this.to } }, signal);
  }
}
