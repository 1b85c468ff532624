#!/usr/bin/env python3
"""Measures the chat page in a headless Chromium, and prints a table.

usage: page.py --martlet PROGRAM [--messages N] [--conversations N] [--slowdown FACTOR] [--chromium PROGRAM]

It starts a server with a long conversation and many short ones. Then it scrolls the conversation from its end to its beginning
and back on a slowed processor, and it measures how long a page that was opened before takes to show the list. The figures are
those of a page without a graphics card, on a machine that also runs the server.
"""

import argparse
import asyncio
import contextlib
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

import websockets

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/EndToEndTests/Peers"))
from browser_peer import MOUSE, WATCH_BARE, Browser, chromium  # noqa: E402

# Fills the server through a client of alice's in the page: many requests in flight.
FILL = """
async (token, messages, conversations) => {
  const { open } = await import("/sdk/martlet-browser.js");
  const alice = await open({
    server: location.origin.replace(/^http/, "ws"), token: () => token, device: { class: "web" }, directory: "alice",
  });
  await alice.connect();
  await alice.connected();
  const many = async (count, act) => {
    let next = 1;
    const one = async () => {
      while (next <= count) {
        const number = next++;
        for (;;) {
          try {
            await act(number);
            break;
          } catch (error) {
            if (!error.retryAfter) throw error;
            await new Promise((done) => setTimeout(done, error.retryAfter));
          }
        }
      }
    };
    await Promise.all(Array.from({ length: 100 }, one));
  };
  await many(conversations, (number) => alice.createGroup({ title: `Group ${number}`, members: ["bob"] }));
  const chat = alice.chat("direct:bob");
  const words = "the quick brown fox jumps over the lazy dog and goes on and on".split(" ");
  await many(messages, (number) => chat.send(`${number} ${words.slice(0, 1 + (number % words.length)).join(" ")}`));
  alice.close();
}
"""

# Scrolls with each frame until the row at a position is the first or the last; the gaps between frames, in milliseconds.
SCROLL = """
(step, position) => new Promise((done) => {
  const log = document.getElementById("log");
  const list = document.getElementById("messages");
  const gaps = [];
  let rows = 0;
  let before = 0;
  const frame = (now) => {
    if (before) gaps.push(now - before);
    before = now;
    rows = Math.max(rows, list.children.length);
    const edge = step < 0 ? list.firstElementChild : list.lastElementChild;
    if (Number(edge?.dataset.position) === position) return done({ gaps, rows });
    log.scrollTop += step;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})
"""

# Notes when the list is first on the screen.
NOTE = """
(() => {
  const look = () => (document.querySelector("#conversations li") ? requestAnimationFrame((now) => (globalThis.listed = now)) :
    requestAnimationFrame(look));
  if (location.host) look();
})()
"""


@contextlib.asynccontextmanager
async def server(martlet):
    """A server of its own; yields its address, and a function that makes a user's token."""
    with tempfile.TemporaryDirectory(prefix="martlet-page-") as folder:
        process = await asyncio.create_subprocess_exec(
            martlet, "serve", "--data", f"{folder}/data", "--listen", "127.0.0.1:0",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            address = (await process.stdout.readline()).decode().split()[-1]

            def token(user):
                command = [martlet, "token", "--data", f"{folder}/data", "--user", user]
                return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

            yield address, token
        finally:
            process.terminate()
            await process.wait()


def line(name, gaps):
    """A row of the table."""
    ordered = sorted(gaps)
    p99 = ordered[int(len(ordered) * 0.99)]
    over = sum(gap > 32 for gap in gaps)
    return f"| {name} | {len(gaps)} | {ordered[len(ordered) // 2]:.1f} | {p99:.1f} | {ordered[-1]:.1f} | {over} |"


async def until(tab, condition):
    """Waits for a condition in the page."""
    await tab.run(f"async () => {{ while (!({condition})) await new Promise((done) => setTimeout(done, 20)) }}")


async def measure(arguments, tab, address, token):
    users = {user: token(user) for user in ("alice", "bob")}
    await until(tab, "document.readyState === 'complete'")
    await tab.run(FILL, users["alice"], arguments.messages, arguments.conversations)
    await tab.call("Page.addScriptToEvaluateOnNewDocument", source=NOTE)
    await tab.call("Page.navigate", url="about:blank")
    given = urllib.parse.urlencode({"token": users["bob"], "to": "direct:alice"})
    await tab.call("Page.navigate", url=f"http://{address}/#{given}")
    newest = f"[...document.querySelectorAll('#messages li')].at(-1)?.dataset.position === '{arguments.messages}'"
    await until(tab, newest)
    # Once up and down before the figures: the messages are on this device then.
    for warm in (True, False):
        await tab.call("Emulation.setCPUThrottlingRate", rate=1 if warm else arguments.slowdown)
        for name, step, position in (("to the beginning", -600, 1), ("to the end", 600, arguments.messages)):
            scrolled = await tab.run(SCROLL, step, position)
            if not warm:
                print(line(f"{name}, at most {scrolled['rows']} rows", scrolled["gaps"]), flush=True)
    await tab.call("Emulation.setCPUThrottlingRate", rate=1)
    times = []
    for _ in range(5):
        await tab.reload()
        await until(tab, "globalThis.listed")
        times.append(await tab.run("async () => listed"))
        await until(tab, "globalThis.martlet?.client?.state.name === 'online'")
    print(f"\nlist of {arguments.conversations + 1} conversations after a reload: {sorted(times)[2]:.0f} ms, at most {max(times):.0f} ms")


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--martlet", required=True)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--conversations", type=int, default=5_000)
    parser.add_argument("--slowdown", type=float, default=4)
    parser.add_argument("--chromium", default="chromium")
    arguments = parser.parse_args()
    async with (
        server(arguments.martlet) as (address, token),
        chromium(arguments.chromium, *MOUSE) as devtools,
        websockets.connect(devtools, max_size=1 << 26, compression=None) as socket,
    ):
        browser = Browser(socket, WATCH_BARE)
        listening = asyncio.create_task(browser.listen())
        await browser.open(f"http://{address}/")
        print("| scrolled | frames | median ms | p99 ms | longest ms | over 32 ms |\n|---|---:|---:|---:|---:|---:|", flush=True)
        await measure(arguments, browser.tabs[0], address, token)
        listening.cancel()


if __name__ == "__main__":
    asyncio.run(main())
