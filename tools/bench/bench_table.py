"""What the benchmark measured, read back, and written as Markdown; compare calls it."""

import json

LARGE = ("compact", "pretty", "strings", "numbers")
PEERS_OF_NOTE = ("simdjson DOM", "simdjson DOM, AVX2", "yyjson", "cJSON", "jansson", "python3 json.loads", "node JSON.parse")
FED = ", fed a byte a call"
PARTS = ", fed 4 KB a call"
ANY = ", repeated names not looked for"
WAYS = (FED, PARTS, ANY)

# Goals, after the kind of build: share of another contestant's bytes a second, a reply each.
AGAINST = {
    "portable": {
        ("prose", "byte-table skip loop"): 0.9,
        ("reasoning", "yyjson"): 0.9,
        ("chat", "yyjson"): 0.4,
        ("compact", "yyjson"): 0.6,
        ("pretty", "yyjson"): 0.55,
        ("strings", "yyjson"): 0.35,
        ("numbers", "yyjson"): 0.8,
    },
    "sse2": {
        ("prose", "memchr"): 0.4,
        ("reasoning", "yyjson"): 8,
        ("chat", "yyjson"): 1.3,
        ("compact", "yyjson"): 0.9,
        ("pretty", "yyjson"): 0.65,
        ("strings", "yyjson"): 0.45,
        ("numbers", "yyjson"): 0.9,
        ("compact", "simdjson DOM"): 0.8,
        ("pretty", "simdjson DOM"): 0.55,
        ("strings", "simdjson DOM"): 0.35,
        ("numbers", "simdjson DOM"): 1.2,
        ("compact", "simdjson DOM, AVX2"): 0.8,
        ("pretty", "simdjson DOM, AVX2"): 0.55,
        ("strings", "simdjson DOM, AVX2"): 0.35,
        ("numbers", "simdjson DOM, AVX2"): 1.2,
    },
    "avx2": {
        ("prose", "memchr"): 0.9,
        ("reasoning", "yyjson"): 8,
        ("chat", "yyjson"): 1.3,
        ("compact", "yyjson"): 1.2,
        ("pretty", "yyjson"): 1.2,
        ("strings", "yyjson"): 1.2,
        ("numbers", "yyjson"): 1.2,
        ("compact", "simdjson DOM"): 1,
        ("pretty", "simdjson DOM"): 1,
        ("strings", "simdjson DOM"): 1,
        ("numbers", "simdjson DOM"): 1,
        ("compact", "simdjson DOM, AVX2"): 1,
        ("pretty", "simdjson DOM, AVX2"): 1,
        ("strings", "simdjson DOM, AVX2"): 1,
        ("numbers", "simdjson DOM, AVX2"): 1,
    },
}
CJSON = {"portable": 2, "sse2": 4, "avx2": 4}
CLASSIC = 5  # times as fast as each extractor that people write, where it is right
FEED = 4  # a byte at a time takes at most so many times as long
FAMILY_MB = 200
STATE, STACK = 1024, 4096  # bytes


class Row:
    """One contestant on one reply; nanoseconds a run."""

    def __init__(self, fields):
        self.reply, self.who, self.job = fields[:3]
        self.bytes = int(fields[3])
        self.capped = fields[4] == "capped"
        self.rounds = int(fields[5])
        self.best, self.median, self.low, self.high = map(float, fields[6:10])
        self.finds = fields[10]

    def rate(self, ns=None):
        """Megabytes a second, of the best run or one that takes `ns`."""
        return self.bytes * 1000 / max(self.best if ns is None else ns, 0.1)

    def spread(self):
        return (self.high - self.low) / self.median if self.median else 0


