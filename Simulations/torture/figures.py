"""What a run counts, and which claims broke; both end in one table."""

import threading


class Figures:
    """Counts of one run, for several threads."""

    def __init__(self):
        self._lock = threading.Lock()
        self.counts = {}
        self.samples = {}
        self.broken = []
        self.left_out = []
        # Whole sentences for the end: what no count tells.
        self.notes = []
        # Whether what breaks is told at once.
        self.is_silent = False

    def add(self, name, count=1):
        with self._lock:
            self.counts[name] = self.counts.get(name, 0) + count

    def sample(self, name, value):
        with self._lock:
            self.samples.setdefault(name, []).append(value)

    def count(self, name):
        return self.counts.get(name, 0)

    def breaks(self, claim, found, look):
        """`claim` does not hold: what was found, and what to look at."""
        with self._lock:
            self.broken.append((claim, found, look))
        if len(self.broken) <= SHOWN_MAX and not self.is_silent:
            print(f"  BROKEN: {claim}: {found}\n          look at {look}", flush=True)

    def note(self, line):
        """Something to be told at once, and at the end again."""
        self.notes.append(line)
        if not self.is_silent:
            print(f"  {line}", flush=True)

    def leaves_out(self, part, why):
        self.left_out.append((part, why))
        print(f"  left out: {part}: {why}", flush=True)

    def percentile(self, name, percent):
        """The sample below which so many of a hundred lie; None without samples."""
        values = sorted(self.samples.get(name, []))
        return values[min(len(values) - 1, len(values) * percent // 100)] if values else None

    def table(self):
        """Lines of the table; a kind that never came about says so, with the count 0."""
        others = sorted(name for name in self.counts if name not in COUNTED)
        lines = [(name, f"{self.count(name):,}") for name in COUNTED + others]
        for name, unit in SAMPLED:
            if name not in self.samples:
                lines.append((name, "none"))
                continue
            shape = "{:,.0f}" if unit in ("ms", "/s") else "{:.1f}"
            middle, late, most = (
                shape.format(self.percentile(name, percent)) for percent in (50, 99, 100))
            lines.append(
                (name, f"p50 {middle}, p99 {late}, max {most} {unit}"
                 f" of {len(self.samples[name]):,}"))
        width = max(len(name) for name, _ in lines)
        return [f"  {name:<{width}}  {value}" for name, value in lines]


# Of a claim that breaks a thousand times the first ones tell enough.
SHOWN_MAX = 20
COUNTED = [
    "kills", "kills at a call", "kills in a start", "ends in good order", "acknowledged", "refused",
    "unanswered", "read again", "lost", "databases looked through", "corrupt",
    "injected errors", "clock shifts", "pauses", "partitions", "disks full", "descriptors used up",
    "floods", "callers who proved nothing", "attacks",
    "words at those who may read", "words at those who may not",
]
SAMPLED = [("restart to ready", "ms"), ("back to writing", "s"), ("convergence", "s"),
           ("quiet after", "s"), ("a friend hears of a link", "ms"),
           ("the same in a flood", "ms"), ("callers in a flood", "/s"),
           ("memory in a flood", "MiB"), ("the same in an attack", "ms"),
           ("the API in an attack", "ms"), ("memory in an attack", "MiB")]
