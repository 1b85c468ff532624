#!/usr/bin/env python3
"""Martlet's chat page in a headless Chromium, steered over the DevTools protocol.

usage: browser_peer.py --page http://HOST:PORT/ --token TOKEN --to CONVERSATION [--chromium PROGRAM]

Commands and events: see lines.py. Most commands go through the page's own session, `martlet.me`, as one
would type them into the console; `type` and `page` use what a person sees.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import re
import tempfile
import urllib.parse

import websockets

from lines import Refusal, emit, serve

# Runs in the page once it is there: waits for the session, then reports its events.
WATCH = """
(async () => {
  while (!globalThis.martlet?.me) await new Promise((resolve) => setTimeout(resolve, 20));
  const { me } = martlet;
  const plain = ({ conversation, seq, sender, time, event, message }) => ({
    conversation, seq, sender, time, event, type: message?.type ?? "", text: message?.content?.text ?? "",
    recalled: Boolean(message?.recalled),
  });
  globalThis.peer = { plain };
  const tell = (event, fields) => report(JSON.stringify({ event, ...fields }));
  me.on("entry", (entry) => tell("entry", { entry: plain(entry) }));
  me.on("marker", (marker) => tell("marker", marker));
  me.on("state", ({ state }) => tell("state", { state }));
  tell("online", { user: me.user, subprotocol: "martlet.v1.json" });
})()
"""

HISTORY = """
(async (conversation) => {
  let entries = [];
  for (;;) {
    const page = await martlet.me.history(conversation, { before: entries[0]?.seq ?? 0, limit: 100 });
    if (page.length === 0) return { entries: entries.map(peer.plain) };
    entries = [...page, ...entries];
  }
})
"""

TYPE = """
(async (text) => {
  document.getElementById("text").value = text;
  document.getElementById("compose").requestSubmit();
})
"""

PAGE = """
(async () => ({
  title: document.getElementById("title").textContent,
  state: document.getElementById("state").textContent,
  elements: document.querySelectorAll("#messages .text *").length,
  messages: [...document.querySelectorAll("#messages .text")].map((text) => text.textContent),
}))
"""


@contextlib.asynccontextmanager
async def chromium(program):
    """A browser of its own profile; yields the address of its DevTools socket."""
    with tempfile.TemporaryDirectory(prefix="martlet-browser-", ignore_cleanup_errors=True) as profile:
        # A container gives Chromium's sandbox no namespaces; the only page it opens is ours.
        process = await asyncio.create_subprocess_exec(
            program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank",
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        said = b""
        try:
            while line := await process.stderr.readline():
                said += line
                if address := re.search(rb"listening on (ws://\S+)", line):
                    draining = asyncio.create_task(process.stderr.read())
                    yield address.group(1).decode()
                    draining.cancel()
                    return
            raise RuntimeError(f"Chromium ended: {said.decode(errors='replace')}")
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()


class Tab:
    """One page, and what can be done in it."""

    def __init__(self, socket):
        self.socket = socket
        self.session = None
        self.ids = itertools.count(1)
        self.unanswered = {}

    async def listen(self):
        async for line in self.socket:
            message = json.loads(line)
            if "id" in message:
                self.unanswered.pop(message["id"]).set_result(message)
            elif message["method"] == "Runtime.bindingCalled":
                print(message["params"]["payload"], flush=True)
            elif message["method"] == "Runtime.exceptionThrown":
                details = message["params"]["exceptionDetails"]
                emit("exception", text=details.get("exception", {}).get("description", details["text"]))
            elif message["method"] == "Log.entryAdded":
                emit("log", level=message["params"]["entry"]["level"], text=message["params"]["entry"]["text"])

    async def call(self, method, **parameters):
        number = next(self.ids)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        answer = self.unanswered[number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps(message))
        result = await answer
        if "error" in result:
            raise RuntimeError(f"{method}: {result['error']['message']}")
        return result["result"]

    async def open(self, url):
        target = await self.call("Target.createTarget", url="about:blank")
        attached = await self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        await self.call("Runtime.enable")
        await self.call("Log.enable")
        await self.call("Page.enable")
        await self.call("Runtime.addBinding", name="report")
        await self.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        await self.call("Page.navigate", url=url)

    async def run(self, function, *arguments):
        """Calls a function of JavaScript in the page; a refusal by the server comes out as Refusal."""
        call = f"({function})({', '.join(json.dumps(argument) for argument in arguments)})"
        guarded = f"(async () => {{ try {{ return {{ done: await {call} }} }} catch (error) {{ return {{ failed: " \
            "{ code: error.code ?? 0, name: error.name, message: error.message } } } })()"
        answer = await self.call("Runtime.evaluate", expression=guarded, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["text"])
        value = answer["result"]["value"]
        if "failed" in value:
            raise Refusal(value["failed"])
        return value.get("done")

    async def send(self, conversation, text, client_id=None):
        options = {"id": client_id} if client_id else {}
        return await self.run("(...all) => martlet.me.send(...all)", conversation, text, options)

    async def edit(self, conversation, seq, text):
        return await self.run("(...all) => martlet.me.edit(...all)", conversation, seq, text)

    async def recall(self, conversation, seq):
        return await self.run("(...all) => martlet.me.recall(...all)", conversation, seq)

    async def mark_read(self, conversation, seq):
        return {"read": await self.run("(...all) => martlet.me.markRead(...all)", conversation, seq)}

    async def history(self, conversation):
        return await self.run(HISTORY, conversation)

    async def conversations(self):
        return {"conversations": await self.run("() => martlet.me.conversations()")}

    async def type(self, text):
        await self.run(TYPE, text)

    async def page(self):
        return await self.run(PAGE)

    async def evaluate(self, script):
        """Runs a line as typed into the console."""
        return {"value": await self.run(f"async () => ({script})")}


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--page", required=True)
    parser.add_argument("--token", required=True)
    parser.add_argument("--to", default="")
    parser.add_argument("--chromium", default="chromium")
    arguments = parser.parse_args()
    async with chromium(arguments.chromium) as address, websockets.connect(
        address, max_size=1 << 26, compression=None, open_timeout=80
    ) as socket:
        tab = Tab(socket)
        listening = asyncio.create_task(tab.listen())
        await tab.open(f"{arguments.page}#{urllib.parse.urlencode({'token': arguments.token, 'to': arguments.to})}")
        await serve(
            {
                "send": tab.send,
                "edit": tab.edit,
                "recall": tab.recall,
                "markRead": tab.mark_read,
                "history": tab.history,
                "conversations": tab.conversations,
                "type": tab.type,
                "page": tab.page,
                "evaluate": tab.evaluate,
            }
        )
        listening.cancel()


if __name__ == "__main__":
    asyncio.run(main())
