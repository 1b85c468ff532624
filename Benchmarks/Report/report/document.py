"""The document, from its first line to its last."""

import os

from . import device, growth, plots, sections, systems, text
from .goals import verdicts

FINDINGS = "Benchmarks/Peers/findings.md"

HEAD = """\
# Performance

Written by `./dev bench report` from what the benchmarks measured; change the benchmarks, not this file.

CPU per message is the figure to trust: it says how much machine a load needs, and other programs disturb it least.
Throughput and latency stand beside it. Every system ran on the same machine in the same run, in turn,
{rounds} times over and each time in another order; one load generator spoke to all of them. A figure is the median of
its windows, with the least and the most in parentheses.

Martlet's row is the one with the strongest promise: a message is authenticated, has its place in a total order, is in
the archive and synced to disk (fsync) before anybody is told of it. [What each system guarantees](#what-each-guarantees)
is part of every comparison.
"""

MEASURED = """\
## Measured on

{facts}

{versions}
"""

METHOD = """\
## How it is measured

- **The generator** (`Benchmarks/Peers/load`) is one thread on epoll with messages made ready before. It shares the
  machine with the server, so the two compete for processors; the column of processors used shows how. A † marks rates at
  which the generator itself was the limit: the server can do more.
- **Server CPU** is user and system time of all processes of a system: with its archive, ejabberd and every backend of
  PostgreSQL. A delivery on the loopback interface is in part the sender's system time, for every system alike.
- **A message in flight** is one the receiver has not got; and where the protocol acknowledges (MQTT QoS 1, JetStream,
  Martlet), one the server has not acknowledged.
- **One message in flight on each of {pairs} pairs** is {pairs} in flight, so its latency is queueing. The unloaded round trip is
  that of one pair.
- **Checked**: each body carries a number; every receiver looks that none is missing, doubled or misplaced.
- **Bodies** are {size} bytes. No TLS anywhere. All connections are authenticated: by password, and with Martlet by token.
- **XMPP rooms** are measured in the first round only, with 8 messages in flight ({room_windows} windows in one session):
  every occupant that joins is announced to all others, which takes minutes. So are idle XMPP connections.
- **ejabberd's archive** keeps two rows a message, one for each of the two users; in a room we believe it keeps one.
- **RSS** of a system with several processes counts shared memory once for each, so PostgreSQL's is too large.
- **Latency against offered load** is that of an open loop: a message's time begins when it falls due, whether or not
  the system keeps up.
- **Others' CPU** is the part of the machine that neither the system nor the generator used, by the kernel's ticks.
"""

REPEAT = """\
## Repeating it

On Debian 12, with nothing else running:

```sh
./dev bench peers            # this page but for the last tables: Martlet and the others, some 25 minutes
./dev bench goals            # growth to ten million messages, restart, reads, logins, the SDK: some 20 minutes
./dev bench goals --soak 30m # half an hour more
./dev bench report           # this page again, from the results beside it
```

`./dev bench peers --quick` tries all of it in some minutes. `martlet bench` measures a single load, also of a server that
already runs; `martlet help bench` explains it. The raw results, a line of JSON for each window, are in
[peers.jsonl](performance/peers.jsonl){goals}.
"""


CROSS_CHECK = """\
Martlet was measured in the same rounds by the benchmark it comes with, too, which was written apart from the generator
above. That one also kills the server afterwards and reads all messages back.
"""


class Document:
    """Text and plots, made of the results."""

    def __init__(self, peers, goals, folder):
        self.peers, self.goals = peers, goals
        self.folder = folder
        self.parts = []

    def write(self):
        os.makedirs(os.path.join(self.folder, "performance"), exist_ok=True)
        self.parts = [HEAD.format(rounds=self.peers.machine["plan"]["rounds"]), self.goal_section()]
        self.parts += self.work_sections() + self.offered_section() + self.idle_section()
        self.parts.append("## What each guarantees\n\n" + sections.guarantees())
        self.parts += self.own_sections() + device.section(self.goals) + [self.finding_section(), self.measured_section()]
        self.parts.append(METHOD.format(**self.peers.machine["plan"]))
        self.parts += self.cross_section() + self.failure_section() + [self.repeat_section()]
        with open(os.path.join(self.folder, "performance.md"), "w", encoding="utf-8") as file:
            file.write("\n\n".join(part.strip("\n") for part in self.parts) + "\n")

    def plot(self, name, alternative, picture):
        """Writes a plot; returns what shows it."""
        with open(os.path.join(self.folder, "performance", name + ".svg"), "w", encoding="utf-8") as file:
            file.write(picture)
        return f"![{alternative}](performance/{name}.svg)"

    def goal_section(self):
        words = {True: "yes", False: "**no**", None: "–"}
        rows = [(row.work, row.goal, row.found, words[row.is_met]) for row in verdicts(self.peers, self.goals)]
        return "## What was aimed at\n\n" + text.words(("work", "goal", "found", "met"), rows)

    def work_sections(self):
        parts = ["## Beside other systems"]
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
        parts = [f"### Latency against offered load\n\n{pairs} pairs; messages fall due evenly. A line ends at the first rate the "
                 "system did not keep up with (×)."]
        for key, name in (("p50_ms", "half of the messages"), ("p99_ms", "99 of 100 messages")):
            series = sections.offered_series(self.peers, key)
            words = f"{name} arrive within, ms"
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
            plot = self.plot("growth", "Server CPU per message as messages grow more", growth.growth_plot(self.goals))
            parts += ["## Growth and restart", plot, growth.growth(self.goals)]
        table = growth.alone(self.goals)
        return parts + (["## Reading, signing in, running long\n\n" + table] if table else [])

    def finding_section(self):
        with open(FINDINGS, encoding="utf-8") as file:
            return "## What the profile found\n\n" + file.read().strip()

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
            ("descriptors a process may open", f"{machine['descriptors']:,}"),
            ("CPU other programs took meanwhile",
             f"{text.percent(others.median)} of the machine in the median window, {text.percent(others.most)} at most"),
            ("Martlet's revision", f"`{machine['revision']}` beside others" + "".join(
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
        goals = " and [goals.jsonl](performance/goals.jsonl)" if self.goals.records else ""
        return REPEAT.format(goals=goals)

    def failure_section(self):
        if not self.peers.failures:
            return []
        rows = [(systems.name(each["system"]), each["round"], each["what"], each["message"].replace("|", "\\|").replace("\n", " ")[:300])
                for each in self.peers.failures]
        return ["## What failed\n\n" + text.words(("system", "round", "what", "message"), rows)]
