"""What a measured system is, whichever it is."""

import contextlib
import os
import shutil
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Guarantees:
    """What a message that was acknowledged may rely on, in words for the tables."""

    durable: str
    archive: str
    order: str
    # Whether messages are on a disk in the end.
    is_stored: bool = False


@dataclass
class Running:
    """A system that runs: where, as which processes, and how the load generator speaks to it."""

    # Connections take the ports in turn.
    ports: list
    # The ids of its processes, by what each of them is.
    processes: dict
    dialect: str
    options: list = field(default_factory=list)


class System:
    """One system in one configuration; the classes below it know how to start which."""

    key = ""
    name = ""
    # Debian packages whose versions tell which it is.
    packages = ()
    guarantees = None
    # Whether rooms are joined so slowly that fan-out and idle connections are measured in the first round only.
    is_slow_to_join = False
    has_idle = True

    def __init__(self, place, users):
        """A system whose files lie in the folder `place`, for so many users."""
        self.place = os.path.join(place, self.key)
        self.users = users
        self.log = os.path.join(place, self.key + ".log")

    def prepare(self):
        """Makes, once, what every start begins with: users, above all."""

    @contextlib.contextmanager
    def running(self):
        """The system with an empty store, running meanwhile."""
        raise NotImplementedError
        yield

    def path(self, *names):
        """A path within the system's folder."""
        return os.path.join(self.place, *names)

    def fresh(self, name, original=None):
        """A folder of that name, empty or a copy of the folder `original`."""
        folder = self.path(name)
        shutil.rmtree(folder, ignore_errors=True)
        if original is None:
            os.makedirs(folder, mode=0o700)
        else:
            shutil.copytree(self.path(original), folder)
        return folder

    def write(self, name, text):
        """Writes a file into the system's folder and returns its path."""
        os.makedirs(self.place, exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)
