"""The goals, and whether they were met."""

from dataclasses import dataclass

from . import browser, cluster, device, systems, text
from .results import Spread


@dataclass(frozen=True)
class Verdict:
    """One row of the table: goal, result, and whether it is met; None if not measured."""

    work: str
    goal: str
    found: str
    is_met: bool | None


def at_most(value, limit):
    return value <= limit


def at_least(value, limit):
    return value >= limit


# Each goal: work, description, limits, and peers with the factor by which Martlet may exceed their cost.
# Each limit: key in the window, test, value, unit.
TRAFFIC = (
    ("pairs-1", "{pairs} pairs, window 1",
     (("us_per_message", at_most, 30, "µs"), ("rate", at_least, 25_000, "messages/s")),
     (("jetstream", 1), ("ejabberd", 1), ("ejabberd-postgres", 1))),
    ("pairs-32", "{pairs} pairs, window 32",
     (("us_per_message", at_most, 10, "µs"), ("rate", at_least, 80_000, "messages/s"), ("p99_ms", at_most, 30, "ms p99")),
     (("mosquitto", 1), ("ejabberd", 1), ("jetstream", 1.5))),
    ("fanout-64", "fan-out to {members:,}, 64 in flight", (("us_per_message", at_most, 1.0, "µs a delivery"),),
     (("mosquitto", 1), ("nats", 1.3))),
    ("fanout-8", "fan-out to {members:,}, 8 in flight", (("us_per_message", at_most, 2.0, "µs a delivery"),),
     (("nats", 1), ("ejabberd", 1), ("ejabberd-postgres", 1))),
)


def verdicts(peers, goals, nodes):
    """All rows."""
    rows = [row for goal in TRAFFIC for row in traffic(peers, *goal)]
    rows += one_pair(peers) + idle(peers, goals) + history(goals) + growth(goals) + restart(goals) + soak(goals)
    rows += members(goals)
    rows += [Verdict(*goal) for goal in cluster.goals_of(nodes)]
    return rows + client(goals) + page(goals)


def traffic(peers, work, words, limits, others):
    words = words.format(**peers.machine["plan"])
    own = peers.of(work, systems.OWN)
    if own is None:
        return [Verdict(words, "", "not measured", None)]
    sign = {at_most: "≤", at_least: "≥"}
    goal = ", ".join(f"{sign[test]} {limit:,g} {unit}" for _, test, limit, unit in limits)
    found = ", ".join(f"{text.number(own.median(key))} {unit}" for key, _, _, unit in limits)
    rows = [Verdict(words, goal, found, all(test(own.median(key), limit) for key, test, limit, _ in limits))]
    cost = own.median("us_per_message")
    for key, factor in others:
        other = peers.of(work, key)
        if other is None:
            continue
        part = cost / other.median("us_per_message")
        within = "at most" if factor == 1 else f"at most {factor}×"
        rows.append(Verdict(words, f"{within} the CPU of {systems.name(key)}", f"{text.ratio(part)} its CPU", part <= factor))
    return rows


def one_pair(peers):
    words, own = "one pair, window 1", peers.of("one-pair", systems.OWN)
    if own is None or not peers.syncs:
        return [Verdict(words, "p50 ≤ fsync + 0.15 ms", "not measured", None)]
    sync, found = peers.syncs.median, own.median("p50_ms")
    return [Verdict(
        words, f"p50 ≤ fsync ({text.milliseconds(sync)} ms) + 0.15 ms", f"{text.milliseconds(found)} ms", found <= sync + 0.15)]


def idle(peers, goals):
    own = peers.of("idle", systems.OWN)
    if own is None:
        return [Verdict("idle connections", "≤ 4 KiB each", "not measured", None)]
    each = memory_each(own).median
    words = f"{own.windows[0]['count']:,} idle connections"
    rows = [Verdict(words, "≤ 4 KiB each", f"{text.number(each / 1024)} KiB", each <= 4096)]
    for key in ("nats", "ejabberd"):
        other = peers.of("idle", key)
        if other:
            part = each / memory_each(other).median
            rows.append(Verdict(words, f"less than {systems.name(key)}", f"{text.ratio(part)} its memory", part <= 1))
    report = goals.get("idle")
    if not report:
        return [*rows, Verdict(words, "CPU at rest < 1 %", f"{text.number(own.cores('server_cpu') * 100)} %",
                               own.cores("server_cpu") < 0.01)]
    rest = report["idle_cpu_percent"]
    return [*rows, Verdict(f"{report['connections']:,} idle connections that ping every 25 s", "CPU at rest < 1 %",
                           f"{text.number(rest)} %", rest < 1)]


