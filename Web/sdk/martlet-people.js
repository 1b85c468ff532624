// People as a user sees them: profiles, presence, and who is blocked.

import { Account } from "./martlet-account.js";
import { MartletError } from "./martlet-error.js";
import { PresenceWatch } from "./martlet-live.js";
import { shape } from "./martlet-shapes.js";

/** The part of a client that is about people. */
export class People extends Account {
  /** The profile of a user: the cached one, or else the server's. It is kept up to date from then on. */
  async profile(user, { signal = undefined } = {}) {
    const { [user]: profile } = await this.profiles([user], { signal });
    if (!profile) throw new MartletError({ code: "not_connected", message: "the profile is not cached, and cannot be fetched now" });
    return profile;
  }

  /**
   * The profiles of users, by user; offline, those that are cached.
   *
   * @param {string[]} users
   */
  async profiles(users, { signal = undefined } = {}) {
    const { profiles } = await this.ask({ profiles: { users } }, signal);
    return Object.fromEntries((profiles.profiles ?? []).map((wire) => [wire.user, shape.profile(wire)]));
  }

  /**
   * Changes fields of the user's own profile; null removes one. Resolves to the whole profile.
   *
   * @param {Record<string, string | null>} fields
   */
  async updateProfile(fields, { visibility = "", signal = undefined } = {}) {
    const texts = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value ?? ""]));
    const { profiles } = await this.ask({ updateProfile: { fields: texts, visibility } }, signal);
    return shape.profile(profiles.profiles[0]);
  }

  /** Finds the user with an account number; undefined if there is none who shows the profile to everyone. */
  async findProfile(number, { signal = undefined } = {}) {
    const { profiles } = await this.ask({ findProfile: number }, signal);
    return profiles.profiles?.map(shape.profile)[0];
  }

  /**
   * Finds users by their names, if the app lets users find each other; otherwise it fails with `directory_off`.
   *
   * @param {string} name  the beginnings of one or more words
   */
  async findUsers(name, { limit = 20, signal = undefined } = {}) {
    const { profiles } = await this.ask({ findUsers: { name, limit } }, signal);
    return (profiles.profiles ?? []).map(shape.profile);
  }

  /**
   * Blocks users: from then on they cannot write to the user. The server refuses what they send, edit, annotate or signal in the
   * direct conversation with `blocked`. The user still can; groups are not affected, and nobody else is told.
   *
   * @param {string | string[]} users
   */
  async block(users, { signal = undefined } = {}) {
    await this.#relate(users, "BLOCKED", true, signal);
  }

  /**
   * Lifts blocks: the users can write to the user again.
   *
   * @param {string | string[]} users
   */
  async unblock(users, { signal = undefined } = {}) {
    await this.#relate(users, "BLOCKED", false, signal);
  }

  /**
   * The users whom the user blocks, in the order of their ids, from the local data.
   *
   * @param {{after?: string, limit?: number}} options  `after` is the last user of the previous page; at most 1,000 users
   */
  blocked(options = {}) {
    return this.#related("BLOCKED", options);
  }

  /**
   * Puts users on the allow list. It matters if the user takes messages only from allowed users, or if the app says so for all
   * users: then the server refuses what anybody else sends, edits, annotates or signals, with `not_on_allow_list`.
   *
   * @param {string | string[]} users
   */
  async allow(users, { signal = undefined } = {}) {
    await this.#relate(users, "ALLOWED", true, signal);
  }

  /**
   * Takes users off the allow list.
   *
   * @param {string | string[]} users
   */
  async disallow(users, { signal = undefined } = {}) {
    await this.#relate(users, "ALLOWED", false, signal);
  }

  /**
   * The users on the allow list, as `blocked` has those who are blocked.
   *
   * @param {{after?: string, limit?: number}} options
   */
  allowed(options = {}) {
    return this.#related("ALLOWED", options);
  }

  /** Says whether only users on the allow list may write to the user, in all direct conversations. */
  async setTakesOnlyAllowed(isSet, { signal = undefined } = {}) {
    await this.#relate([], "ONLY_ALLOWED", isSet, signal);
  }

  async #relate(users, kind, set, signal, more = {}) {
    await this.ask({ setRelations: { users: [users].flat(), kind: `RELATION_KIND_${kind}`, set, ...more } }, signal);
  }

  /**
   * Asks a user to become friends, with words for the other one to read. If that user has asked this one already, both are friends
   * at once; the same if the app asks for no consent. A request to a user who blocks this one looks as if it waited.
   */
  async requestFriend(user, { text = "", signal = undefined } = {}) {
    await this.#relate(user, "FRIEND", true, signal, { text });
  }

  /** Accepts the requests of users: from then on they are friends. `friend_request_unknown` for a user who has not asked. */
  async acceptFriend(users, { signal = undefined } = {}) {
    await this.#relate(users, "FRIEND", true, signal, { accept: true });
  }

  /** Declines the requests of users, who see that theirs wait no more. */
  async declineFriend(users, { signal = undefined } = {}) {
    await this.#relate(users, "FRIEND", false, signal);
  }

  /** Ends friendships, or withdraws the user's own requests. */
  async removeFriend(users, { signal = undefined } = {}) {
    await this.#relate(users, "FRIEND", false, signal);
  }

  /**
   * The user's friends, as `blocked` has those who are blocked.
   *
   * @param {{after?: string, limit?: number}} [options]
   */
  friends(options = {}) {
    return this.#related("FRIEND", options);
  }

  /**
   * The requests of other users that wait for this user's answer: `{ user, text }`, in the order of the users' ids.
   *
   * @param {{after?: string, limit?: number}} [options]
   */
  friendRequests(options = {}) {
    return this.#requests("ASKS", options);
  }

  /**
   * The user's own requests that wait for an answer, as `friendRequests` has those of others.
   *
   * @param {{after?: string, limit?: number}} [options]
   */
  askedFriends(options = {}) {
    return this.#requests("ASKED", options);
  }

  async #requests(kind, { after = "", limit = 1_000 }) {
    const { relations } = await this.ask({ relationsOfKind: { kind: `RELATION_KIND_${kind}`, after, limit } });
    return (relations.relations ?? []).map(shape.relation).map(({ user, text }) => ({ user, text }));
  }

  async #related(kind, { after = "", limit = 1_000 }) {
    const { users } = await this.ask({ related: { kind: `RELATION_KIND_${kind}`, after, limit } });
    return users.users ?? [];
  }

  /**
   * What the user has set about another user, from the local data: `{ user, blocked, allowed, onlyAllowed, friend, asked, asks, text }`. The relation to the
   * own user says with `onlyAllowed` whether only allowed users may write.
   */
  async relation(user) {
    const { relation } = await this.ask({ relation: user });
    return shape.relation(relation);
  }

  /**
   * Asks the server whether a user is online. The presence of one who hides it, or who does not exist, has no state.
   *
   * @param {string} user
   */
  async presence(user, { signal = undefined } = {}) {
    const { [user]: presence } = await this.presences([user], { signal });
    return presence ?? shape.presence({ user });
  }

  /**
   * Asks the server which users are online: their presences, by user. Nothing of it is cached.
   *
   * @param {string[]} users
   */
  async presences(users, { signal = undefined } = {}) {
    const { presences } = await this.ask({ presences: { users } }, signal);
    return Object.fromEntries((presences.presences ?? []).map((wire) => [wire.user, shape.presence(wire)]));
  }

  /**
   * Watches the presence of users, live: an async iterator of `{ state, change }`. The client renews the watch after each connection.
   *
   * @param {string[]} users
   */
  watchPresence(users) {
    return new PresenceWatch(this, users);
  }

  /** Sets the user's status text, which stays, also while the user is offline; "" for none. */
  async setStatus(text) {
    await this.setSettings({ "presence.text": text || null });
  }

  /** Sets a status text for as long as this device is connected, in place of that of `setStatus`; "" for none. */
  async setDeviceStatus(text, { signal = undefined } = {}) {
    await this.ask({ setDeviceStatus: text }, signal);
  }

  /**
   * Sets who sees the presence of this user.
   *
   * @param {"" | "everyone" | "nobody"} visibility  "" for what the app decides
   */
  async setPresenceVisibility(visibility) {
    await this.setSettings({ "presence.visibility": visibility || null });
  }
}
