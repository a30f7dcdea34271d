"""Four people, who is whose friend, and the network between them."""

import os
import socket
import time
from random import Random

import claims
from door import Door
from load import GROUP, Load, Words, Writer
from machine import must, run, started
from node import Node

PEOPLE = ["ana", "ben", "cleo", "dora"]
# Dora has Ana's ticket as well, but Ana has not added Dora; Ana and Cleo share a group alone.
FRIENDS = [("ana", "ben"), ("ben", "cleo"), ("cleo", "dora")]
MEMBERS = ["ana", "ben", "cleo"]


class World:
    """`is_thorough`: after each part all is looked through, not only at the end."""

    def __init__(self, folder, program, machine, figures, seed, is_thorough):
        self.is_thorough = is_thorough
        self.folder = folder
        self.machine = machine
        self.program = program
        self.figures = figures
        self.seed = seed
        self.words = Words(self.dice("words"))
        self.nodes = [
            Node(name, os.path.join(folder, name), program, figures) for name in PEOPLE]
        self.holders = []
        self.addresses = {}
        self.load = None
        # Names of attacks of the part "budget" that were chosen; None: all.
        self.attacks = None
        self.forgets_trash = False

    def dice(self, purpose):
        """Chance of its own for each purpose, so that one draw more does not shift the others."""
        return Random(f"{self.seed} {purpose}")

    def node(self, name):
        return next(node for node in self.nodes if node.name == name)

    @property
    def members(self):
        return [self.node(name) for name in MEMBERS]

    def pairs(self):
        return [(self.node(one), self.node(other)) for one, other in FRIENDS]

    def are_friends(self, one, other):
        return (one.name, other.name) in FRIENDS or (other.name, one.name) in FRIENDS

    def belong_together(self, one, other):
        both_in_group = one.name in MEMBERS and other.name in MEMBERS
        return self.are_friends(one, other) or both_in_group

    def readers(self, author, audience):
        """The names of those who may read it."""
        if audience == "friends":
            return [author] + [
                node.name for node in self.nodes if self.are_friends(self.node(author), node)]
        return MEMBERS if audience.startswith("group:") else [author]

    # --- Making it

    def make(self):
        for number, node in enumerate(self.nodes, 1):
            if self.machine.has("network"):
                self.settle_in_network(node, number)
            else:
                node.listen = f"127.0.0.1:{free_port()}"
            node.make()
            node.start()
            with Door(node.socket) as door:
                me = door.get("/v1/me")
            node.person, node.ticket = me["person"], me["ticket"]
        for one, other in self.pairs():
            add_friend(one, other)
            add_friend(other, one)
        add_friend(self.node("dora"), self.node("ana"))
        self._make_group()
        writers = [
            Writer(node, self.words, self.figures, self.dice(f"{node.name} {number}"),
                   audiences=["private", "friends", "friends"]
                   + (["group:" + GROUP] if node.name in MEMBERS else []))
            for node in self.nodes for number in range(2)]
        self.load = Load(writers)
        for node in self.nodes:
            node.gate.set()

    def _make_group(self):
        head, *others = self.members
        door = Door(head.socket)
        asked(door, "POST", "/v1/groups", {"name": GROUP})
        text = asked(door, "POST", f"/v1/groups/{GROUP}/invites", {"uses": len(others)})["text"]
        for other in others:
            asked(Door(other.socket), "POST", "/v1/join", {"invitation": text})
        for other in others:
            door = Door(other.socket)
            until(f"{other.name} is in the group",
                  lambda: door.get(f"/v1/groups/{GROUP}")["state"] == "member", 60)

    def settle_in_network(self, node, number):
        """A network namespace with one address, 10.77.NUMBER.2, behind this one as its router."""
        holder = started(["unshare", "--net", "sleep", "infinity"])
        self.holders.append(holder)
        own = os.readlink("/proc/self/ns/net")
        until("a network namespace is made", lambda: namespace_of(holder.pid) not in ("", own), 10)
        inside = ["nsenter", "--target", str(holder.pid), "--net"]
        outer, address = f"weft{number}", f"10.77.{number}.2"
        must(["ip", "link", "add", outer, "type", "veth", "peer", "name", "inner",
              "netns", str(holder.pid)])
        must(["ip", "addr", "add", f"10.77.{number}.1/30", "dev", outer])
        must(["ip", "link", "set", outer, "up"])
        must([*inside, "ip", "addr", "add", f"{address}/30", "dev", "inner"])
        must([*inside, "ip", "link", "set", "lo", "up"])
        must([*inside, "ip", "link", "set", "inner", "up"])
        must([*inside, "ip", "route", "add", "default", "via", f"10.77.{number}.1"])
        node.place = [*inside, "--"]
        node.listen = f"{address}:7433"
        self.addresses[node.name] = address

    # --- Cutting it

    def cut(self, ways):
        """Nothing goes from one to the other of each way, until `heal`."""
        for source, target in ways:
            must(["nft", "add", "rule", "inet", "cut", "forward",
                  "ip", "saddr", self.addresses[source.name],
                  "ip", "daddr", self.addresses[target.name], "drop"])

    def ways_of(self, some):
        """The ways between these and all others, in both directions."""
        others = [node for node in self.nodes if node not in some]
        return [way for one in some for other in others for way in ((one, other), (other, one))]

    def heal(self):
        must(["nft", "flush", "chain", "inet", "cut", "forward"])

    # --- Looking at it

    def silenced(self, node):
        """Its writers are at rest for as long as this is held."""
        return Silence(self.load.of(node))

    def start_again(self, node, is_whole=False):
        """Starts a node that has ended, looks for what was acknowledged, and lets people in.

        False if it does not start.
        """
        with self.silenced(node):
            if not claims.node_starts(node, self.figures):
                return False
            claims.nothing_is_lost(
                node, self.load.of(node), self.figures, is_whole, self.forgets_trash)
        node.gate.set()
        return True

    def settle(self, is_last=False):
        """Everybody rests; then all must agree, be quiet, have lost nothing, and leak nothing."""
        self.load.rest()
        for node in self.nodes:
            if not node.runs:
                self.start_again(node)
        agree = claims.nodes_agree(self, self.figures, patience=480.0)
        if not self.is_thorough and not is_last:
            return
        for node in self.nodes:
            claims.nothing_is_lost(
                node, self.load.of(node), self.figures, True, self.forgets_trash)
        if agree:
            claims.nodes_are_quiet(self, self.figures, patience=120.0)
        claims.words_stay(self, self.figures)

    def look_into_files(self):
        """All nodes end in good order, every database is looked through, and all start again."""
        for node in self.nodes:
            node.end()
            self.figures.add("ends in good order")
            claims.database_is_whole(node, self.figures)
        for node in self.nodes:
            self.start_again(node, is_whole=True)

    def end(self):
        if self.load:
            self.load.end()
        for node in self.nodes:
            node.end()
        for holder in self.holders:
            holder.kill()
            holder.wait()
            run(["ip", "link", "del", f"weft{self.holders.index(holder) + 1}"])


class Silence:
    def __init__(self, writers):
        self.writers = writers

    def __enter__(self):
        for writer in self.writers:
            writer.busy.acquire()

    def __exit__(self, *_):
        for writer in self.writers:
            writer.busy.release()


def asked(door, method, path, body):
    status, answer = door.ask(method, path, body)
    if status not in (200, 201, 202):
        raise SystemExit(f"torture: {method} {path}: {status} {answer}")
    return answer


def add_friend(one, other):
    asked(Door(one.socket), "POST", "/v1/friends", {"ticket": other.ticket})


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def namespace_of(pid):
    try:
        return os.readlink(f"/proc/{pid}/ns/net")
    except OSError:
        return ""


def until(what, is_so, patience):
    """Asks again and again; raises SystemExit when the time is over."""
    deadline = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > deadline:
            raise SystemExit(f"torture: not within {patience} s: {what}")
        time.sleep(0.01)