def memory_each(windows):
    """Bytes of resident memory per connection."""
    return Spread.of([(window["rss_logged_in"] - window["rss_before"]) / window["count"] for window in windows.windows])


def history(goals):
    report = goals.history
    words = "latest 50 of a conversation during 5,000 writes/s"
    if not report:
        return [Verdict(words, "≥ 15,000 reads/s, p99 ≤ 2 ms", "not measured", None)]
    reads, p99 = report["reads_per_second"], report["p99_ms"]
    return [Verdict(
        f"{words}, {text.count(report['stored_before'])} messages stored", "≥ 15,000 reads/s, p99 ≤ 2 ms",
        f"{text.number(reads)} reads/s, {text.milliseconds(p99)} ms", reads >= 15_000 and p99 <= 2)]


def growth(goals):
    report = goals.get("messages")
    if not report or "cost_ratio_by_messages" not in report:
        return [Verdict("growth 10⁵ → 10⁷ messages", "cost grows ≤ 1.3×", "not measured", None)]
    steps = report["by_messages"]
    words = f"growth {text.count(steps[0]['stored'])} → {text.count(steps[-1]['stored'])} messages"
    part = report["cost_ratio_by_messages"]
    return [Verdict(words, "cost grows ≤ 1.3×", text.ratio(part), part <= 1.3)]


def restart(goals):
    report = goals.get("messages")
    if not report or "restart_ms" not in report:
        return [Verdict("restart with 10⁷ messages after kill -9", "serving in ≤ 2 s", "not measured", None)]
    took = report["restart_ms"] / 1000
    words = f"restart with {text.count(report['stored_after_restart'])} messages after kill -9"
    return [Verdict(words, "serving in ≤ 2 s", f"{text.number(took)} s", took <= 2)]


def soak(goals):
    report = goals.get("soak")
    if not report:
        return [Verdict("soak at half load", "memory, descriptors, WAL and journal flat", "not measured", None)]
    words = f"soak at half load, {report['seconds'] / 60:.0f} min"
    return [Verdict(
        words, "memory, descriptors, WAL and journal flat", "flat" if report["is_flat"] else "grows", report["is_flat"])]


def members(goals):
    report = goals.get("members")
    if not report:
        return [Verdict("a group of 100,000 members", "all added in ≤ 20 s, cost grows ≤ 2×", "not measured", None)]
    words = f"a group of {report['members']:,} members"
    fill, growth, page = report["fill_seconds"], report["cost_ratio_by_members"], report["page_p99_ms"]
    roles = report["role_p50_ms"] / report["role_small_p50_ms"]
    cost = report["server_cpu_us_per_message"] / report["server_cpu_us_per_message_of_few"]
    return [
        Verdict(f"{words}: adding all in batches", "≤ 20 s, the last tenth ≤ 2× the first",
                f"{text.number(fill)} s, {text.ratio(growth)}", fill <= 20 and growth <= 2),
        Verdict(f"{words}: a role change, p50", "≤ 1.5× that in a group of 11", text.ratio(roles), roles <= 1.5),
        Verdict(f"{words}: first page of the list of members", "≤ 5 ms p99", f"{text.milliseconds(page)} ms p99", page <= 5),
        Verdict(f"{words}, 11 of them connected: CPU of a message", "≤ 1.5× that in a group of 11", text.ratio(cost), cost <= 1.5),
    ]


def client(goals):
    report = goals.get("client")
    words = "SDK, 50,000 conversations and 2 million messages on the device"
    if not report:
        return [Verdict(words, "start ≤ 150 ms, search ≤ 100 ms, ≤ 60 MB", "not measured", None)]
    words = f"SDK, {text.number(report['conversations'])} conversations and {text.number(report['messages'])} messages on the device"
    return [Verdict(f"{words}: {what}", goal, found, is_met) for what, goal, found, is_met in device.goals_of(report)]


def page(goals):
    report = goals.get("page")
    if not report:
        return [Verdict("chat page", "no frame > 32 ms, list ≤ 500 ms", "not measured", None)]
    words = f"chat page, {text.number(report['conversations'])} conversations, {text.number(report['messages'])} messages in one"
    return [Verdict(f"{words}: {what}", goal, found, is_met) for what, goal, found, is_met in browser.goals_of(report)]
