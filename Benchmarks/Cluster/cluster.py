"""usage: ./dev bench cluster [--rounds N] [--seconds S] [--rate N] [--only SYSTEM,...] [--quick]

Measures three nodes of Martlet on PostgreSQL and NATS beside one server on SQLite, and beside ejabberd with its archive in
PostgreSQL, in a new order each round. Every message of the nodes goes from one node to another. Each window becomes one JSON
line in .local/cluster/. A full run then writes docs/performance.md.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

from peers import machine
from peers.martlet import Martlet
from peers.measurement import Measurement, read_options, tell
from peers.nodes import Nodes
from peers.plan import Plan
from peers.xmpp import ArchivingEjabberd

OUTPUT = ".local/cluster"
PUBLISHED = "docs/performance/cluster.jsonl"
SYSTEMS = (Martlet, Nodes, ArchivingEjabberd)


@dataclass(frozen=True)
class ClusterPlan(Plan):
    """The size of everything; there are no idle connections and no groups."""

    rounds: int = 5
    members: int = 0
    idle: int = 0
    rate: int = 10_000

    def traffic(self, system):
        yield from self.pair_traffic()
        yield self.offered(self.rate)


class ClusterMeasurement(Measurement):
    """The same traffic for every system, and the time of a commit of the nodes' database."""

    def visit(self, system, number):
        with system.running() as server:
            if isinstance(system, Nodes):
                self.write("commit", round=number, commit_ms=system.database.commit_milliseconds("postgres"))
            for work in self.plan.traffic(system):
                self.measure(system, server, number, work)


def options():
    def add_rate(parser):
        parser.add_argument("--rate", type=int, help="messages a second that are offered in the last work (10,000)")

    given, systems = read_options("cluster", __doc__, SYSTEMS, ClusterPlan.rounds, add_rate)
    sizes = {"rounds": 1, "seconds": 1, "pairs": 50} if given.quick else {}
    sizes.update({name: value for name, value in vars(given).items() if name in ("rounds", "seconds", "rate") and value})
    return ClusterPlan(**sizes), systems, not given.quick and len(systems) == len(SYSTEMS)


def main():
    wanted, systems, is_full = options()
    machine.raise_descriptors()
    os.makedirs(OUTPUT, exist_ok=True)
    name = os.path.join(OUTPUT, "results-full.jsonl" if is_full else "results-trial.jsonl")
    with open(name, "w", encoding="utf-8") as results:
        measurement = ClusterMeasurement(wanted, systems, results)
        measurement.carry_out_and_tidy_up()
    tell(f"wrote all windows to {name}")
    if is_full:
        shutil.copyfile(name, PUBLISHED)
        subprocess.run([sys.executable, "-B", "-m", "report"], check=True)
    sys.exit(1 if measurement.failures else 0)


main()
