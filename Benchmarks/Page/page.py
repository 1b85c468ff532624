#!/usr/bin/env python3
"""Measures the chat page in a headless Chromium, and the client core in Node; prints tables.

usage: ./dev bench page [--messages N] [--conversations N] [--scrolled N] [--slowdown FACTOR] [--publish]
                        [--martlet PROGRAM] [--chromium PROGRAM]

It starts a server with a long conversation and many short ones. Then it scrolls some messages of the conversation back and forth on
a slowed processor, and measures how long a page that was opened before takes to show the list. The figures are those of a page without
a graphics card, on a machine that also runs the server.

A frame is late if the next comes more than 32 ms after it. Beside other programs that says little, so the page's own processor time for
each frame is taken from Chromium's traces; the slowdown is part of it. With --publish the results go to docs/performance/goals.jsonl, and
docs/performance.md is written anew.
"""

import argparse
import asyncio
import bisect
import contextlib
import gzip
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import urllib.parse

import websockets

from fill import fill

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/EndToEndTests/Peers"))
from browser_peer import MOUSE, WATCH_BARE, Browser, chromium  # noqa: E402

# Scrolls with each frame until the row at a position is there; the gaps between frames, in milliseconds.
SCROLL = """
(step, position) => new Promise((done) => {
  const log = document.getElementById("log");
  const list = document.getElementById("messages");
  const gaps = [];
  let rows = 0;
  let before = 0;
  const frame = (now) => {
    performance.mark("frame");
    if (before) gaps.push(now - before);
    before = now;
    rows = Math.max(rows, list.children.length);
    const edge = Number((step < 0 ? list.firstElementChild : list.lastElementChild)?.dataset.position);
    if (step < 0 ? edge <= position : edge >= position) return done({ gaps, rows });
    log.scrollTop += step;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})
"""

# Pixels scrolled in each frame: 12,000 a second, as much as a wheel or a finger does at most.
STEP = 200

# Notes when the list is first on the screen.
NOTE = """
(() => {
  const look = () => (document.querySelector("#conversations li") ? requestAnimationFrame((now) => (globalThis.listed = now)) :
    requestAnimationFrame(look));
  if (location.host) look();
})()
"""


class Steered(Browser):
    """A browser that says nothing."""

    def tell(self, event, **fields):
        pass


