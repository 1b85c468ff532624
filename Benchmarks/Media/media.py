"""usage: ./dev bench media [--rounds N] [--size MiB] [--quick]

Uploads a file and downloads it, with Martlet and with nginx in turns, by curl. Martlet authenticates each request, syncs the bytes
to the disk before it answers and takes their SHA-256; nginx does none of that, so it is also measured with a sync and
sha256sum after each upload. Then measures the latency of messages, alone and beside 200 uploads at a time. Prints a table,
and writes each measurement as a JSON line to .local/media/results.jsonl.
"""

import argparse
import base64
import contextlib
import dataclasses
import http.client
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from nginx import Nginx
from peers import machine, processes
from peers.martlet import Martlet
from peers.measurement import LOAD, tell
from peers.plan import Plan

OUTPUT = ".local/media"
UPLOADS = 200
# Of each of the uploads beside the chat, in bytes a second: a telephone's.
UPLOAD_RATE = 128 << 10
CHAT_RATE = 5000
# Other users than those who chat; each has a tenth of the uploads, as many as one may have.
SENDERS = 20


class MartletFiles:
    """A running Martlet server, as a place for files."""

    def __init__(self, system, running):
        self.running = running
        self.process = running.processes["Martlet"]
        self.origin = f"http://127.0.0.1:{running.ports[0]}"
        with open(system.tokens, encoding="utf-8") as file:
            self.tokens = file.read().split()
        self.program = system.program
        self.places = {}

    def begin(self, name, size, sender=0):
        user = self.user(sender)
        peer = self.user(sender ^ 1)
        said = {"conversation": f"direct:u{peer}", "message": name, "filename": name}
        metadata = ",".join(f"{key} {base64.b64encode(value.encode()).decode()}" for key, value in said.items())
        connection = http.client.HTTPConnection("127.0.0.1", self.running.ports[0], timeout=60)
        headers = {"Authorization": f"Bearer {self.tokens[user]}", "Tus-Resumable": "1.0.0", "Upload-Length": str(size),
                   "Upload-Metadata": metadata}
        connection.request("POST", "/v1/media/uploads", headers=headers)
        answer = connection.getresponse()
        said = answer.read()
        if answer.status != 201:
            raise processes.Failed(f"Martlet took no upload: {answer.status} {said!r}")
        path = answer.headers["Location"]
        connection.close()
        self.places[name] = (sender, path.rsplit("/", 1)[-1])
        return ["-X", "PATCH", "-H", f"Authorization: Bearer {self.tokens[user]}", "-H", "Tus-Resumable: 1.0.0", "-H",
                "Upload-Offset: 0", "-H", "Content-Type: application/offset+octet-stream", self.origin + path]

    def publish(self, name):
        sender, place = self.places[name]
        token = self.tokens[self.user(sender)]
        content = json.dumps({"media": {"id": place}})
        said = processes.output_of(
            [self.program, "send", "--server", self.origin.replace("http", "ws"), "--token", token, "--to",
             f"direct:u{self.user(sender ^ 1)}", "--type", "file", "--content", content, "--id", name], 60)
        conversation, seq = said.strip().rsplit("#", 1)
        return ["-H", f"Authorization: Bearer {token}", f"{self.origin}/v1/media/{conversation}/{seq}/{place}"]

    def user(self, sender):
        """Senders are the last users."""
        return len(self.tokens) - 1 - sender


