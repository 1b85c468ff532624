"""The sections about Martlet alone: growth, reads, logins, soak test."""

from . import plots, text

COST = "server_cpu_us_per_message"


def growth_table(steps, column, head):
    rows = [(
        text.count(step[column]) if column == "conversations" else text.count(step["stored"]),
        text.number(step.get(COST, 0)), text.number(step["messages_per_second"]), text.milliseconds(step["p50_ms"]),
        text.milliseconds(step["p99_ms"]), text.size(step.get("data_bytes", 0)), text.size(step.get("server_rss_bytes", 0)),
        text.number(step.get("bytes_written_per_message", 0), 0),
    ) for step in steps]
    return text.table(
        (head, "server CPU µs per message", "messages/s", "p50 ms", "p99 ms", "on disk", "RSS", "bytes written per message"), rows)


# Work, the key of its growth steps in the report, the number that grows, the head of its column.
KINDS = (
    ("messages", "by_messages", "stored", "messages stored"),
    ("conversations", "by_conversations", "conversations", "conversations in use"),
)


def growth_plot(goals):
    series = []
    for work, key, column, name in KINDS:
        steps = (goals.get(work) or {}).get(key, [])
        points = [(step[column], step[COST]) for step in steps if COST in step]
        if points:
            series.append((name, points, False))
    return plots.lines("Martlet: server CPU per message as messages and conversations grow", "number", "µs", series)


def growth(goals):
    parts = []
    for work, key, column, name in KINDS:
        report = goals.get(work)
        if report:
            parts += [growth_table(report[key], column, name), in_words(work, report)]
    return "\n\n".join(parts)


def in_words(work, report):
    """The text below a table of growth."""
    words = ""
    ratio = report.get(f"cost_ratio_by_{work}")
    if ratio is not None:
        words += f"With the most {work}, a message costs {text.ratio(ratio)} as much CPU as with the fewest. "
    if "restart_ms" in report:
        words += (
            f"Then the server was killed with signal 9 under load. A user could sign in and read "
            f"**{text.number(report['restart_ms'] / 1000)} s** after the restart. "
            f"{report['stored_after_restart']:,} messages were read back: lost {report['lost']}, duplicated "
            f"{report['duplicated']}, out of order {report['out_of_order']}.")
    return words


def alone(goals):
    """One table of the remaining measurements of Martlet alone."""
    rows = []
    for name in ROWS:
        report = goals.history if name == "history" else goals.get(name)
        if report:
            rows += ROWS[name](report)
    return text.words(("load", "result"), rows) if rows else ""


def limited(report):
    """The mark of a rate that the generator limited."""
    return " †" if report.get("generator_limited") else ""


def history_rows(report):
    yield (
        f"`history`: latest 50 messages of random conversations, {text.count(report['stored_before'])} messages stored, during "
        f"{text.number(report['messages_per_second'])} writes/s",
        f"{text.number(report['reads_per_second'])} reads/s, p50 {text.milliseconds(report['p50_ms'])} ms, p99 "
        f"{text.milliseconds(report['p99_ms'])} ms, {text.number(report.get('server_cpu_us_per_read', 0))} µs of CPU each")


def login_rows(report):
    for part in [report, *report.get("tls", [])]:
        yield (
            f"`login`: connect and sign in, {part['transport']}",
            f"{text.number(part['logins_per_second'])}/s{limited(part)}, p50 {text.milliseconds(part['p50_ms'])} ms, p99 "
            f"{text.milliseconds(part['p99_ms'])} ms, {text.number(part.get('server_cpu_us_per_login', 0))} µs of CPU each")


def soak_rows(report):
    yield (
        f"`soak`: {text.number(report['messages_per_second'])} messages/s for {report['seconds'] / 60:.0f} min",
        f"RSS {text.size(report['rss_bytes_early'])} → {text.size(report['rss_bytes_late'])}, descriptors "
        f"{report['descriptors_early']} → {report['descriptors_late']}, WAL {text.size(report['wal_bytes_early'])} → "
        f"{text.size(report['wal_bytes_late'])}, journal {text.size(report['journal_bytes_early'])} → "
        f"{text.size(report['journal_bytes_late'])} (second quarter → last): {'flat' if report['is_flat'] else 'not flat'}")


def idle_rows(report):
    yield (
        f"`idle`: {report['connections']:,} connections that ping every 25 s{limited(report)}",
        f"{text.size(report.get('rss_bytes_per_connection', 0))} each, {text.number(report.get('idle_cpu_percent', 0))} % of a "
        f"processor, ping answered in {text.milliseconds(report['p50_ms'])} ms (p99 {text.milliseconds(report['p99_ms'])} ms)")


def members_rows(report):
    words = f"`members`: a group of {report['members']:,}, 11 of them connected"
    yield (
        f"{words}: all added by the app's server, 400 at a time",
        f"{text.number(report['fill_seconds'])} s, the last tenth {text.ratio(report['cost_ratio_by_members'])} the first")
    yield (
        f"{words}: a member made an admin, or a plain member again",
        f"p50 {text.milliseconds(report['role_p50_ms'])} ms; in a group of 11 {text.milliseconds(report['role_small_p50_ms'])} ms")
    yield (
        f"{words}: first 100 of the list of members",
        f"p50 {text.milliseconds(report['page_p50_ms'])} ms, p99 {text.milliseconds(report['page_p99_ms'])} ms")
    yield (
        f"{words}: a message",
        f"{text.number(report['server_cpu_us_per_message'])} µs of CPU; in a group of 11 "
        f"{text.number(report['server_cpu_us_per_message_of_few'])} µs")


ROWS = {"history": history_rows, "idle": idle_rows, "login": login_rows, "members": members_rows, "soak": soak_rows}
