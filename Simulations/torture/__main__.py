"""Real nodes in bad weather; docs/internals/real-processes.md. scripts/torture starts it."""

import argparse
import os
import secrets
import signal
import sys
import threading
import time

import budgets
import clocks
import disks
import floods
import parts
import plants
import siegeplants
from door import Broken
from figures import SHOWN_MAX, Figures
from machine import Machine
from world import World

# What a part needs of the machine, its rounds in a whole run, and its share of the time where that
# is limited. The last takes what is left.
PARTS = {
    "full": (disks.full, "tmpfs", 4, 0), "disk": (disks.disk, "strace", 24, 2),
    "clock": (clocks.clock, "clock", 24, 2), "pause": (parts.pause, None, 10, 1),
    "cut": (parts.cut, "network", 8, 2), "descriptors": (parts.descriptors, "prlimit", 4, 1),
    "flood": (floods.flood, "callers", 4, 2),
    "budget": (budgets.budget, "sodium", len(budgets.ATTACKS), 6),
    "kill": (parts.kill, None, 200, 12),
}
# Agreement, silence and the files of all nodes at the end take about so long.
END_SECONDS = 18


def options():
    parser = argparse.ArgumentParser(
        prog="scripts/torture", description="Kills, starves and confuses real nodes, and looks.")
    parser.add_argument("--kills", type=int, metavar="N", help="so many kill -9 (200)")
    parser.add_argument(
        "--minutes", type=float, metavar="M",
        help="about so long; each part has a share, and one round at least")
    parser.add_argument("--seed", type=int, metavar="S", help="of all that is drawn")
    parser.add_argument(
        "--only", action="append", choices=PARTS, metavar="PART",
        help="one of " + ", ".join(PARTS) + "; may come again")
    parser.add_argument(
        "--attack", action="append", choices=[attack.name for attack in budgets.ATTACKS],
        metavar="NAME", help="of the part budget, one of "
        + ", ".join(attack.name for attack in budgets.ATTACKS) + "; may come again")
    parser.add_argument("--self-test", action="store_true", help="does it notice what is planted?")
    parser.add_argument("--weft", metavar="PATH", help="a built program; else it is built")
    return parser.parse_args()


def torture(world, chosen, began):
    """All parts that were chosen, one after another; full disks beside them, on a node alone."""
    names = possible(world, chosen)
    beside = [name for name in names if name == "full" and len(names) > 1]
    helpers = [Beside(world, name, rounds_of(name, chosen)) for name in beside]
    names = [name for name in names if name not in beside]
    for place, name in enumerate(names):
        seconds = None
        if chosen.minutes:
            left = began + chosen.minutes * 60 - END_SECONDS - time.monotonic()
            shares = sum(PARTS[other][3] or 1 for other in names[place:])
            seconds = max(left, 0) * (PARTS[name][3] or 1) / shares
        work = PARTS[name][0]
        print(f"{name}: {work.__doc__.splitlines()[0]}", flush=True)
        part_began = time.monotonic()
        try:
            work(world, world.dice(name), parts.Budget(rounds_of(name, chosen), seconds))
        except Broken as error:
            world.figures.breaks("a node that runs answers", str(error), world.folder)
        print(f"  {time.monotonic() - part_began:.1f} s", flush=True)
    for helper in helpers:
        helper.end()
    print("the end: agreement, silence, files", flush=True)
    world.look_into_files()
    world.settle(is_last=True)


def possible(world, chosen):
    """The names of the parts that were chosen and can be had here; what cannot is named."""
    names = [name for name in PARTS if name in (chosen.only or PARTS)]
    lacks = world.machine.lacks
    for name in names:
        if PARTS[name][1] in lacks:
            world.figures.leaves_out(name, lacks[PARTS[name][1]])
    return [name for name in names if PARTS[name][1] not in lacks]


def rounds_of(name, chosen):
    if name == "kill" and chosen.kills:
        return chosen.kills
    if name == "budget" and chosen.attack:
        return len(chosen.attack)
    return 1 if name == "full" and chosen.minutes else PARTS[name][2]


class Beside(threading.Thread):
    """A part that runs beside the others."""

    def __init__(self, world, name, rounds):
        super().__init__(daemon=True)
        self.failure = None
        self.work = lambda: PARTS[name][0](world, world.dice(name), parts.Budget(rounds, None))
        print(f"{name}, beside the others: {PARTS[name][0].__doc__.splitlines()[0]}", flush=True)
        self.start()

    def run(self):
        try:
            self.work()
        except BaseException as failure:  # Also SystemExit: it is told when all is over.
            self.failure = failure

    def end(self):
        self.join()
        if self.failure:
            raise self.failure


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    chosen = options()
    seed = chosen.seed if chosen.seed is not None else secrets.randbelow(1_000_000)
    folder = os.environ["TORTURE_FOLDER"]
    program = os.environ["TORTURE_WEFT"]
    machine = Machine(folder)
    figures = Figures()
    began = time.monotonic()
    print(f"torture: seed {seed}, {program}", flush=True)
    for thing, why in machine.lacks.items():
        print(f"  not on this machine: {thing}: {why}", flush=True)
    world = World(folder, program, machine, figures, seed, is_thorough=not chosen.minutes)
    world.attacks = chosen.attack
    if chosen.self_test:
        sys.exit(plants.check(world, plants.PLANTS + siegeplants.PLANTS))
    try:
        world.make()
        torture(world, chosen, began)
    finally:
        world.end()
        print(f"\nin {time.monotonic() - began:.0f} s, with seed {seed}:")
        report(figures, chosen, seed)
    if figures.broken:
        open(os.path.join(folder, "keep"), "w").close()
    sys.exit(1 if figures.broken else 0)


def report(figures, chosen, seed):
    print("\n".join(figures.table()))
    for note in figures.notes:
        print(f"  {note}")
    for part, why in figures.left_out:
        print(f"  left out: {part}: {why}")
    for claim, found, look in figures.broken[:SHOWN_MAX]:
        print(f"BROKEN {claim}\n  found: {found}\n  look at: {look}")
    if figures.broken:
        only = "".join(f" --only {part}" for part in chosen.only or [])
        print(f"{len(figures.broken)} claims broken; again: scripts/torture --seed {seed}{only}"
              " (the same choices, other moments)", flush=True)


if __name__ == "__main__":
    main()
