"""usage: ./dev bench report [--peers FILE] [--goals FILE] [--output FOLDER]

Writes docs/performance.md and its plots from the results in .local/.
"""

import argparse
import os
import sys

from .document import Document
from .results import Goals, Peers


def main():
    parser = argparse.ArgumentParser(prog="./dev bench report", description=__doc__.split("\n\n", 1)[1])
    parser.add_argument("--peers", default=".local/peers/results-full.jsonl", help="results of `./dev bench peers`")
    parser.add_argument("--goals", default=".local/goals/results.jsonl", help="results of `./dev bench goals`, where there are any")
    parser.add_argument("--output", default="docs", help="where performance.md goes (docs)")
    given = parser.parse_args()
    if not os.path.exists(given.peers):
        sys.exit(f"there is no {given.peers}; ./dev bench peers makes it")
    Document(Peers(given.peers), Goals(given.goals), given.output).write()
    print(f"{given.output}/performance.md is written", file=sys.stderr)


main()
