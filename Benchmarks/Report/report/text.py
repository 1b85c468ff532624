"""Numbers and tables as Markdown."""


def number(value, digits=2):
    """A number with at most `digits` that matter behind the point, and commas between thousands."""
    size = abs(value)
    places = 0 if size >= 100 else min(digits, 1) if size >= 10 else digits
    return f"{value:,.{places}f}"


def spread(values, digits=2):
    """A median in bold, with least and most behind it where there are several."""
    text = f"**{number(values.median, digits)}**"
    if values.least == values.most:
        return text
    return f"{text} ({number(values.least, digits)}–{number(values.most, digits)})"


def milliseconds(value):
    return number(value, 3 if value < 1 else 1)


def ratio(value):
    return f"{number(value)}×"


def percent(part):
    return f"{part * 100:.0f} %"


def size(count):
    """Bytes as a person reads them."""
    for unit in ("bytes", "KiB", "MiB"):
        if count < 1024 * 10:
            return f"{number(count, 1)} {unit}"
        count /= 1024
    return f"{number(count, 1)} GiB"


def count(value):
    """A large number, as the power of ten that it was meant to be: what was under way makes it a little larger."""
    power = len(str(int(value))) - 1
    if power < 3 or value > 1.15 * 10**power:
        return number(value)
    return "10" + str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def table(head, rows):
    """Rows of text under a head; numbers belong to the right, the first column to the left."""
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(["---"] + ["---:"] * (len(head) - 1)) + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def words(head, rows):
    """A table of words: everything to the left."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)
