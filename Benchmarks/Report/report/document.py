"""The whole document."""

import os

from . import browser, cluster, device, growth, plots, sections, systems, text
from .goals import verdicts

FINDINGS = "Benchmarks/Peers/findings.md"

HEAD = """\
# Performance

`./dev bench report` generates this page from the benchmark results. Change the benchmarks, not this file.

CPU per message is the most reliable figure: it says how much machine a load needs, and other programs disturb it least. The
tables also show throughput and latency. All systems ran on the same machine in the same run, one after another. The run had {rounds} rounds,
each in a different order. One load generator drove all of them. Each figure is the median of its measurement windows, with the
minimum and maximum in parentheses.

Martlet makes the strongest promise in these tables. It authenticates each message, assigns its place in a total order, archives
it and syncs it to disk (fsync) before anyone is told of it. Compare figures together with
[what each system guarantees](#what-each-system-guarantees).
"""

MEASURED = """\
## Test machine

{facts}

{versions}
"""

METHOD = """\
## Method

- **The generator** (`Benchmarks/Peers/load`) is one thread on epoll with messages prepared in advance. It shares the machine
  with the server, so the two compete for processors; the column "processors used" shows how. A † marks rates that the
  generator limited: the server can do more.
- **Server CPU** is user and system time of all processes of a system. For ejabberd with an archive, that includes every
  PostgreSQL backend. On the loopback interface the sender pays part of each delivery as system time, on every system alike.
- **A message in flight** has not reached its receiver. If the protocol acknowledges (MQTT QoS 1, JetStream, Martlet), it is also
  in flight until the server has acknowledged it.
- **One message in flight on each of {pairs} pairs** means {pairs} in flight, so the latency is queueing time. See one pair for the
  unloaded round trip.
- **Checked**: each body carries a number, and every receiver checks that none is missing, duplicated or misplaced.
- **Bodies** are {size} bytes. TLS is off everywhere. All connections are authenticated: by password, and for Martlet by token.
- **XMPP rooms** are measured in the first round only, with 8 messages in flight ({room_windows} windows in one session), because
  announcing each joining occupant to all others takes minutes. The same holds for idle XMPP connections.
- **ejabberd's archive** keeps two rows per message, one for each of the two users. In a room we believe it keeps one.
- **RSS** of a system with several processes counts shared memory once per process, so PostgreSQL's is too large.
- **Latency against offered load** uses an open loop: a message's time starts when it is due, whether or not the system keeps up.
- **Others' CPU** is the share of the machine that neither the system nor the generator used, from the kernel's ticks.
"""

REPEAT = """\
## Reproducing the results

On Debian 12, with nothing else running:

```sh
./dev bench peers            # this page without its last tables: Martlet and the others, about 25 minutes
./dev bench cluster          # three nodes, PostgreSQL and NATS beside one server and ejabberd, about 10 minutes
./dev bench goals            # growth to ten million messages, restart, reads, logins, the SDK: about 20 minutes
./dev bench goals --soak 30m # half an hour more
./dev bench page --publish   # the chat page and the client core in a browser, about 5 minutes
./dev bench report           # this page again, from the saved results
```

`./dev bench peers --quick` tries everything in a few minutes. `martlet bench` measures a single load, also on a server that is
already running; see `martlet help bench`. The raw results have one JSON line per window:
[peers.jsonl](performance/peers.jsonl){goals}.
"""


CROSS_CHECK = """\
In the same rounds, Martlet was also measured with its own benchmark, which was written separately from the generator above. That
benchmark also kills the server afterwards and reads all messages back.
"""


