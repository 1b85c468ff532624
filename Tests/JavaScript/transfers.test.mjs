// Uploads and links, against a server of the tus protocol that fails as real ones do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Transfers } from "../../Web/sdk/martlet-transfers.js";

const total = 2_500_000;
const file = new Blob([new Uint8Array(total).map((_, index) => index % 251)]);
const options = { conversation: "direct:bob", message: "m1", name: "a b.txt" };

/** A server that keeps what comes, and whose `fail` may spoil an answer: it is called before and after each request. */
function server(fail = () => undefined) {
  const state = { bytes: [], requests: [], rests: [], length: 0, metadata: {} };
  const size = () => state.bytes.reduce((sum, { size }) => sum + size, 0);
  const answer = async (path, { method, headers, body }) => {
    if (method === "POST") {
      state.length = Number(headers["Upload-Length"]);
      const pairs = headers["Upload-Metadata"].split(",").map((pair) => pair.split(" "));
      state.metadata = Object.fromEntries(pairs.map(([name, value]) => [name, atob(value)]));
      return new Response(null, { status: 201, headers: { Location: "/v1/media/uploads/f1" } });
    }
    if (method === "PATCH") {
      if (Number(headers["Upload-Offset"]) !== size()) return refusal(409, "upload_offset_wrong");
      state.bytes.push(body);
    }
    if (path.endsWith("/link")) return Response.json({ path: `${path}?signed`, expires: "9" });
    return new Response(null, { status: method === "POST" ? 201 : 204, headers: { "Upload-Offset": String(size()) } });
  };
  const fetch = async (address, request) => {
    const path = new URL(address).pathname;
    assert.equal(new URL(address).origin, "https://chat.example");
    assert.equal(request.headers.Authorization, "Bearer t");
    state.requests.push(`${request.method} ${request.headers["Upload-Offset"] ?? ""}`.trim());
    const spoilt = fail(request.method, state.requests.length, false);
    if (spoilt) return spoilt;
    const response = await answer(path, request);
    return fail(request.method, state.requests.length, true) ?? response;
  };
  const rest = async (milliseconds) => void state.rests.push(milliseconds);
  return { state, transfers: new Transfers("wss://chat.example/socket", () => "t", { fetch, rest }) };
}

function refusal(status, name, more = {}) {
  return Response.json({ code: 1, name, message: name, ...more }, { status });
}

const lost = () => {
  throw new TypeError("fetch failed");
};

async function whole({ bytes }) {
  return Buffer.from(await new Blob(bytes).arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()));
}

test("fileGoesUpInPortionsWithWhatTheServerNeedsToKnow", async () => {
  const { state, transfers } = server();
  const told = [];
  const id = await transfers.upload(file, { ...options, onProgress: (progress) => told.push(progress) });
  assert.equal(id, "f1");
  assert.ok(await whole(state));
  assert.deepEqual(state.requests, ["POST", "PATCH 0", "PATCH 1048576", "PATCH 2097152"]);
  assert.deepEqual(told.map(({ sent }) => sent), [1_048_576, 2_097_152, total]);
  const { sha256, ...metadata } = state.metadata;
  assert.deepEqual(metadata, { conversation: "direct:bob", message: "m1", filename: "a b.txt" });
  assert.match(sha256, /^[0-9a-f]{64}$/);
});

test("afterAnInterruptionItGoesOnWhereTheServerIs", async () => {
  // The second PATCH arrives, and its answer does not; the third does not arrive; the server is busy once.
  const { state, transfers } = server((method, count, isDone) => {
    if (count === 3 && isDone) lost();
    if (count === 5 && !isDone) lost();
    if (count === 6 && !isDone) return refusal(503, "unavailable", { retryAfterMs: 1234 });
    return undefined;
  });
  await transfers.upload(file, options);
  assert.ok(await whole(state));
  assert.deepEqual(state.requests, ["POST", "PATCH 0", "PATCH 1048576", "HEAD", "PATCH 2097152", "HEAD", "HEAD", "PATCH 2097152"]);
  assert.deepEqual(state.rests, [500, 500, 1234]);
});

test("refusalEndsItAndGivesItsRoomBack", async () => {
  const { state, transfers } = server((method) => (method === "PATCH" ? refusal(507, "storage_full") : undefined));
  await assert.rejects(transfers.upload(file, options), { code: "storage_full" });
  assert.deepEqual(state.requests, ["POST", "PATCH 0", "DELETE"]);
  const { transfers: small } = server(() => refusal(413, "media_too_large", { limit: "1000" }));
  await assert.rejects(small.upload(file, options), { code: "media_too_large", limit: 1_000 });
});

test("whoeverCancelsIsNotKeptWaiting", async () => {
  const stop = new AbortController();
  const { state, transfers } = server((method) => {
    if (method !== "PATCH") return undefined;
    stop.abort(new Error("enough"));
    return lost();
  });
  await assert.rejects(transfers.upload(file, { ...options, signal: stop.signal }), { message: "enough" });
  assert.deepEqual(state.requests, ["POST", "PATCH 0", "DELETE"]);
});

test("emptyFileNeedsNoBytes", async () => {
  const { state, transfers } = server();
  assert.equal(await transfers.upload(new Blob([]), options), "f1");
  assert.deepEqual(state.requests, ["POST"]);
});

test("impossibleOffsetIsNotFollowed", async () => {
  // The last one would be sent the same bytes without end.
  for (const offset of [total + 1, -1, "x", 0]) {
    const answer = () => new Response(null, { status: 204, headers: { "Upload-Offset": String(offset) } });
    const { transfers } = server((method) => (method === "PATCH" ? answer() : undefined));
    await assert.rejects(transfers.upload(file, options), { code: "internal" });
  }
});

test("linkIsForOneFileOfOneMessage", async () => {
  const { transfers } = server();
  const link = await transfers.link(["group:a b", 7, "f1"]);
  assert.equal(link, "https://chat.example/v1/media/group%3Aa%20b/7/f1/link?signed");
  const small = await transfers.link(["group:a b", 7, "f1"], "small");
  assert.equal(small, "https://chat.example/v1/media/group%3Aa%20b/7/f1/small/link?signed");
});
