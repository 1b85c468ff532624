// An app in TypeScript that uses the SDK, to be compiled and never run.

import { MartletError, open } from "./sdk/martlet-node.js";
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

// @ts-expect-error: the device's class has to be said.
open({ server: "wss://chat.example.org", token: "token" });
// @ts-expect-error: there is no such event.
client.on("mesage", () => {});
// @ts-expect-error: positions are numbers.
chat.react("1", "+1");
// @ts-expect-error: the result of a message that waits is its id.
(await chat.send("later", { enqueue: true })).sent;
