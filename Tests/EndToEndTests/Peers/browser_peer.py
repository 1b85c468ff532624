#!/usr/bin/env python3
"""Martlet's chat page in a headless Chromium, steered over the DevTools protocol.

usage: browser_peer.py --page http://HOST:PORT/ --token TOKEN --to CONVERSATION [--mouse] [--language LANGUAGE]
                       [--chromium PROGRAM]
       browser_peer.py --page http://HOST:PORT/PATH --bare

Without --mouse the pages take the screen for one to touch, on which nothing hovers. With --bare it opens any page, for scripts.

Commands and events: see lines.py. Some commands go through the page's own client, `martlet.client`, as one would type them into
the console; `type`, `click`, `press` and `page` use what a person sees. Each command takes the number of its `tab`, by default
0; `show` opens another tab of the same browser profile. Events name their tab.

`axe` checks what a tab shows with axe-core, and `picture` writes it as a PNG.
"""

import argparse
import asyncio
import base64
import contextlib
import importlib.resources
import itertools
import json
import pathlib
import re
import tempfile
import urllib.parse

import websockets

from lines import Refusal, emit, serve

# Has the media features of pages say that there is a mouse: Blink's numbers for "hover" and "fine".
MOUSE = (
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
)

# Runs in the page once it is there: waits until its client is online, then reports its events.
WATCH = """
(async () => {
  while (globalThis.martlet?.client?.state.name !== "online") await new Promise((resolve) => setTimeout(resolve, 20));
  const { client } = martlet;
  const plain = ({ conversation, position, sender, time, notice, type, text = "", recalled }) => ({
    conversation, seq: position, sender, time, event: notice?.kind ?? "message", type, text, recalled,
  });
  globalThis.peer = { plain };
  const tell = (event, fields) => report(JSON.stringify({ event, ...fields }));
  client.on("message", (message) => tell("entry", { entry: plain(message) }));
  client.on("state", ({ name }) => tell("state", { state: name }));
  tell("online", { user: client.user });
})()
"""

# Of a page without a client.
WATCH_BARE = """
(async () => {
  while (document.readyState !== "complete") await new Promise((resolve) => setTimeout(resolve, 20));
  if (location.host) report(JSON.stringify({ event: "online" }));
})()
"""

HISTORY = """
(async (conversation) => {
  let messages = [];
  for (;;) {
    const page = await martlet.client.chat(conversation).history({ before: messages[0]?.position ?? 0, limit: 100 });
    if (page.length === 0) return { entries: messages.map(peer.plain) };
    messages = [...page, ...messages];
  }
})
"""

SEND = """
(async (conversation, text) => {
  const { sent } = await martlet.client.chat(conversation).send(text);
  return { conversation: sent.conversation, seq: sent.position };
})
"""

TYPE = """
(async (text) => {
  const field = document.getElementById("text");
  field.value = text;
  field.dispatchEvent(new Event("input"));
  document.getElementById("compose").requestSubmit();
})
"""

