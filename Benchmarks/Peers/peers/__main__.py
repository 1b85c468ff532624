"""usage: ./dev bench peers [--rounds N] [--seconds S] [--only SYSTEM,...] [--quick]

Measures Martlet and other messaging systems with one load generator, one after another, in a new order each round.
Each window becomes one JSON line in .local/peers/. A full run then writes docs/performance.md; a quick or partial run
writes the same document to .local/peers/.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from . import machine, plan, processes
from .martlet import Martlet

OUTPUT = ".local/peers"
LOAD = os.path.join(OUTPUT, "load")
PATIENCE = 900


class Measurement:
    """One run over all systems and rounds, and the file it writes."""

    def __init__(self, wanted, systems, results):
        self.plan = wanted
        self.place = tempfile.mkdtemp(prefix="work-", dir=os.path.abspath(OUTPUT))
        # PostgreSQL, which may not be root, has a folder in it.
        os.chmod(self.place, 0o755)
        self.systems = [system(self.place, wanted.users) for system in systems]
        self.results = results
        self.failures = 0

    def write(self, kind, **values):
        record = {"kind": kind, "time": time.strftime("%H:%M:%S"), **values}
        self.results.write(json.dumps(record) + "\n")
        self.results.flush()

    def carry_out(self):
        packages = sorted({package for system in self.systems for package in system.packages})
        self.write("machine", **machine.facts(self.place, packages), plan=vars(self.plan))
        usable = []
        for system in self.systems:
            tell(f"{system.name}: creating {self.plan.users} users")
            if self.attempt(system, 0, "preparation", system.prepare):
                usable.append(system)
        for number in range(1, self.plan.rounds + 1):
            # Each round begins with another system, so that none is always first.
            turn = (number - 1) * 3 % max(1, len(usable))
            for system in usable[turn:] + usable[:turn]:
                self.attempt(system, number, "visit", lambda: self.visit(system, number))

    def attempt(self, system, number, what, action):
        """Runs an action; a failure of one system must not cost the figures of the others."""
        try:
            action()
            return True
        except processes.Failed as failure:
            self.failures += 1
            tell(f"{system.name}: {failure}")
            self.write("failure", system=system.key, round=number, what=what, message=str(failure))
            return False

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

    def measure(self, system, server, number, work):
        """Runs the load generator once; returns its windows, none if it failed."""
        windows = []
        if self.attempt(system, number, work.key, lambda: windows.extend(self.load(system, server, work))):
            for window in windows:
                self.write("window", system=system.key, round=number, work=work.key, **window)
            tell(f"round {number}: {system.name}: {work.key}: {summary(windows[-1])}")
        return windows

    def load(self, system, server, work):
        """Returns the load generator's windows for one work."""
        command = [
            LOAD, server.dialect, *work.words, "-p", str(server.port), "-P", ",".join(map(str, server.processes)), *server.options]
        return [json.loads(line) for line in processes.output_of(command, PATIENCE).splitlines()]

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


def summary(window):
    """A window in one line."""
    if window["workload"] == "idle":
        bytes_each = (window["rss_logged_in"] - window["rss_before"]) / window["count"]
        return f"{bytes_each / 1024:.1f} KiB each, {window['server_cpu'] / window['seconds'] * 100:.1f} % of a core at rest"
    wrong = window["lost"] + window["duplicated"] + window["out_of_order"]
    return (
        f"{window['rate']:.0f}/s, {window['us_per_message']:.2f} µs of CPU each, p50 {window['p50_ms']:.3f} ms, "
        f"p99 {window['p99_ms']:.3f} ms" + (f", {wrong} LOST, DUPLICATED OR OUT OF ORDER" if wrong else ""))


def tell(text):
    print(text, file=sys.stderr, flush=True)


def options():
    parser = argparse.ArgumentParser(prog="./dev bench peers", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--rounds", type=int, help="number of rounds (3)")
    parser.add_argument("--seconds", type=float, help="length of each window (4)")
    parser.add_argument("--only", help="comma-separated systems: " + ", ".join(system.key for system in plan.SYSTEMS))
    parser.add_argument("--quick", action="store_true", help="a small trial of everything, a few minutes")
    given = parser.parse_args()
    known = {system.key: system for system in plan.SYSTEMS}
    keys = given.only.split(",") if given.only else list(known)
    for key in keys:
        if key not in known:
            parser.error(f"unknown system '{key}'; choose from {', '.join(known)}")
    sizes = vars(plan.Plan.quick() if given.quick else plan.Plan())
    sizes.update({name: value for name, value in (("rounds", given.rounds), ("seconds", given.seconds)) if value})
    return plan.Plan(**sizes), [known[key] for key in keys], not given.quick and len(keys) == len(known)


def main():
    # Ctrl-C and a kill end in the `finally` below.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(128 + number))
    wanted, systems, is_full = options()
    most = machine.raise_descriptors()
    if wanted.idle + 500 > most:
        tell(f"the limit of {most} open files is too low for {wanted.idle} idle connections; raise it with ulimit -n")
    name = os.path.join(OUTPUT, "results-full.jsonl" if is_full else "results-trial.jsonl")
    with open(name, "w", encoding="utf-8") as results:
        measurement = Measurement(wanted, systems, results)
        try:
            measurement.carry_out()
        except KeyboardInterrupt:
            sys.exit(130)
        finally:
            processes.end_all()
            shutil.rmtree(measurement.place, ignore_errors=True)
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
