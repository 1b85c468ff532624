#!/usr/bin/env python3
"""Holds the files of this repository against the house rules of CONTRIBUTING.md.

usage: tools/house.py [files|links] [--root DIR]

`files` checks sources and scripts, `links` what the documents point at; without either, both.
Prints one line per finding, `path:line: what is wrong`, and ends with status 1 if there is any.
"""

import argparse
import ast
import os
import re
import subprocess
import sys

SOURCES = (".swift", ".py", ".js", ".c", ".h", ".sh", ".css", ".html")
LINES_WITH_REASON, LINES_AT_MOST = 500, 800
FUNCTION_LINES = 60
# As in .swift-format, which leaves long texts and comments alone.
COLUMNS = 130
REASON = re.compile(r"(?://|#|/\*) This file is long because ")

# What a simulation runs: clock, chance and threads must come from outside, or a seed repeats nothing.
SIMULATED = (
    "Sources/MartletServer/API/",
    "Sources/MartletServer/Annotations/",
    "Sources/MartletServer/Conversations/",
    "Sources/MartletServer/Engine/",
    "Sources/MartletServer/Gateway/",
    "Sources/MartletServer/Logs/",
    "Sources/MartletServer/Markers/",
    "Sources/MartletServer/Members/",
    "Sources/MartletServer/Messages/",
    "Sources/MartletServer/Requests/",
    "Sources/MartletServer/Scheduling/",
    "Sources/MartletServer/Sessions/",
    "Sources/MartletServer/Settings/",
    "Sources/MartletServer/Signals/",
    "Sources/MartletServer/Tokens/",
    "Sources/MartletStore/",
    "Sources/MartletCore/",
    "Sources/Martlet/",
    "Sources/MartletWire/",
)
# Where the client library is given the real ones, which a simulation does instead.
REAL = (
    "Sources/Martlet/Client/MartletClient.swift",
    "Sources/Martlet/Client/MartletClient+Opening.swift",
    "Sources/Martlet/Conditions/SystemMonitor.swift",
    "Sources/Martlet/Transport/",
    "Sources/MartletWire/SystemTimeSource.swift",
)
# (what, pattern, where it applies); comments are taken out of the line before, except for marks.
BANNED = [
    (
        "a clock of its own; the time is handed in",
        re.compile(
            r"\b(?:ContinuousClock|SuspendingClock|SystemTimeSource|clock_gettime|gettimeofday|Task\.sleep)\b"
            r"|\bDate\(|\bEventLoop\(name: [^,)]*\)|(?<![\w.])time\(nil"
        ),
        SIMULATED,
    ),
    (
        "chance of its own; randomness is handed in",
        re.compile(
            r"\b(?:SystemRandomNumberGenerator|SystemRandomBytes|arc4random\w*|getrandom)\b"
            r"|\.random\((?!.*\busing:)|\.(?:randomElement|shuffled?)\(\)"
        ),
        SIMULATED,
    ),
    (
        "a task on no given executor; give its preference",
        re.compile(r"\bTask\s*(?:\((?!executorPreference:)[^)]*\)\s*)?\{|\bTask\.detached\b"),
        SIMULATED,
    ),
    ("nonisolated(unsafe) is banned", re.compile(r"nonisolated\(unsafe\)"), ("",)),
    ("unowned(unsafe) is banned", re.compile(r"unowned\(unsafe\)"), ("",)),
    ("try! traps; report the error", re.compile(r"\btry!"), ("Sources/", "Protocol/", "Fuzz/")),
    ("as! traps; use as? and report", re.compile(r"\bas!"), ("Sources/", "Protocol/", "Fuzz/")),
    (
        "letters of another script; logs, errors and names are English",
        re.compile(r"[\u0370-\u1FFF\u2C00-\uD7FF\uF900-\uFDFF\uFE70-\uFEFF]"),
        ("Sources/", "Protocol/"),
    ),
    (
        "Int has 32 bits in browsers, and this traps there; say clamping: or exactly: (radix: 10 for a text)",
        re.compile(r"\bInt\((?!clamping:|exactly:|truncatingIfNeeded:|bitPattern:|.*\bradix: 10\))|\bInt\(UInt32\.max\)"),
        ("Sources/MartletCore/", "Sources/MartletBrowser/"),
    ),
    (
        "others may run between the look and the continuation, and the wake-up is lost; look inside its body",
        re.compile(r"\b(?:if|guard)\b.*\bwith(?:Checked|Unsafe)(?:Throwing)?Continuation\b"),
        ("Sources/",),
    ),
    ("sleeping; wait for an event or a condition", re.compile(r"\b(?:Thread\.sleep|usleep|nanosleep)\b"), ("Tests/",)),
]
# The SDK, whose enums apps switch over.
SDK = ("Sources/Martlet/", "Sources/MartletCore/", "Sources/MartletFoundation/")
PUBLIC_ENUM = re.compile(r"\bpublic (?:indirect )?enum\b")
MARKS = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
NAMES = re.compile(r"\b(?:class|struct|enum|actor|protocol)\s+(\w*(?:Manager|Helper|Util|Utils))\b")
DECLARATION = re.compile(r"^(\s*)(?:[@\w()]+\s+)*(func\s+[^\s(<]+|init[?!]?|deinit|subscript)\s*[(<{]")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
NAMED_PATH = re.compile(r"`([\w.+-]+(?:/[\w.+-]+)+/?|dev|Package\.swift)(?::\d+)?`")


