"""What is measured, how long, and with which systems."""

from dataclasses import dataclass

from .brokers import JetStream, Mosquitto, Nats, Redis
from .martlet import Martlet
from .xmpp import ArchivingEjabberd, Ejabberd, Prosody

SYSTEMS = (Martlet, Mosquitto, Nats, JetStream, Redis, Ejabberd, ArchivingEjabberd, Prosody)


@dataclass(frozen=True)
class Work:
    """One call of the load generator."""

    key: str
    words: tuple
    # In which rounds; rooms of XMPP are joined too slowly to be measured in each.
    rounds: int = 1000


@dataclass(frozen=True)
class Plan:
    """The size of everything."""

    rounds: int = 3
    seconds: float = 4
    pairs: int = 200
    members: int = 1000
    idle: int = 15_000
    # Messages a second in all, for latency against offered load; a system is spared what lies beyond its limit.
    rates: tuple = (500, 1000, 2000, 5000, 10_000, 20_000, 40_000, 60_000, 80_000)
    # Windows measured in one session of an XMPP room.
    room_windows: int = 3
    size: int = 128

    @classmethod
    def quick(cls):
        """Small enough to see within minutes whether all of it works; its figures mean little."""
        return cls(rounds=1, seconds=1, pairs=50, members=100, idle=500, rates=(1000, 5000), room_windows=1)

    @property
    def users(self):
        """How many users every system with users of its own needs."""
        return max(2 * self.pairs, self.members + 1, self.idle)

    def measured(self, seconds=None):
        return ["-r", "1.5" if self.seconds >= 3 else "0.5", "-d", str(seconds or self.seconds), "-b", str(self.size)]

    def traffic(self, system):
        """What is measured on one server with an empty store, in this order."""
        yield from self.pair_traffic()
        fanout = ("fanout", "-n", str(self.members), *self.measured())
        if system.is_slow_to_join:
            yield Work("fanout-8", (*fanout, "-w", "8", "-R", str(self.room_windows)), rounds=1)
            return
        for window in (64, 8):
            yield Work(f"fanout-{window}", (*fanout, "-w", str(window)))

    def pair_traffic(self):
        """Users who write to each other, without a rate."""
        yield Work("one-pair", ("pairs", "-n", "1", "-w", "1", *self.measured(min(2.5, self.seconds))))
        for window in (1, 32):
            yield Work(f"pairs-{window}", ("pairs", "-n", str(self.pairs), "-w", str(window), *self.measured()))

    def idling(self, system):
        """What is measured on a server that has done nothing yet."""
        rounds = 1 if system.is_slow_to_join else 1000
        return Work("idle", ("idle", "-n", str(self.idle), "-s", "5", "-d", "4"), rounds)

    def offered(self, rate):
        """One step of latency against offered load, with room enough in the windows for the latency to show."""
        seconds = min(2.0, self.seconds)
        words = ("pairs", "-n", str(self.pairs), "-w", "64", "-o", str(rate), "-r", "0.5", "-d", str(seconds), "-b", str(self.size))
        return Work(f"offered-{rate}", words)
