#!/usr/bin/env python3
"""Plants known defects in a copy of the sources, one at a time, and sees whether the tests notice, and the checker.

usage: tools/defects.py [NAME...]

Tests/Defects/defects.tsv names the defects, and for each the tests that must notice it and within how many seconds, and
within how many simulations `martlet check sim` must. The copy, in .local/defects/tree, has all of them at once, each behind
a switch that the environment variable MARTLET_PLANTED turns on, so that it is built once. What notices a defect has to
notice it again with the same seed. Ends with status 1 where a defect was not noticed, where tests or simulations fail
without one, or where a switch does not fit the sources any more.
"""

import concurrent.futures
import filecmp
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEFECTS = os.path.join(ROOT, "Tests", "Defects")
PLACE = os.path.join(ROOT, ".local", "defects")
TREE = os.path.join(PLACE, "tree")
SEED = re.compile(r"(?:MARTLET_SEED=|\bseed(?: →|:)? )(\d+)")
BROKEN = re.compile(r"seed (\d+) failed: (I\d)?")
TARGET = re.compile(r"^    (?:tests|\.testTarget)\(", re.MULTILINE)
# Run as it is: `swift test` gives the tests a group of their own, and they would outlive it.
BUNDLE = ".build/debug/martletPackageTests.xctest"
HANG = "a hang"
# Within how many seconds the simulations of one defect have to end.
SIMULATIONS_END = 900
# How many defects are hunted by tests at once: tests wait much.
AT_ONCE = 2
NOTICED = re.compile(r"✘ Test (\w+)\(.*recorded an issue|(Fatal error)")


class Wrong(Exception):
    """Says why the check cannot go on."""


def read_table():
    """The defects: name, promise, filter of tests, seconds, nodes and number of simulations (None without simulations)."""
    rows = []
    with open(os.path.join(DEFECTS, "defects.tsv"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, promise, tests, seconds, seeds = line.rstrip("\n").split("\t")
                nodes, _, count = seeds.rpartition("x")
                rows.append((name, promise, tests, int(seconds), None if seeds == "-" else (int(nodes or 1), int(count))))
    switches = {name[: -len(".patch")] for name in os.listdir(DEFECTS) if name.endswith(".patch")}
    odd = switches.symmetric_difference(row[0] for row in rows)
    if odd:
        raise Wrong(f"without a row in defects.tsv, or without a switch: {', '.join(sorted(odd))}")
    return rows


def listed_files():
    """The files git knows or would add."""
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True
    )
    return [name for name in listed.stdout.splitlines() if os.path.isfile(os.path.join(ROOT, name))]


def plant(names):
    """Makes the sources with all switches in a fresh folder, and returns it."""
    fresh = os.path.join(PLACE, "fresh")
    shutil.rmtree(fresh, ignore_errors=True)
    for name in listed_files():
        os.makedirs(os.path.dirname(os.path.join(fresh, name)), exist_ok=True)
        shutil.copy2(os.path.join(ROOT, name), os.path.join(fresh, name))
    shutil.copy(os.path.join(DEFECTS, "Planted.swift"), os.path.join(fresh, "Sources", "MartletWire", "Planted.swift"))
    stale = []
    # The folder is not to be taken for a part of this repository, whose git would leave it alone.
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": PLACE}
    for name in names:
        applied = subprocess.run(
            ["git", "apply", "-C1", os.path.join(DEFECTS, name + ".patch")],
            cwd=fresh, env=environment, capture_output=True, text=True, check=False,
        )
        if applied.returncode != 0:
            stale.append(f"  Tests/Defects/{name}.patch: {applied.stderr}")
    if stale:
        raise Wrong("these switches do not fit the sources any more; make them anew:\n" + "\n".join(stale))
    switch_on_in_pages(fresh)
    return fresh


def switch_on_in_pages(fresh):
    """Makes the page's files part of the program again, and has Chromium tell its pages which defect is on.

    Scripts in Node read the environment; pages have none.
    """
    subprocess.run([os.path.join(fresh, "Web", "embed")], check=True)
    path = os.path.join(fresh, "Tests", "EndToEndTests", "Peers", "browser_peer.py")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    told = 'source=f"globalThis.planted = {json.dumps(os.environ.get(\'MARTLET_PLANTED\'))};" + self.watch'
    if text.count("source=self.watch") != 1:
        raise Wrong(f"{path} opens tabs in another way than before")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("source=self.watch", told).replace("import json\n", "import json\nimport os\n"))


def keep_targets(fresh, suites):
    """Takes the test targets out of the manifest that have none of the suites, so that they are not built."""
    kept = set()
    tests = os.path.join(fresh, "Tests")
    for base, _, files in os.walk(tests):
        if any(name[: -len(".swift")] in suites for name in files if name.endswith(".swift")):
            kept.add(os.path.relpath(base, tests).split(os.sep)[0])
    manifest = os.path.join(fresh, "Package.swift")
    with open(manifest, encoding="utf-8") as file:
        text = file.read()
    for start in reversed([found.start() for found in TARGET.finditer(text)]):
        end = closing(text, text.index("(", start)) + 1
        name = re.search(r'"(\w+)"', text[start:end]).group(1)
        if name not in kept:
            text = text[:start] + text[end:].lstrip(",")
    with open(manifest, "w", encoding="utf-8") as file:
        file.write(text)


