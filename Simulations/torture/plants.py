"""Does a run notice what it is there for? Each claim is shown something in which it does not hold.

What is planted lies around the nodes, never in the program. Before, the claim must hold.
"""

import contextlib
import os
import signal
import sqlite3
import sys
import threading
import time

import claims
import clocks
import disks
import floods
import parts
from figures import Figures
from load import HASTE, Load, Writer
from machine import started
from node import Node, Tracer


def check(world, all_plants):
    """Plants everything, one after another. Returns the exit code: 1 when something was missed."""
    missed = 0
    try:
        world.make()
        world.load.work(3)
        hermit = Hermit(world)
        for plant, needs in all_plants:
            claim, what = plant.__doc__.strip().split(": ", 1)
            if needs and not world.machine.has(needs):
                print(f"left out: {what}: {world.machine.lacks[needs]}", flush=True)
                continue
            before, after = Figures(), Figures()
            before.is_silent = after.is_silent = True
            plant(world, hermit, before, after)
            is_found = claim in [broken[0] for broken in after.broken]
            if before.broken:
                missed += 1
                print(f"FALSE ALARM {claim}: {before.broken[0][1]}", flush=True)
            missed += not is_found
            print(f"{'found' if is_found else 'MISSED'}: {what} ({claim})", flush=True)
        hermit.end()
    finally:
        world.end()
    return 1 if missed else 0


class Hermit:
    """A node without friends, whose disk may go bad."""

    def __init__(self, world):
        self.node = Node("emil", os.path.join(world.folder, "emil"), world.program, world.figures)
        self.node.make()
        self.node.start()
        self.load = Load([
            Writer(self.node, world.words, world.figures, world.dice("emil"), pace=HASTE)])

    @property
    def writers(self):
        return self.load.writers

    def write(self, seconds):
        self.node.gate.set()
        self.load.work(seconds)

    def files(self):
        return {path: open(path, "rb").read() for path in self.node.database_files()}

    def put_back(self, files):
        """Other bytes in the same files: the node does not take them for copies."""
        for path in self.files():
            with open(path, "r+b") as file:
                file.truncate(0)
                file.write(files.get(path, b""))

    def end(self):
        self.load.end()
        self.node.end()


def lost_writes(world, hermit, before, after):
    """what was acknowledged is there: a disk that goes back in time"""
    node = hermit.node
    hermit.write(1)
    node.kill()
    former = hermit.files()
    node.start()
    claims.nothing_is_lost(node, hermit.writers, before, is_whole=True)
    hermit.write(1)
    node.kill()
    hermit.put_back(former)
    node.start()
    claims.nothing_is_lost(node, hermit.writers, after, is_whole=True)


def lying_sync(world, hermit, before, after):
    """what was acknowledged is there: a disk that says yes to a sync, and loses power"""
    node = hermit.node
    hermit.write(0.3)
    node.end()
    node.start()
    hermit.write(0.3)
    claims.nothing_is_lost(node, hermit.writers, before, is_whole=True)
    tracer = Tracer(node, "fdatasync:retval=0", os.path.join(world.folder, "strace"))
    durable = hermit.files()
    hermit.write(1)
    node.kill()
    tracer.end()
    hermit.put_back(durable)
    node.start()
    claims.nothing_is_lost(node, hermit.writers, after, is_whole=True)


def early_answers(world, hermit, before, after):
    """nothing is acknowledged after a failed sync: answers that come although syncs fail"""
    node, writer = hermit.node, hermit.writers[0]
    log = os.path.join(world.folder, "strace")
    # Syncs that are left out, and told as done, are noted like those that fail.
    tracer = Tracer(node, "fdatasync:retval=0", log)
    writer.recent.clear()
    hermit.write(0.5)
    acknowledged, until = list(writer.recent), time.time()
    failed = tracer.end()
    disks.nothing_after(until, until, acknowledged, node, before)
    disks.nothing_after(failed[0] if failed else until, until, acknowledged, node, after)


