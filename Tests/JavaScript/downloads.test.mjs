// Downloads, from a server that fails as real ones do.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { Downloads } from "../../Web/sdk/martlet-downloads.js";
import { coreHash } from "../../Web/sdk/martlet-hash.js";
import { FileSink } from "../../Web/sdk/martlet-kept-node.js";
import { MediaServer } from "../../Web/sdk/martlet-media.js";
import { module, temporaryFolder, until } from "./support.mjs";

const compiled = await WebAssembly.compile(await fs.readFile(module));
const total = 2_500_000;
const bytes = new Uint8Array(total).map((_, index) => index % 251);
const hashOf = (content) => createHash("sha256").update(content).digest("hex");
const file = ["group:a b", 7, "f1"];

/** A body that ends, or breaks, after some of its bytes. */
function body(content, { breaksAfter = Infinity, wait = async () => {} } = {}) {
  let start = 0;
  return new ReadableStream({
    async pull(controller) {
      await wait(start);
      if (start >= breaksAfter) return controller.error(new Error("the link was cut"));
      const end = Math.min(start + 100_000, content.length, breaksAfter);
      if (end > start) controller.enqueue(content.slice(start, end));
      start = end;
      if (start === content.length) controller.close();
    },
  });
}

/**
 * Downloads from a server that has `content`. `spoil` may change each answer: `{ start, breaksAfter, headers, status, content }`.
 */
