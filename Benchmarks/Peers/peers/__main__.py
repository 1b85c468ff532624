"""usage: ./dev bench peers [--rounds N] [--seconds S] [--only SYSTEM,...] [--quick]

Measures Martlet and other messaging systems with one load generator, one after another, in a new order each round.
Each window becomes one JSON line in .local/peers/. A full run then writes docs/performance.md; a quick or partial run
writes the same document to .local/peers/.
"""

import json
import os
import shutil
import subprocess
import sys

from . import machine, plan, processes
from .martlet import Martlet
from .measurement import OUTPUT, PATIENCE, Measurement, read_options, tell


class Comparison(Measurement):
    """Everything that is measured of every system."""

    def visit(self, system, number):
        """Takes all measurements of one system in one round."""
        if system.has_idle and number <= self.plan.idling(system).rounds:
            with system.running() as server:
                self.measure(system, server, number, self.plan.idling(system))
        with system.running() as server:
            if isinstance(system, Martlet):
                self.write("sync", round=number, sync_ms=machine.sync_milliseconds(self.place))
            for work in self.plan.traffic(system):
                if number <= work.rounds:
                    self.measure(system, server, number, work)
        if number == 1:
            with system.running() as server:
                self.offer(system, server, number)
        if isinstance(system, Martlet):
            self.cross_check(system, number)

    def offer(self, system, server, number):
        """Measures latency against offered load, up to the first rate that the system cannot sustain."""
        for rate in self.plan.rates:
            windows = self.measure(system, server, number, self.plan.offered(rate))
            if not windows or windows[-1]["rate"] < 0.9 * rate:
                return

    def cross_check(self, system, number):
        """Measures the same work with Martlet's own benchmark: two generators must get the same figures."""
        for window in (1, 32):
            command = [
                system.program, "bench", "pairs", "--json", "--connections", str(self.plan.pairs), "--window", str(window),
                "--seconds", str(max(1, int(self.plan.seconds))), "--size", str(self.plan.size), "--scratch", self.place]
            found = json.loads(processes.output_of(command, PATIENCE))
            self.write("own", round=number, work=f"pairs-{window}", **found)
            tell(
                f"round {number}: martlet bench pairs --window {window}: {found['messages_per_second']:.0f}/s, "
                f"{found.get('server_cpu_us_per_message', 0):.2f} µs of CPU each, p50 {found['p50_ms']} ms")


def options():
    given, systems = read_options("peers", __doc__, plan.SYSTEMS, plan.Plan.rounds)
    sizes = vars(plan.Plan.quick() if given.quick else plan.Plan())
    sizes.update({name: value for name, value in (("rounds", given.rounds), ("seconds", given.seconds)) if value})
    return plan.Plan(**sizes), systems, not given.quick and len(systems) == len(plan.SYSTEMS)


def main():
    wanted, systems, is_full = options()
    most = machine.raise_descriptors()
    if wanted.idle + 500 > most:
        tell(f"the limit of {most} open files is too low for {wanted.idle} idle connections; raise it with ulimit -n")
    name = os.path.join(OUTPUT, "results-full.jsonl" if is_full else "results-trial.jsonl")
    with open(name, "w", encoding="utf-8") as results:
        measurement = Comparison(wanted, systems, results)
        measurement.carry_out_and_tidy_up()
    tell(f"wrote all windows to {name}")
    report = [sys.executable, "-B", "-m", "report"]
    if is_full:
        os.makedirs("docs/performance", exist_ok=True)
        shutil.copyfile(name, "docs/performance/peers.jsonl")
    else:
        report += ["--peers", name, "--output", OUTPUT]
    subprocess.run(report, check=True)
    sys.exit(1 if measurement.failures else 0)


main()