def damaged_page(world, hermit, before, after):
    """a database is whole: a page with other bytes"""
    node = hermit.node
    node.end()
    claims.database_is_whole(node, before)
    path = os.path.join(node.data, "weft.sqlite")
    whole = hermit.files()
    for page in range(8, os.path.getsize(path) // 4096, 7):
        with open(path, "r+b") as file:
            file.seek(page * 4096)
            file.write(bytes(range(256)))
    claims.database_is_whole(node, after)
    hermit.put_back(whole)
    node.start()


def refusing_start(world, hermit, before, after):
    """a node starts again: a folder that others may read, which a node refuses"""
    node = hermit.node
    node.end()
    claims.node_starts(node, before)
    node.end()
    os.chmod(node.data, 0o755)
    claims.node_starts(node, after)
    os.chmod(node.data, 0o700)
    node.start()


def foreign_word(world, hermit, before, after):
    """who may not read has not a word: what is for Ana's friends, in a file of who is none"""
    claims.words_stay(world, before)
    word = world.words.new("ana", "friends")
    with open(os.path.join(world.node("dora").home, "state", "found"), "w") as file:
        file.write(f"https://ana.example/{word}")
    claims.words_stay(world, after)
    os.remove(file.name)


def private_word(world, hermit, before, after):
    """who may not read has not a word: what is for Ana alone, in the database of a friend"""
    claims.words_stay(world, before)
    former = change_title(
        world.node("ben"), "ana.example", world.words.new("ana", "private"))
    claims.words_stay(world, after)
    change_title(world.node("ben"), "ana.example", former)


def other_title(world, hermit, before, after):
    """after healing all show the same: a friend who shows another title"""
    ben = world.node("ben")
    claims.nodes_agree(world, before, patience=60)
    change_title(ben, "ana.example", "another")
    claims.nodes_agree(world, after, patience=6)


def change_title(node, site, title):
    """Changes what a column shows of one link that others see as well. The node starts again.

    Returns the former title.
    """
    node.end()
    database = sqlite3.connect(os.path.join(node.data, "weft.sqlite"))
    row = database.execute(
        "SELECT bookmarks.title, bookmarks.object FROM bookmarks"
        " JOIN objects ON objects.id = bookmarks.object"
        " WHERE url LIKE ? AND objects.audience > 1 AND hidden = 0 ORDER BY 2 LIMIT 1",
        (f"%{site}%",)).fetchone()
    database.execute("UPDATE bookmarks SET title = ? WHERE object = ?", (title, row[1]))
    database.commit()
    database.close()
    node.start()
    node.gate.set()
    return row[0]


def deaf_friend(world, hermit, before, after):
    """after healing all show the same: friends who are still cut apart"""
    claims.nodes_agree(world, before, patience=60)
    ana = world.node("ana")
    world.cut(world.ways_of([ana]))
    world.load.work(1)
    claims.nodes_agree(world, after, patience=5)
    world.heal()
    claims.nodes_agree(world, before, patience=120)


def overtaken_edit(world, hermit, before, after):
    """an edit wins over what its editor saw, whatever clocks show: an edit that one member never hears of"""
    page = clocks.shared_page(world)
    dice = world.dice("plants")
    # Everybody has to have the page before somebody edits it.
    claims.nodes_agree(world, before, patience=60)
    clocks.later_edit_wins(world, page, dice, before)
    world.cut(world.ways_of([world.node("ben")]))
    clocks.later_edit_wins(world, page, dice, after, patience=5)
    world.heal()


def chatter(world, hermit, before, after):
    """agreement is quiet: somebody who goes on writing"""
    claims.nodes_agree(world, before, patience=120)
    claims.nodes_are_quiet(world, before, patience=90)
    world.load.go()
    claims.nodes_are_quiet(world, after, patience=9)
    world.load.rest()


def busy_process(world, hermit, before, after):
    """a node without descriptors rests: a process that computes for nothing"""
    parts.node_rests(hermit.node, before)
    busy = Node("busy", world.folder, "", world.figures)
    busy.process = started([sys.executable, "-c", "while True: pass"])
    parts.node_rests(busy, after)
    busy.kill()


def slow_friend(world, hermit, before, after):
    """in a flood a friend hears at most twice as late, or within 10 ms: a friend who stands still most of the time"""
    writer, reader = world.pairs()[0]
    claims.nodes_agree(world, before, patience=120)
    calm = floods.hears_of_links(world, writer, reader, "calm")
    floods.is_as_quick(before, writer, reader, calm, calm)
    with stands_still(reader):
        held_up = floods.hears_of_links(world, writer, reader, "held up")
    floods.is_as_quick(after, writer, reader, calm, held_up)


@contextlib.contextmanager
def stands_still(node):
    """It does, most of the time."""
    is_over = threading.Event()

    def hold_up():
        while not is_over.is_set():
            node.process.send_signal(signal.SIGSTOP)
            time.sleep(0.3)
            node.process.send_signal(signal.SIGCONT)
            time.sleep(0.05)

    holder = threading.Thread(target=hold_up, daemon=True)
    holder.start()
    try:
        yield
    finally:
        is_over.set()
        holder.join()


def thin_flood(world, hermit, before, after):
    """a flood is a thousand callers: a node that stands still, so that few get through to it"""
    node = world.pairs()[0][0]
    for figures, patience, command in (before, floods.PATIENCE, None), (after, 3, signal.SIGSTOP):
        if command:
            node.process.send_signal(command)
        callers = floods.Callers(node)
        floods.is_flood(figures, node, callers, patience)
        callers.end()
    node.process.send_signal(signal.SIGCONT)


PLANTS = [
    (lost_writes, None), (lying_sync, "strace"), (early_answers, "strace"), (damaged_page, None),
    (refusing_start, None), (foreign_word, None), (busy_process, None), (chatter, None),
    (slow_friend, None), (thin_flood, "callers"),
    (deaf_friend, "network"), (overtaken_edit, "network"), (private_word, None),
    (other_title, None),
]