class Table:
    """The rows of one file, in their order."""

    def __init__(self, path):
        self.replies, self.rows, self.memory = {}, {}, {}
        self.who, self.names, self.answered = [], [], []
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            kind, *fields = line.split("\t")
            if kind == "reply":
                self.replies[fields[0]] = (fields[1], int(fields[2]))
                if fields[3] == "answered":
                    self.answered.append(fields[0])
            elif kind == "name":
                self.names.append(fields[0])
            elif kind == "memory":
                self.memory[fields[0]] = (int(fields[1]), int(fields[2]))
            elif kind == "row":
                row = Row(fields)
                if row.who not in self.who:
                    self.who.append(row.who)
                self.rows[row.reply, row.who] = row

    def get(self, reply, who):
        return self.rows.get((reply, who))


class Data:
    """What compare left in a folder."""

    def __init__(self, folder):
        self.fixed = Table(folder / "fixed.tsv")
        self.families = Table(folder / "families.tsv")
        self.machine = json.loads((folder / "machine.json").read_text(encoding="utf-8"))
        self.libraries = list(self.fixed.memory)

    def classics(self):
        rows = self.fixed.rows.values()
        ours = tuple(self.libraries)
        return list(dict.fromkeys(r.who for r in rows if r.job == "extract" and not r.who.startswith(ours)))

    def kind(self, library):
        """Which goals a build has: by its name, or by what the processor can."""
        for kind in ("portable", "sse2", "avx2"):
            if kind in library:
                return kind
        if self.machine["machine"] in ("x86_64", "AMD64"):
            return "avx2" if self.machine["avx2"] else "sse2"
        return "sse2"


def number(value):
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


# ---- the parts ----


def about(data):
    m = data.machine
    missing = [w for w in PEERS_OF_NOTE if w not in data.fixed.who]
    lines = [
        "# Benchmark",
        "",
        f"{m['date']}, {m['processor']} ({m['processors']} processors), {m['system']}, {m['libc']}.",
        "Compilers: " + "; ".join(m["compilers"]) + ".",
        "Beside them: " + "; ".join(data.fixed.names) + ".",
    ]
    if missing:
        lines.append("Not here, and left out: " + ", ".join(missing) + ".")
    rounds = max(row.rounds for row in data.fixed.rows.values())
    lines += [
        f"The contestants took turns, {rounds} rounds (fewer where all of one's would take over 2 s). The",
        "load of the machine was " + f"{m['load']:.1f}" + " at the end. Times are processor time. Ratios mean something; figures hold for this",
        "machine alone.",
        "",
    ]
    return "\n".join(lines)


def cell(row):
    if row is None:
        return "–"
    if row.capped:
        return f"< {number(row.rate())}"
    wrong = {"none": " (finds none)", "other": " (finds another)"}.get(row.finds, "")
    return f"{number(row.rate())} / {number(row.rate(row.median))} ± {row.spread() * 50:.0f} %{wrong}"


def speeds(data):
    t = data.fixed
    head = ["MB/s: best / median ± half the middle half"] + [f"{what}" for what, _ in t.replies.values()]
    rows = [[who] + [cell(t.get(reply, who)) for reply in t.replies] for who in t.who]
    return (
        "## Speed\n\nParsers are given the answer's own bytes, and have nothing to find: theirs are the bytes\n"
        "of the answer. `< N`: stopped after a second.\n\n" + table(head, rows)
    )


def ratio(data, reply, library, other):
    """How many times as fast the library is; None where one of them is not there."""
    mine, theirs = data.fixed.get(reply, library), data.fixed.get(reply, other)
    return mine.rate() / theirs.rate() if mine and theirs else None


def median_ratio(data, reply, library, other):
    mine, theirs = data.fixed.get(reply, library), data.fixed.get(reply, other)
    return mine.rate(mine.median) / theirs.rate(theirs.median)


def ratios(data):
    first = data.libraries[0]
    t = data.fixed
    others = [who for who in t.who if not who.startswith(first + ",") and who != first]
    rows = []
    for who in others:
        row = [who]
        for reply in t.replies:
            value = ratio(data, reply, first, who)
            capped = value is not None and t.get(reply, who).capped
            row.append("–" if value is None else ("> " if capped else "") + number(value) + " ×")
        rows.append(row)
    return f"## How many times as fast {first} is\n\nBy the best runs.\n\n" + table(
        ["than"] + [what for what, _ in t.replies.values()], rows
    )