def closing(text, start):
    """Where the parenthesis that opens at a place is closed again."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise Wrong("Package.swift has a parenthesis that is not closed")


def take_module():
    """Takes over the client core for browsers: no defect is in its sources, and to build it takes long."""
    place = os.path.join(TREE, ".build", "web")
    os.makedirs(place, exist_ok=True)
    for name in ("martlet.wasm", "martlet.wasm.gz"):
        made = os.path.join(ROOT, ".build", "web", name)
        if not os.path.exists(made):
            raise Wrong("the client core for browsers is missing; run ./dev web --quick")
        if not os.path.exists(os.path.join(place, name)) or not filecmp.cmp(made, os.path.join(place, name), shallow=False):
            shutil.copy(made, place)


def bring_up_to_date(fresh):
    """Makes the tree like the fresh folder, touching only what differs, so that little is built again."""
    wanted = set()
    for base, _, files in os.walk(fresh):
        for name in files:
            path = os.path.relpath(os.path.join(base, name), fresh)
            wanted.add(path)
            there = os.path.join(TREE, path)
            if os.path.exists(there) and filecmp.cmp(os.path.join(fresh, path), there, shallow=False):
                continue
            os.makedirs(os.path.dirname(there), exist_ok=True)
            shutil.copy2(os.path.join(fresh, path), there)
            os.utime(there)
    for base, folders, files in os.walk(TREE):
        folders[:] = [folder for folder in folders if folder not in (".build", ".local")]
        for name in files:
            path = os.path.relpath(os.path.join(base, name), TREE)
            if path not in wanted:
                os.remove(os.path.join(TREE, path))
    shutil.rmtree(fresh)
    # What the tests' foreign peers run with.
    python = os.path.join(ROOT, ".local", "python")
    if os.path.exists(python) and not os.path.exists(os.path.join(TREE, ".local", "python")):
        os.makedirs(os.path.join(TREE, ".local"), exist_ok=True)
        os.symlink(python, os.path.join(TREE, ".local", "python"))


def build():
    log = os.path.join(PLACE, "build.log")
    with open(log, "wb") as output:
        jobs = os.environ.get("MARTLET_JOBS") or str(os.cpu_count() or 1)
        command = ["swift", "build", "--build-tests", "-j", jobs]
        if subprocess.run(command, cwd=TREE, stdout=output, stderr=subprocess.STDOUT, check=False).returncode != 0:
            with open(log, encoding="utf-8", errors="replace") as file:
                errors = [line for line in file if "error:" in line]
            raise Wrong("the sources with the switches do not build:\n" + "".join(errors[:10]) + f"All of it: {log}")


def run(tests, defect, limit, name="", **more):
    """Runs tests, and tells what was noticed: None, or the test (or 'hang') and the seed, if one was named."""
    environment = {**os.environ, "NO_COLOR": "1", **more}
    environment.pop("MARTLET_PLANTED", None)
    if defect:
        environment["MARTLET_PLANTED"] = defect
    environment.setdefault("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "4")
    log = os.path.join(PLACE, (defect or "none") + name + ".log")
    process = start([BUNDLE, "--filter", rf"\.({tests})/", "--testing-library", "swift-testing"], environment, log)
    latest = time.monotonic() + max(1, limit)
    noticed = None
    while True:
        status = process.poll()
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
        found = NOTICED.search(text)
        if found:
            seed = SEED.search(text, found.start())
            noticed = noticed or time.monotonic()
            # The seed may stand in a later line; nothing else that comes is of interest.
            if seed or status is not None or time.monotonic() > noticed + 5:
                end(process)
                return found.group(1) or found.group(2), seed.group(1) if seed else None
        elif status is not None:
            break
        elif time.monotonic() > latest:
            end(process)
            return HANG, None
        time.sleep(0.2)
    if status != 0:
        raise Wrong(f"{tests} did not run with {defect or 'no defect'}: {log}")
    if not re.search(r"Test run with [1-9]", text):
        raise Wrong(f"no test is called {tests}")
    return None


def simulate(defect, nodes, seeds, first):
    """Runs simulations, and tells which promise was broken first, and with which seed; None where all were kept."""
    environment = {**os.environ, "MARTLET_PLANTED": defect or ""}
    log = os.path.join(PLACE, (defect or "none") + ".sim.log")
    command = [".build/debug/martlet", "check", "sim", "--nodes", str(nodes), "--seeds", str(seeds), "--seed", str(first)]
    process = start(command, environment, log)
    latest = time.monotonic() + SIMULATIONS_END
    while True:
        status = process.poll()
        with open(log, encoding="utf-8", errors="replace") as file:
            found = BROKEN.search(file.read())
        if found:
            # The least that shows it is not looked for.
            end(process)
            return found.group(2) or "what devices show", int(found.group(1))
        if status == 0:
            return None
        if status is not None:
            # What ends a simulation without a word has been noticed as well.
            return "its end", first
        if time.monotonic() > latest:
            end(process)
            return None
        time.sleep(0.1)


def start(command, environment, log):
    """Starts a program in a session of its own, which all that it starts belongs to."""
    with open(log, "wb") as output:
        return subprocess.Popen(
            command, cwd=TREE, env=environment, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )


def end(process):
    """Ends a program with all that it started: servers and browsers of tests have groups of their own."""
    while True:
        left = [number for number in map(int, filter(str.isdigit, os.listdir("/proc"))) if session(number) == process.pid]
        for number in left:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        process.poll()
        if not left:
            return
        time.sleep(0.02)


def session(number):
    """The session of a process; None if it has ended."""
    try:
        with open(f"/proc/{number}/stat", encoding="utf-8", errors="replace") as file:
            state, _, _, found = file.read().rpartition(")")[2].split()[:4]
    except OSError:
        return None
    return None if state == "Z" else int(found)


def hunt(name, tests, seconds):
    """Tries new seeds until the defect is noticed; then once more with the seed that noticed it."""
    start = time.monotonic()
    while True:
        # The other hunts take time away.
        left = AT_ONCE * seconds - (time.monotonic() - start)
        if left <= 0:
            return None
        found = run(tests, name, left, MARTLET_NEW_SEEDS="1")
        if found:
            break
    took = time.monotonic() - start
    test, seed = found
    chosen = {"MARTLET_SEED": seed} if seed else {}
    again = run(tests, name, seconds if test == HANG else took + seconds, ".again", **chosen)
    return test, took, seed or "any", bool(again)


def hunt_in_simulations(name, nodes, seeds):
    """Tries new seeds of simulations until one breaks a promise; then that one again."""
    start = time.monotonic()
    found = simulate(name, nodes, seeds, random.getrandbits(48))
    if not found:
        return None
    took = time.monotonic() - start
    promise, seed = found
    return promise, took, seed, bool(simulate(name, nodes, 1, seed))


def main():
    rows = read_table()
    chosen = sys.argv[1:]
    unknown = set(chosen) - {row[0] for row in rows}
    if unknown:
        raise Wrong(f"there is no defect called {', '.join(sorted(unknown))}")
    os.makedirs(PLACE, exist_ok=True)
    fresh = plant([row[0] for row in rows])
    keep_targets(fresh, {suite for row in rows for suite in row[2].split("|")})
    bring_up_to_date(fresh)
    take_module()
    print("==> building the sources with all switches, none of them on", file=sys.stderr, flush=True)
    build()
    rows = [row for row in rows if not chosen or row[0] in chosen]
    print(f"{'defect':26} {'noticed by':48} {'seconds':>7}  {'again':5}  seed")
    survived = []

    def tell(name, promise, by, found):
        if found is None:
            survived.append(f"{name}: {promise} ({by})")
            print(f"{name:26} {'NOT BY ' + by:48}", flush=True)
            return
        what, took, seed, again = found
        print(f"{name:26} {what:48} {took:7.1f}  {'yes' if again else 'NO':5}  {seed}", flush=True)
        if not again:
            survived.append(f"{name}: noticed once by {by}, and not again with seed {seed}")

    def hunt_by_tests():
        suites = sorted({suite for row in rows for suite in row[2].split("|")})
        found = run("|".join(suites), None, 900)
        if found:
            log = os.path.join(PLACE, "none.log")
            with open(log, encoding="utf-8", errors="replace") as file:
                failures = [line for line in file if "recorded an issue" in line]
            raise Wrong(f"without any defect {found[0]} fails:\n" + "".join(failures[:5]) + f"All of it: {log}")

        def hunt_one(row):
            name, promise, tests, seconds, _ = row
            tell(name, promise, "the tests", hunt(name, tests, seconds))

        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            # What a hunt raises is raised again here.
            list(pool.map(hunt_one, rows))

    def hunt_by_simulations():
        if any(simulate(None, nodes, 20, random.getrandbits(48)) for nodes in {row[4][0] for row in rows if row[4]}):
            raise Wrong(f"without any defect a simulation fails: {os.path.join(PLACE, 'none.sim.log')}")
        for name, promise, _, _, seeds in rows:
            if seeds:
                found = hunt_in_simulations(name, *seeds)
                tell(name, promise, "simulations", found and (f"a simulation, {found[0]}", *found[1:]))

    # Side by side: simulations do not go by the time of day.
    with concurrent.futures.ThreadPoolExecutor() as both:
        for done in [both.submit(hunt_by_tests), both.submit(hunt_by_simulations)]:
            done.result()
    if survived:
        raise Wrong("not noticed:\n  " + "\n  ".join(survived))
    print(f"==> all {len(rows)} defects were noticed", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        sys.exit(f"\n{wrong}")
