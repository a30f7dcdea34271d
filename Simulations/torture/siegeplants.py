"""Does the part "budget" notice what it is there for? Plants around a besieged node."""

import functools
import os
import signal
import statistics
import sys
import time

import bounds
import budgets
import siege
from door import Door
from machine import started
from node import Node
from plants import stands_still
from wirepeer import Device, Person, Wire, agreement_in

# What is taken in bytes, and in MiB what is written, so that both are too much.
TAKEN = 200 << 20
WRITTEN = 300


def in_siege(plant):
    """Gives it a node with a friend, and takes both away."""
    @functools.wraps(plant)
    def planted(world, _, before, after):
        besieged = siege.Siege(world, world.node("ben"))
        try:
            besieged.start_anew()
            plant(besieged, before, after)
        finally:
            besieged.end()
    return planted


def hungry_process(world, _, before, after):
    """an attack takes at most 96 MiB: a process that takes 200 MiB"""
    hungry = Node("hungry", world.folder, "", world.figures)
    hungry.process = started([
        sys.executable, "-c",
        f"import time; time.sleep(1); all = b'x' * {TAKEN}; time.sleep(60)"])
    time.sleep(0.5)
    rest = siege.resident(hungry)
    bounds.takes_little(before, "planted", hungry.memory() - rest, hungry.log)
    time.sleep(1.5)
    bounds.takes_little(after, "planted", hungry.memory() - rest, hungry.log)
    hungry.kill()


@in_siege
def late_friend(besieged, before, after):
    """in an attack a friend hears at most twice as late, or within 10 ms: a friend who stands still most of the time"""
    calm = siege.hears_of_links(besieged, 10)
    bounds.is_as_quick(before, "planted", calm, calm, besieged.node.log)
    with stands_still(besieged.friend):
        gauge = siege.Gauge(besieged, [])
        gauge.begin(gauge.hear)
        time.sleep(3)
        gauge.end()
    heard = statistics.median(gauge.heard)
    bounds.is_as_quick(after, "planted", calm, heard, besieged.node.log)


@in_siege
def deaf_node(besieged, before, after):
    """who means well gets through within 5 s, whoever holds sockets: a node that stands still"""
    order = {"kind": "mean_well", "count": 4, "sources": range(4)}
    for figures, signals in (before, []), (after, [signal.SIGSTOP, signal.SIGCONT]):
        job = siege.Job(besieged, order, 1)
        for stop in signals[:1]:
            besieged.node.process.send_signal(stop)
        job.go()
        done = job.end()
        for go_on in signals[1:]:
            besieged.node.process.send_signal(go_on)
        bounds.all_come_through(figures, done["tried"], done["through"], besieged.node.log)


@in_siege
def absent_friend(besieged, before, after):
    """a friend is linked, however many devices somebody has: a friend whose node stands still"""
    bounds.is_let_in(before, besieged.is_linked(), 0, besieged.node.log)
    besieged.friend.process.send_signal(signal.SIGSTOP)
    besieged.node.kill()
    besieged.node.start()
    time.sleep(3)
    bounds.is_let_in(after, besieged.is_linked(), 0, besieged.node.log)
    besieged.friend.process.send_signal(signal.SIGCONT)


@in_siege
def long_file(besieged, before, after):
    """what one person writes takes at most 256 MiB and a tenth: 300 MiB beside a database"""
    was = besieged.database_mebibytes()
    bounds.stays_small(before, besieged.database_mebibytes() - was, besieged.node.log)
    path = os.path.join(besieged.node.data, "weft.sqlite-planted")
    with open(path, "wb") as file:
        file.truncate(WRITTEN << 20)
    bounds.stays_small(after, besieged.database_mebibytes() - was, besieged.node.log)
    os.remove(path)


@in_siege
def declined_asker(besieged, before, after):
    """who asks is not pushed out by who asks from another address: somebody whose asking was declined"""
    node, person = besieged.node, Person()
    host, port = node.listen.rsplit(":", 1)
    wire = Wire(
        Device(person), (host, int(port)), agreement_in(node.ticket), besieged.source(0))
    wire.greet()
    with Door(node.socket) as door:
        bounds.stays_asked(before, True, budgets.is_asking(door, person.name), node.log)
        door.ask("DELETE", f"/v1/pending/{person.name}")
        bounds.stays_asked(after, True, budgets.is_asking(door, person.name), node.log)
    wire.close()


@in_siege
def new_history(besieged, before, after):
    """junk wipes nothing from the history of events: a node that has started anew since"""
    def ids():
        with Door(besieged.node.socket) as door:
            return [event["id"] for event in budgets.events_behind(door, 0)]

    known = ids()
    bounds.stays_told(before, known, ids(), besieged.node.log)
    besieged.start_anew()
    bounds.stays_told(after, known, ids(), besieged.node.log)


PLANTS = [
    (plant, "sodium") for plant in (
        hungry_process, late_friend, deaf_node, absent_friend, long_file, declined_asker,
        new_history)]
