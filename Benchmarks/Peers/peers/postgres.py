"""A PostgreSQL server of one's own, for systems that keep their data there."""

import contextlib
import glob
import os
import signal
import statistics
from dataclasses import dataclass

from . import processes
from .processes import Failed, free_port, run, unprivileged, wait_for_port

SETTINGS = """\
listen_addresses='127.0.0.1'
port={port}
unix_socket_directories=''
shared_buffers=512MB
max_wal_size=4GB
synchronous_commit=on
"""


def programs():
    """The folder of PostgreSQL's programs, the newest where there are several."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    if not found:
        raise Failed("PostgreSQL is not where Debian puts it")
    return found[-1]


@dataclass
class Postgres:
    """A server that runs, and believes everybody on this machine."""

    port: int
    process: int
    folder: str

    def words(self, database, user):
        return ["-h", "127.0.0.1", "-p", str(self.port), "-U", user, database]

    def ask(self, database, *words, user="postgres"):
        """Runs `psql`."""
        return run(["psql", "-q", "-v", "ON_ERROR_STOP=1", *words, *self.words(database, user)], cwd="/")

    def commit_milliseconds(self, database, times=300):
        """The median time of a commit that inserts one row, by one client."""
        self.ask(database, "-c", "create table if not exists probe (data text)")
        script, log = os.path.join(self.folder, "probe.sql"), os.path.join(self.folder, "probe")
        with open(script, "w", encoding="utf-8") as file:
            file.write("insert into probe values (repeat('x', 300));\n")
        run([programs() + "/pgbench", "-n", "-M", "prepared", "-c", "1", "-t", str(times), "-f", script, "-l", "--log-prefix", log,
             *self.words(database, "postgres")], cwd="/")
        self.ask(database, "-c", "drop table probe")
        found = []
        for name in glob.glob(log + ".[0-9]*"):
            with open(name, encoding="utf-8") as file:
                # The third number of a line is the time in microseconds.
                found += [int(line.split()[2]) / 1000 for line in file]
        return round(statistics.median(found), 3)


@contextlib.contextmanager
def started(folder, log):
    """A server with new data in an empty folder, which syncs at each commit."""
    port, user, data = free_port(), unprivileged("postgres"), os.path.join(folder, "data")
    if user:
        # The folder above is made by this program.
        os.chmod(os.path.dirname(folder), 0o755)
        run(["chown", "postgres:postgres", folder])
    run([*user, programs() + "/initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale", "C.UTF-8"], cwd="/")
    with open(os.path.join(data, "postgresql.conf"), "a", encoding="utf-8") as file:
        file.write(SETTINGS.format(port=port))
    command = [*user, programs() + "/postgres", "-D", data]
    with processes.started(command, log, signal.SIGINT, cwd="/") as process:
        wait_for_port(port, process, log)
        yield Postgres(port, process.pid, folder)
