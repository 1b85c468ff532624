"""Plots as SVG, written out by hand: bars on a logarithmic axis, and lines on two of them."""

import math
from html import escape

WIDTH = 760
FONT = "font-family='system-ui, sans-serif' font-size='13'"
INK, GRID, PAPER = "#1f2933", "#d9dee4", "#ffffff"
OWN, STORED, PASSING = "#c2410c", "#1d6fa5", "#9db4c6"
# Told apart by people who see colours differently, too.
LINES = ("#c2410c", "#1d6fa5", "#2f855a", "#7b4fa3", "#b7791f", "#4a5568", "#d53f8c", "#0c8599")


def label(value):
    """A tick of an axis."""
    if value >= 1_000_000:
        return f"{value / 1_000_000:g}M"
    return f"{value / 1000:g}k" if value >= 1000 else f"{value:g}"


class Axis:
    """A logarithmic axis over all values, from a whole power of ten, or where it is tight from the least value."""

    def __init__(self, values, begin, end, is_tight=False):
        powers = [math.log10(value) for value in values if value > 0]
        # A bar for the least value must still be seen.
        self.low = min(powers) if is_tight else math.floor(min(powers) - 0.15)
        self.high = max(max(powers), self.low + 0.5)
        self.begin, self.end = begin, end

    def at(self, value):
        power = math.log10(value) if value > 0 else self.low
        return self.begin + (power - self.low) / (self.high - self.low) * (self.end - self.begin)

    @property
    def ticks(self):
        """Round values within the axis: powers of ten, and on a short one also their doubles and fives."""
        steps = (1,) if self.high - self.low > 3.5 else (1, 2, 5)
        values = [step * 10.0**power for power in range(math.floor(self.low), math.ceil(self.high) + 1) for step in steps]
        return [value for value in values if self.low - 1e-9 <= math.log10(value) <= self.high + 1e-9]


def text(x, y, words, anchor="start", color=INK, weight="normal"):
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='{color}' font-weight='{weight}'>{escape(words)}</text>"


def line(x1, y1, x2, y2, color=GRID, width=1, dash=""):
    dashed = f" stroke-dasharray='{dash}'" if dash else ""
    return f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{color}' stroke-width='{width}'{dashed}/>"


def picture(height, title, parts):
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' height='{height}' role='img' "
        f"aria-label='{escape(title, quote=True)}' {FONT}>")
    paper = f"<rect width='{WIDTH}' height='{height}' fill='{PAPER}'/>"
    return "\n".join([head, paper, text(16, 24, title, weight="bold"), *parts, "</svg>", ""])


def bars(title, rows):
    """Horizontal bars.

    `rows` are name, value, least, most, colour; a bar's whisker goes from least to most.
    """
    left, right, top, step = 210, WIDTH - 60, 56, 26
    bottom = top + step * len(rows)
    axis = Axis([value for _, value, least, most, _ in rows for value in (value, least, most)], left, right)
    parts = []
    for tick in axis.ticks:
        parts.append(line(axis.at(tick), top - 6, axis.at(tick), bottom))
        parts.append(text(axis.at(tick), top - 12, label(tick), "middle"))
    for place, (name, value, least, most, color) in enumerate(rows):
        y = top + step * place
        parts.append(text(left - 10, y + 16, name, "end", weight="bold" if color == OWN else "normal"))
        parts.append(
            f"<rect x='{left}' y='{y + 4}' width='{max(1, axis.at(value) - left):.1f}' height='{step - 9}' fill='{color}'/>")
        parts.append(line(axis.at(least), y + step / 2, axis.at(most), y + step / 2, INK, 1.5))
        parts.append(text(max(axis.at(value), axis.at(most)) + 6, y + 16, f"{value:.3g}"))
    keys = ((OWN, "Martlet: fsync before it acknowledges"), (STORED, "stores messages"), (PASSING, "stores nothing"))
    x = 16
    for color, words in keys:
        parts.append(f"<rect x='{x}' y='{bottom + 14}' width='12' height='12' fill='{color}'/>")
        parts.append(text(x + 18, bottom + 25, words))
        x += 40 + 7 * len(words)
    return picture(bottom + 42, title, parts)


def lines(title, across, upward, series):
    """Lines on two logarithmic axes.

    `series` are name, points and whether the last point lies beyond what the system can do.
    """
    left, right, top, bottom = 70, WIDTH - 230, 56, 400
    xs = Axis([x for _, points, _ in series for x, _ in points], left, right, is_tight=True)
    ys = Axis([y for _, points, _ in series for _, y in points], bottom, top, is_tight=True)
    parts = [line(left, bottom, right, bottom, INK), line(left, top, left, bottom, INK)]
    for tick in xs.ticks:
        parts += [line(xs.at(tick), top, xs.at(tick), bottom), text(xs.at(tick), bottom + 20, label(tick), "middle")]
    for tick in ys.ticks:
        parts += [line(left, ys.at(tick), right, ys.at(tick)), text(left - 8, ys.at(tick) + 4, label(tick), "end")]
    parts += [text((left + right) / 2, bottom + 42, across, "middle"), text(16, top - 12, upward)]
    ends = []
    for place, (name, points, is_beyond) in enumerate(series):
        color = LINES[place % len(LINES)]
        path = " ".join(f"{xs.at(x):.1f},{ys.at(y):.1f}" for x, y in points)
        width = 3 if place == 0 else 1.7
        parts.append(f"<polyline points='{path}' fill='none' stroke='{color}' stroke-width='{width}'/>")
        for number, (x, y) in enumerate(points):
            if is_beyond and number == len(points) - 1:
                parts.append(text(xs.at(x), ys.at(y) + 5, "×", "middle", color, "bold"))
            else:
                parts.append(f"<circle cx='{xs.at(x):.1f}' cy='{ys.at(y):.1f}' r='3' fill='{color}'/>")
        ends.append((ys.at(points[-1][1]), name, color, xs.at(points[-1][0])))
    return picture(bottom + 56, title, parts + names_beside(ends, right + 24, top, bottom))


def names_beside(ends, x, top, bottom):
    """The names of lines beside the plot, near their ends and not upon each other."""
    parts, last = [], top - 16
    room = 16 * len(ends)
    for number, (y, name, color, from_x) in enumerate(sorted(ends)):
        latest = bottom - room + 16 * (number + 1)
        place = min(max(y, last + 16), max(latest, last + 16))
        parts += [line(from_x + 4, y, x - 4, place - 4, color, 0.7, "2 3"), text(x, place, name, color=color)]
        last = place
    return parts
