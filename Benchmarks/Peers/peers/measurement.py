"""Measuring systems in turn, round by round."""

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import time

from . import machine, processes

OUTPUT = ".local/peers"
LOAD = os.path.join(OUTPUT, "load")
PATIENCE = 900


class Measurement:
    """One run over all systems and rounds, and the file it writes; the classes below it know what is measured of each."""

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
            turn = (number - 1) % max(1, len(usable))
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
        raise NotImplementedError

    def measure(self, system, server, number, work):
        """Runs the load generator once; returns its windows, none if it failed."""
        windows = []
        if self.attempt(system, number, work.key, lambda: windows.extend(self.load(system, server, work))):
            for window in windows:
                self.write("window", system=system.key, round=number, work=work.key, processes=list(server.processes), **window)
            tell(f"round {number}: {system.name}: {work.key}: {summary(windows[-1])}")
        return windows

    def load(self, system, server, work):
        """Returns the load generator's windows for one work."""
        ports, ids = (",".join(map(str, numbers)) for numbers in (server.ports, server.processes.values()))
        command = [LOAD, server.dialect, *work.words, "-p", ports, "-P", ids, *server.options]
        return [json.loads(line) for line in processes.output_of(command, PATIENCE).splitlines()]

    def carry_out_and_tidy_up(self):
        """All of it; ends this program where somebody ends it."""
        # Ctrl-C and a kill end in the `finally` below.
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: sys.exit(128 + number))
        try:
            self.carry_out()
        except KeyboardInterrupt:
            sys.exit(130)
        finally:
            processes.end_all()
            shutil.rmtree(self.place, ignore_errors=True)


def read_options(name, words, systems, rounds, add=lambda _: None):
    """Reads the options that all comparisons have, and what `add` adds; returns them and the chosen systems."""
    known = {system.key: system for system in systems}
    parser = argparse.ArgumentParser(prog=f"./dev bench {name}", description=words.split("\n\n", 1)[1])
    parser.add_argument("--rounds", type=int, help=f"number of rounds ({rounds})")
    parser.add_argument("--seconds", type=float, help="length of each window (4)")
    parser.add_argument("--only", help="comma-separated systems: " + ", ".join(known))
    parser.add_argument("--quick", action="store_true", help="a small trial of everything, a few minutes")
    add(parser)
    given = parser.parse_args()
    keys = given.only.split(",") if given.only else list(known)
    for key in keys:
        if key not in known:
            parser.error(f"unknown system '{key}'; choose from {', '.join(known)}")
    return given, [known[key] for key in keys]


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
