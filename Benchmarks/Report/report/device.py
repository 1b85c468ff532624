"""The section about the SDK on a device with a large local database."""

from . import text

# Key in the report, description, goal in milliseconds.
TIMES = (
    ("start", "start: from opening the local data until the first 50 conversations of the list are read", 150),
    ("page", "the newest 50 messages of the largest conversation, opened for the first time", 20),
    ("query", "first 50 conversations of the list, pinned ones first", None),
    ("unread", "unread total of all conversations", None),
    ("search_rare", "search: a rare word", 100),
    ("search_middling", "search: a word in a few thousand messages", 100),
    ("search_frequent", "search: the most frequent word", 100),
    ("search_prefix", "search: a prefix", 100),
    ("search_sender", "search: all messages of one sender", 100),
    ("search_cjk_character", "search: one Chinese character", 100),
    ("search_cjk_pair", "search: two Chinese characters", 100),
    ("search_cjk_phrase", "search: four Chinese characters", 100),
    ("read", "reads, alternating between the list and conversations", None),
    ("read_during_writes", "the same reads during 500 consecutive writes", None),
    ("write", "one such write, synced to disk", None),
)
MEMORY = (
    ("rss_before", "before the local data is opened", None),
    ("rss_with_list", "with the list on screen", 60),
    ("rss_after_searches", "after the searches", 60),
)

HEAD = """\
## On a device

The SDK alone, with a local database of {conversations} conversations and {messages} messages ({size}), written by the SDK's own
code. The largest conversation has {largest} messages. Each of {rounds} processes starts cold, opens the database offline and does
everything in the table once; the two rows of reads, a hundred times. The file is in the page cache.
"""


def section(goals):
    """The section; empty if it was not measured."""
    report, before = goals.get("client"), goals.earlier
    if not report:
        return []
    head = HEAD.format(
        conversations=text.number(report["conversations"]), messages=text.number(report["messages"]),
        size=text.size(report["data_bytes"]), largest=text.number(min(100_000, report["messages"] // 2)), rounds=report["rounds"])
    columns = ["operation", "goal ms", "p50 ms", "p99 ms"]
    if before:
        columns += [f"p50 ms at `{before['revision']}`", "p99 ms"]
    rows = [
        (words, goal or "", *times(report, key), *(times(before, key) if before else ()))
        for key, words, goal in TIMES if f"{key}_p50_ms" in report]
    columns_of_memory = ["resident memory", "goal MB", "maximum MB"] + ([f"MB at `{before['revision']}`"] if before else [])
    memory = [
        (words, goal or "", megabytes(report, key), *((megabytes(before, key),) if before else ()))
        for key, words, goal in MEMORY if f"{key}_bytes" in report]
    return [head, text.table(columns, rows), text.table(columns_of_memory, memory), wrong(report)]


def times(report, key):
    found = [report.get(f"{key}_{part}_ms") for part in ("p50", "p99")]
    return ["" if value is None else text.milliseconds(value) for value in found]


def megabytes(report, key):
    return text.number(report[f"{key}_bytes"] / 1e6) if f"{key}_bytes" in report else ""


def wrong(report):
    return f"{report['reads']:,} read results were checked; {report['faulty_reads']:,} were wrong."


def goals_of(report):
    """Each goal as (words, goal, result, whether it is met)."""
    searches = [report[f"{key}_p99_ms"] for key, _, _ in TIMES if key.startswith("search_") and f"{key}_p99_ms" in report]
    memory = max(report[f"{key}_bytes"] for key, _, goal in MEMORY if goal) / 1e6
    for words, found, goal, unit in (
            ("start until the list is on screen", report["start_p99_ms"], 150, "ms"),
            ("first page of the slowest search", max(searches), 100, "ms"),
            ("opening the largest conversation", report["page_p99_ms"], 20, "ms"),
            ("resident memory", memory, 60, "MB")):
        shown = text.milliseconds(found) if unit == "ms" else text.number(found)
        yield words, f"≤ {goal} {unit}", f"{shown} {unit}{' p99' if unit == 'ms' else ''}", found <= goal
