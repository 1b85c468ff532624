"""Message brokers: mosquitto, NATS with and without JetStream, Redis."""

import contextlib
import json
import os
import socket

from .processes import Failed, free_port, run, started, wait_for_port
from .system import Guarantees, Running, System

PASSWORD = "pw"


class Mosquitto(System):
    """mosquitto, acknowledged to the sender and by the receiver, with nothing kept."""

    key = "mosquitto"
    name = "mosquitto QoS 1"
    packages = ("mosquitto",)
    guarantees = Guarantees("none: acknowledged and held in memory until delivered", "none", "per publisher")

    def prepare(self):
        os.makedirs(self.place, exist_ok=True)
        run(["mosquitto_passwd", "-b", "-c", self.path("passwords"), "u", PASSWORD])

    @contextlib.contextmanager
    def running(self):
        port = free_port()
        user = "user root\n" if os.geteuid() == 0 else ""
        configuration = self.write("mosquitto.conf", f"""\
listener {port} 127.0.0.1
allow_anonymous false
password_file {self.path("passwords")}
persistence false
max_inflight_messages 100
max_queued_messages 10000
set_tcp_nodelay true
log_dest stderr
log_type error
log_type warning
{user}""")
        with started(["mosquitto", "-c", configuration], self.log) as process:
            wait_for_port(port, process, self.log)
            yield Running([port], {"mosquitto": process.pid}, "mqtt", ["-q", "1", "-a", "-K", PASSWORD])


class Nats(System):
    """NATS without JetStream: at most once, to whoever listens now."""

    key = "nats"
    name = "NATS core"
    packages = ("nats-server",)
    guarantees = Guarantees("none: at most once, not acknowledged", "none", "per publisher")
    options = ()
    settings = ""

    @contextlib.contextmanager
    def running(self):
        port = free_port()
        self.fresh("store")
        configuration = self.write("nats.conf", f"""\
listen: 127.0.0.1:{port}
authorization {{ user: u, password: {PASSWORD} }}
max_connections: 70000
{self.settings.format(store=self.path("store"))}
""")
        with started(["nats-server", "-c", configuration], self.log) as process:
            wait_for_port(port, process, self.log)
            self.set_up(port)
            yield Running([port], {"NATS": process.pid}, "nats", ["-K", PASSWORD, *self.options])

    def set_up(self, port):
        """Does what must be done after the start."""


class JetStream(Nats):
    """NATS with a stream on files: a message is acknowledged when it is written, and not yet synced."""

    key = "jetstream"
    name = "NATS JetStream, file"
    guarantees = Guarantees("written to a file, without fsync, before it is acknowledged", "a stream on disk", "per stream", True)
    has_idle = False
    options = ("-a",)
    settings = 'jetstream {{ store_dir: "{store}", max_file_store: 20G, max_memory_store: 1G }}'

    def set_up(self, port):
        stream = {
            "name": "S", "subjects": ["p.*", "room.*"], "retention": "limits", "max_consumers": -1, "max_msgs": -1,
            "max_bytes": 6 << 30, "max_age": 0, "storage": "file", "discard": "old", "num_replicas": 1}
        request = json.dumps(stream).encode()
        connect = json.dumps({"verbose": False, "user": "u", "pass": PASSWORD}).encode()
        with socket.create_connection(("127.0.0.1", port), 10) as link:
            link.recv(65536)
            link.sendall(
                b"CONNECT %s\r\nSUB answer 1\r\nPUB $JS.API.STREAM.CREATE.S answer %d\r\n%s\r\nPING\r\n"
                % (connect, len(request), request))
            answer = b""
            while b"stream_create_response" not in answer:
                more = link.recv(65536)
                if not more:
                    break
                answer += more
        if b'"error"' in answer or b"stream_create_response" not in answer:
            raise Failed(f"JetStream did not make the stream: {answer[-300:]!r}")


class Redis(System):
    """Redis as a message broker: PUBLISH to whoever has subscribed now."""

    key = "redis"
    name = "Redis pub/sub"
    packages = ("redis-server",)
    guarantees = Guarantees("none: at most once; the sender gets the number of subscribers", "none", "per publisher")

    @contextlib.contextmanager
    def running(self):
        port = free_port()
        configuration = self.write("redis.conf", f"""\
bind 127.0.0.1
port {port}
requirepass {PASSWORD}
save ""
appendonly no
maxclients 19900
dir {self.fresh("store")}
daemonize no
client-output-buffer-limit pubsub 512mb 256mb 60
""")
        with started(["redis-server", configuration], self.log) as process:
            wait_for_port(port, process, self.log)
            yield Running([port], {"Redis": process.pid}, "redis", ["-K", PASSWORD])
