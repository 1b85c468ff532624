"""usage: ./dev bench report [--check] [--peers FILE] [--goals FILE] [--cluster FILE] [--output FOLDER]

Writes docs/performance.md and its plots from the results in docs/performance/*.jsonl. Full runs of `./dev bench peers`,
`./dev bench goals` and `./dev bench cluster` write those results.
"""

import argparse
import os
import sys
import tempfile

from .document import Document
from .results import Goals, Peers

DOCS = "docs"


def check(given):
    """Returns whether the documents are up to date; prints the stale ones."""
    with tempfile.TemporaryDirectory() as folder:
        document(given, folder).write()
        names = ["performance.md"] + [f"performance/{name}" for name in sorted(os.listdir(os.path.join(folder, "performance")))]
        stale = [name for name in names if content(folder, name) != content(DOCS, name)]
    for name in stale:
        print(f"{DOCS}/{name} is out of date; run ./dev bench report", file=sys.stderr)
    return not stale


def document(given, folder):
    return Document(Peers(given.peers), Goals(given.goals), Peers(given.cluster), folder)


def content(folder, name):
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()
    except OSError:
        return None


def main():
    parser = argparse.ArgumentParser(prog="./dev bench report", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if docs/performance.md is out of date")
    parser.add_argument("--peers", default=f"{DOCS}/performance/peers.jsonl", help="results of `./dev bench peers`")
    parser.add_argument("--goals", default=f"{DOCS}/performance/goals.jsonl", help="results of `./dev bench goals`, if present")
    parser.add_argument("--cluster", default=f"{DOCS}/performance/cluster.jsonl", help="results of `./dev bench cluster`, if present")
    parser.add_argument("--output", default=DOCS, help="folder for performance.md (docs)")
    given = parser.parse_args()
    if not os.path.exists(given.peers):
        sys.exit(0 if given.check else f"{given.peers} does not exist; run ./dev bench peers")
    if given.check:
        sys.exit(0 if check(given) else 1)
    document(given, given.output).write()
    print(f"wrote {given.output}/performance.md", file=sys.stderr)


main()
