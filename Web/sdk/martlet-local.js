// The part of a chat that exists on this device only: local messages, and fields on messages of the log.

import { History } from "./martlet-history.js";
import { shape } from "./martlet-shapes.js";

/** @typedef {import("./martlet-place.js").MessageRef} MessageRef */

/** The local part of a chat. */
export class LocalData extends History {
  /**
   * Inserts messages that exist on this device only, all or none; resolves to those inserted.
   *
   * @param {{content: string|object, type?: string, sender?: string, time?: number, fields?: object, name?: string}[]} drafts
   *   at most 500; a `name` is the app's own, for deduplicating
   * @param {{skippingDuplicates?: boolean}} options  true to skip drafts whose name exists, instead of failing
   */
  async insertLocal(drafts, { skippingDuplicates = false } = {}) {
    const wire = drafts.map(({ content, type, fields, ...draft }) => ({
      ...draft, ...shape.outgoing(content, type), fields: fields && JSON.stringify(fields),
    }));
    const insertLocal = { to: this.to, drafts: wire, skipsDuplicates: skippingDuplicates };
    const { localMessages } = await this._ask({ insertLocal });
    return (localMessages.messages ?? []).map(shape.localMessage);
  }

  /**
   * Local messages within a range of the log, in display order.
   *
   * @param {{from?: number, upTo?: number, limit?: number}} range  of the positions after which they are shown
   */
  async localMessages({ from = 0, upTo, limit = 1_000 } = {}) {
    const { localMessages } = await this._ask({ localMessages: { to: this.to, from, upTo, limit } });
    return (localMessages.messages ?? []).map(shape.localMessage);
  }

  /**
   * Changes the content or the fields of a local message; what is not given stays.
   *
   * @param {number} id
   * @param {{content?: string|object, type?: string, fields?: object}} change
   */
  async changeLocal(id, { content, type, fields }) {
    const change = content === undefined ? undefined : shape.outgoing(content, type);
    await this._ask({ changeLocal: { to: this.to, id, content: change, fields: fields && JSON.stringify(fields) } });
  }

  /**
   * Removes local messages; without ids all of the conversation.
   *
   * @param {number[]} [ids]
   */
  async removeLocal(ids) {
    await this._ask({ removeLocal: { to: this.to, ids: ids ?? [], all: ids === undefined } });
  }

  /**
   * Attaches the app's own fields to a message, on this device only; an empty object removes them.
   *
   * @param {MessageRef} message
   * @param {object} fields
   */
  async setLocalFields(message, fields) {
    const position = this._position(message);
    await this._ask({ setLocalFields: { to: this.to, position, fields: JSON.stringify(fields) } });
  }

  /**
   * The local fields of messages: a map by position.
   *
   * @param {MessageRef} from
   * @param {MessageRef} upTo
   */
  async localFields(from, upTo) {
    const range = { to: this.to, from: this._position(from), upTo: this._position(upTo) };
    const { localFields } = await this._ask({ localFields: range });
    return new Map((localFields.fields ?? []).map(({ position, fields }) => [position, shape.parsed(fields)]));
  }
}
