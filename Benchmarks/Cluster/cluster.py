"""usage: ./dev bench cluster [--rounds N] [--seconds S] [--rate N] [--only SYSTEM,...] [--quick]

Measures three nodes of Martlet on PostgreSQL and NATS beside one server on SQLite, and beside ejabberd with its archive in
PostgreSQL, in a new order each round. Every message of the nodes goes from one node to another. Each window becomes one JSON
line in .local/cluster/. A full run then writes docs/performance.md.
"""

import argparse
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

from peers import machine
from peers.martlet import Martlet
from peers.measurement import Measurement, tell
from peers.nodes import Nodes
from peers.plan import Plan
from peers.xmpp import ArchivingEjabberd

OUTPUT = ".local/cluster"
PUBLISHED = "docs/performance/cluster.jsonl"
SYSTEMS = {system.key: system for system in (Martlet, Nodes, ArchivingEjabberd)}


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
            if isinstance(system, Martlet):
                self.write("sync", round=number, system=system.key, sync_ms=machine.sync_milliseconds(self.place))
            for work in self.plan.traffic(system):
                self.measure(system, server, number, work)


def options():
    parser = argparse.ArgumentParser(prog="./dev bench cluster", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--rounds", type=int, help="number of rounds (5)")
    parser.add_argument("--seconds", type=float, help="length of each window (4)")
    parser.add_argument("--rate", type=int, help="messages a second that are offered in the last work (10,000)")
    parser.add_argument("--only", help="comma-separated systems: " + ", ".join(SYSTEMS))
    parser.add_argument("--quick", action="store_true", help="one short round, to see that all of it works")
    given = parser.parse_args()
    keys = given.only.split(",") if given.only else list(SYSTEMS)
    for key in keys:
        if key not in SYSTEMS:
            parser.error(f"unknown system '{key}'; choose from {', '.join(SYSTEMS)}")
    sizes = {"rounds": 1, "seconds": 1, "pairs": 50} if given.quick else {}
    sizes.update({name: value for name, value in vars(given).items() if name in ("rounds", "seconds", "rate") and value})
    return ClusterPlan(**sizes), [SYSTEMS[key] for key in keys], not given.quick and len(keys) == len(SYSTEMS)


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
