"""Charts of what the benchmark measured, as SVG; compare calls it.

One file each, with nothing from elsewhere. Colours are middling, so that they are read on light and on
dark alike, and change a little where the reader's system is dark.
"""

import math
from xml.sax.saxutils import escape

import bench_table

STYLE = """
text { font: 12px system-ui, sans-serif; fill: #4a4f57; }
.title { font-size: 17px; font-weight: 600; }
.panel { font-size: 13px; font-weight: 600; }
.small { font-size: 11px; }
.grid { stroke: #9aa0a8; stroke-opacity: .35; }
.floor { fill: #9aa0a8; }
.parse { fill: #c08a2e; }
.classic { fill: #b4554a; }
.ours { fill: #2f7fc1; }
.other { fill: #6fa8d6; }
.hollow { fill-opacity: .2; stroke-width: 1.4; }
.cross { fill: none; stroke-width: 1.8; }
.classic.cross, .classic.hollow { stroke: #b4554a; }
.parse.cross, .parse.hollow { stroke: #c08a2e; }
.floor.cross, .floor.hollow { stroke: #9aa0a8; }
@media (prefers-color-scheme: dark) { text { fill: #c3c8cf; } .ours { fill: #4c9be0; } }
"""
LOW, HIGH = 1, 6  # powers of ten, MB/s
LABEL, BAR, STEP, GAP = 255, 300, 16, 20
VALUE = 62
PANEL = LABEL + BAR + VALUE


class Svg:
    def __init__(self, width, height, title):
        self.size = width, height
        self.parts = [f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>"]

    def text(self, x, y, text, kind="", anchor="start"):
        extra = f' class="{kind}"' if kind else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(text)}</text>')

    def rect(self, x, y, width, height, kind, tip=""):
        tip = f"<title>{escape(tip)}</title>" if tip else ""
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 1):.1f}" height="{height}" rx="1.5" class="{kind}">{tip}</rect>'
        )

    def dot(self, x, y, kind, tip=""):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" class="{kind}"><title>{escape(tip)}</title></circle>')

    def cross(self, x, y, kind, tip):
        path = f"M{x - 3:.1f} {y - 3:.1f}l6 6m0 -6l-6 6"
        self.parts.append(f'<path d="{path}" class="{kind} cross"><title>{escape(tip)}</title></path>')

    def line(self, x1, y1, x2, y2):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="grid"/>')

    def __str__(self):
        width, height = self.size
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">'
        return "\n".join([head] + self.parts + ["</svg>", ""])


def speed_text(rate):
    return f"{rate / 1000:.1f} GB/s" if rate >= 1000 else f"{rate:.0f} MB/s"


def power_text(power):
    """Ten to the power, of megabytes a second."""
    if power < 0:
        return f"{10 ** (power + 3):,} KB/s"
    return f"{10 ** (power - 3):,} GB/s" if power >= 3 else f"{10**power} MB/s"


def kind_of(data, row):
    if row.who == data.libraries[0]:
        return "ours"
    if row.who.startswith(tuple(data.libraries)):
        return "other"
    return {"floor": "floor", "parse": "parse", "extract": "classic"}[row.job]


def shown(data, reply):
    """The rows of a panel, the fastest first; of the library's ways, one shot alone."""
    rows = [data.fixed.get(reply, who) for who in data.fixed.who if not who.endswith(bench_table.WAYS)]
    return sorted((row for row in rows if row), key=lambda row: -row.rate())


def scale(x, width, low, high, value):
    return x + width * (min(max(math.log10(value), low), high) - low) / (high - low)


