#!/usr/bin/env python3
"""Compares two layouts of the table of conversations: one row each, and the columns that every message changes in a table apart.

It folds messages as the store does, slice by slice, and prints the bytes of the write-ahead log and the processor time per message.
"""

import os
import random
import resource
import sqlite3
import tempfile

CONVERSATIONS = 200_000
MESSAGES = 64_000
ROUNDS = 2
HOT = "head INTEGER, countable INTEGER, shown INTEGER, time INTEGER, stamp INTEGER"
COLD = "number INTEGER PRIMARY KEY, app INTEGER, id TEXT, title TEXT, owner TEXT, members INTEGER, attributes TEXT"
INSERT_ENTRY = "INSERT INTO entry VALUES(?, 1750000000000, ?, ?, ?, 1, 1, NULL, 'text', ?, 0, 0)"


def make_tables(database, apart):
    database.execute(f"CREATE TABLE conversation({COLD}{'' if apart else ', ' + HOT}, UNIQUE(app, id))")
    if apart:
        database.execute(f"CREATE TABLE head(number INTEGER PRIMARY KEY, {HOT})")
    database.execute(
        "CREATE TABLE entry(key INTEGER PRIMARY KEY, time INTEGER, sender TEXT, client TEXT, countable INTEGER, counts INTEGER,"
        " kind INTEGER, target INTEGER, type TEXT, content TEXT, revision INTEGER, recalled INTEGER)")
    database.execute(
        "CREATE TABLE member(conversation INTEGER, user TEXT, app INTEGER, joined INTEGER, read INTEGER, sent INTEGER,"
        " told INTEGER, delivered INTEGER, cleared INTEGER, hidden INTEGER, PRIMARY KEY(conversation, user)) WITHOUT ROWID")


def insert_entry(database, number, seq):
    client = f"0197a1b2-c3d4-7e5f-8a9b-{number:012d}"
    database.execute(INSERT_ENTRY, (number << 32 | seq, f"bench-user-{number}a", client, seq, "x" * 140))


def fill(database, apart):
    database.execute("BEGIN")
    for number in range(1, CONVERSATIONS + 1):
        users = (f"bench-user-{number}a", f"bench-user-{number}b")
        cold = (number, f"direct:{users[0]}:{users[1]}")
        hot = (10, 10, 10, 1750000000000, number)
        if apart:
            database.execute("INSERT INTO conversation VALUES(?, 1, ?, '', NULL, 2, NULL)", cold)
            database.execute("INSERT INTO head VALUES(?, ?, ?, ?, ?, ?)", (number, *hot))
        else:
            database.execute("INSERT INTO conversation VALUES(?, 1, ?, '', NULL, 2, NULL, ?, ?, ?, ?, ?)", (*cold, *hot))
        for user in users:
            database.execute("INSERT INTO member VALUES(?, ?, 1, 0, 5, 5, 5, 5, 0, 0)", (number, user))
        for seq in range(8, 11):
            insert_entry(database, number, seq)
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def fold(database, apart, numbers, heads):
    """Folds the messages of one slice: sorted, and one update for each conversation."""
    table = "head" if apart else "conversation"
    database.execute("BEGIN")
    for number in numbers:
        heads[number] = heads.get(number, 10) + 1
        insert_entry(database, number, heads[number])
    for number in sorted(set(numbers)):
        head = heads[number]
        database.execute(
            f"UPDATE {table} SET head = ?, countable = ?, shown = ?, time = 1750000000001, stamp = ? WHERE number = ?",
            (head, head, head, head + CONVERSATIONS, number))
        database.execute(
            "UPDATE member SET sent = ? WHERE conversation = ? AND user = ?", (head, number, f"bench-user-{number}a"))
    database.execute("COMMIT")


def choose(skewed, chance):
    if not skewed:
        return sorted(chance.randint(1, CONVERSATIONS) for _ in range(MESSAGES))
    ranks = (min(CONVERSATIONS, int(chance.paretovariate(0.8) * 3)) for _ in range(MESSAGES))
    return sorted(rank * 7919 % CONVERSATIONS + 1 for rank in ranks)


def used():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measure(directory, apart, skewed):
    path = os.path.join(directory, f"{apart}-{skewed}-{random.random()}.db")
    database = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = OFF", "wal_autocheckpoint = 0", "cache_size = -65536"):
        database.execute(f"PRAGMA {pragma}")
    make_tables(database, apart)
    fill(database, apart)
    chance, heads, logged, seconds = random.Random(1), {}, 0, 0.0
    for _ in range(ROUNDS):
        numbers = choose(skewed, chance)
        for slice_number in range(16):
            before, begun = os.path.getsize(path + "-wal"), used()
            fold(database, apart, [number for number in numbers if number >> 6 & 15 == slice_number], heads)
            logged += os.path.getsize(path + "-wal") - before
            seconds += used() - begun
    database.close()
    count = MESSAGES * ROUNDS
    layout, spread = "columns apart" if apart else "one row", "skewed" if skewed else "uniform"
    print(f"{layout:14} {spread:8} {logged / count:6.0f} bytes {seconds / count * 1e6:6.1f} us", flush=True)


def main():
    with tempfile.TemporaryDirectory(dir="/var/tmp") as directory:
        for skewed in (False, True):
            for apart in (False, True, False, True):
                measure(directory, apart, skewed)


main()