class MartletMedia(Martlet):
    @contextlib.contextmanager
    def running(self):
        self.fresh("store", "users")
        configuration = self.path("martlet.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write("limits.media_bytes = 1099511627776\nlimits.media_bytes_of_user = 1099511627776\n")
        with self.serving("store", "--config", configuration) as server:
            yield MartletFiles(self, server)


@dataclasses.dataclass
class Transfer:
    seconds: float
    # Of the server, while it lasted, above what it had before; in bytes.
    memory: int


def memory(process):
    """The resident bytes of a process and its children."""
    tree = [process, *map(int, machine.said("pgrep", "-P", str(process)).split())]
    return sum(int(machine.first(r"VmRSS:\s*(\d+)", f"/proc/{one}/status") or 0) << 10 for one in tree)


def curl(arguments, process):
    """Runs curl to its end; returns how long it took, and how much the server's memory grew."""
    before = most = memory(process)
    begun = time.perf_counter()
    running = subprocess.Popen(["curl", "--silent", "--show-error", "--fail", *arguments])
    while running.poll() is None:
        most = max(most, memory(process))
        time.sleep(0.02)
    if running.returncode != 0:
        raise processes.Failed(f"curl ended with {running.returncode}")
    return Transfer(time.perf_counter() - begun, most - before)


def settle(folder):
    """Syncs the disk, so that no measurement pays for the one before."""
    subprocess.run(["sync", "-f", folder], check=True)


class Run:
    def __init__(self, given, results):
        self.given = given
        self.results = results
        self.place = tempfile.mkdtemp(prefix="work-", dir=os.path.abspath(OUTPUT))
        os.chmod(self.place, 0o755)
        self.size = given.size << 20
        self.source = os.path.join(self.place, "source")
        self.plan = Plan(rounds=given.rounds, seconds=2 if not given.quick else 1, pairs=200, members=0, idle=0)
        users = self.plan.users + SENDERS
        self.systems = [MartletMedia(self.place, users), Nginx(self.place, users)]
        self.found = {}

    def note(self, work, system, value, **more):
        self.found.setdefault((work, system), []).append(value)
        self.results.write(json.dumps({"work": work, "system": system, "value": value, **more}) + "\n")
        self.results.flush()
        tell(f"{system}: {work}: {value:.3g}")

    def carry_out(self):
        tell(f"making a file of {self.given.size} MiB")
        with open("/dev/urandom", "rb") as random, open(self.source, "wb") as file:
            for _ in range(self.given.size):
                file.write(random.read(1 << 20))
        for system in self.systems:
            system.prepare()
        for number in range(self.given.rounds):
            turn = number % 2
            for system in self.systems[turn:] + self.systems[:turn]:
                with system.running() as server:
                    self.transfer(system, server, number)
                    if isinstance(server, MartletFiles):
                        self.chat(server, number)
        self.show()

    def transfer(self, system, server, number):
        name = f"m{number}"
        settle(self.place)
        up = curl(["-T", self.source, *server.begin(name, self.size)], server.process)
        self.note("upload, MB/s", system.name, self.size / up.seconds / 1e6, memory=up.memory)
        self.note("memory while uploading, MiB", system.name, up.memory / (1 << 20))
        if isinstance(system, Nginx):
            begun = time.perf_counter()
            path = os.path.join(system.place, "files", name)
            subprocess.run(["sync", path], check=True)
            subprocess.run(["sha256sum", path], check=True, stdout=subprocess.DEVNULL)
            seconds = up.seconds + time.perf_counter() - begun
            self.note("upload, MB/s", "nginx, then sync and sha256sum", self.size / seconds / 1e6)
        arguments = server.publish(name)
        down = curl(["-o", "/dev/null", *arguments], server.process)
        self.note("download, MB/s", system.name, self.size / down.seconds / 1e6, memory=down.memory)
        self.note("memory while downloading, MiB", system.name, down.memory / (1 << 20))

    def chat(self, server, number):
        """The latency of messages, alone and beside uploads, in turns."""
        for beside in (False, True) if number % 2 == 0 else (True, False):
            with self.uploads(server, number) if beside else contextlib.nullcontext():
                self.offered(server, "beside 200 uploads" if beside else "alone")

    def offered(self, server, how):
        words = self.plan.offered(CHAT_RATE).words
        running = server.running
        command = [LOAD, running.dialect, *words, "-p", str(running.ports[0]), "-P", str(server.process), *running.options]
        for line in processes.output_of(command, 120).splitlines():
            window = json.loads(line)
            self.note(f"p99 of {CHAT_RATE} messages/s, ms", f"Martlet {how}", window["p99_ms"], rate=window["rate"])

    @contextlib.contextmanager
    def uploads(self, server, number):
        """Uploads at the rate of a telephone, until the end of the block."""
        size = UPLOAD_RATE * 30
        part = os.path.join(self.place, "part")
        with open(self.source, "rb") as source, open(part, "wb") as file:
            file.write(source.read(size))
        size = os.path.getsize(part)
        running = []
        for index in range(UPLOADS):
            target = server.begin(f"b{number}-{index}", size, index % SENDERS)
            running.append(subprocess.Popen(["curl", "--silent", "--limit-rate", str(UPLOAD_RATE), "-T", part, *target]))
        time.sleep(2)
        try:
            yield
            left = sum(process.poll() is None for process in running)
            if left < UPLOADS:
                raise processes.Failed(f"only {left} of {UPLOADS} uploads lasted as long as the measurement")
        finally:
            for process in running:
                process.kill()
                process.wait()

    def show(self):
        print(f"{self.given.rounds} rounds, {self.given.size} MiB: median (least–most)")
        for (work, system), values in sorted(self.found.items()):
            print(f"{work:36} {system:32} {statistics.median(values):8.4g} ({min(values):.4g}–{max(values):.4g})")


def main():
    parser = argparse.ArgumentParser(prog="./dev bench media", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--rounds", type=int, help="number of rounds (5)")
    parser.add_argument("--size", type=int, help="size of the file in MiB (1024)")
    parser.add_argument("--quick", action="store_true", help="a small trial of everything")
    given = parser.parse_args()
    given.rounds = given.rounds or (1 if given.quick else 5)
    given.size = given.size or (64 if given.quick else 1024)
    machine.raise_descriptors()
    os.makedirs(OUTPUT, exist_ok=True)
    with open(os.path.join(OUTPUT, "results.jsonl"), "w", encoding="utf-8") as results:
        run = Run(given, results)
        try:
            run.carry_out()
        except processes.Failed as failure:
            sys.exit(str(failure))
        finally:
            processes.end_all()
            shutil.rmtree(run.place, ignore_errors=True)


main()
