import assert from "node:assert/strict";
import { test } from "node:test";
import { portions } from "../../Web/page/portions.js";

const numbers = (count, from = 0) => Array.from({ length: count }, (_, index) => from + index);
const placed = (rows, from = 0) => rows.map((row, index) => ({ index: from + index, row }));

/** What a list shows after a change. */
function changed(rows, { removed, inserted }) {
  const result = [...rows];
  for (const index of removed) result.splice(index, 1);
  for (const { index, row } of inserted) result.splice(index, 0, row);
  return result;
}

/** Makes a change in portions, and looks at each step. */
function inPortions(rows, change, most, look = () => {}) {
  let result = rows;
  for (const portion of portions(rows.length, change, most)) {
    assert.ok(portion.inserted.length <= most && portion.removed.length <= most);
    result = changed(result, portion);
    look(result);
  }
  return result;
}

test("anyChangeInPortionsHasTheSameResult", () => {
  let state = 7;
  const below = (count) => (state = (state * 48271) % 2147483647) % count;
  for (let round = 0; round < 500; round += 1) {
    const rows = numbers(below(40)).map((number) => `old${number}`);
    const removed = numbers(rows.length).filter(() => below(3) === 0).reverse();
    const after = rows.length - removed.length;
    const inserted = [];
    for (let index = 0; index < after + inserted.length + 1; index += 1) {
      if (below(3) === 0 && inserted.length < 30) inserted.push({ index, row: `new${round}-${index}` });
    }
    const change = { removed, inserted, updated: [] };
    assert.deepEqual(inPortions(rows, change, 1 + below(6)), changed(rows, change), `round ${round}`);
  }
});

test("earlierRowsComeBesideTheReaderFirstAndLateRowsLeaveFirst", () => {
  const rows = numbers(12, 100);
  const change = { removed: [11, 10, 9, 8, 7, 6], inserted: placed(numbers(6, 94)), updated: [] };
  const seen = [];
  const result = inPortions(rows, change, 2, (some) => seen.push([some[0], some.at(-1)]));
  assert.deepEqual(seen, [[98, 109], [96, 107], [94, 105]]);
  assert.deepEqual(result, numbers(12, 94));
});

test("laterRowsComeBesideTheReaderFirstAndEarlyRowsLeaveFirst", () => {
  const rows = numbers(12, 100);
  const change = { removed: [5, 4, 3, 2, 1, 0], inserted: placed(numbers(6, 112), 6), updated: [] };
  const seen = [];
  inPortions(rows, change, 2, (some) => seen.push([some[0], some.at(-1)]));
  assert.deepEqual(seen, [[102, 113], [104, 115], [106, 117]]);
});

test("updatesComeOnceAlsoAlone", () => {
  const updated = [{ index: 1, row: "b" }];
  assert.deepEqual(portions(3, { removed: [], inserted: [], updated }, 5), [{ removed: [], inserted: [], updated }]);
  const several = portions(3, { removed: [2, 1], inserted: [], updated }, 1);
  assert.deepEqual(several.map((one) => one.updated), [updated, []]);
});
