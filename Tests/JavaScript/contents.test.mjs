import assert from "node:assert/strict";
import { test } from "node:test";
import { outgoing } from "../../Web/sdk/martlet-contents.js";
import { contentOf, MartletError } from "../../Web/sdk/martlet-node.js";
import { connectClient, nextEvent, startServer } from "./support.mjs";

class Booking {
  static type = "com.example.booking";
  static fields = {
    place: "text", seats: "integer", price: "number?", paid: "flag", on: "date", guests: "list?", extra: "object?",
  };
  static searches = ["place"];
  constructor(place, seats, on) {
    Object.assign(this, { place, seats, on, paid: false });
  }
  get summary() {
    return `[${this.seats} seats at ${this.place}]`;
  }
}

const evening = new Date(Date.UTC(2030, 0, 1, 19));
const json = { place: "Harbour", seats: 2, paid: true, on: evening.getTime(), price: 9.5, guests: ["eve"], extra: { a: 1 } };
const message = (content, type = Booking.type) => ({ type, content });

test("contentBecomesAValueOfItsClass", () => {
  const booking = contentOf(message({ ...json, later: "ignored" }), Booking);
  assert(booking instanceof Booking);
  assert.equal(booking.summary, "[2 seats at Harbour]");
  assert.deepEqual({ ...booking }, { ...json, on: evening });
  assert.equal(contentOf(message({ text: "hi" }, "text"), Booking), undefined);
  assert.equal(contentOf(message(null), Booking), undefined);
});

test("contentThatIsNotAsItsClassSaysIsMalformed", () => {
  const wrong = {
    place: [undefined, null, 7, {}], seats: [undefined, "2", 2.5, 2 ** 60], price: ["9"], paid: [undefined, 1], guests: [{}],
    on: [undefined, "2030-01-01", 8.64e15 + 1, 0.5], extra: [[], "x"],
  };
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const read = () => contentOf(message({ ...json, [field]: value }), Booking);
      assert.throws(read, { name: "MartletError", code: "content_malformed", field }, `${field} ${JSON.stringify(value)}`);
    }
  }
  // Inherited members are not members of the content.
  class Odd {
    static type = Booking.type;
    static fields = { toString: "object" };
  }
  assert.throws(() => contentOf(message({}), Odd), { field: "toString" });
});

test("valueOfAClassIsSentAsItsFields", () => {
  const { type, content } = outgoing(Object.assign(new Booking("Harbour", 2, evening), { unknown: 1, price: undefined }), "ignored");
  assert.equal(type, Booking.type);
  assert.deepEqual(content, { place: "Harbour", seats: 2, paid: false, on: evening.getTime() });
  assert.throws(() => outgoing(new Booking("Harbour", "two", evening)), { code: "argument_invalid", field: "seats" });
  assert.throws(() => outgoing(new Booking("Harbour", 2, new Date(NaN))), { code: "argument_invalid", field: "on" });
  assert.throws(() => outgoing(new Booking("x".repeat(70_000), 2, evening)), { code: "content_too_large", limit: 65_536 });
  assert.deepEqual(outgoing("hi"), { type: "text", content: { text: "hi" } });
  // A peer's content may have any members.
  const foreign = { constructor: { type: "x" }, encode: "y" };
  assert.deepEqual(outgoing(foreign, "com.example.other"), { type: "com.example.other", content: foreign });
});

test("classCanReadWriteAndCheckByItself", () => {
  class Point {
    static type = "com.example.point";
    static decode([x, y]) {
      return Object.assign(new Point(), { x, y });
    }
    encode() {
      return { 0: this.x, 1: this.y };
    }
    check() {
      if (this.x < 0) throw new MartletError({ code: "argument_invalid", field: "x", message: "x is negative" });
    }
  }
  const point = Object.assign(new Point(), { x: 1, y: 2 });
  assert.deepEqual(outgoing(point).content, { 0: 1, 1: 2 });
  assert.throws(() => outgoing(Object.assign(new Point(), { x: -1 })), { field: "x" });
  assert.throws(() => contentOf(message({ 0: 1 }, Point.type), Point), { code: "content_malformed" });
});

test("typedContentsAreSentReceivedEditedAndFound", async (test) => {
  const server = await startServer(test);
  const alice = await connectClient(test, server, "alice");
  const bob = await connectClient(test, server, "bob", { contents: [Booking] });
  const [sent, changed] = [nextEvent(bob, "message"), nextEvent(bob, "messageChanged")];
  const chat = alice.chat("direct:bob");
  await chat.send(new Booking("Harbour restaurant", 2, evening));
  assert.equal(contentOf(await sent, Booking).place, "Harbour restaurant");
  await chat.edit(1, new Booking("Castle", 3, evening));
  assert.equal(contentOf(await changed, Booking).seats, 3);
  await bob.waitForIndex();
  assert.deepEqual((await bob.search("castle")).hits.map(({ newest }) => newest.position), [1]);
  await alice.waitForIndex();
  // Without its class, nobody knows what the texts of a content are.
  assert.deepEqual((await alice.search("castle")).hits, []);
  await assert.rejects(chat.send(new Booking("Castle", 0.5, evening)), { code: "argument_invalid", field: "seats" });
  assert.deepEqual(await alice.pending(), []);
});
