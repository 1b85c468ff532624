// The parts of a client that concern the whole account: scheduled messages, settings, tags, and sends to several conversations.

import { MartletError } from "./martlet-error.js";
import { shape } from "./martlet-shapes.js";

/** Conversations and messages that one call may put in the outbox. */
const sendsAtOnce = 500;

/** The account's half of a client. */
export class Account {
  /**
   * Asks the core; not for apps.
   *
   * @param {any} operation
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  ask(operation, signal) {
    throw new Error(`nobody answers ${operation} ${signal}`);
  }

  /**
   * @param {string} to
   * @returns {import("./martlet-chat.js").Chat}
   */
  chat(to) {
    throw new Error(`there is no ${to}`);
  }

  /**
   * The state of synchronisation: entries still to be fetched, changes that the server does not have yet, the time by the
   * server's clock, the time of the connection (0 without one), and why the last connection ended.
   */
  async status() {
    const { status } = await this.ask({ status: {} });
    return {
      pendingEntries: status.toCome ?? 0,
      unsyncedChanges: status.unsyncedChanges ?? 0,
      serverTime: status.serverTime ?? 0,
      onlineSince: status.onlineSince ?? 0,
      lastConnectionError: status.lastFailure ? new MartletError(status.lastFailure) : null,
    };
  }

  /** A new client id, for sends that are repeated until they succeed. */
  async newId() {
    return (await this.ask({ newId: {} })).text;
  }

  // ---------------------------------------------------------------- scheduled messages

  /** The user's pending scheduled messages, from all devices, earliest first. */
  async scheduled({ signal = undefined } = {}) {
    const { scheduled } = await this.ask({ scheduled: {} }, signal);
    return (scheduled.messages ?? []).map(shape.scheduled);
  }

  /** Cancels a scheduled message; resolves to false if it was sent already, or if the server does not know it. */
  async cancelScheduled(id, { signal = undefined } = {}) {
    return (await this.ask({ cancelScheduled: { id } }, signal)).flag.on ?? false;
  }

  // ---------------------------------------------------------------- several conversations

  /**
   * Sends the same content to several conversations: `{ to, id, result }` each, or `{ to, id, error }`.
   *
   * @param {string|object} content
   * @param {string[]} destinations  1 to 500, each once
   * @param {{type?: string, signal?: AbortSignal}} options
   */
  async broadcast(content, destinations, { type, signal } = {}) {
    if (new Set(destinations).size !== destinations.length) {
      throw invalid("a destination occurs twice; pass each once", "destinations");
    }
    return this.#sendAll(destinations.map((to) => ({ to, type, content })), signal);
  }

  /**
   * Forwards messages to other conversations: as separate messages, or as one of type `forward`.
   *
   * @param {{sender: string, time: number, type: string, content: any}[]} messages  1 to 100
   * @param {string[]} destinations
   * @param {{combined?: string, signal?: AbortSignal}} options  `combined` is the title of the one message
   */
  async forward(messages, destinations, { combined, signal } = {}) {
    if (messages.length < 1 || messages.length > 100) throw invalid("1 to 100 messages can be forwarded", "messages");
    if (messages.some(({ content }) => !content)) throw invalid("a message has no content to forward", "messages");
    let contents = messages.map(({ type, content }) => ({ type, content }));
    if (combined !== undefined) {
      const wire = messages.map(({ sender, time, type, content }) => ({ sender, time, type, content: JSON.stringify(content) }));
      const { content } = await this.ask({ combine: { title: combined, messages: wire } });
      contents = [{ type: content.type, content: shape.parsed(content.content) }];
    }
    return this.#sendAll(destinations.flatMap((to) => contents.map((content) => ({ to, ...content }))), signal);
  }

  async #sendAll(sends, signal) {
    if (sends.length < 1 || sends.length > sendsAtOnce) {
      throw invalid(`1 to ${sendsAtOnce} messages can be sent at once`, "destinations");
    }
    return Promise.all(sends.map(async ({ to, type, content }) => {
      const id = await this.newId();
      try {
        return { to, id, result: await this.chat(to).send(content, { type, id, signal }) };
      } catch (error) {
        return { to, id, error };
      }
    }));
  }

  /**
   * Drops conversations of the list, each until its next message; `withHistory` hides what there is, on all devices forever.
   *
   * @param {import("./martlet-shapes.js").Filter} filter
   */
  async removeFromList(filter = {}, { withHistory = false, untag = "" } = {}) {
    await this.ask({ removeConversations: { filter: shape.filter(filter), withHistory, untag } });
  }

  /**
   * Marks all messages of conversations as read; by default of the whole list.
   *
   * @param {import("./martlet-shapes.js").Filter} filter
   */
  async markRead(filter = {}) {
    await this.ask({ markAllRead: shape.filter(filter) });
  }

  /** The ids of pinned conversations, last pinned first. */
  async pinnedConversations() {
    return (await this.ask({ pinnedConversations: {} })).ids.ids ?? [];
  }

  // ---------------------------------------------------------------- settings

  /** The account's settings by key. */
  async settings() {
    const { values } = await this.ask({ settings: {} });
    return shape.parsedValues(values.values);
  }

  /** Changes settings of the account by key, on all of the user's devices; null removes one. */
  async setSettings(values) {
    await this.ask({ setSettings: { values: shape.attributes(values) } });
  }

  /** The notification level of conversations without one of their own; "" for none. A kind is `direct` or `group`. */
  async setDefaultLevel(level, { kind = "" } = {}) {
    await this.ask({ setDefaultLevel: { level, kind } });
  }

  /** The quiet hours `{ from, to, zoneOffset, level }`, in minutes; null for none. */
  async quietHours() {
    const { hours } = (await this.ask({ quietHours: {} })).quietHours;
    return hours ? { from: 0, to: 0, zoneOffset: 0, level: "none", ...hours } : null;
  }

  /** Sets the quiet hours; null for none. */
  async setQuietHours(hours) {
    await this.ask({ setQuietHours: { hours: hours ?? undefined } });
  }

  // ---------------------------------------------------------------- tags

  /** The user's tags `{ id, name, time }`, in order of creation. */
  async tags() {
    const { tags } = await this.ask({ tags: {} });
    return (tags.tags ?? []).map(({ id, name = "", time = 0 }) => ({ id, name, time }));
  }

  /** Creates or renames a tag. */
  async setTag(id, name) {
    await this.ask({ setTag: { id, name } });
  }

  /** Deletes a tag, and removes it from all conversations. */
  async deleteTag(id) {
    await this.ask({ deleteTag: { id } });
  }

  /** Adds a tag to conversations, by their ids. */
  async addTag(id, conversations) {
    await this.ask({ addTag: { id, conversations } });
  }

  /** Removes a tag from conversations. */
  async removeTag(id, conversations) {
    await this.ask({ removeTag: { id, conversations } });
  }
}

function invalid(message, field) {
  return new MartletError({ code: "argument_invalid", field, message });
}
