"""What was measured, read back and summed up."""

import json
import os
import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """A median with the least and the largest of the same."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, values):
        return cls(statistics.median(values), min(values), max(values))


class Windows:
    """All windows of one system under one load."""

    def __init__(self, windows):
        self.windows = windows

    def __len__(self):
        return len(self.windows)

    def spread(self, key):
        return Spread.of([window[key] for window in self.windows])

    def median(self, key):
        return self.spread(key).median

    def cores(self, key):
        """How many processors the `server` or the `load` used."""
        return statistics.median(window[key] / window["seconds"] for window in self.windows)

    def others(self, cores):
        """The part of the machine that other programs took, as a spread."""
        return Spread.of([others_part(window, cores) for window in self.windows])

    @property
    def wrong(self):
        """Messages lost, doubled or out of order."""
        return sum(window["lost"] + window["duplicated"] + window["out_of_order"] for window in self.windows)

    @property
    def is_load_limited(self):
        """Whether the generator used, or waited for, most of a processor in the median window."""
        parts = [(window["load_cpu"] + window["load_waited"]) / window["seconds"] for window in self.windows]
        return statistics.median(parts) > 0.85


def others_part(window, cores):
    own = window["server_cpu"] + window["load_cpu"]
    return max(0.0, (window["machine_cpu"] - own) / window["seconds"] / cores)


class Peers:
    """The file of one run over several systems."""

    def __init__(self, path):
        self.records = records = read(path) if os.path.exists(path) else []
        self.machine = next((record for record in records if record["kind"] == "machine"), {})
        self.failures = [record for record in records if record["kind"] == "failure"]
        self.own = [record for record in records if record["kind"] == "own"]
        self.windows = [record for record in records if record["kind"] == "window"]
        syncs = [record["sync_ms"] for record in records if record["kind"] == "sync"]
        # How long the disk took to sync, measured right before each run of one pair.
        self.syncs = Spread.of(syncs) if syncs else None

    def of(self, work, system):
        """The windows of a system under a load; None where it was not measured."""
        found = [window for window in self.windows if window["work"] == work and window["system"] == system]
        return Windows(found) if found else None

    def offered(self, system):
        """Rates that were offered to a system, each with its window, the lowest first."""
        found = [window for window in self.windows if window["work"].startswith("offered-") and window["system"] == system]
        return sorted(((window["offered"], window) for window in found), key=lambda pair: pair[0])

    @property
    def others(self):
        """The part of the machine that other programs took, over all windows."""
        return Spread.of([others_part(window, self.machine["cores"]) for window in self.windows])


class Goals:
    """The file of the benchmarks of Martlet alone: the newest report of each work."""

    def __init__(self, path):
        self.records = read(path) if path and os.path.exists(path) else []
        self.machine = next((record for record in self.records if record["kind"] == "machine"), {})
        self.reports = {record["work"]: record for record in self.records if record["kind"] == "report"}
        # The first report of the SDK that was published; None where there is only one.
        self.earlier = next((record for record in self.records if record["kind"] == "earlier"), None)

    def get(self, work):
        return self.reports.get(work)

    @property
    def revisions(self):
        """Of what was measured alone, the works of each revision."""
        works = {}
        for work, report in self.reports.items():
            works.setdefault(report.get("revision", "unknown"), []).append(work)
        return works

    @property
    def history(self):
        """Reads during writes, when the most messages are stored."""
        return (self.get("messages") or {}).get("history", [None])[0]


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]
