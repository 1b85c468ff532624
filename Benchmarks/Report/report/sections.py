"""The sections that compare systems."""

from . import plots, systems, text
from .goals import memory_each
from .results import Spread

# Work, title of its table, unit that its CPU is divided by.
WORKS = (
    ("pairs-1", "{pairs} pairs, one message in flight each", "message"),
    ("pairs-32", "{pairs} pairs, 32 messages in flight each", "message"),
    ("one-pair", "One pair, one message in flight", "message"),
    ("fanout-64", "Fan-out to {members:,}, 64 messages in flight", "delivery"),
    ("fanout-8", "Fan-out to {members:,}, 8 messages in flight", "delivery"),
)


def measured(peers, work):
    """The systems measured under a load, with their windows, cheapest first."""
    found = [(system.key, peers.of(work, system.key)) for system in systems.SYSTEMS]
    return sorted(((key, windows) for key, windows in found if windows), key=lambda pair: pair[1].median("us_per_message"))


def guarantees():
    rows = [
        (system.name, system.guarantees.durable, system.guarantees.archive, system.guarantees.order) for system in systems.SYSTEMS]
    return text.words(("system", "durability of an acknowledged message", "archive", "order"), rows)


def work_table(peers, work, noun):
    own = peers.of(work, systems.OWN)
    rows = []
    for key, windows in measured(peers, work):
        cost = windows.spread("us_per_message")
        name = systems.name(key)
        rows.append((
            f"**{name}**" if key == systems.OWN else name,
            short_guarantee(key),
            text.spread(cost),
            text.ratio(cost.median / own.median("us_per_message")) if own else "",
            text.spread(windows.spread("rate")) + (" †" if windows.is_load_limited else ""),
            text.milliseconds(windows.median("p50_ms")),
            text.milliseconds(windows.median("p99_ms")),
            f"{windows.cores('server_cpu'):.2f} / {windows.cores('load_cpu'):.2f}",
            text.number(windows.median("written_per_message"), 0),
            f"{windows.median('rss') / 2**20:,.0f}",
            text.percent(windows.others(peers.machine["cores"]).median),
            len(windows),
        ))
    head = (
        "system", "stored?", f"server CPU µs per {noun}", "relative to Martlet", "per second", "p50 ms", "p99 ms",
        "processors used: server / generator", f"bytes written per {noun}", "RSS MiB", "others' CPU", "windows")
    return text.table(head, rows) + "\n\n" + arrived(peers, work)


def arrived(peers, work):
    """One sentence per system that lost, duplicated or misplaced messages."""
    bad = [f"{systems.name(key)}: {windows.wrong:,} lost, duplicated or misplaced." for key, windows in measured(peers, work)
           if windows.wrong]
    return " ".join(bad) if bad else "Every message arrived once and in order."


def short_guarantee(key):
    if key == systems.OWN:
        return "fsync first"
    if not systems.BY_KEY[key].guarantees.is_stored:
        return "no"
    return "no fsync" if key == "jetstream" else "fsync"


def work_plot(peers, work, title, noun):
    rows = []
    for key, windows in measured(peers, work):
        cost = windows.spread("us_per_message")
        rows.append((systems.name(key), cost.median, cost.least, cost.most, systems.color(key)))
    return plots.bars(f"{title}: server CPU per {noun}, µs, on a logarithmic axis", rows)


def idle_table(peers):
    own = peers.of("idle", systems.OWN)
    rows = []
    found = [(system.key, peers.of("idle", system.key)) for system in systems.SYSTEMS]
    for key, windows in sorted((pair for pair in found if pair[1]), key=lambda pair: memory_each(pair[1]).median):
        each = memory_each(windows)
        name = systems.name(key)
        rows.append((
            f"**{name}**" if key == systems.OWN else name,
            f"{windows.windows[0]['count']:,}",
            text.spread(Spread(*(value / 1024 for value in (each.median, each.least, each.most)))),
            text.ratio(each.median / memory_each(own).median) if own else "",
            text.number(windows.cores("server_cpu") * 100) + " %",
            text.number(windows.median("login_seconds"), 1),
            text.number(windows.median("login_cpu") * 1e6 / windows.windows[0]["count"]),
            len(windows),
        ))
    head = (
        "system", "connections", "KiB of RSS each", "relative to Martlet", "idle CPU, of one processor", "seconds to log in all",
        "CPU µs per login", "windows")
    return text.table(head, rows)


def idle_plot(peers):
    rows = []
    for system in systems.SYSTEMS:
        windows = peers.of("idle", system.key)
        if windows:
            each = memory_each(windows)
            rows.append((system.name, each.median / 1024, each.least / 1024, each.most / 1024, systems.color(system.key)))
    return plots.bars("Idle, logged-in connections: KiB of resident memory each, on a logarithmic axis", sorted(rows, key=lambda row: row[1]))


def offered_series(peers, key_of_window):
    """Points of rate and latency per system; the first rate it could not sustain ends the line."""
    series = []
    for system in systems.SYSTEMS:
        points = [(rate, window[key_of_window]) for rate, window in peers.offered(system.key)]
        if points:
            last_rate, last = peers.offered(system.key)[-1]
            series.append((system.name, points, last["rate"] < 0.9 * last_rate))
    return series


def offered_table(peers):
    rates = sorted({rate for system in systems.SYSTEMS for rate, _ in peers.offered(system.key)})
    rows = []
    for system in systems.SYSTEMS:
        windows = dict(peers.offered(system.key))
        if windows:
            rows.append((system.name, *(offered_cell(rate, windows.get(rate)) for rate in rates)))
    return text.table(("p50 / p99 ms at", *(f"{rate:,.0f}/s" for rate in rates)), rows)


def offered_cell(rate, window):
    if window is None:
        return ""
    if window["rate"] < 0.9 * rate:
        return f"only {window['rate']:,.0f}/s"
    return f"{text.milliseconds(window['p50_ms'])} / {text.milliseconds(window['p99_ms'])}"


def cross_check(peers):
    """Compares the two generators, which measured Martlet in the same rounds."""
    rows = []
    for work in ("pairs-1", "pairs-32"):
        theirs, own = peers.of(work, systems.OWN), [record for record in peers.own if record["work"] == work]
        if not theirs or not own:
            continue
        for label, key, own_key in (
                ("server CPU µs per message", "us_per_message", "server_cpu_us_per_message"),
                ("messages per second", "rate", "messages_per_second"), ("p50 ms", "p50_ms", "p50_ms"),
                ("p99 ms", "p99_ms", "p99_ms")):
            first, second = theirs.spread(key), Spread.of([record[own_key] for record in own])
            difference = second.median / first.median - 1
            rows.append((f"{work}: {label}", text.spread(first), text.spread(second), f"{difference * 100:+.0f} %"))
    return text.table(("", "generator above", "`martlet bench pairs`", "difference"), rows) if rows else ""
