// What all parts of a chat need: the conversation, the client, and messages by position.

import { MartletError } from "./martlet-error.js";
import { shape } from "./martlet-shapes.js";

/** @typedef {number|{conversation: string, position: number}} MessageRef  a message, or its position */

/** A conversation, by the id or by the other user. */
export class Place {
  /** `direct:USER` or a conversation's id. */
  to;

  /**
   * @protected
   * @type {import("./martlet.js").Client}
   */
  _client;

  constructor(client, to) {
    this._client = client;
    this.to = to;
  }

  /**
   * The position of a message, which is refused if it is of another conversation.
   *
   * @protected
   * @param {MessageRef} message
   */
  _position(message) {
    if (typeof message !== "object") return message;
    if (!isOf(message.conversation, this.to)) {
      const { conversation } = message;
      throw new MartletError({
        code: "argument_invalid", field: "message", message: `the message is of another conversation: ${conversation}`,
      });
    }
    return message.position;
  }

  /**
   * Files, over HTTP.
   *
   * @protected
   * @returns {{media: import("./martlet-media.js").MediaServer, downloads: import("./martlet-downloads.js").Downloads}}
   */
  get _files() {
    return /** @type {any} */ (this._client).files;
  }

  /** @protected */
  _positions(messages) {
    return messages.map((message) => {
      const position = this._position(message);
      if (Number.isSafeInteger(position) && position > 0) return position;
      throw new MartletError({ code: "argument_invalid", field: "message", message: `this is no message: ${position}` });
    });
  }

  /** @protected */
  _ask(operation, signal) {
    return this._client.ask(operation, signal);
  }

  /**
   * Asks for a list of messages.
   *
   * @protected
   */
  async _messages(operation, signal) {
    const { messages } = await this._ask(operation, signal);
    return (messages.messages ?? []).map(shape.message);
  }

  /**
   * Asks for a page of messages.
   *
   * @protected
   */
  async _page(operation, signal) {
    const { messages } = await this._ask(operation, signal);
    return shape.page(messages, (messages.messages ?? []).map(shape.message));
  }
}

/** Whether `to`, which may be `direct:USER`, means a conversation. */
function isOf(conversation, to) {
  if (conversation === to) return true;
  const [kind, ...users] = conversation.split(":");
  return kind === "direct" && users.some((user) => to === `direct:${user}`);
}
