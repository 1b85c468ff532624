"""usage: ./dev bench report [--check] [--peers FILE] [--goals FILE] [--output FOLDER]

Writes docs/performance.md and its plots from the results beside them, docs/performance/*.jsonl, which full runs of
`./dev bench peers` and `./dev bench goals` put there.
"""

import argparse
import os
import sys
import tempfile

from .document import Document
from .results import Goals, Peers

DOCS = "docs"


def check(peers, goals):
    """Whether the document is what the results and this program make of it; says what is not."""
    with tempfile.TemporaryDirectory() as folder:
        Document(Peers(peers), Goals(goals), folder).write()
        names = ["performance.md"] + [f"performance/{name}" for name in sorted(os.listdir(os.path.join(folder, "performance")))]
        stale = [name for name in names if content(folder, name) != content(DOCS, name)]
    for name in stale:
        print(f"{DOCS}/{name} is not what ./dev bench report writes", file=sys.stderr)
    return not stale


def content(folder, name):
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()
    except OSError:
        return None


def main():
    parser = argparse.ArgumentParser(prog="./dev bench report", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--check", action="store_true", help="write nothing; say whether docs/performance.md is up to date")
    parser.add_argument("--peers", default=f"{DOCS}/performance/peers.jsonl", help="results of `./dev bench peers`")
    parser.add_argument("--goals", default=f"{DOCS}/performance/goals.jsonl", help="results of `./dev bench goals`, if any")
    parser.add_argument("--output", default=DOCS, help="where performance.md goes (docs)")
    given = parser.parse_args()
    if not os.path.exists(given.peers):
        sys.exit(0 if given.check else f"there is no {given.peers}; ./dev bench peers makes it")
    if given.check:
        sys.exit(0 if check(given.peers, given.goals) else 1)
    Document(Peers(given.peers), Goals(given.goals), given.output).write()
    print(f"{given.output}/performance.md is written", file=sys.stderr)


main()