def panel(svg, data, x, y, reply, rows):
    svg.text(x + LABEL, y, data.fixed.replies[reply][0], "panel")
    top, bottom = y + 8, y + 10 + STEP * len(rows)
    for power in range(LOW, HIGH):
        at = scale(x + LABEL, BAR, LOW, HIGH, 10**power)
        svg.line(at, top, at, bottom)
        svg.text(at, bottom + 12, power_text(power), "small", "middle")
    for i, row in enumerate(rows):
        at = top + 3 + STEP * i
        end = scale(x + LABEL, BAR, LOW, HIGH, row.rate())
        what = "" if row.finds == "right" else " (stopped)" if row.capped else " (wrong)"
        svg.text(x + LABEL - 6, at + 10, row.who + what, anchor="end")
        tip = f"{row.who}: best {speed_text(row.rate())}, median {speed_text(row.rate(row.median))}"
        svg.rect(x + LABEL, at, end - x - LABEL, STEP - 4, kind_of(data, row), tip)
        svg.text(end + 4, at + 10, ("< " if row.capped else "") + speed_text(row.rate()), "small")


def legend(svg, x, y, entries):
    for kind, text in entries:
        svg.rect(x, y - 10, 12, 12, kind)
        svg.text(x + 17, y, text)
        x += 30 + 6.6 * len(text)


def subtitle(data):
    m = data.machine
    return f"{m['processor']}, {m['system']}, {'; '.join(m['compilers'])}, {m['date']}"


def fixed(data):
    replies = list(data.fixed.replies)
    pairs = [replies[i : i + 2] for i in range(0, len(replies), 2)]
    rows = {reply: shown(data, reply) for reply in replies}
    heights = [48 + STEP * max(len(rows[reply]) for reply in pair) for pair in pairs]
    svg = Svg(2 * PANEL + GAP * 2, 90 + sum(heights) + GAP, "Speed of extractors and parsers")
    svg.text(GAP, 26, "Bytes a second, best run, logarithmic: to the right is faster", "title")
    svg.text(GAP, 45, subtitle(data))
    kinds = (
        ("ours", data.libraries[0] + ", the whole extraction"),
        ("other", "other builds of it"),
        ("classic", "extractors that people write"),
        ("parse", "parsers alone, given the answer"),
        ("floor", "floors"),
    )
    legend(svg, GAP, 66, kinds)
    y = 96
    for pair, height in zip(pairs, heights):
        for column, reply in enumerate(pair):
            panel(svg, data, GAP / 2 + column * (PANEL + GAP), y, reply, rows[reply])
        y += height
    return str(svg)


def families(data):
    t = data.families
    first = data.libraries[0]
    classics = [who for who in data.classics() if "simdjson" not in who]
    colours = dict(zip(classics, ("floor", "parse", "classic")))
    low, high, left, width = -1, 6, 330, 640
    svg = Svg(left + width + 40, 138 + STEP * len(t.replies), "Speed on hostile replies")
    svg.text(GAP, 26, f"Bytes a second on hostile replies of {bench_table.number(100000)} bytes, logarithmic", "title")
    svg.text(GAP, 45, subtitle(data))
    legend(svg, GAP, 66, [("ours", first)] + [(colours[who], who) for who in classics])
    svg.text(GAP, 84, "Hollow: stopped, so slower still. A cross: it finds something else, or nothing where there is an answer.")
    top, bottom = 100, 106 + STEP * len(t.replies)
    for power in range(low, high + 1):
        at = scale(left, width, low, high, 10.0**power)
        svg.line(at, top, at, bottom)
        svg.text(at, bottom + 13, power_text(power), "small", "middle")
    for i, reply in enumerate(sorted(t.replies, key=lambda reply: t.get(reply, first).rate())):
        y = top + 10 + STEP * i
        svg.text(left - 8, y + 4, reply, anchor="end")
        for who in classics + [first]:
            row = t.get(reply, who)
            kind = "ours" if who == first else colours[who]
            at = scale(left, width, low, high, row.rate())
            tip = f"{who}: {speed_text(row.rate())}"
            if row.finds in ("other", "none"):
                svg.cross(at, y, kind, tip)
            else:
                svg.dot(at, y, kind + (" hollow" if row.capped else ""), tip)
    return str(svg)