def verdict(good):
    return "met" if good else "**missed**"


def goal_rows(data, library):
    """(figure, goal, value, value by medians, value where repeated names are not looked for, met)"""
    kind = data.kind(library)
    pairs = [(reply, who, goal) for (reply, who), goal in AGAINST[kind].items()]
    pairs += [(reply, "cJSON", CJSON[kind]) for reply in data.fixed.replies]
    for who in data.classics():
        if "simdjson" not in who:  # the goal is of what people write
            rows = ((reply, data.fixed.get(reply, who)) for reply in data.fixed.answered)
            pairs += [(reply, who, CLASSIC) for reply, row in rows if row.finds == "right"]
    for reply, who, goal in pairs:
        value = ratio(data, reply, library, who)
        if value is not None:
            yield (
                f"{data.fixed.replies[reply][0]}: ÷ {who}",
                f"≥ {goal}",
                number(value),
                number(median_ratio(data, reply, library, who)),
                number(ratio(data, reply, library + ANY, who)),
                value >= goal,
            )
    for reply, (what, _) in data.fixed.replies.items():
        mine, fed = data.fixed.get(reply, library), data.fixed.get(reply, library + FED)
        value = fed.best / mine.best
        yield (
            f"{what}: a byte a call, times one shot",
            f"≤ {FEED}",
            number(value),
            number(fed.median / mine.median),
            "–",
            value <= FEED,
        )


def other_goals(data, library):
    if data.kind(library) != "portable":
        slowest = min(
            (row for (_, who), row in data.families.rows.items() if who == library), key=Row.rate
        )
        yield (
            f"slowest hostile family, MB/s (`{slowest.reply}`)",
            f"≥ {FAMILY_MB}",
            number(slowest.rate()),
            number(slowest.rate(slowest.median)),
            "–",
            slowest.rate() >= FAMILY_MB,
        )
    state, stack = data.fixed.memory[library]
    yield ("state, bytes", f"< {STATE}", str(state), "–", "–", state < STATE)
    yield ("stack, bytes, on the deepest of the replies", f"≤ {STACK}", str(stack), "–", "–", stack <= STACK)


def goals(data):
    text = "## Goals\n\n"
    for library in data.libraries:
        rows = list(goal_rows(data, library)) + list(other_goals(data, library))
        met = sum(row[-1] for row in rows)
        text += f"### {library}, as {data.kind(library)}: {met} of {len(rows)} met\n\n"
        text += table(
            ["figure", "goal", "best", "median", "repeated names not looked for", ""],
            [list(row[:-1]) + [verdict(row[-1])] for row in rows],
        )
        text += "\n"
    return text


def family_cell(row, mine):
    if row is None:
        return "–"
    times = row.best / mine.best
    wrong = {"none": ", finds none", "other": ", finds another"}.get(row.finds, "")
    return ("> " if row.capped else "") + number(times) + " ×" + wrong


def family_table(data):
    t = data.families
    first = data.libraries[0]
    classics = data.classics()
    head = ["family"] + [f"{library}, MB/s" for library in data.libraries]
    head += ["a byte a call, times one shot"] + classics
    rows = []
    for reply in t.replies:
        mine = t.get(reply, first)
        fed = t.get(reply, first + FED)
        cells = [number(t.get(reply, library).rate()) for library in data.libraries]
        cells += [number(fed.best / mine.best)]
        cells += [family_cell(t.get(reply, who), mine) for who in classics]
        rows.append(["`` " + reply.replace("|", "\\|") + " ``"] + cells)
    length = max(length for _, length in t.replies.values())
    return (
        f"## Hostile replies\n\nOf about {length:,} bytes each. The extractors that people write: how many times"
        f"\nas long as {first} they take; `> N ×` where they were stopped\n"
        "after a tenth of a second. What they find is compared with\n"
        "what it finds.\n\n" + table(head, rows)
    )


def markdown(data):
    return "\n".join([about(data), goals(data), speeds(data), ratios(data), family_table(data)])
