import assert from "node:assert/strict";
import { test } from "node:test";
import { Mailbox } from "../../Web/sdk/martlet-mailbox.js";

const missed = () => "missed";

test("valuesWaitForTheirReader", async () => {
  const mailbox = new Mailbox(3, missed);
  const first = mailbox.next();
  for (const value of [1, 2, 3, 4]) mailbox.put(value);
  assert.deepEqual([await first, await mailbox.next()], [{ value: 1, done: false }, { value: 2, done: false }]);
  mailbox.finish();
  const rest = [];
  for await (const value of mailbox) rest.push(value);
  assert.deepEqual(rest, [3, 4]);
});

test("slowReaderGetsOneValueForAllThatItMissed", async () => {
  const mailbox = new Mailbox(3, missed);
  for (let value = 1; value <= 5; value += 1) mailbox.put(value);
  mailbox.finish();
  const read = [];
  for await (const value of mailbox) read.push(value);
  assert.deepEqual(read, ["missed", 5]);
});

test("readerThatStopsIsForgotten", async () => {
  const mailbox = new Mailbox(3, missed);
  let hasEnded = false;
  mailbox.ended = () => (hasEnded = true);
  mailbox.put(1);
  for await (const value of mailbox) if (value === 1) break;
  assert.equal(hasEnded, true);
  mailbox.put(2);
  assert.deepEqual(await mailbox.next(), { value: undefined, done: true });
});
