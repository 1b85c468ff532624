#!/usr/bin/env python3
"""Folds pushes into a snapshot of a conversation, and compares the result with a fresh snapshot.

    python3 docs/vectors/fold.py docs/vectors/fold.json

It follows docs/protocol.md alone and shares no code with the server or its clients. It reads proto3 JSON, in which numbers of
64 bits are strings and fields with their default value are absent.
"""

import copy
import json
import sys

NUMBERS = {
    "seq", "time", "countable", "revision", "through", "pinnedAt", "replyTo", "target", "targets", "until", "head", "first",
    "joined", "read", "delivered", "lastSent", "unread", "mentions", "firstMention", "cleared", "hidden", "stamp",
}


def read_numbers(value, name=""):
    """Turns the strings that stand for numbers into numbers."""
    if isinstance(value, dict):
        return {key: read_numbers(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [read_numbers(item, name) for item in value]
    return int(value) if name in NUMBERS and isinstance(value, str) else value


def without_defaults(value):
    """Drops fields that have their default value; an empty message stays."""
    if isinstance(value, dict):
        fields = {key: without_defaults(item) for key, item in value.items()}
        return {key: item for key, item in fields.items() if item not in ("", 0, False, []) or item is None}
    return [without_defaults(item) for item in value] if isinstance(value, list) else value


class Conversation:
    """A conversation as one user's device shows it."""

    def __init__(self, snapshot, user):
        self.user = user
        self.summary = dict(snapshot["conversation"])
        self.entries = {entry["seq"]: entry for entry in snapshot["entries"]}
        self.members = {member["user"]: member for member in snapshot["members"]}

    # Pushes

    def push(self, push):
        for entry in push.get("userEntries", []):
            self.apply_user_entry(entry)
        for entry in push.get("entries", []):
            # What is known already is ignored. A position beyond the next would have to be fetched.
            if entry["seq"] == self.summary["head"] + 1:
                self.apply(copy.deepcopy(entry))
        for marker in push.get("markers", []):
            self.move_marker(marker)

    def apply_user_entry(self, entry):
        if "readTo" in entry:
            self.summary["read"] = max(self.summary.get("read", 0), entry["readTo"]["seq"])
        if "hidden" in entry:
            self.summary["hidden"] = entry["seq"]
            self.summary["cleared"] = max(self.summary.get("cleared", 0), entry["hidden"].get("until", 0))
            self.entries = {seq: one for seq, one in self.entries.items() if seq > self.summary["cleared"]}
            for target in entry["hidden"].get("targets", []):
                self.hide(target)
            for seq, one in list(self.entries.items()):
                if self.is_edit_of_hidden(one):
                    self.hide(seq)

    def move_marker(self, marker):
        member = self.members.get(marker["user"])
        if member is None:
            return
        for kind in ("read", "delivered"):
            # A marker before the member joined is of an earlier membership.
            if marker.get(kind, 0) >= member["joined"]:
                member[kind] = max(member.get(kind, 0), marker[kind])
        member["delivered"] = max(member.get("delivered", 0), member.get("read", 0))

    # Entries

    def apply(self, entry):
        seq = entry["seq"]
        self.summary.update(head=seq, countable=entry.get("countable", 0), time=entry["time"])
        self.entries[seq] = entry
        if "message" in entry:
            self.count_reply(entry["message"], seq, 1)
            if entry["sender"] == self.user:
                self.summary["lastSent"] = seq
        elif "edited" in entry:
            edited = entry["edited"]
            self.rewrite(edited["target"], seq, type=edited["type"], content=edited["content"])
            if self.is_edit_of_hidden(entry):
                self.hide(seq)
        elif "recalled" in entry:
            self.recall(entry)
        elif "annotated" in entry:
            self.annotate(entry)
        elif "membersAdded" in entry:
            for user in entry["membersAdded"]["users"]:
                self.members[user] = {"user": user, "role": "ROLE_MEMBER", "joined": seq}
        elif "membersRemoved" in entry:
            for user in entry["membersRemoved"]["users"]:
                del self.members[user]
            self.summary["owner"] = entry["membersRemoved"].get("owner", "")
        elif "conversationChanged" in entry:
            changed = entry["conversationChanged"]
            self.summary["title"] = changed.get("title", self.summary.get("title", ""))
            attributes = {one["key"]: one["value"] for one in self.summary.get("attributes", [])}
            attributes.update({one["key"]: one.get("value", "") for one in changed.get("attributes", [])})
            self.summary["attributes"] = [{"key": key, "value": attributes[key]} for key in sorted(attributes) if attributes[key]]

    def message(self, seq):
        """The message at a position, unless it was recalled or cannot be seen."""
        message = self.entries.get(seq, {}).get("message")
        return None if message is None or message.get("recalled") else message

    def rewrite(self, target, revision, **fields):
        message = self.message(target)
        if message is not None and message.get("revision", 0) < revision:
            message.update(fields, revision=revision)

    def recall(self, entry):
        target, details = entry["recalled"]["target"], dict(entry["recalled"].get("details", {}))
        message = self.message(target)
        if message is None:
            return
        self.count_reply(message, entry["seq"], -1, target)
        details.pop("push", None)
        if entry["sender"] != self.entries[target]["sender"]:
            details["by"] = entry["sender"]
        # What says who may see the message and how it counts stays.
        kept = {key: value for key, value in message.get("details", {}).items() if key in ("mentions", "directed", "policy")}
        kept.get("mentions", {}).pop("text", None)
        if details:
            kept["recall"] = details
        message.update(content="", recalled=True, revision=entry["seq"])
        message.pop("annotations", None)
        message.pop("details", None)
        if kept:
            message["details"] = kept
        for other in self.entries.values():
            if other.get("edited", {}).get("target") == target:
                other["edited"]["content"] = ""
            if other.get("annotated", {}).get("target") == target:
                other["annotated"]["items"] = []

    # Annotations

    def attached(self, target, seq):
        """The annotations of a message, if an entry of this position is not in them yet."""
        message = self.message(target)
        if message is None or message.get("annotations", {}).get("through", 0) >= seq:
            return None
        annotations = message.setdefault("annotations", {})
        annotations["through"] = seq
        return annotations

    def annotate(self, entry):
        annotated = entry["annotated"]
        shown = self.attached(annotated["target"], entry["seq"])
        if shown is None:
            return
        kind = annotated["kind"]
        for item in annotated.get("items", []):
            key, is_set = item.get("key", ""), not item.get("removed")
            if kind in ("ANNOTATION_KIND_REACTION", "ANNOTATION_KIND_VOTE"):
                count(shown, kind, key, 1 if is_set else -1, is_set if entry.get("sender") == self.user else None)
            elif kind == "ANNOTATION_KIND_PROPERTY":
                others = [one for one in shown.get("properties", []) if one["key"] != key]
                shown["properties"] = sorted(others + ([item] if is_set else []), key=lambda one: one["key"].encode())
            elif kind == "ANNOTATION_KIND_PIN":
                shown.update(pinnedBy=entry["sender"] if is_set else "", pinnedAt=entry["seq"] if is_set else 0)
            elif kind == "ANNOTATION_KIND_CLOSING":
                shown["closed"] = True

    def count_reply(self, message, seq, change, reply=None):
        parent = message.get("replyTo", 0)
        if 0 < parent < (reply or seq):
            shown = self.attached(parent, seq)
            if shown is not None:
                count(shown, "ANNOTATION_KIND_REPLY", "", change, None)

    # Hiding

    def is_edit_of_hidden(self, entry):
        target = entry.get("edited", {}).get("target")
        return target is not None and (target <= self.summary.get("cleared", 0) or "hidden" in self.entries.get(target, {}))

    def hide(self, seq):
        entry = self.entries.get(seq)
        if entry is None or "hidden" in entry:
            return
        hidden = {"message": "message" in entry, "replyTo": entry.get("message", {}).get("replyTo", 0)}
        shown = {key: entry[key] for key in ("conversation", "seq", "time", "sender", "countable") if key in entry}
        self.entries[seq] = dict(shown, hidden=hidden)

    # Results

    def snapshot(self):
        """The conversation, its entries and its members, with everything that is computed from them."""
        summary = self.summary
        floor = max(summary.get(name, 0) for name in ("joined", "cleared", "read", "lastSent"))
        messages = [entry for seq, entry in sorted(self.entries.items()) if self.message(seq)]

        def says_no(entry, treatment):
            return entry["message"].get("details", {}).get("policy", {}).get(treatment) == "CHOICE_NO"

        def mentions_me(entry):
            mentions = entry["message"].get("details", {}).get("mentions", {})
            return mentions.get("all", False) or self.user in mentions.get("users", [])

        unread = [entry for entry in messages if entry["seq"] > floor and not says_no(entry, "counted")]
        mentioning = [entry["seq"] for entry in unread if mentions_me(entry)]
        listed = [entry for entry in messages if not says_no(entry, "listed")]
        summary.update(
            memberCount=len(self.members), unread=len(unread), mentions=len(mentioning), firstMention=(mentioning or [0])[0])
        summary.pop("lastMessage", None)
        if listed:
            summary["lastMessage"] = listed[-1]
        return {
            "conversation": {key: value for key, value in summary.items() if key != "stamp"},
            "entries": [self.entries[seq] for seq in sorted(self.entries)],
            "members": [self.members[user] for user in sorted(self.members, key=str.encode)],
        }


def count(shown, kind, key, change, mine):
    """Changes the tally of a key; `mine` says whether the user is among those counted, None for as before."""
    tallies = shown.get("tallies", [])
    tally = next((one for one in tallies if (one["kind"], one.get("key", "")) == (kind, key)), {"kind": kind, "key": key})
    tally["count"] = tally.get("count", 0) + change
    if mine is not None:
        tally["mine"] = mine
    order = ["REACTION", "PROPERTY", "VOTE", "PIN", "CLOSING", "REPLY"]
    rest = [one for one in tallies if one is not tally] + ([tally] if tally["count"] > 0 else [])
    rest.sort(key=lambda one: (order.index(one["kind"].removeprefix("ANNOTATION_KIND_")), one.get("key", "").encode()))
    shown["tallies"] = rest


def main(path):
    with open(path, encoding="utf-8") as file:
        vectors = read_numbers(json.load(file))
    conversation = Conversation(vectors["before"], vectors["user"])
    for push in vectors["pushes"]:
        conversation.push(push)
    found, expected = without_defaults(conversation.snapshot()), without_defaults(vectors["after"])
    expected["conversation"].pop("stamp", None)
    wrong = 0
    for part in ("conversation", "entries", "members"):
        if found[part] == expected[part]:
            continue
        pairs = zip(found[part], expected[part]) if isinstance(found[part], list) else [(found[part], expected[part])]
        for one, other in pairs:
            if one != other:
                wrong += 1
                print(f"{part}: folded {json.dumps(one, ensure_ascii=False)}\n  expected {json.dumps(other, ensure_ascii=False)}")
        if isinstance(found[part], list) and len(found[part]) != len(expected[part]):
            wrong += 1
            print(f"{part}: folded {len(found[part])}, expected {len(expected[part])}")
    print(f"{path}: {len(vectors['pushes'])} pushes, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: fold.py VECTORS")
