"""What others may cost a node: attackers, one kind after another, and what a friend notices."""

import os
import statistics
import time

import bounds
import siege
from door import Broken, Door

# Links of which a friend hears before an attack.
CALM_LINKS = 20


class Attack:
    """`orders`: what processes of attackers are told; seconds of a whole run, and a short one."""

    def __init__(self, name, orders, seconds, short, work=None):
        self.name, self.orders = name, orders
        self.seconds, self.short = seconds, short
        self.work = work or hear


def budget(world, dice, rounds):
    """Attackers, one kind after another, at a node that has a friend; what they take is told."""
    world.load.rest()
    friend = dice.choice(world.nodes)
    besieged = siege.Siege(world, friend)
    try:
        for attack in ATTACKS:
            if attack.name in (world.attacks or [attack.name]):
                rounds.more()
                attack_once(world, besieged, attack)
    finally:
        besieged.end()
    world.settle()


def attack_once(world, besieged, attack):
    figures, node = world.figures, besieged.node
    seconds = attack.seconds if world.is_thorough else attack.short
    besieged.start_anew()
    trial = Trial(besieged, seconds, figures)
    trial.calm = siege.hears_of_links(besieged, CALM_LINKS)
    trial.rest = siege.resident(node)
    jobs = []
    try:
        for order in attack.orders:
            jobs.append(siege.Job(besieged, order, seconds))
        trial.jobs, trial.gauge = jobs, siege.Gauge(besieged, jobs)
        attack.work(trial)
        trial.gauge.end()
        trial.peak = node.memory() if node.runs else 0
        trial.judge(attack.name)
    except Broken as error:
        figures.breaks(bounds.RUNS, f"{attack.name}: {error}", node.log)
    finally:
        for job in jobs:
            job.stop()
    figures.add("attacks")


class Trial:
    """One attack and what is seen of it."""

    def __init__(self, besieged, seconds, figures):
        self.siege, self.seconds, self.figures = besieged, seconds, figures
        self.extra = []
        self.done = []

    def go(self):
        for job in self.jobs:
            job.go()

    def end_jobs(self):
        self.done = [job.end() for job in self.jobs]
        # Who falls over their own feet shows nothing.
        if not all(self.done):
            self.breaks(bounds.DONE, "an attacker ended without a word")

    def breaks(self, claim, found):
        self.figures.breaks(claim, found, self.siege.node.log)

    def judge(self, name):
        node, gauge = self.siege.node, self.gauge
        if not node.runs:
            self.breaks(bounds.RUNS, f"{name}: {node.last_words()}")
            return
        bounds.takes_little(self.figures, name, self.peak - self.rest, node.log)
        said = [f"{self.peak - self.rest:.0f} MiB above {self.rest:.0f}"]
        if gauge.is_stopped:
            said[0] += " (ended there)"
        if gauge.heard:
            heard = statistics.median(gauge.heard)
            bounds.is_as_quick(self.figures, name, self.calm, heard, node.log)
            said.append(
                f"a friend hears after {heard * 1000:.0f} ms (p50 of {len(gauge.heard)}),"
                f" {self.calm * 1000:.0f} when it is calm")
        self.figures.sample("the API in an attack", max(gauge.answers) * 1000)
        said.append(
            f"the API answers after {statistics.median(gauge.answers) * 1000:.0f} ms (p50),"
            f" {max(gauge.answers) * 1000:.0f} at most")
        said.append(f"{gauge.computed:.1f} s computed")
        sent = sum(done.get("sent", 0) for done in self.done) / (1 << 20)
        if sent >= 1:
            said.append(f"{sent:,.0f} MiB sent")
        calls = sum(done.get("calls", 0) for done in self.done)
        if calls:
            said.append(f"{calls:,} calls")
        said.append(f"load {os.getloadavg()[0]:.1f}")
        self.figures.note(f"{name}: " + "; ".join(said + self.extra))


# --- What is done meanwhile, and looked at besides


def hear(trial):
    """A friend hears of links as long as it lasts."""
    trial.gauge.begin(trial.gauge.hear)
    trial.go()
    trial.end_jobs()


def come_through(trial):
    """The first holds sockets, the second means well."""
    trial.gauge.begin(trial.gauge.hear)
    trial.jobs[0].go()
    time.sleep(0.5)
    trial.jobs[1].go()
    done = trial.jobs[1].end()
    trial.jobs[0].stop()
    bounds.all_come_through(trial.figures, done["tried"], done["through"], trial.siege.node.log)
    slowest = f", after {done['slowest']:.1f} s at most" if done["slowest"] else ""
    trial.extra.append(
        f"{done['through']} of {done['tried']} handshakes got through{slowest},"
        f" {done['at_once']} at the first try")


