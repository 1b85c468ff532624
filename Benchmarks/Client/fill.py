"""Fills a client's local database as it is after years: fill.py DATABASE CONVERSATIONS MESSAGES"""

import json
import random
import sqlite3
import sys

CONTENTS = 60_000
BIG = 100_000


def vocabulary():
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(random.choice(letters) for _ in range(random.randint(2, 9))) for _ in range(30_000)]
    han = [chr(0x4E00 + number) for number in range(3_000)]
    return words, han


def seldom(choices):
    """The first often, the last hardly ever, as words are used."""
    return choices[min(len(choices) - 1, int(len(choices) ** random.random()) - 1)]


def text(words, han):
    if random.random() < 0.5:
        return " ".join(seldom(words) for _ in range(random.randint(3, 18)))
    return "".join(seldom(han) for _ in range(random.randint(4, 36)))


def main():
    path, conversations, messages = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    random.seed(1)
    words, han = vocabulary()
    contents = [json.dumps({"text": text(words, han)}, ensure_ascii=False) for _ in range(CONTENTS)]
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA synchronous = 0")
    database.execute("PRAGMA cache_size = -400000")
    database.execute("BEGIN")
    database.executemany(
        "INSERT OR REPLACE INTO meta VALUES (?, ?)", [("user", "alice"), ("cursor", "1"), ("stamp", str(messages))]
    )
    left = messages - min(BIG, messages // 2)
    sizes = [messages - left] + [left // (conversations - 1)] * (conversations - 1)
    clock = 1_600_000_000_000
    for key, size in enumerate(sizes, 1):
        name = f"group:{random.getrandbits(64):016x}"
        newest = clock + random.randrange(10**11)
        database.execute(
            "INSERT INTO conversation (key, id, first, last, start, folded, title, owner, members, countable, joined,"
            " last_sent, read, pending_read, unread, doubts) VALUES (?, ?, 1, ?, 1, ?, ?, 'bob', 9, ?, 0, 0, ?, 0, 0, 0)",
            (key, name, size, size, f"Group {key}", size, size),
        )
        database.executemany(
            "INSERT INTO entry (conversation, seq, time, sender, client_id, countable, kind, type, content, revision,"
            " recalled) VALUES (?, ?, ?, ?, ?, ?, 1, 'text', ?, 0, 0)",
            (
                (
                    key,
                    seq,
                    newest - (size - seq) * 1_000,
                    f"user{random.randrange(500)}",
                    f"01900000-0000-7000-8000-{random.getrandbits(48):012x}",
                    seq,
                    random.choice(contents),
                )
                for seq in range(1, size + 1)
            ),
        )
        database.execute("INSERT INTO recent VALUES (?, ?)", (key, newest))
    database.execute("COMMIT")
    database.close()
    print(json.dumps({"words": [words[0], words[100], words[20_000]], "begins": words[5][:3], "han": "".join(han[:4])}))


main()
