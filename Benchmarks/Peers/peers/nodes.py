"""Martlet as several nodes on PostgreSQL and NATS, set up as docs/scaling.md says."""

import contextlib
import shutil

from . import postgres
from .martlet import Martlet
from .processes import free_port, started, wait_for_port
from .system import Guarantees, Running

COUNT = 3


class Nodes(Martlet):
    """Three nodes; the two of a pair are always at different ones."""

    key = "nodes"
    name = "Martlet, three nodes"
    packages = ("postgresql-15", "nats-server")
    guarantees = Guarantees(
        "committed with fsync before it is acknowledged or delivered", "every message, in PostgreSQL", "total, per conversation", True)
    has_idle = False

    def __init__(self, place, users):
        super().__init__(place, users)
        # While it runs.
        self.database = None

    @contextlib.contextmanager
    def running(self):
        with postgres.started(self.fresh("postgres"), self.log + ".postgres") as database, contextlib.ExitStack() as stack:
            database.ask("postgres", "-c", "create database martlet")
            self.database = database
            bus_port = free_port()
            bus = stack.enter_context(started(["nats-server", "-a", "127.0.0.1", "-p", str(bus_port)], self.log + ".nats"))
            wait_for_port(bus_port, bus, self.log + ".nats")
            options = ("--store", f"postgres://postgres@127.0.0.1:{database.port}/martlet", "--bus", f"nats://127.0.0.1:{bus_port}")
            all_of_it = Running([], {}, "martlet", ["-a", "-T", self.tokens])
            for number in range(1, COUNT + 1):
                data = f"node{number}"
                self.fresh(data)
                shutil.copy(self.path("users", "apps.json"), self.path(data, "apps.json"))
                node = stack.enter_context(self.serving(data, *options))
                all_of_it.ports += node.ports
                all_of_it.processes[f"node {number}"] = node.processes["Martlet"]
            all_of_it.processes |= {"PostgreSQL": database.process, "NATS": bus.pid}
            self.make_users("node1")
            yield all_of_it
            self.database = None