def tracked(root):
    """Files git knows or would add; all files where there is no git."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=False
    )
    if listed.returncode == 0:
        names = listed.stdout.splitlines()
    else:
        names = [
            os.path.relpath(os.path.join(base, name), root)
            for base, folders, files in os.walk(root)
            for name in files
            if not folders.sort()
        ]
    return sorted({name for name in names if os.path.isfile(os.path.join(root, name))})


def read(root, path):
    """The text of a file, or None where it is not text."""
    try:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            return file.read()
    except UnicodeDecodeError:
        return None


def is_generated(path, text):
    return "/Generated/" in path or "generated by" in text[:300].lower()


def check_length(path, lines):
    if len(lines) > LINES_AT_MOST:
        yield 1, f"{len(lines)} lines; {LINES_AT_MOST} at most"
    elif len(lines) > LINES_WITH_REASON and not any(REASON.search(line) for line in lines[:20]):
        yield 1, f"{len(lines)} lines; beyond {LINES_WITH_REASON} the top of the file says 'This file is long because ...'"


def check_lines(path, lines):
    comment = "//" if path.endswith((".swift", ".js", ".c", ".h")) else "#"
    for number, line in enumerate(lines, 1):
        if MARKS.search(line):
            yield number, "an unfinished mark; finish it or write it down where work is planned"
        if line != line.rstrip():
            yield number, "blanks at the end of the line"
        if not path.endswith(".swift"):
            continue
        if len(line) > COLUMNS:
            yield number, f"{len(line)} columns; {COLUMNS} at most"
        code = line.split(comment)[0]
        for what, pattern, places in BANNED:
            if places is SIMULATED and path.startswith(REAL):
                continue
            if path.startswith(places) and pattern.search(code):
                yield number, what
        for name in NAMES.findall(code):
            yield number, f"{name} says nothing; name what it is"
        if "@unchecked Sendable" in code and not is_explained(lines, number):
            yield number, "@unchecked Sendable without a comment above it that says why it holds"
        if path.startswith(SDK) and PUBLIC_ENUM.search(code) and not may_grow(lines, number):
            yield number, "a new case would break apps; add @nonexhaustive, or a comment 'Closed: ' that says why there is none"


def is_explained(lines, number):
    """Whether a comment stands directly above line `number` (attributes may lie between)."""
    above = number - 2
    while above >= 0 and lines[above].strip().startswith("@"):
        above -= 1
    return above >= 0 and lines[above].strip().startswith("//")


def may_grow(lines, number):
    """Whether apps expect further cases of the enum on line `number`, or its comment says that there are none."""
    above = number - 2
    while above >= 0 and lines[above].strip().startswith(("@", "//")):
        if lines[above].strip().startswith("@nonexhaustive") or "Closed: " in lines[above]:
            return True
        above -= 1
    return False


def check_functions(lines):
    """Swift functions by their indentation, which swift-format keeps."""
    for number, line in enumerate(lines, 1):
        head = DECLARATION.match(line)
        if not head:
            continue
        closing = head.group(1) + "}"
        for end in range(number, len(lines)):
            if lines[end].startswith(closing):
                length = end - number + 2
                if length > FUNCTION_LINES:
                    yield number, f"{head.group(2)} has {length} lines; {FUNCTION_LINES} at most"
                break
            if lines[end].strip() and not lines[end].startswith(head.group(1)):
                break
            if DECLARATION.match(lines[end]) and len(DECLARATION.match(lines[end]).group(1)) <= len(head.group(1)):
                break


def check_python(path, text):
    try:
        ast.parse(text, path)
    except SyntaxError as error:
        yield error.lineno or 1, f"not Python: {error.msg}"


def is_python(path, text):
    return path.endswith(".py") or text.startswith("#!") and "python" in text.split("\n", 1)[0]


def check_files(root):
    for path in tracked(root):
        text = read(root, path)
        if text is None or not (path.endswith(SOURCES) or text.startswith("#!")) or is_generated(path, text):
            continue
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        elif text:
            yield path, len(lines), "no line end at the end of the file"
        for number, what in check_length(path, lines):
            yield path, number, what
        for number, what in check_lines(path, lines):
            yield path, number, what
        if path.endswith(".swift"):
            for number, what in check_functions(lines):
                yield path, number, what
        if is_python(path, text):
            for number, what in check_python(path, text):
                yield path, number, what


def anchors(text):
    """The anchors of a document's headings, as the usual renderers make them."""
    found = set()
    for heading in re.findall(r"^#+\s+(.*)$", text, re.M):
        name = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        while name in found:
            name += "-1"
        found.add(name)
    return found


