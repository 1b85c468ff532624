import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationList, Timeline } from "../../Web/sdk/martlet-live.js";
import { MartletError } from "../../Web/sdk/martlet-error.js";

/** A client whose core gives the prepared answers, in order, and notes what it was asked. */
function client(...answers) {
  const asked = [];
  return {
    asked,
    newViewName: () => "1",
    watch: () => () => true,
    ask: async (operation) => {
      asked.push(operation);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? { done: {} };
    },
  };
}

const message = (position) => ({ key: `#${position}`, message: { position, type: "text", content: `{"text":"m${position}"}` } });
const texts = ({ state }) => state.rows.map((row) => row.message.text);

test("changesAreAppliedInTheirOrder", async () => {
  const timeline = new Timeline(
    client(
      { timeline: { first: true, inserted: [{ row: message(1) }, { index: 1, row: message(2) }], atEnd: true } },
      { timeline: { removed: [0], inserted: [{ index: 1, row: message(3) }], updated: [{ row: message(9) }], newerCount: 4 } },
    ),
    "direct:bob",
  );
  const first = (await timeline.next()).value;
  assert.deepEqual(texts(first), ["m1", "m2"]);
  assert.deepEqual(first.change.inserted.map(({ index }) => index), [0, 1]);
  const second = (await timeline.next()).value;
  assert.deepEqual(texts(second), ["m9", "m3"]);
  assert.equal(second.state.newerCount, 4);
  assert.equal(timeline.state, second.state);
  // A state that was handed out does not change.
  assert.deepEqual(texts(first), ["m1", "m2"]);
});

test("suppressedMessagesAreInNoRowsAndMoveTheIndices", async () => {
  const timeline = new Timeline(
    client(
      { timeline: { first: true, inserted: [{ row: message(1) }], atEnd: true } },
      { timeline: { inserted: [{ index: 1, row: message(2) }, { index: 2, row: message(3) }] } },
      { timeline: { removed: [1], updated: [{ index: 1, row: { ...message(3), changes: [] } }] } },
    ),
    "direct:bob",
  );
  await timeline.next();
  timeline.suppress({ conversation: undefined, position: 2 });
  const second = (await timeline.next()).value;
  assert.deepEqual(texts(second), ["m1", "m3"]);
  assert.deepEqual(second.change.inserted.map(({ index }) => index), [1]);
  const third = (await timeline.next()).value;
  assert.deepEqual([texts(third), third.change.removed, third.change.updated.map(({ index }) => index)], [["m1", "m3"], [], [1]]);
});

test("timelineThatIsOpenedAgainReplacesAllRows", async () => {
  const fresh = { timeline: { first: true, inserted: [{ row: message(5) }] } };
  const core = client({ timeline: { first: true, inserted: [{ row: message(4) }, { index: 1, row: message(5) }] } }, fresh);
  const timeline = new Timeline(core, "direct:bob", { at: { time: 7 } });
  await timeline.next();
  const { change, state } = (await timeline.next()).value;
  assert.deepEqual(change.removed, [1, 0]);
  assert.deepEqual(state.rows.map(({ key }) => key), ["#5"]);
  // A new core opens it where it was, not where it began.
  assert.deepEqual(core.asked[0].nextOfTimeline.place, { time: 7 });
  assert.deepEqual(core.asked[1].nextOfTimeline.place, { position: 5 });
});

test("iterationEndsWithTheClientAndThrowsOtherErrors", async () => {
  const closed = new MartletError({ code: "closed", message: "the client was closed" });
  const list = new ConversationList(client(closed), {});
  assert.equal((await list.next()).done, true);
  const unknown = new MartletError({ code: "conversation_unknown", message: "" });
  await assert.rejects(new Timeline(client(unknown), "group:x").next(), { code: "conversation_unknown" });
});

test("leavingTheLoopClosesTheView", async () => {
  const core = client({ list: { first: true, inserted: [{ row: { id: "direct:alice:bob" } }], complete: true } });
  for await (const { state } of new ConversationList(core, { unread: true, window: 5 })) {
    assert.equal(state.isComplete, true);
    break;
  }
  assert.deepEqual(core.asked[0], { nextOfList: { name: "1", filter: { unread: true }, window: 5 } });
  assert.deepEqual(core.asked[1], { closeView: { name: "1" } });
});
