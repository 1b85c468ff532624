// A change of many rows as several changes, each of as many rows as a slow device takes in one frame.

/**
 * @typedef {{index: number, row: any}} Placed
 * @typedef {{removed: number[], inserted: Placed[], updated: Placed[]}} Change  as a timeline tells it
 * @typedef {{row: any, isThere: boolean, leaves: boolean}} Line
 */

/**
 * Divides a change. The portions, made one after another, have the same result.
 *
 * Rows next to a reader come first, since the reader may be scrolling towards them. Rows at the far edge go first.
 *
 * @param {number} count  the rows before the change
 * @param {Change} change
 * @param {number} most  of rows that come in a portion, and of rows that go
 * @returns {Change[]}
 */
export function portions(count, { removed, inserted, updated }, most) {
  const lines = linesOf(count, removed, inserted);
  const leaving = lines.filter(({ leaves }) => leaves);
  const coming = lines.filter(({ row }) => row);
  if (inserted[0]?.index === 0) for (const some of [leaving, coming]) some.reverse();
  const made = [];
  while (leaving.length > 0 || coming.length > 0) {
    const portion = { removed: take(lines, leaving.splice(0, most)), inserted: put(lines, coming.splice(0, most)), updated: [] };
    made.push(portion);
  }
  if (made.length === 0) made.push({ removed: [], inserted: [], updated });
  else made[0].updated = updated;
  return made;
}

/** All rows before and after the change, in one order. */
function linesOf(count, removed, inserted) {
  const leaving = new Set(removed);
  const coming = new Map(inserted.map(({ index, row }) => [index, row]));
  /** @type {Line[]} */
  const lines = [];
  let after = 0;
  const arrive = () => {
    for (; coming.has(after); after += 1) lines.push({ row: coming.get(after), isThere: false, leaves: false });
  };
  for (let before = 0; before < count; before += 1) {
    const leaves = leaving.has(before);
    if (!leaves) arrive();
    lines.push({ row: null, isThere: true, leaves });
    if (!leaves) after += 1;
  }
  arrive();
  return lines;
}

/** Takes lines away; their indices before, descending. */
function take(lines, some) {
  const gone = new Set(some);
  const indices = [];
  let index = 0;
  for (const line of lines) {
    if (gone.has(line)) indices.push(index);
    if (line.isThere) index += 1;
  }
  for (const line of some) line.isThere = false;
  return indices.reverse();
}

/** Adds lines; their indices afterwards, ascending. */
function put(lines, some) {
  for (const line of some) line.isThere = true;
  const added = new Set(some);
  const placed = [];
  let index = 0;
  for (const line of lines) {
    if (added.has(line)) placed.push({ index, row: line.row });
    if (line.isThere) index += 1;
  }
  return placed;
}

/** The height of the lowest rows, in pixels. */
const rowHeight = 36;

/**
 * The rows that a move brings, for a window of a height, which fetches more when an edge is nearer than a margin.
 *
 * A timeline keeps three to four times as many, which has to be more than the window and both its margins: it would fetch at one
 * edge what it drops at the other. The fewer there are, the less a browser draws in each frame.
 *
 * @param {number} height  in pixels
 * @param {number} margin
 */
export function pageOfRows(height, margin) {
  return Math.ceil((1.3 * (height + 2 * margin)) / rowHeight / 3);
}
