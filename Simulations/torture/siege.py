"""A node that is attacked, a friend of its in the world, and what is measured of it meanwhile."""

import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import threading
import time

import floods
from door import Broken, Door
from machine import must, started
from node import Node
from world import add_friend, asked, free_port, until
from wirepeer import agreement_in

HERE = os.path.dirname(os.path.abspath(__file__))
# A link that a friend has not heard of by then counts as heard of after so long, in seconds.
HEARD_MAX = 30.0
# An attack ends before its time when the node has so many MiB: others need some too.
MEMORY_END = 4096
NUMBERS = itertools.count()


class Siege:
    """A fifth node, whose files are nobody's once it is over. Attackers come from 10.78.0.0/16."""

    def __init__(self, world, friend):
        self.world = world
        self.friend = friend
        self.node = Node("vera", os.path.join(world.folder, "vera"), world.program, world.figures)
        self.is_apart = world.machine.has("network")
        if self.is_apart:
            must(["ip", "route", "replace", "local", "10.78.0.0/16", "dev", "lo"])
            world.settle_in_network(self.node, len(world.holders) + 1)
        else:
            self.node.listen = f"127.0.0.1:{free_port()}"
        self.node.make()
        self.node.start()
        me = Door(self.node.socket).get("/v1/me")
        self.node.person, self.node.ticket = me["person"], me["ticket"]
        add_friend(self.node, friend)
        add_friend(friend, self.node)

    def source(self, number):
        """The nth address that attackers come from."""
        return f"10.78.0.{number + 1}" if self.is_apart else f"127.0.1.{number + 1}"

    def start_anew(self):
        """So that nothing of an attack is there in the next one."""
        if not self.friend.runs:
            self.world.start_again(self.friend)
        self.node.kill()
        self.node.start()
        until("a node and its friend are linked", self.is_linked, 60)

    def links(self, person):
        """How many links with somebody the node shows."""
        with Door(self.node.socket, patience=HEARD_MAX) as door:
            peers = door.get("/v1/status")["peers"]
        return sum(
            peer.get("person") == person and peer["state"] != "closed" for peer in peers)

    def is_linked(self):
        with Door(self.node.socket, patience=HEARD_MAX) as door:
            peers = door.get("/v1/status")["peers"]
        return any(
            peer.get("person") == self.friend.person and peer["state"] == "in sync"
            for peer in peers)

    def database_mebibytes(self):
        return sum(os.path.getsize(path) for path in self.node.database_files()) / (1 << 20)

    def end(self):
        self.node.kill()
        with Door(self.friend.socket) as door:
            asked(door, "DELETE", f"/v1/friends/{self.node.person}", None)
        shutil.rmtree(self.node.home, ignore_errors=True)


class Job:
    """A process of attackers (assaults.py), which has been prepared once this is made."""

    def __init__(self, siege, order, seconds):
        host, port = siege.node.listen.rsplit(":", 1)
        order = dict(
            order, host=host, port=int(port), seconds=seconds, person=siege.node.person,
            agreement=agreement_in(siege.node.ticket).hex(),
            sources=[siege.source(number) for number in order["sources"]])
        self.process = started(
            [sys.executable, "-B", os.path.join(HERE, "assaults.py"), json.dumps(order)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        said = self.hear()
        if "ticket" in said:
            with Door(siege.node.socket) as door:
                asked(door, "POST", "/v1/friends", {"ticket": said["ticket"]})
            self.go()
            said = self.hear()
        self.said = said

    def hear(self):
        line = self.process.stdout.readline()
        if not line:
            raise Broken("an attacker could not do what it was told to")
        return json.loads(line)

    def go(self):
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def end(self):
        """What it has done, once it is done."""
        try:
            return self.hear()
        except Broken:
            return {}
        finally:
            self.stop()

    def stop(self):
        self.process.kill()
        self.process.wait()


class Gauge:
    """Threads that look at the node until `end`; delays in seconds.

    heard    from a request at the node until its friend shows the link
    answers  of a question that costs nothing, at its socket
    """

    def __init__(self, siege, jobs):
        self.siege, self.jobs = siege, jobs
        self.heard, self.answers = [], []
        self.is_over = self.is_stopped = False
        self.computed = siege.node.seconds_computed()
        self.threads = []
        for work in (self.look_at_memory, self.ask):
            self.begin(work)

    def begin(self, work):
        self.threads.append(threading.Thread(target=work, daemon=True))
        self.threads[-1].start()

    def hear(self):
        with Door(self.siege.node.socket, HEARD_MAX) as here, \
                Door(self.siege.friend.socket, HEARD_MAX) as there:
            while not self.is_over and self.siege.node.runs:
                self.heard.append(hears_of_link(self.siege, here, there))
                time.sleep(0.02)

    def ask(self):
        with Door(self.siege.node.socket, HEARD_MAX) as door:
            while not self.is_over and self.siege.node.runs:
                began = time.monotonic()
                try:
                    door.get("/v1/me")
                except Broken:
                    pass
                self.answers.append(time.monotonic() - began)
                time.sleep(0.02)

    def look_at_memory(self):
        while not self.is_over and self.siege.node.runs:
            if resident(self.siege.node) > MEMORY_END:
                self.is_stopped = True
                for job in self.jobs:
                    job.stop()
                return
            time.sleep(0.02)

    def end(self):
        self.is_over = True
        for thread in self.threads:
            thread.join(2 * HEARD_MAX)
        if self.siege.node.runs:
            self.computed = self.siege.node.seconds_computed() - self.computed


def hears_of_link(siege, here, there):
    """Seconds from a request at the node until its friend shows the link."""
    tag = f"siege-{next(NUMBERS)}"
    draft = {"url": f"https://siege.example/{tag}", "title": tag, "audience": "friends",
             "tags": [tag]}
    began = time.monotonic()
    try:
        here.ask("POST", "/v1/bookmarks", draft)
        while not floods.shows(there, siege.node, tag):
            if time.monotonic() - began > HEARD_MAX:
                break
            time.sleep(0.001)
    except Broken:
        return HEARD_MAX
    return min(time.monotonic() - began, HEARD_MAX)


def hears_of_links(siege, count):
    """The median of so many."""
    with Door(siege.node.socket) as here, Door(siege.friend.socket) as there:
        took = []
        for _ in range(count):
            took.append(hears_of_link(siege, here, there))
            time.sleep(0.02)
    return statistics.median(took)


def resident(node):
    """MiB that are resident now; 0 of a node that has ended."""
    try:
        with open(f"/proc/{node.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except OSError:
        return 0