def crowd(trial):
    """The friend's node starts while somebody's devices hold as many links as they are given."""
    world, besieged = trial.siege.world, trial.siege
    besieged.friend.end()
    trial.go()
    time.sleep(trial.seconds)
    began = time.monotonic()
    world.start_again(besieged.friend)
    is_linked = False
    while not is_linked and time.monotonic() - began < bounds.LINKED_SECONDS:
        is_linked = besieged.is_linked()
        time.sleep(0.02)
    took = time.monotonic() - began
    held = besieged.links(trial.jobs[0].said["attacker"])
    bounds.is_let_in(trial.figures, is_linked, held, besieged.node.log)
    trial.extra.append(
        f"the attacker holds {held} links, the friend is "
        + (f"linked after {took:.1f} s" if is_linked else f"not linked after {took:.0f} s"))
    if is_linked:
        trial.gauge.begin(trial.gauge.hear)
        time.sleep(1)
    trial.jobs[0].stop()


def grow(trial):
    """The database is as large as it is, and grows."""
    before = trial.siege.database_mebibytes()
    hear(trial)
    grew = trial.siege.database_mebibytes() - before
    bounds.stays_small(trial.figures, grew, trial.siege.node.log)
    trial.extra.append(f"the database grew by {grew:.0f} MiB in {trial.seconds} s")


def look_who_asks(trial):
    """One has asked, and many do."""
    honest = trial.jobs[0].said["honest"]
    with Door(trial.siege.node.socket) as door:
        was_there = is_asking(door, honest)
        hear(trial)
        is_there = is_asking(door, honest)
    bounds.stays_asked(trial.figures, was_there, is_there, trial.siege.node.log)
    trial.extra.append(
        f"who asked before {'still asks' if is_there else 'was pushed out'}"
        f" after {trial.done[0].get('heard')} others")


def is_asking(door, person):
    return any(asks["person"] == person for asks in door.get("/v1/pending")["items"])


def look_at_history(trial):
    """What has happened before junk comes is told afterwards."""
    with Door(trial.siege.node.socket) as door:
        known = [event["id"] for event in events_behind(door, 0)]
        trial.go()
        trial.end_jobs()
        now = [event["id"] for event in events_behind(door, 0)]
    bounds.stays_told(trial.figures, known, now, trial.siege.node.log)
    trial.extra.append(
        f"{len(set(known) - set(now))} of {len(known)} events wiped by"
        f" {trial.done[0].get('ended')} connections")


def events_behind(door, since):
    """All that are known. Given no time a node may answer none."""
    found = []
    while True:
        page = door.get(f"/v1/events?since={since}&timeout=1&limit=1000")
        found += page
        if not page:
            return found
        since = page[-1]["id"]


EMPTY = {"kind": "empty_parts", "count": 20_000, "sources": [0]}
ATTACKS = [
    Attack("junk from 100", [{"kind": "junk", "count": 100, "sources": range(100)}], 5, 2),
    Attack("junk from 200", [{"kind": "junk", "count": 200, "sources": range(200)}], 5, 2),
    Attack("strangers that pour", [{"kind": "pour", "count": 4, "sources": range(4)}], 5, 2),
    Attack("empty parts", [dict(EMPTY, who="friend", what="run")], 5, 2),
    Attack("empty parts of a stranger", [dict(EMPTY, who="stranger", what="run")], 5, 2),
    Attack("empty frontiers", [dict(EMPTY, who="friend", what="frontier")], 5, 2),
    Attack(
        "reads nothing",
        [{"kind": "reads_nothing", "bytes": 13 << 20, "chains": 64, "sources": [0]}], 5, 2),
    Attack(
        "holds sockets",
        [{"kind": "hold_sockets", "count": 16, "sources": range(4)},
         {"kind": "mean_well", "count": 50, "sources": range(50, 100)}], 15, 6, come_through),
    Attack(
        "many devices", [{"kind": "many_devices", "count": 64, "sources": range(16)}], 4, 3,
        crowd),
    Attack("asks", [{"kind": "ask", "count": 70, "sources": range(2)}], 3, 2, look_who_asks),
    Attack(
        "rejections", [{"kind": "be_rejected", "count": 1100, "sources": range(64)}], 3, 2,
        look_at_history),
    Attack("fills the disk", [{"kind": "fills_disk", "sources": [0]}], 20, 4, grow),
]