function serving(content = bytes, spoil = (_) => ({}), { hash = () => coreHash(compiled), rest } = {}) {
  const state = { asked: [], rests: [], tag: `"${hashOf(content)}"`, content };
  const fetch = async (address, { method, headers, signal }) => {
    state.asked.push(`${method} ${headers.Range ?? "all"}${headers["If-Range"] ? ` if ${headers["If-Range"] === state.tag}` : ""}`);
    assert.match(new URL(address).pathname, /^\/v1\/media\/group%3Aa%20b\/7\/f1(\/small)?$/);
    assert.equal(headers.Authorization, "Bearer t");
    const wanted = /^bytes=(\d+)-$/.exec(headers.Range ?? "");
    const isPart = wanted && (headers["If-Range"] ?? state.tag) === state.tag;
    const start = isPart ? Number(wanted[1]) : 0;
    const answer = { status: isPart ? 206 : 200, start, ...spoil({ count: state.asked.length, start, signal }) };
    if (answer.fails) throw new TypeError("fetch failed");
    if (isPart && start >= state.content.length) {
      return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${state.content.length}` } });
    }
    const part = state.content.subarray(answer.start);
    const all = { ETag: state.tag, "Content-Type": "image/png", "Content-Length": String(part.length), ...answer.headers };
    if (answer.status === 206) all["Content-Range"] ??= `bytes ${start}-${state.content.length - 1}/${state.content.length}`;
    if (answer.status >= 400) return Response.json({ name: answer.name }, { status: answer.status });
    return new Response(method === "HEAD" ? null : body(answer.content ?? part, answer), { status: answer.status, headers: all });
  };
  const media = new MediaServer("wss://chat.example/socket", () => "t", fetch);
  const fileSink = (path) => new FileSink(path);
  const downloads = new Downloads(media, { hash, fileSink, rest: rest ?? (async (time) => void state.rests.push(time)) });
  return { state, downloads };
}

async function expectAll(blob, content = bytes) {
  assert.ok(Buffer.from(await blob.arrayBuffer()).equals(Buffer.from(content)), "the bytes are others");
}

test("fileComesWholeWithProgressAndItsType", async () => {
  const { state, downloads } = serving();
  const told = [];
  const blob = await downloads.download(file, { onProgress: (progress) => told.push(progress) });
  await expectAll(blob);
  assert.equal(blob.type, "image/png");
  assert.deepEqual(state.asked, ["GET all"]);
  assert.deepEqual([told[0], told.at(-1)], [{ received: 0, total }, { received: total, total }]);
  assert.ok(told.length > 20);
});

test("cutDownloadGoesOnAtTheBreakPoint", async () => {
  const { state, downloads } = serving(bytes, ({ count }) => (count < 4 ? { breaksAfter: 700_000 } : {}));
  await expectAll(await downloads.download(file));
  assert.deepEqual(state.asked, [
    "GET all", "GET bytes=700000- if true", "GET bytes=1400000- if true", "GET bytes=2100000- if true",
  ]);
  assert.deepEqual(state.rests, [500, 500, 500]);
});

test("shortAnswerIsNoWholeFile", async () => {
  // A proxy that loses its server may end an answer as if it were complete.
  const { downloads } = serving(bytes, ({ count }) => (count === 1 ? { content: bytes.subarray(0, 1_000) } : {}));
  await expectAll(await downloads.download(file));
});

test("downloadThatFailsThrowsEachTimeAndGoesOnLater", async () => {
  let isCut = true;
  const { state, downloads } = serving(bytes, ({ count }) => {
    if (!isCut) return {};
    return count === 1 ? { breaksAfter: 300_000 } : { fails: true };
  });
  for (const asked of [5, 10]) {
    await assert.rejects(downloads.download(file), { code: "unreachable" });
    assert.equal(state.asked.length, asked);
  }
  isCut = false;
  await expectAll(await downloads.download(file));
  assert.equal(state.asked.at(-1), "GET bytes=300000- if true");
});

test("refusalEndsItAtOnceAndBusyServerIsAskedAgain", async () => {
  const { state, downloads } = serving(bytes, () => ({ status: 404, name: "media_unknown" }));
  for (let count = 1; count <= 2; count += 1) {
    await assert.rejects(downloads.download(file), { code: "media_unknown" });
    assert.equal(state.asked.length, count);
  }
  const busy = serving(bytes, ({ count }) => (count < 3 ? { status: 503, name: "unavailable" } : {}));
  await expectAll(await busy.downloads.download(file));
  assert.deepEqual(busy.state.rests, [500, 1_000]);
});

test("bytesOfAnotherHashAreRefused", async () => {
  const wrong = bytes.slice();
  wrong[1_234_567] ^= 1;
  const { state, downloads } = serving(bytes, ({ count }) => (count < 3 ? { content: wrong } : {}));
  // Nothing of them is kept.
  for (let count = 0; count < 2; count += 1) await assert.rejects(downloads.download(file), { code: "protocol_violation" });
  await expectAll(await downloads.download(file));
  assert.deepEqual(state.asked, ["GET all", "GET all", "GET all"]);
});

test("lyingRangesAreRefused", async () => {
  const lies = [
    { headers: { "Content-Range": `bytes 0-${total - 1}/${total}` } },
    { headers: { "Content-Range": `bytes 500000-${total - 1}/${total + 1}` } },
    { headers: { "Content-Range": "bytes some" } },
    { headers: { ETag: '"other"' } },
    { content: new Uint8Array(total) },
  ];
  for (const lie of lies) {
    const { downloads } = serving(bytes, ({ count }) => (count === 1 ? { breaksAfter: 500_000 } : lie));
    await assert.rejects(downloads.download(file), { code: "protocol_violation" }, JSON.stringify(lie.headers ?? "more bytes"));
  }
});

test("otherFileUnderTheSameNameBeginsAnew", async () => {
  const other = bytes.map((byte) => byte ^ 255);
  const { state, downloads } = serving(bytes, ({ count }) => {
    if (count > 1) return {};
    [state.content, state.tag] = [other, `"${hashOf(other)}"`];
    return { breaksAfter: 500_000, content: bytes, headers: { ETag: `"${hashOf(bytes)}"` } };
  });
  await expectAll(await downloads.download(file), other);
  assert.deepEqual(state.asked, ["GET all", "GET bytes=500000- if false"]);
});

test("variantAndEmptyFileComeToo", async () => {
  const empty = serving(new Uint8Array(0));
  assert.equal((await empty.downloads.download(file)).size, 0);
  const { state, downloads } = serving(bytes, () => ({ headers: { ETag: '"0a.small"' } }));
  await expectAll(await downloads.download(file, { variant: "small" }));
  assert.deepEqual(state.asked, ["GET all"]);
});

test("manyCallersShareOneDownload", async () => {
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  const wait = async (start) => void (start >= 1_000_000 && (await opened));
  const { state, downloads } = serving(bytes, () => ({ wait }));
  const [gaveUp, told] = [new AbortController(), []];
  const all = [{}, { onProgress: (progress) => told.push(progress) }, { signal: gaveUp.signal }].map((o) => downloads.download(file, o));
  await until(() => told.at(-1)?.received >= 1_000_000);
  const late = [];
  all.push(downloads.download(file, { onProgress: (progress) => late.push(progress) }));
  assert.deepEqual(late, [{ received: told.at(-1).received, total }]);
  gaveUp.abort(new Error("enough"));
  await assert.rejects(all[2], { message: "enough" });
  open();
  for (const one of [all[0], all[1], all[3]]) await expectAll(await one);
  assert.deepEqual(state.asked, ["GET all"]);
  // Afterwards the server is asked again whether the user may have it.
  await downloads.download(file);
  assert.deepEqual(state.asked, ["GET all", "GET all"]);
});

test("pausedDownloadGoesOnWithTheNextCall", async () => {
  const pause = new AbortController();
  const { state, downloads } = serving();
  const onProgress = ({ received }) => void (received >= 1_000_000 && pause.abort(new Error("paused")));
  const paused = downloads.download(file, { signal: pause.signal, onProgress });
  // The next call may come before the first has ended.
  const next = assert.rejects(paused, { message: "paused" }).then(() => downloads.download(file));
  await expectAll(await next);
  assert.equal(state.asked.length, 2);
  assert.match(state.asked[1], /^GET bytes=1[0-9]{6}- if true$/);
});

test("downloadToAPathGoesOnInTheNextProcess", async (test) => {
  const to = path.join(await temporaryFolder(test), "a.png");
  const cut = serving(bytes, ({ count }) => (count === 1 ? { breaksAfter: 900_000 } : { fails: true }));
  await assert.rejects(cut.downloads.download(file, { to }), { code: "unreachable" });
  assert.equal((await fs.stat(`${to}.part`)).size, 900_000);
  await assert.rejects(fs.stat(to), { code: "ENOENT" });
  const { state, downloads } = serving();
  assert.equal(await downloads.download(file, { to }), undefined);
  assert.ok((await fs.readFile(to)).equals(Buffer.from(bytes)));
  assert.deepEqual(state.asked, ["GET bytes=900000-"]);
  await assert.rejects(fs.stat(`${to}.part`), { code: "ENOENT" });

  // Killed before the file got its name; bytes of another file; more bytes than the file has.
  for (const [left, asked] of [[bytes, ["GET bytes=2500000-", "HEAD all"]], [new Uint8Array(total + 1), ["GET bytes=2500001-", "GET all"]]]) {
    await fs.writeFile(`${to}.part`, left);
    const again = serving();
    await again.downloads.download(file, { to });
    assert.ok((await fs.readFile(to)).equals(Buffer.from(bytes)));
    assert.deepEqual(again.state.asked, asked);
  }
  await fs.writeFile(`${to}.part`, new Uint8Array(1_000));
  await assert.rejects(serving().downloads.download(file, { to }), { code: "protocol_violation" });
  await serving().downloads.download(file, { to });
  const nowhere = path.join(to, "no", "folder");
  for (let count = 0; count < 2; count += 1) {
    await assert.rejects(serving().downloads.download(file, { to: nowhere }), { code: "argument_invalid", field: "to" });
  }
});

test("coreHashesAsOthersDo", async () => {
  for (const count of [0, 1, 55, 56, 63, 64, 65, 119, 65_535, 65_536, 65_537, 200_000]) {
    const hash = await coreHash(compiled);
    const content = bytes.subarray(0, count);
    for (let start = 0; start < count; start += 100_000) hash.add(content.subarray(start, Math.min(count, start + 100_000)));
    assert.equal(hash.finish(), hashOf(content));
  }
});

test("linkIsForOneFileOfOneMessage", async () => {
  const asked = [];
  const fetch = async (address) => {
    const { pathname } = new URL(address);
    asked.push(pathname);
    return Response.json({ path: `${pathname}?signed`, expires: "9" });
  };
  const media = new MediaServer("wss://chat.example/socket", () => "t", fetch);
  assert.equal(await media.link(file), "https://chat.example/v1/media/group%3Aa%20b/7/f1/link?signed");
  assert.equal(await media.link(file, "small"), "https://chat.example/v1/media/group%3Aa%20b/7/f1/small/link?signed");
  const nobody = new MediaServer("wss://chat.example", () => null, fetch);
  await assert.rejects(nobody.link(file), { code: "token_unavailable" });
});
