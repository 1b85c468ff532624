// A bot that sends each text message back with its words in reverse order. Build the client core with `./dev web` first.
//
//   MARTLET_SERVER=ws://127.0.0.1:7777 MARTLET_TOKEN=... node Examples/NodeBot/bot.mjs
import { open } from "../../Web/sdk/martlet-node.js";

const { MARTLET_SERVER: server, MARTLET_TOKEN: token, MARTLET_DIRECTORY: directory } = process.env;
const module = new URL("../../.build/web/martlet.wasm", import.meta.url);
const bot = await open({ server, token, directory, module, device: { class: "tool", name: "bot" } });
bot.on("caughtUp", () => console.log(`${bot.user} listens`));
bot.on("message", ({ conversation, position, sender, text }) => {
  if (sender === bot.user || !text) return;
  bot.chat(conversation).send(text.split(" ").reverse().join(" "), { replyTo: position }).catch(console.error);
});
await bot.connect();
