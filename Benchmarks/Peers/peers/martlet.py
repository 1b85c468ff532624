"""Martlet itself, started like any operator would."""

import base64
import concurrent.futures
import contextlib
import hashlib
import hmac
import http.client
import json
import os
import socket
import time

from .processes import Failed, free_port, started, wait_for_port
from .system import Guarantees, Running, System

APP = "main"
TOKEN_SECONDS = 7 * 86400


class ControlConnection(http.client.HTTPConnection):
    """HTTP over the control socket, which makes the caller the administrator."""

    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Martlet(System):
    """Martlet with its own store; no option differs from what it comes with."""

    key = "martlet"
    name = "Martlet"
    guarantees = Guarantees("fsync before it is acknowledged or delivered", "every message", "total, per conversation", True)
    # Where `run` has built it.
    program = os.environ.get("MARTLET", ".build/release/martlet")

    @property
    def tokens(self):
        return self.path("tokens")

    def prepare(self):
        os.makedirs(self.place, exist_ok=True)
        self.fresh("users")
        with self.serving("users"):
            self.make_users("users")
        with open(self.path("users", "apps.json"), encoding="utf-8") as file:
            secret = json.load(file)["apps"][0]["tokenKeys"][0]["secret"]
        self.sign_tokens(base64.urlsafe_b64decode(secret + "=" * (-len(secret) % 4)))

    def make_users(self, data):
        """Makes the users at the server on the data directory of that name."""
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            # What a worker raises is raised again here.
            list(pool.map(lambda worker: self.make_sixteenth(data, worker), range(16)))

    def make_sixteenth(self, data, worker):
        control = ControlConnection(self.path(data, "control.sock"))
        for number in range(worker, self.users, 16):
            control.request("POST", "/v1/users", json.dumps({"user": f"u{number}"}), {"Content-Type": "application/json"})
            answer = control.getresponse()
            said = answer.read()
            if answer.status != 200:
                raise Failed(f"Martlet did not make a user: {said!r}")

    def sign_tokens(self, secret):
        """Writes the users' tokens, as an app's own server would sign them."""
        now = int(time.time())
        with open(self.tokens, "w", encoding="utf-8") as file:
            for number in range(self.users):
                claims = {"iss": APP, "sub": f"u{number}", "aud": "martlet", "iat": now, "exp": now + TOKEN_SECONDS}
                text = f"{encode({'alg': 'HS256', 'typ': 'JWT'})}.{encode(claims)}"
                signature = hmac.new(secret, text.encode(), hashlib.sha256).digest()
                file.write(f"{text}.{in_base64(signature)}\n")

    @contextlib.contextmanager
    def serving(self, data, *options):
        """A server on the data directory of that name."""
        port = free_port()
        command = [self.program, "serve", "--data", self.path(data), "--listen", f"127.0.0.1:{port}", "--log-level", "warning"]
        command += ["--writes-per-second", "0", "--reads-per-second", "0", *options]
        with started(command, self.log) as process:
            wait_for_port(port, process, self.log)
            yield Running([port], {"Martlet": process.pid}, "martlet", ["-a", "-T", self.tokens])

    @contextlib.contextmanager
    def running(self):
        self.fresh("store", "users")
        with self.serving("store") as server:
            yield server


def encode(value):
    return in_base64(json.dumps(value, separators=(",", ":")).encode())


def in_base64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