def check_links(root):
    """Links within the repository, and paths named in backticks."""
    names = tracked(root)
    folders = {name[: mark.start()] for name in names for mark in re.finditer("/", name)}
    roots = {name.split("/")[0] for name in names}
    for path in names:
        if not path.endswith(".md"):
            continue
        text = read(root, path) or ""
        fenced = False
        for number, line in enumerate(text.split("\n"), 1):
            if line.startswith("```"):
                fenced = not fenced
            if fenced:
                continue
            for first, second in LINK.findall(line):
                wrong = check_link(root, path, first or second)
                if wrong:
                    yield path, number, wrong
            for named in NAMED_PATH.findall(line):
                named = named.rstrip("/")
                if named.split("/")[0] in roots and named not in names and named not in folders:
                    yield path, number, f"names {named}, which does not exist"


def check_link(root, path, target):
    if re.match(r"[a-z]+:", target):
        return None
    target, _, anchor = target.partition("#")
    linked = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
    if not os.path.exists(os.path.join(root, linked)):
        return f"links to {target}, which does not exist"
    if anchor and linked.endswith(".md") and anchor not in anchors(read(root, linked) or ""):
        return f"links to #{anchor}, which {linked} does not have"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("what", nargs="?", choices=("files", "links"))
    parser.add_argument("--root", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    arguments = parser.parse_args()
    findings = []
    if arguments.what != "links":
        findings += check_files(arguments.root)
    if arguments.what != "files":
        findings += check_links(arguments.root)
    for path, number, what in findings:
        print(f"{path}:{number}: {what}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
