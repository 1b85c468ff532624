// An app in TypeScript that uses the SDK, to be compiled and never run.

import { contentOf, MartletError, open } from "./sdk/martlet-node.js";
import type { Message } from "./sdk/martlet-node.js";

const client = await open({ server: "wss://chat.example.org", token: async () => "token", device: { class: "tool" } });
client.on("message", (message) => {
  const text: string | undefined = message.text;
  const { users, all } = message.mentions;
  console.log(text, users.length, all, message.position + 1, message.poll?.votes[0]?.mine);
});
client.on("typing", ({ user, type }) => console.log(user.length, type.length));
client.on("state", ({ name, failure }) => console.log(name, failure?.code));
for await (const event of client.events()) {
  if (event.kind === "message") console.log(event.value.sender);
  if (event.kind === "missed") break;
}
const chat = client.chat("direct:bob");
const { sent } = await chat.send("hello", { replyTo: 3, mentions: ["bob"] });
console.log(sent && sent.position + sent.time);
const id: string = await chat.send({ text: "later" }, { enqueue: true });
const history: Message[] = await chat.history({ before: 7, signal: new AbortController().signal });
console.log(id, history.length);
try {
  await chat.edit(1, "changed");
} catch (error) {
  if (error instanceof MartletError && error.retryAfter) console.log(error.code, error.retryAfter + 1);
}
const file = await chat.sendFile(new Blob(["x"]), { content: (media) => ({ media: [media] }), type: "com.example.scan", enqueue: true });
await client.pauseUpload(file);
const picture: Blob = await chat.downloadFile(history[0]!, { variant: "small", onProgress: ({ received }) => console.log(received + 1) });
await chat.downloadFile(7, { to: "picture.webp" });
console.log(picture.size, (await client.pending())[0]?.upload?.paused);
class Dice {
  static type = "com.example.dice";
  static fields = { eyes: "integer", note: "text?" };
  constructor(public eyes: number, public note?: string) {}
}
await chat.send(new Dice(6));
await chat.insertLocal([{ content: new Dice(1, "bad luck") }]);
await open({ server: "wss://chat.example.org", token: "token", device: { class: "tool" }, contents: [Dice] });
for await (const { kind, position, change } of chat.log({ from: { after: 7 } })) console.log(kind, position + 1, change?.position);
for await (const item of client.logs({ from: "next" })) {
  const eyes: number | undefined = contentOf(item, Dice)?.eyes;
  console.log(eyes);
}

// @ts-expect-error: the device's class has to be said.
open({ server: "wss://chat.example.org", token: "token" });
// @ts-expect-error: there is no such event.
client.on("mesage", () => {});
// @ts-expect-error: positions are numbers.
chat.react("1", "+1");
// @ts-expect-error: the result of a message that waits is its id.
(await chat.send("later", { enqueue: true })).sent;
// @ts-expect-error: all logs have no common position.
client.logs({ from: { after: 7 } });
// @ts-expect-error: a class of contents has a type.
contentOf(history[0]!, Date);