CENTRE = """
(async (selector) => {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
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

# The rules that the page breaks, and where.
AXE = """
(async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\\n")}`);
})
"""


@contextlib.asynccontextmanager
async def chromium(program, *options):
    """A browser of its own profile; yields the address of its DevTools socket."""
    with tempfile.TemporaryDirectory(prefix="martlet-browser-", ignore_cleanup_errors=True) as profile:
        # A container gives Chromium's sandbox no namespaces; the only page it opens is ours.
        process = await asyncio.create_subprocess_exec(
            program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            # A microphone that beeps, which no person has to allow.
            "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
            "--remote-debugging-port=0", f"--user-data-dir={profile}", *options, "about:blank",
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


class Browser:
    """The DevTools socket, and the tabs that were opened over it."""

    def __init__(self, socket, watch):
        self.socket = socket
        self.watch = watch
        self.ids = itertools.count(1)
        self.unanswered = {}
        self.tabs = []

    async def listen(self):
        async for line in self.socket:
            message = json.loads(line)
            if "id" in message:
                self.unanswered.pop(message["id"]).set_result(message)
            else:
                self.report(message)

    def tell(self, event, **fields):
        """Says what happened; another program may keep it to itself."""
        emit(event, **fields)

    def report(self, message):
        number = next((number for number, tab in enumerate(self.tabs) if tab.session == message.get("sessionId")), None)
        if number is None:
            return
        method, parameters = message["method"], message["params"]
        if method == "Runtime.bindingCalled":
            self.tell(**json.loads(parameters["payload"]), tab=number)
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.tell("exception", text=details.get("exception", {}).get("description", details["text"]), tab=number)
        elif method == "Page.loadEventFired":
            self.tabs[number].loaded.set()
        elif method == "Log.entryAdded":
            self.tell("log", level=parameters["entry"]["level"], text=parameters["entry"]["text"], tab=number)

    async def call(self, method, session=None, **parameters):
        number = next(self.ids)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        answer = self.unanswered[number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps(message))
        result = await answer
        if "error" in result:
            raise RuntimeError(f"{method}: {result['error']['message']}")
        return result["result"]

    async def open(self, url):
        """Opens a tab; the first one is number 0."""
        target = await self.call("Target.createTarget", url="about:blank")
        attached = await self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        tab = Tab(self, attached["sessionId"])
        self.tabs.append(tab)
        for domain in ("Runtime", "Log", "Page"):
            await tab.call(f"{domain}.enable")
        await tab.call("Runtime.addBinding", name="report")
        await tab.call("Page.addScriptToEvaluateOnNewDocument", source=self.watch)
        await tab.call("Page.navigate", url=url)

    def command(self, name):
        """A command that goes to one tab, the first one if none is named."""

        async def run(tab=0, **arguments):
            return await getattr(self.tabs[tab], name)(**arguments)

        return run


class Tab:
    """One page, and what can be done in it."""

    def __init__(self, browser, session):
        self.browser = browser
        self.session = session
        self.loaded = asyncio.Event()

    async def call(self, method, **parameters):
        return await self.browser.call(method, self.session, **parameters)

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

    async def send(self, conversation, text):
        return await self.run(SEND, conversation, text)

    async def history(self, conversation):
        return await self.run(HISTORY, conversation)

    async def type(self, text):
        await self.run(TYPE, text)

    async def page(self):
        return await self.run(PAGE)

    async def evaluate(self, script):
        """Runs a line as typed into the console."""
        return {"value": await self.run(f"async () => ({script})")}

    async def click(self, selector, press=True):
        """Moves the mouse over an element and clicks, whatever is at that place; without `press` it only moves."""
        place = await self.run(CENTRE, selector)
        await self.call("Input.dispatchMouseEvent", type="mouseMoved", **place)
        for kind in ("mousePressed", "mouseReleased") if press else ():
            await self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

    async def press(self, key, code=0, shift=False):
        """Presses and releases a key, for example Tab."""
        code = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "Backspace": 8}.get(key, code)
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        text["modifiers"] = 8 if shift else 0
        await self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code, **text)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)

    async def write(self, text):
        """Writes a text with the keys of its characters, wherever the focus is."""
        for character in text:
            await self.press(character)

    async def reload(self):
        self.loaded.clear()
        await self.call("Page.reload")
        await self.loaded.wait()

    async def axe(self):
        """Checks the page with axe-core. The page's policy does not hold for scripts that come over the DevTools protocol."""
        source = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
        await self.call("Runtime.evaluate", expression=source)
        return {"messages": await self.run(AXE)}

    async def picture(self, path):
        """Writes what the tab shows into a PNG file."""
        shot = await self.call("Page.captureScreenshot", format="png")
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))

    async def devtools(self, method, **parameters):
        """A method of the DevTools protocol that needs no answer."""
        await self.call(method, **parameters)


# The commands of lines.py, and the methods of a tab that obey them.
COMMANDS = {
    "send": "send",
    "history": "history",
    "type": "type",
    "page": "page",
    "evaluate": "evaluate",
    "click": "click",
    "press": "press",
    "write": "write",
    "reload": "reload",
    "devtools": "devtools",
    "axe": "axe",
    "picture": "picture",
}


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--page", required=True)
    parser.add_argument("--token")
    parser.add_argument("--to", default="")
    parser.add_argument("--mouse", action="store_true")
    parser.add_argument("--language", default="en")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--chromium", default="chromium")
    arguments = parser.parse_args()
    options = [f"--accept-lang={arguments.language}", *(MOUSE if arguments.mouse else ())]
    async with chromium(arguments.chromium, *options) as address, websockets.connect(
        address, max_size=1 << 26, compression=None, open_timeout=80
    ) as socket:
        browser = Browser(socket, WATCH_BARE if arguments.bare else WATCH)
        listening = asyncio.create_task(browser.listen())

        async def show(token=arguments.token, to=arguments.to):
            """Opens a tab with the page."""
            given = {"token": token, "to": to} if token else {"to": to} if to else {}
            await browser.open(arguments.page + (f"#{urllib.parse.urlencode(given)}" if given else ""))

        await show()
        commands = {name: browser.command(method) for name, method in COMMANDS.items()}
        await serve({**commands, "show": show})
        listening.cancel()


if __name__ == "__main__":
    asyncio.run(main())