class Document:
    """Text and plots, generated from the results."""

    def __init__(self, peers, goals, nodes, folder):
        self.peers, self.goals, self.nodes = peers, goals, nodes
        self.folder = folder
        self.parts = []

    def write(self):
        os.makedirs(os.path.join(self.folder, "performance"), exist_ok=True)
        self.parts = [HEAD.format(rounds=self.peers.machine["plan"]["rounds"]), self.goal_section()]
        self.parts += self.work_sections() + self.offered_section() + self.idle_section()
        self.parts.append("## What each system guarantees\n\n" + sections.guarantees())
        self.parts += cluster.section(self.nodes) + self.own_sections() + device.section(self.goals) + browser.section(self.goals)
        self.parts += [self.finding_section(), self.measured_section()]
        self.parts.append(METHOD.format(**self.peers.machine["plan"]))
        self.parts += self.cross_section() + self.failure_section() + [self.repeat_section()]
        with open(os.path.join(self.folder, "performance.md"), "w", encoding="utf-8") as file:
            file.write("\n\n".join(part.strip("\n") for part in self.parts) + "\n")

    def plot(self, name, alternative, picture):
        """Writes a plot; returns the Markdown that shows it."""
        with open(os.path.join(self.folder, "performance", name + ".svg"), "w", encoding="utf-8") as file:
            file.write(picture)
        return f"![{alternative}](performance/{name}.svg)"

    def goal_section(self):
        words = {True: "yes", False: "**no**", None: "–"}
        rows = [(row.work, row.goal, row.found, words[row.is_met]) for row in verdicts(self.peers, self.goals, self.nodes)]
        return "## Goals\n\n" + text.words(("load", "goal", "result", "met"), rows)

    def work_sections(self):
        parts = ["## Comparison with other systems"]
        for work, form, noun in sections.WORKS:
            title = form.format(**self.peers.machine["plan"])
            if sections.measured(self.peers, work):
                plot = self.plot(work, f"{title}: server CPU per {noun}", sections.work_plot(self.peers, work, title, noun))
                parts.append(f"### {title}\n\n{plot}\n\n{sections.work_table(self.peers, work, noun)}")
        return parts

    def offered_section(self):
        if not any(self.peers.offered(system.key) for system in systems.SYSTEMS):
            return []
        pairs = self.peers.machine["plan"]["pairs"]
        parts = [f"### Latency against offered load\n\n{pairs} pairs; messages are due at even intervals. A line ends at the first "
                 "rate that the system could not sustain (×)."]
        for key, name in (("p50_ms", "p50"), ("p99_ms", "p99")):
            series = sections.offered_series(self.peers, key)
            words = f"{name}, ms"
            picture = plots.lines(f"Latency against offered load: {words}", "messages per second offered", "ms", series)
            parts.append(self.plot("latency-" + key.removesuffix("_ms"), f"Latency against offered load: {words}", picture))
        return parts + [sections.offered_table(self.peers)]

    def idle_section(self):
        if self.peers.of("idle", systems.OWN) is None:
            return []
        plot = self.plot("idle", "Memory of an idle connection", sections.idle_plot(self.peers))
        return [f"### Idle connections\n\n{plot}\n\n{sections.idle_table(self.peers)}"]

    def own_sections(self):
        parts = []
        if self.goals.get("messages") or self.goals.get("conversations"):
            plot = self.plot("growth", "Server CPU per message as the store grows", growth.growth_plot(self.goals))
            parts += ["## Growth and restart", plot, growth.growth(self.goals)]
        table = growth.alone(self.goals)
        return parts + (["## Reads, logins, soak test\n\n" + table] if table else [])

    def finding_section(self):
        with open(FINDINGS, encoding="utf-8") as file:
            return "## Profiling results\n\n" + file.read().strip()

    def measured_section(self):
        machine = self.peers.machine
        others = self.peers.others
        facts = [
            ("date", machine["date"]),
            ("machine", f"{machine['cores']} processors, {machine['cpu']}{', a virtual machine' if machine['is_virtual'] else ''}"),
            ("memory", f"{machine['memory_gib']} GiB"),
            ("system", f"{machine['system']}, Linux {machine['kernel']}"),
            ("disk", f"{machine['filesystem']}; 4 KiB written and synced in {text.milliseconds((self.peers.syncs or others).median)} ms"
                if self.peers.syncs else machine["filesystem"]),
            ("file descriptors per process", f"{machine['descriptors']:,}"),
            ("CPU used by other programs",
             f"{text.percent(others.median)} of the machine in the median window, at most {text.percent(others.most)}"),
            ("Martlet's revision", f"`{machine['revision']}` in comparisons" + "".join(
                f"; `{revision}` alone: {', '.join(works)}" for revision, works in self.goals.revisions.items())),
        ]
        versions = text.words(("system", "Debian packages"), systems.versions(machine))
        return MEASURED.format(facts=text.words(("", ""), facts), versions=versions)

    def cross_section(self):
        table = sections.cross_check(self.peers)
        if not table:
            return []
        return [f"## Two generators\n\n{CROSS_CHECK}\n{table}"]

    def repeat_section(self):
        goals = ", [goals.jsonl](performance/goals.jsonl)" if self.goals.records else ""
        goals += ", [cluster.jsonl](performance/cluster.jsonl)" if self.nodes.records else ""
        return REPEAT.format(goals=goals)

    def failure_section(self):
        if not self.peers.failures:
            return []
        rows = [(systems.name(each["system"]), each["round"], each["what"], each["message"].replace("|", "\\|").replace("\n", " ")[:300])
                for each in self.peers.failures]
        return ["## Failures\n\n" + text.words(("system", "round", "step", "message"), rows)]
