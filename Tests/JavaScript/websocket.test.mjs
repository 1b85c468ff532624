import assert from "node:assert/strict";
import crypto from "node:crypto";
import http from "node:http";
import { test } from "node:test";
import { NodeWebSocket } from "../../Web/sdk/martlet-websocket-node.js";

const accepting = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const protocol = "martlet.v1";

/** A server whose `serve(stream)` gets each connection after the handshake; `headers` change the answer. */
async function listen(test, serve, headers = {}) {
  const server = http.createServer();
  server.on("upgrade", (request, stream) => {
    const accept = crypto.createHash("sha1").update(request.headers["sec-websocket-key"] + accepting).digest("base64");
    const usual = { Upgrade: "websocket", Connection: "Upgrade" };
    const own = { "Sec-WebSocket-Accept": accept, "Sec-WebSocket-Protocol": protocol };
    const lines = Object.entries({ ...usual, ...own, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    // The handshake and what follows at once may come in one piece.
    stream.cork();
    stream.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
    stream.on("error", () => {});
    serve(stream);
    stream.uncork();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  test.after(() => (server.closeAllConnections(), server.close()));
  return `ws://127.0.0.1:${server.address().port}/v1/connect`;
}

/** An unmasked frame, as servers send them. */
function frame(opcode, content, { isLast = true } = {}) {
  const bytes = Buffer.from(content);
  const head = bytes.length < 126 ? Buffer.alloc(2) : bytes.length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  head[0] = (isLast ? 0x80 : 0) | opcode;
  head[1] = head.length === 2 ? bytes.length : head.length === 4 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(bytes.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(bytes.length), 2);
  return Buffer.concat([head, bytes]);
}

/** Takes the first frame off the bytes that a client sent; undefined if it is not complete. */
function parse(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + extended + 4;
  if (bytes.length < start) return undefined;
  const length = extended === 0 ? short : extended === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + length) return undefined;
  const mask = bytes.subarray(2 + extended, start);
  const content = Buffer.from(bytes.subarray(start, start + length).map((byte, index) => byte ^ mask[index % 4]));
  return { opcode: bytes[0] & 0x0f, isMasked: (bytes[1] & 0x80) !== 0, content, rest: bytes.subarray(start + length) };
}

/** Calls `take` with each frame that the client sends. */
function readFrames(stream, take) {
  let unread = Buffer.alloc(0);
  stream.on("data", (bytes) => {
    unread = Buffer.concat([unread, bytes]);
    for (let next = parse(unread); next; next = parse(unread)) {
      unread = next.rest;
      take(next);
    }
  });
}

/** Collects what happens to a connection. */
function connect(url) {
  const socket = new NodeWebSocket(url, [protocol]);
  const seen = { socket, messages: [], errors: [] };
  seen.opened = new Promise((resolve) => (socket.onopen = resolve));
  seen.closed = new Promise((resolve) => (socket.onclose = resolve));
  socket.onerror = (error) => seen.errors.push(error);
  socket.onmessage = ({ data }) => seen.messages.push(Buffer.from(data));
  return seen;
}

test("messagesOfAllLengthsGoMaskedAndComeBack", async (test) => {
  const masks = [];
  const url = await listen(test, (stream) =>
    readFrames(stream, ({ opcode, isMasked, content }) => {
      masks.push(isMasked);
      if (opcode === 2) stream.write(frame(2, content));
    }),
  );
  const { socket, messages, opened, closed } = connect(url);
  await opened;
  const sent = [0, 1, 125, 126, 65_535, 65_536, 300_000].map((length) => crypto.randomBytes(length));
  const all = new Promise((resolve) => {
    socket.onmessage = ({ data }) => messages.push(Buffer.from(data)) === sent.length && resolve();
  });
  for (const bytes of sent) socket.send(bytes);
  await all;
  assert.ok(messages.every((bytes, index) => bytes.equals(sent[index])));
  assert.ok(masks.every(Boolean));
  socket.close();
  await closed;
});

test("fragmentsInAnyPiecesAreOneMessageWithPingsBetween", async (test) => {
  const answers = [];
  const url = await listen(test, async (stream) => {
    readFrames(stream, ({ opcode, content }) => answers.push([opcode, content.toString()]));
    const bytes = Buffer.concat([
      frame(2, "one ", { isLast: false }), frame(9, "still there?"), frame(0, "two ", { isLast: false }), frame(10, ""),
      frame(0, "three"), frame(2, "next"), frame(8, ""),
    ]);
    for (const byte of bytes) {
      stream.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
  });
  const { messages, errors, closed } = connect(url);
  await closed;
  assert.deepEqual(messages.map(String), ["one two three", "next"]);
  assert.deepEqual(answers[0], [10, "still there?"]);
  assert.deepEqual(errors, []);
});

test("messageWithTheHandshakeIsNotLost", async (test) => {
  const url = await listen(test, (stream) => stream.end(Buffer.concat([frame(2, "at once"), frame(8, "")])));
  const { messages, closed } = connect(url);
  await closed;
  assert.deepEqual(messages.map(String), ["at once"]);
});

const malformed = {
  aMaskedFrame: Buffer.from([0x82, 0x81, 1, 2, 3, 4, 5]),
  aFrameOfAnUnknownKind: Buffer.from([0x83, 0]),
  aTextFrame: Buffer.from([0x81, 1, 65]),
  aLongPing: frame(9, "x".repeat(126)),
  aPingInFragments: Buffer.from([0x09, 0]),
  aContinuationOfNothing: frame(0, "x"),
  aMessageWithinAMessage: Buffer.concat([frame(2, "a", { isLast: false }), frame(2, "b")]),
  reservedBits: Buffer.from([0xc2, 0]),
  moreThanTheLimit: Buffer.concat([Buffer.from([0x82, 127]), Buffer.from([0, 0, 0, 0, 0, 0x80, 0, 1])]),
  aLengthBeyondNumbers: Buffer.concat([Buffer.from([0x82, 127]), Buffer.alloc(8, 0xff)]),
};

for (const [name, bytes] of Object.entries(malformed)) {
  test(`${name}EndsTheConnection`, async (test) => {
    const url = await listen(test, (stream) => stream.write(bytes));
    const { messages, errors, closed } = connect(url);
    await closed;
    assert.deepEqual([messages, errors.length], [[], 1]);
  });
}

test("fragmentsBeyondTheLimitEndTheConnection", async (test) => {
  const url = await listen(test, (stream) => {
    stream.write(frame(2, Buffer.alloc(5 << 20), { isLast: false }));
    stream.write(frame(0, Buffer.alloc(5 << 20)));
  });
  const { messages, errors, closed } = connect(url);
  await closed;
  assert.deepEqual([messages, errors.length], [[], 1]);
});

test("serverThatDoesNotSpeakTheProtocolIsRefused", async (test) => {
  for (const headers of [{ "Sec-WebSocket-Accept": "wrong" }, { "Sec-WebSocket-Protocol": "other" }]) {
    const { errors, closed } = connect(await listen(test, () => {}, headers));
    await closed;
    assert.equal(errors.length, 1);
  }
  const plain = http.createServer((request, response) => response.writeHead(503).end());
  await new Promise((resolve) => plain.listen(0, "127.0.0.1", resolve));
  test.after(() => plain.close());
  const refused = connect(`ws://127.0.0.1:${plain.address().port}/v1/connect`);
  await refused.closed;
  assert.equal(refused.errors.length, 1);
  const nobody = connect("ws://127.0.0.1:1/v1/connect");
  await nobody.closed;
  assert.equal(nobody.errors.length, 1);
});

test("closedConnectionTellsNothingMore", async (test) => {
  const url = await listen(test, (stream) => {
    const timer = setInterval(() => stream.write(frame(2, "more")), 1);
    stream.on("close", () => clearInterval(timer));
  });
  const { socket, messages, opened, closed } = connect(url);
  await opened;
  socket.close();
  await closed;
  const { length } = messages;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(messages.length, length);
  socket.send(Buffer.from("late"));
});
