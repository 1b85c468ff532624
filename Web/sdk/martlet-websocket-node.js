// A WebSocket for versions of Node without one (before 22). It has the part of the standard interface that
// `martlet-module.js` uses. See RFC 6455.

import crypto from "node:crypto";
import http from "node:http";
import https from "node:https";

const opcodes = { continuation: 0, binary: 2, close: 8, ping: 9, pong: 10 };
const accepting = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/** Larger messages end the connection. */
const mostBytes = 8 << 20;

/** A connection for binary messages. */
export class NodeWebSocket {
  binaryType = "arraybuffer";
  onopen = null;
  onmessage = null;
  onerror = null;
  onclose = null;

  #stream = null;
  #request;
  #unread = [];
  #unreadBytes = 0;
  #parts = [];
  #partsBytes = 0;
  #isWithinMessage = false;
  #isEnded = false;

  /**
   * @param {string|URL} address  ws: or wss:
   * @param {string[]} protocols
   */
  constructor(address, protocols) {
    const url = new URL(address);
    const isSecure = url.protocol === "wss:";
    const key = crypto.randomBytes(16).toString("base64");
    this.#request = (isSecure ? https : http).request({
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port || (isSecure ? 443 : 80),
      path: url.pathname + url.search,
      agent: false,
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Protocol": protocols.join(", "),
      },
    });
    this.#request.on("upgrade", (response, stream, head) => this.#upgraded(response, stream, head, key, protocols));
    this.#request.on("response", (response) => {
      response.resume();
      this.#end(new Error(`the server answered ${response.statusCode}`));
    });
    this.#request.on("error", (error) => this.#end(error));
    this.#request.end();
  }

  /** @param {Uint8Array} bytes */
  send(bytes) {
    if (this.#stream && !this.#isEnded) this.#write(opcodes.binary, bytes);
  }

  close() {
    if (this.#isEnded) return;
    if (this.#stream) {
      this.#write(opcodes.close, Buffer.from([0x03, 0xe8]));
      this.#stream.end();
    }
    this.#request.destroy();
    this.#end();
  }

  #upgraded(response, stream, head, key, protocols) {
    const expected = crypto.createHash("sha1").update(key + accepting).digest("base64");
    const { "sec-websocket-accept": accept, "sec-websocket-protocol": protocol } = response.headers;
    if (accept !== expected || !protocols.includes(protocol)) {
      stream.destroy();
      return this.#end(new Error("the server does not speak this protocol"));
    }
    this.#stream = stream;
    stream.setNoDelay(true);
    stream.on("data", (bytes) => this.#received(bytes));
    stream.on("error", (error) => this.#end(error));
    stream.on("close", () => this.#end());
    this.onopen?.();
    if (head.length > 0) this.#received(head);
  }

  #end(error) {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stream?.destroySoon();
    // As in browsers, a caller learns of it after it has set its handlers.
    setImmediate(() => {
      if (error) this.onerror?.(error);
      this.onclose?.();
    });
  }

  #write(opcode, content) {
    const { length } = content;
    const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8;
    const frame = Buffer.allocUnsafe(2 + extended + 4 + length);
    frame[0] = 0x80 | opcode;
    frame[1] = 0x80 | (extended === 0 ? length : extended === 2 ? 126 : 127);
    if (extended === 2) frame.writeUInt16BE(length, 2);
    if (extended === 8) frame.writeBigUInt64BE(BigInt(length), 2);
    const mask = crypto.randomBytes(4);
    mask.copy(frame, 2 + extended);
    const start = 6 + extended;
    for (let index = 0; index < length; index += 1) frame[start + index] = content[index] ^ mask[index & 3];
    this.#stream.write(frame);
  }

  #received(bytes) {
    this.#unread.push(bytes);
    this.#unreadBytes += bytes.length;
    while (!this.#isEnded && this.#readFrame()) continue;
  }

  /** Reads one frame; false if it is not complete. */
  #readFrame() {
    const head = this.#peek(Math.min(this.#unreadBytes, 10));
    if (head.length < 2) return false;
    let length = head[1] & 0x7f;
    const extended = length === 126 ? 2 : length === 127 ? 8 : 0;
    if (head.length < 2 + extended) return false;
    if (extended === 2) length = head.readUInt16BE(2);
    if (extended === 8) length = Number(head.readBigUInt64BE(2));
    if (!this.#accepts(head[0], head[1] & 0x80, length)) {
      this.#end(new Error("a frame is malformed or too large"));
      return false;
    }
    if (this.#unreadBytes < 2 + extended + length) return false;
    this.#take(2 + extended);
    this.#frame(head[0] & 0x0f, (head[0] & 0x80) !== 0, this.#take(length));
    return true;
  }

  /** False for a frame that no server may send here. Servers do not mask, and this protocol's messages are binary. */
  #accepts(first, mask, length) {
    const opcode = first & 0x0f;
    if (mask || first & 0x70) return false;
    if (opcode >= opcodes.close) return opcode <= opcodes.pong && first & 0x80 && length < 126;
    if (opcode !== (this.#isWithinMessage ? opcodes.continuation : opcodes.binary)) return false;
    return length + this.#partsBytes <= mostBytes;
  }

  #frame(opcode, isLast, content) {
    if (opcode === opcodes.ping) return this.#write(opcodes.pong, content);
    if (opcode === opcodes.pong) return;
    if (opcode === opcodes.close) return this.close();
    this.#isWithinMessage = !isLast;
    this.#parts.push(content);
    this.#partsBytes += content.length;
    if (!isLast) return;
    const message = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#partsBytes = 0;
    this.onmessage?.({ data: message.buffer.slice(message.byteOffset, message.byteOffset + message.length) });
  }

  #peek(count) {
    if (this.#unread.length > 1 && this.#unread[0].length < count) this.#unread = [Buffer.concat(this.#unread)];
    return this.#unread.length === 0 ? Buffer.alloc(0) : this.#unread[0].subarray(0, count);
  }

  #take(count) {
    const bytes = this.#peek(count);
    this.#unreadBytes -= count;
    if (count > 0) {
      this.#unread[0] = this.#unread[0].subarray(count);
      if (this.#unread[0].length === 0) this.#unread.shift();
    }
    return bytes;
  }
}
