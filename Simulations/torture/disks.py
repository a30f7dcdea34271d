"""Disks that fail: calls that end with an error (strace), and a disk that is full (tmpfs)."""

import os
import time

import claims
from door import Broken, Door
from load import HASTE, Load, Writer
from machine import must, run
from node import Node, NotStarted, Tracer, around_start, injections

KINDS = ["pwrite64:error=EIO", "pwrite64:error=ENOSPC", "fdatasync:error=EIO",
         "fdatasync:error=ENOSPC", "ftruncate:error=EIO", "pread64:error=EIO"]


def disk(world, dice, budget):
    """The nth call fails, or all from the nth on; also in a start. Nothing acknowledged is lost."""
    while budget.more():
        node = dice.choice(world.nodes)
        kind = KINDS[(budget.done - 1) % len(KINDS)]
        most = {"pwrite64": 60, "fdatasync": 6, "ftruncate": 1, "pread64": 12}
        number = dice.randrange(1, most[kind.split(":")[0]] + 1)
        when = f"{kind}:when={number}" + dice.choice(["", "+"])
        world.load.go()
        roll = dice.random()
        if roll < 0.25:
            fail_start(world, node, kind, when)
        else:
            fail_running(world, node, kind, when, waits=budget.done % 4 == 0)
        if not node.runs:
            node.kill()
            if not world.start_again(node):
                return
    world.settle()


def fail_running(world, node, kind, when, waits):
    """Injects into a node that serves. `waits`: it must come back by itself, without a restart."""
    figures = world.figures
    log = os.path.join(world.folder, "strace")
    tracer = Tracer(node, when, log)
    time.sleep(1.2)
    acknowledged = [pair for writer in world.load.of(node) for pair in list(writer.recent)]
    until = time.time()
    failed = tracer.end()
    count_injected(figures, kind, failed)
    if kind.startswith("fdatasync") and when.endswith("+") and failed:
        nothing_after(failed[0], until, acknowledged, node, figures)
    if not waits or not failed or not node.runs:
        # The next start finds what the failure left.
        with world.silenced(node):
            node.kill()
        return
    began = time.monotonic()
    if writes_again(node, world.load.of(node), 30):
        figures.sample("back to writing", time.monotonic() - began)
        with world.silenced(node):
            claims.nothing_is_lost(node, world.load.of(node), figures, is_whole=False)
    elif node.runs:
        figures.breaks(
            "a node writes again when its disk is mended", f"{node.name}: not in 30 s", node.log)


def nothing_after(failed, until, acknowledged, node, figures):
    """While every sync fails nothing is acknowledged that was asked for after the first failure."""
    late = [pair for pair in acknowledged if pair[0] > failed and pair[1] < until]
    if late:
        figures.breaks(
            "nothing is acknowledged after a failed sync", f"{node.name}: {len(late)} answers",
            node.log)


def writes_again(node, writers, patience):
    for writer in writers:
        writer.recent.clear()
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline and node.runs:
        if any(writer.recent for writer in writers):
            return True
        time.sleep(0.02)
    return False


def fail_start(world, node, kind, when):
    """Injects from the first call of a start on: it starts, or ends with a reason."""
    with world.silenced(node):
        node.kill()
        log = os.path.join(world.folder, "strace")
        if os.path.exists(log):
            os.remove(log)
        node.spawn(around=around_start(when, log))
        node.wait_until_ready(patience=4)
        node.kill()
        failed = injections(log)
        count_injected(world.figures, kind, failed)
        world.figures.add("starts with errors", 1 if failed else 0)


def count_injected(figures, kind, failed):
    figures.add("injected errors", len(failed))
    figures.add(f"injected {kind}", len(failed))


# --- full


def full(world, dice, budget):
    """A node on a disk of 1 MiB: it fills up, answers, is killed there, and goes on with room."""
    while budget.more():
        place = os.path.join(world.folder, f"disk{budget.done}")
        os.makedirs(place, mode=0o700)
        must(["mount", "-t", "tmpfs", "-o", "size=9m,mode=0700", "tmpfs", place])
        node = Node("emil", os.path.join(place, "emil"), world.program, world.figures)
        try:
            fill(world, node, place, dice)
        finally:
            if node.runs:
                node.end()
            run(["umount", place])


def fill(world, node, place, dice):
    figures = world.figures
    ballast = os.path.join(place, "ballast")
    with open(ballast, "wb") as file:
        file.write(bytes(8 << 20))
    node.make()
    if not claims.node_starts(node, figures):
        return
    load = Load([
        Writer(node, world.words, figures, dice, pace=HASTE, audiences=["private", "friends"])])
    try:
        node.gate.set()
        load.go()
        if not refused_for_room(node):
            figures.breaks("a full disk is told", f"{node.name}: no reason in 60 s", node.log)
            return
        figures.add("disks full")
        answers_while_full(node, figures)
        if dice.random() < 0.5:
            # Killed while it is full; it may refuse to start there, and must start with room.
            node.kill()
            figures.add("kills")
            node.spawn()
            came = node.wait_until_ready(patience=10)
            figures.add("starts on a full disk" if came else "no start on a full disk")
            if came:
                node.gate.set()
        load.rest()
        os.remove(ballast)
        if not node.runs:
            node.start()
        node.gate.set()
        load.go()
        began = time.monotonic()
        if writes_again(node, load.writers, 30):
            figures.sample("back to writing", time.monotonic() - began)
        else:
            figures.breaks("a node writes again when there is room", f"{node.name}: no", node.log)
        load.rest()
        claims.nothing_is_lost(node, load.writers, figures, is_whole=True)
        node.kill()
        claims.database_is_whole(node, figures)
    except NotStarted as error:
        figures.breaks("a node starts again", str(error), node.log)
    finally:
        load.end()


def refused_for_room(node):
    deadline = time.monotonic() + 60
    with Door(node.socket) as door:
        while time.monotonic() < deadline:
            try:
                if "space" in door.get("/v1/status").get("read_only_reason", ""):
                    return True
            except Broken:
                return False
            time.sleep(0.02)
    return False


def answers_while_full(node, figures):
    try:
        with Door(node.socket) as door:
            door.get("/v1/bookmarks?limit=50")
            door.get("/v1/bookmarks?q=tag:t1&limit=50")
    except Broken as error:
        figures.breaks("who asks is answered on a full disk", f"{node.name}: {error}", node.log)
