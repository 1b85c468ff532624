"""The section about several nodes, from the results of `./dev bench cluster`."""

import statistics

from peers.nodes import Nodes
from peers.xmpp import ArchivingEjabberd

from . import systems, text
from .results import Spread, Windows

OFFERED = "offered-"

HEAD = """\
## Several nodes

`./dev bench cluster` ran three nodes on one PostgreSQL and one NATS server beside one Martlet server on SQLite and beside ejabberd
with its archive in PostgreSQL, in {rounds} rounds, each in a different order, at revision `{revision}`. All of them and the
generator shared the {cores} processors of this machine. Every message of the nodes went from one node to another. A commit of one
row in that PostgreSQL took {commit} ms (median of one client, measured in the same rounds).
"""

WORKS = {
    "one-pair": "one pair, one message in flight", "pairs-1": "{pairs} pairs, one in flight each",
    "pairs-32": "{pairs} pairs, 32 in flight each", OFFERED: "{pairs} pairs, {rate:,} messages/s offered",
}
COLUMNS = (
    "load", "system", "server CPU µs per message", "of these", "per second", "p50 ms", "p99 ms",
    "processors used: server / generator", "others' CPU", "windows")


def section(results):
    """The section; empty if it was not measured."""
    if not results.windows:
        return []
    plan = results.machine["plan"]
    rows = []
    for work, words in WORKS.items():
        work = f"{OFFERED}{plan['rate']}" if work == OFFERED else work
        for key in (systems.OWN, Nodes.key, ArchivingEjabberd.key):
            windows = results.of(work, key)
            if windows:
                rows.append(row(words.format(**plan), key, windows, results.machine["cores"]))
    head = HEAD.format(
        rounds=plan["rounds"], cores=results.machine["cores"], commit=text.milliseconds(commit_ms(results)),
        revision=results.machine["revision"])
    return [head, text.table(COLUMNS, rows), arrived(results)]


def row(words, key, windows, cores):
    parts = by_part(windows)
    shown = ", ".join(f"{name} {text.number(cost.median)}" for name, cost in parts.items()) if len(parts) > 1 else ""
    return (
        words, name(key), text.spread(windows.spread("us_per_message")), shown,
        text.spread(windows.spread("rate")) + (" †" if windows.is_load_limited else ""),
        text.milliseconds(windows.median("p50_ms")), text.milliseconds(windows.median("p99_ms")),
        f"{windows.cores('server_cpu'):.2f} / {windows.cores('load_cpu'):.2f}", text.percent(windows.others(cores).median), len(windows))


def name(key):
    return {Nodes.key: f"**{Nodes.name}**", systems.OWN: "Martlet, one server"}.get(key) or systems.name(key)


def by_part(windows):
    """The CPU per message of each part of a system, the nodes taken together."""
    found = {}
    for window in windows.windows:
        costs = {}
        for process, seconds in zip(window["processes"], window["server_cpu_by_process"]):
            part = "nodes" if process.startswith("node ") else process
            costs[part] = costs.get(part, 0) + seconds * 1e6 / max(1, window["messages"])
        for part, cost in costs.items():
            found.setdefault(part, []).append(cost)
    return {part: Spread.of(costs) for part, costs in found.items()}


def commit_ms(results):
    return statistics.median(record["commit_ms"] for record in results.records if record["kind"] == "commit")


def arrived(results):
    wrong = Windows(results.windows).wrong
    return f"{wrong:,} messages were lost, duplicated or misplaced." if wrong else "Every message arrived once and in order."


def goals_of(results):
    """Each goal as (load, goal, result, whether it is met)."""
    if not results.windows:
        yield "three nodes", "PostgreSQL ≤ 40 µs a message, nodes ≤ 15 µs", "not measured", None
        return
    plan = results.machine["plan"]
    work = f"{OFFERED}{plan['rate']}"
    windows = results.of(work, Nodes.key)
    if windows:
        words, parts, commit = f"three nodes, {plan['rate']:,} messages/s offered", by_part(windows), commit_ms(results)
        for part, limit in (("nodes", 15), ("PostgreSQL", 40)):
            yield f"{words}: CPU of {part}", f"≤ {limit} µs a message", f"{text.number(parts[part].median)} µs", parts[part].median <= limit
        most, p50 = 2 * commit + 1, windows.median("p50_ms")
        yield f"{words}: p50 across nodes", f"≤ 2 commits + 1 ms ({text.milliseconds(most)} ms)", f"{text.milliseconds(p50)} ms", p50 <= most
    for work in ("pairs-1", "pairs-32"):
        own, other = results.of(work, Nodes.key), results.of(work, ArchivingEjabberd.key)
        if own and other:
            part = own.median("us_per_message") / other.median("us_per_message")
            yield (f"three nodes, {WORKS[work].format(**plan)}", f"at most 1/10 of the CPU of {ArchivingEjabberd.name}",
                   f"{text.ratio(part)} its CPU", part <= 0.1)
