"""The section about the chat page and the client core in browsers and Node."""

import statistics

from . import text

HEAD = """\
## In a browser

`./dev bench page` opens the chat page in a headless Chromium, without a graphics card, on the machine that also runs the server.
The server has {conversations} conversations, one of them with {messages} messages. The page scrolls {scrolled} of these back and
forth, {pixels} pixels in each frame, with the processor of the page slowed {slowdown} times. A frame is late if the page's main
thread works on it for more than 32 ms; the slowdown is part of that time. The list is timed on a page that was opened before.
"""

MODULE = """\
The client core is one WebAssembly module. Each of five processes of Node opens the local data offline, with {messages} messages
in one conversation; the figures are medians.
"""

OTHERS = """\
We found no published figures of this kind for other SDKs. Two users reported sizes: matrix-js-sdk's `browser-matrix.min.js` had
1.37 MB at v23.0.0, and [5.44 MB at v23.4.0](https://github.com/matrix-org/matrix-js-sdk/issues/3182), with a cryptography module;
Stream's components for React added [1.5 MB, 400 kB compressed](https://github.com/GetStream/stream-chat-react/issues/2424).
"""


def section(goals):
    """The section; empty if it was not measured."""
    report = goals.get("page")
    if not report:
        return []
    head = HEAD.format(
        conversations=text.number(report["conversations"]), messages=text.number(report["messages"]),
        scrolled=text.number(report["scrolled_messages"]), pixels=report["pixels_per_frame"],
        slowdown=text.number(report["slowdown"], 0))
    columns = ("scrolling", "frames", "main thread, ms: p50", "p99", "longest", "late", "between frames, ms: p50", "p99")
    scrolled = [
        (one["name"], text.number(one["frames"]), *(text.number(one["cpu_ms"][key], 1) for key in ("p50", "p99", "most")),
         one["cpu_ms"]["late"], *(text.number(one["gap_ms"][key], 1) for key in ("p50", "p99")))
        for one in report["scrolled"]]
    rows = [(words, goal, found) for words, goal, found, _ in figures(report)]
    return [
        head, text.table(columns, scrolled), MODULE.format(messages=text.number(report["messages"])),
        text.table(("figure", "goal", "result"), rows), OTHERS]


def figures(report):
    """Each figure as (words, goal, result, whether it is met; None without a goal)."""
    module = report["module"]
    times = sorted(report["list_ms"])
    most, late = max(one["cpu_ms"]["most"] for one in report["scrolled"]), sum(one["cpu_ms"]["late"] for one in report["scrolled"])
    list_ms, start, commit = statistics.median(times), module["start_ms"], module["commit_p50_ms"]
    yield "longest frame while scrolling", "≤ 32 ms", f"{text.number(most, 1)} ms, {late} late", late == 0
    yield "list on screen after a reload", "≤ 500 ms", f"{text.number(list_ms)} ms, at most {text.number(times[-1])} ms", list_ms <= 500
    for key, words, limit in (("bytes", "module", 2e6), ("gzip_bytes", "module, compressed with gzip", 7e5)):
        yield words, f"≤ {text.number(limit / 1e6, 1)} MB", f"{text.number(module[key] / 1e6)} MB", module[key] <= limit
    yield "module, compressed with brotli", "", f"{text.number(module['brotli_bytes'] / 1e6)} MB", None
    yield "start: list and newest page read", "≤ 150 ms", f"{text.milliseconds(start)} ms", start <= 150
    yield "a message committed, p50", "≤ 1 ms", f"{text.milliseconds(commit)} ms", commit <= 1
    yield "the same, p99", "", f"{text.milliseconds(module['commit_p99_ms'])} ms", None
    yield "memory of the module after the start", "", text.size(module["memory_bytes"]), None


def goals_of(report):
    """Each goal as (words, goal, result, whether it is met)."""
    return (one for one in figures(report) if one[3] is not None)