@contextlib.asynccontextmanager
async def server(martlet):
    """A server of its own; yields its address, and a function that makes a user's token."""
    with tempfile.TemporaryDirectory(prefix="martlet-page-") as folder:
        process = await asyncio.create_subprocess_exec(
            martlet, "serve", "--data", f"{folder}/data", "--listen", "127.0.0.1:0",
            "--writes-per-second", "0", "--reads-per-second", "0",
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


def spread(values):
    """The median, the 99th percentile, the maximum, and the number above 32."""
    ordered = sorted(values)
    return {
        "p50": statistics.median(ordered), "p99": ordered[int(len(ordered) * 0.99)], "most": ordered[-1],
        "late": sum(value > 32.5 for value in ordered),
    }  # fmt: skip


async def trace(browser, work):
    """Awaits something, and returns its result and the processor time of the page's main thread in each of its frames, in milliseconds."""
    events, ended, report = [], asyncio.Event(), browser.report

    def hear(message):
        if message["method"] == "Tracing.dataCollected":
            events.extend(message["params"]["value"])
        elif message["method"] == "Tracing.tracingComplete":
            ended.set()
        else:
            report(message)

    browser.report = hear
    categories = {"includedCategories": ["toplevel", "blink.user_timing"], "excludedCategories": ["*"]}
    await browser.call("Tracing.start", transferMode="ReportEvents", traceConfig=categories)
    result = await work
    await browser.call("Tracing.end")
    await ended.wait()
    browser.report = report
    marks = [event for event in events if event["name"] == "frame"]
    place = marks[0]["pid"], marks[0]["tid"]
    starts = sorted(event["ts"] for event in marks)
    spent = [0.0] * (len(starts) + 1)
    for event in events:
        if (event["pid"], event["tid"]) == place and event["ph"] == "X" and event["name"].endswith("RunTask"):
            spent[bisect.bisect(starts, event["ts"])] += event.get("tdur", 0) / 1000
    # What came before the first frame, and after the last, was not scrolling.
    return result, spent[1:-1]


async def until(tab, condition):
    """Waits for a condition in the page."""
    await tab.run(f"async () => {{ while (!({condition})) await new Promise((done) => setTimeout(done, 20)) }}")


async def measure(arguments, browser, address, token):
    tab = browser.tabs[0]
    users = {user: token(user) for user in ("alice", "bob")}
    await until(tab, "document.readyState === 'complete'")
    await fill(address, users["alice"], "bob", arguments.messages, arguments.conversations)
    await tab.call("Page.addScriptToEvaluateOnNewDocument", source=NOTE)
    await tab.call("Page.navigate", url="about:blank")
    given = urllib.parse.urlencode({"token": users["bob"], "to": "direct:alice"})
    await tab.call("Page.navigate", url=f"http://{address}/#{given}")
    newest = f"[...document.querySelectorAll('#messages li')].at(-1)?.dataset.position === '{arguments.messages}'"
    await until(tab, newest)
    beginning = max(1, arguments.messages - arguments.scrolled)
    scrolled = []
    # Once before the figures: the messages are on this device then.
    for slowdown in (1, arguments.slowdown):
        await tab.call("Emulation.setCPUThrottlingRate", rate=slowdown)
        for name, step, position in (("back", -STEP, beginning), ("forward", STEP, arguments.messages)):
            found, spent = await trace(browser, tab.run(SCROLL, step, position))
            frames = {"name": name, "frames": len(found["gaps"]), "rows": found["rows"]}
            scrolled.append({**frames, "gap_ms": spread(found["gaps"]), "cpu_ms": spread(spent)})
    await tab.call("Emulation.setCPUThrottlingRate", rate=1)
    times = []
    for _ in range(9):
        await tab.reload()
        await until(tab, "globalThis.listed")
        times.append(await tab.run("async () => listed"))
        await until(tab, "globalThis.martlet?.client?.state.name === 'online'")
    return {"scrolled": scrolled[2:], "list_ms": times}


def module_figures(address, token):
    """Sizes of the client core, and its figures in Node: the median of five processes."""
    module = ROOT / ".build/web/martlet.wasm"
    content = module.read_bytes()
    sizes = {"bytes": len(content), "gzip_bytes": len(gzip.compress(content, 9))}
    # Node compresses with brotli's highest level by default.
    script = "process.stdout.write(String(zlib.brotliCompressSync(fs.readFileSync(process.argv[1])).length))"
    sizes["brotli_bytes"] = int(subprocess.run(["node", "-e", script, module], check=True, capture_output=True, text=True).stdout)
    with tempfile.TemporaryDirectory(prefix="martlet-module-") as folder:

        def run(work):
            command = ["node", ROOT / "Benchmarks/Page/module.mjs", work, f"ws://{address}", token("bob"), f"{folder}/data", module]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout

        run("fill")
        found = [json.loads(run("measure")) for _ in range(5)]
    return sizes | {key: statistics.median(one[key] for one in found) for key in found[0]}


def table(report):
    """The report for a terminal."""
    yield "scrolled  frames  rows  gap ms p50/p99/most/late  processor ms p50/p99/most/late"
    for one in report["scrolled"]:
        figures = ["/".join(f"{value:.0f}" for value in one[key].values()) for key in ("gap_ms", "cpu_ms")]
        yield f"{one['name']:8}  {one['frames']:6}  {one['rows']:4}  {figures[0]:24}  {figures[1]}"
    times = sorted(report["list_ms"])
    yield f"list after a reload: {statistics.median(times):.0f} ms, at most {times[-1]:.0f} ms"
    yield "module: " + ", ".join(f"{key} {value:,.2f}" for key, value in report["module"].items())
    yield f"load average: {report['load_average']}"


def publish(report):
    """Puts a report in the place of the last one, and writes the page about performance anew."""
    path = ROOT / "docs/performance/goals.jsonl"
    others = [line for line in path.read_text(encoding="utf-8").splitlines() if json.loads(line).get("work") != "page"]
    path.write_text("".join(f"{line}\n" for line in [*others, json.dumps(report)]), encoding="utf-8")
    subprocess.run([ROOT / "Benchmarks/Report/run"], check=True)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--martlet", required=True)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--conversations", type=int, default=5_000)
    parser.add_argument("--scrolled", type=int, default=5_000)
    parser.add_argument("--slowdown", type=float, default=4)
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("--publish", action="store_true")
    arguments = parser.parse_args()
    async with (
        server(arguments.martlet) as (address, token),
        chromium(arguments.chromium, *MOUSE, "--window-size=1280,800") as devtools,
        websockets.connect(devtools, max_size=1 << 28, compression=None) as socket,
    ):
        browser = Steered(socket, WATCH_BARE)
        listening = asyncio.create_task(browser.listen())
        await browser.open(f"http://{address}/")
        revision = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True)
        report = {
            "kind": "report", "work": "page", "revision": revision.stdout.strip(), "messages": arguments.messages,
            "conversations": arguments.conversations, "slowdown": arguments.slowdown, "pixels_per_frame": STEP,
            "scrolled_messages": arguments.scrolled,
        } | await measure(arguments, browser, address, token)  # fmt: skip
        listening.cancel()
        report |= {"module": module_figures(address, token), "load_average": os.getloadavg()[0]}
    saved = ROOT / ".local/page/report.json"
    saved.parent.mkdir(parents=True, exist_ok=True)
    saved.write_text(json.dumps(report), encoding="utf-8")
    print("\n".join(table(report)))
    if arguments.publish:
        publish(report)


if __name__ == "__main__":
    asyncio.run(main())
