"""usage: ./dev bench goals [--soak TIME] [--quick] [--only WORK,...]

Measures Martlet alone with its own benchmarks: growth to ten million messages and a million conversations, reads among
them, a restart after kill -9, idle connections, logins, a group of 100,000 members, the SDK on a device with two million messages, and with --soak a
long run. Each report becomes one JSON line in .local/goals/; the newest of each kind counts. If there are results of
`./dev bench peers`, the script then rewrites docs/performance.md. For the SDK it also keeps the first published report.
"""

import argparse
import json
import os
import subprocess
import sys
import time

from peers import machine

OUTPUT = ".local/goals"
DOCS = "docs/performance"

# Works, each with a workload of `martlet bench` and its options.
FULL = {
    "messages": ["growth", "--messages", "10000000", "--conversations", "1000", "--seconds", "5"],
    "conversations": ["growth", "--messages", "100000", "--conversations", "1000000", "--seconds", "5"],
    "idle": ["idle", "--connections", "15000", "--seconds", "20"],
    "login": ["login", "--seconds", "5"],
    "members": ["members", "--members", "100000", "--seconds", "5"],
    "client": ["client"],
}
QUICK = {
    "messages": ["growth", "--messages", "200000", "--conversations", "1000", "--seconds", "1"],
    "conversations": ["growth", "--messages", "10000", "--conversations", "10000", "--seconds", "1"],
    "idle": ["idle", "--connections", "500", "--seconds", "2"],
    "login": ["login", "--seconds", "1"],
    "members": ["members", "--members", "2000", "--seconds", "1"],
    "client": ["client", "--conversations", "500", "--messages", "20000", "--rounds", "3"],
}


def measure(work, words, revision, results):
    """Runs one benchmark; returns True if no message was lost."""
    begun = time.monotonic()
    print(f"martlet bench {' '.join(words)}", file=sys.stderr, flush=True)
    command = [os.environ["MARTLET"], "bench", *words, "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if not done.stdout.strip():
        print(f"{work}: no result, status {done.returncode}", file=sys.stderr)
        return False
    report = {"kind": "report", "work": work, "revision": revision, **json.loads(done.stdout)}
    results.write(json.dumps({**report, "took_seconds": round(time.monotonic() - begun, 1)}) + "\n")
    results.flush()
    return done.returncode == 0


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def publish(path):
    """Publishes the newest report of each work in docs.

    Reports from other machines or earlier checkouts stay until the work is measured here.
    """
    target = os.path.join(DOCS, "goals.jsonl")
    published, measured = read(target), read(path)
    newest = {record.get("work", "machine"): record for record in published + measured if record["kind"] != "earlier"}
    os.makedirs(DOCS, exist_ok=True)
    with open(target, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in [*newest.values(), *earlier(published, newest.get("client"))])


def earlier(published, newest):
    """The first published report of the SDK, if its revision differs from the newest one."""
    known = [record for record in published if record.get("work") == "client"]
    first = next((record for record in known if record["kind"] == "earlier"), known[0] if known else None)
    if first is None or newest is None or first["revision"] == newest["revision"]:
        return []
    return [{**first, "kind": "earlier"}]


def main():
    parser = argparse.ArgumentParser(prog="./dev bench goals", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--soak", metavar="TIME", help="also run a steady load at half of the highest rate for a time such as 30m")
    parser.add_argument("--quick", action="store_true", help="a small trial that does not change docs")
    parser.add_argument("--only", help="comma-separated works: " + ", ".join(FULL) + ", soak")
    given = parser.parse_args()
    wanted = dict(QUICK if given.quick else FULL)
    if given.soak:
        wanted["soak"] = ["soak", "--seconds", given.soak]
    if given.only:
        wanted = {name: words for name, words in wanted.items() if name in given.only.split(",")}
    if not wanted:
        parser.error("nothing to measure; soak needs --soak TIME")
    machine.raise_descriptors()
    os.makedirs(OUTPUT, exist_ok=True)
    path = os.path.join(OUTPUT, "results-trial.jsonl" if given.quick else "results.jsonl")
    # A quick trial starts a new file. A full run appends, so earlier results stay until they are measured again.
    with open(path, "w" if given.quick else "a", encoding="utf-8") as results:
        facts = machine.facts(OUTPUT, [])
        results.write(json.dumps({"kind": "machine", **facts}) + "\n")
        sound = [measure(name, words, facts["revision"], results) for name, words in wanted.items()]
    print(f"wrote results to {path}", file=sys.stderr)
    if not given.quick:
        publish(path)
        if os.path.exists(os.path.join(DOCS, "peers.jsonl")):
            subprocess.run([sys.executable, "-B", "-m", "report"], check=True)
    sys.exit(0 if all(sound) else 1)


main()
