// A link between clients and a server, which tests hold and cut.

import http from "node:http";
import { atEnd } from "./support.mjs";

/**
 * A link to a server, for connections and requests. `rule` is asked about each request, and may hold it or cut it after some bytes
 * of its body.
 */
export async function startLink(test, server) {
  const link = { rule: async (_) => Infinity, requests: [] };
  const [host, port] = server.address.split(":");
  const relay = http.createServer(async (request, response) => {
    const { method, url, headers } = request;
    link.requests.push(`${method} ${headers["upload-offset"] ?? ""}`.trim());
    const room = await link.rule({ method, url, headers });
    const onward = http.request({ host, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    let passed = 0;
    request.on("data", (data) => {
      passed += data.length;
      if (passed <= room) return onward.write(data);
      onward.write(data.subarray(0, Math.max(0, data.length - (passed - room))), () => (onward.destroy(), request.destroy()));
    });
    request.on("end", () => onward.end());
    request.on("error", () => onward.destroy());
  });
  relay.on("upgrade", (request, socket, head) => {
    const onward = http.request({ host, port, path: request.url, headers: request.headers });
    onward.on("upgrade", (answer, far) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`);
      for (const [from, to] of [[socket, far], [far, socket]]) from.pipe(to).on("error", () => from.destroy());
      far.write(head);
    });
    onward.on("error", () => socket.destroy());
    onward.end();
  });
  await new Promise((resolve) => relay.listen(0, "127.0.0.1", () => resolve(undefined)));
  atEnd(test, () => (relay.closeAllConnections(), relay.close()));
  return Object.assign(link, { url: `ws://127.0.0.1:${relay.address().port}` });
}
