"""See scripts/lan."""

import argparse
import os
import shutil
import socket
import statistics
import struct
import sys
import tempfile
import time

import network
import packets
from people import Person

NAMES = ["Prisca", "Solveig", "Sigrun", "Svante", "Sixten", "Strix"]
FIRST, SECOND = "10.77.0", "10.78.0"
GROUP = "Quiltlab"
# What is found if what was caught is looked through at all.
CONTROL = b"this can be read".ljust(packets.BEACON_BYTES, b".")


def holds(text):
    print(f"  ✓ {text}", flush=True)


def chapter(text):
    print(f"\n{text}", flush=True)


class Broken(SystemExit):
    def __init__(self, text):
        print(f"\nlan: this does not hold: {text}", file=sys.stderr)
        super().__init__(1)


def until(claim, condition, seconds, every=0.01):
    """Waits, and returns how long it took."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise Broken(f"{claim}, within {seconds} s")
        time.sleep(every)
    passed = time.monotonic() - began
    if passed > seconds:
        raise Broken(f"{claim}, within {seconds} s: it took {passed:.1f}")
    return passed


class LAN:
    def __init__(self, options, folder):
        network.make_bridge()
        self.machines = [network.Machine(number) for number in range(len(NAMES))]
        for machine in self.machines:
            machine.settle(FIRST)
        self.tap = packets.Wiretap(network.BRIDGE)
        self.people = [
            Person(name, machine, folder, options.weft)
            for name, machine in zip(NAMES, self.machines)]
        self.members, self.stranger = self.people[:-1], self.people[-1]
        self.options = options
        # Links that everybody in the group is to show, and a word that one of them has.
        self.kept = 0
        self.word = "Threadbare"

    def up(self, people, *words):
        for person in people:
            person.up(*words)
        for person in people:
            until(f"{person.name}'s node starts", person.is_ready, 30)

    def down(self, people):
        for person in people:
            person.down()

    def end(self):
        self.down(self.people)
        for machine in self.machines:
            machine.end()

    # --- The story

    def make_friends(self):
        chapter("Friends by tickets that hold no address")
        self.up(self.people, "--no-listen", "--no-discovery")
        tickets = {person.name: person.ticket for person in self.people}
        head, friend = self.members[:2]
        head.ask("POST", "/v1/friends", {"ticket": tickets[friend.name]})
        friend.ask("POST", "/v1/friends", {"ticket": tickets[head.name]})
        self.secrets = {}
        for person in self.people:
            self.secrets |= person.secrets()
        self.down(self.people)
        times = []
        for _ in range(self.options.rounds):
            self.up([head], "--listen", "0.0.0.0:7433")
            self.up([friend], "--listen", "0.0.0.0:7433")
            times.append(until(
                "two friends find each other",
                lambda: friend.linked(True) == [head.name], 30, 0.002))
            self.down([head, friend])
        holds(f"found each other {self.options.rounds} times; after the second one answered: "
              f"median {statistics.median(times) * 1000:.0f} ms, "
              f"longest {max(times) * 1000:.0f} ms")

    def meet_without_four(self):
        chapter("The same two without IPv4")
        head, friend = self.members[:2]
        for person in (head, friend):
            person.machine.leave()
        self.up([head, friend], "--listen", "[::]:7433")
        seconds = until("they find each other by IPv6",
                        lambda: friend.linked() == [head.name], 30)
        peers = [peer["address"] for peer in friend.ask("GET", "/v1/peers")["items"]
                 if "end_reason" not in peer]
        if not all(address.startswith("[fe80:") for address in peers):
            raise Broken(f"they are linked by addresses of this network alone: {peers}")
        holds(f"found each other after {seconds:.1f} s, by {peers[0]}")
        self.down([head, friend])
        for person in (head, friend):
            person.machine.settle(FIRST)

    def meet_by_code(self):
        chapter("Two who do not know each other, by a short code")
        host, guest = self.members[3:5]
        self.up([host, guest], "--listen", "0.0.0.0:7433")
        made = host.ask("POST", "/v1/codes")
        number, *words = made["code"].split("-")
        status, answer = guest.door.ask(
            "POST", "/v1/codes:join", {"code": f"{number}-zoo-{words[0]}"})
        if (status, answer["code"]) != (422, "invalid_ticket"):
            raise Broken(f"wrong words are refused: {status} {answer}")
        if host.ask("GET", f"/v1/codes/{number}")["state"] != "burnt":
            raise Broken("wrong words burn a code")
        made = host.ask("POST", "/v1/codes")
        number, *words = made["code"].split("-")
        began = time.monotonic()
        seen = guest.ask("POST", "/v1/codes:join", {"code": made["code"]})
        seconds = time.monotonic() - began
        heard = host.ask("GET", f"/v1/codes/{number}")["met"]
        if seen["words"] != heard["words"] or (seen["name"], heard["name"]) != (
                host.name, guest.name):
            raise Broken(f"both see the same words: {seen} and {heard}")
        guest.ask("POST", f"/v1/pending/{seen['person']}:accept")
        host.ask("POST", f"/v1/pending/{heard['person']}:accept")
        linked = until("they are friends", lambda: guest.linked() == [host.name], 10)
        self.secrets["the code"] = "-".join(words).encode()
        self.secrets["the words"] = " ".join(seen["words"]).encode()
        holds(f"found by the number and proven after {seconds * 1000:.0f} ms, the same four words "
              f"on both sides; linked {linked:.1f} s after both said yes; a wrong guess burns it")
        host.ask("DELETE", f"/v1/friends/{guest.name}")
        guest.ask("DELETE", f"/v1/friends/{host.name}")
        self.down([host, guest])

    def make_group(self):
        chapter("A group of five, and a stranger")
        # One of them takes links by both IPv4 and IPv6.
        both = self.members[2]
        self.up([person for person in self.people if person is not both],
                "--listen", "0.0.0.0:7433")
        self.up([both], "--listen", "[::]:7433")
        head, *others = self.members
        head.ask("POST", "/v1/groups", {"name": GROUP})
        text = head.ask("POST", f"/v1/groups/{GROUP}/invites", {"uses": len(others)})["text"]
        for other in others:
            other.ask("POST", "/v1/join", {"invitation": text})
        for other in others:
            until(f"{other.name} is in the group", lambda other=other: other.is_in(GROUP), 60)
        self.keep(others[0], 0, self.options.links)
        seconds = self.agree(60)
        holds(f"all five have {self.options.links} links, {seconds:.1f} s after they were kept")
        self.check_stranger()

    def unplug(self):
        chapter("Two are unplugged, write, and are plugged in")
        apart = self.members[1:3]
        for person in apart:
            person.machine.unplug()
        self.keep(apart[0], self.options.links, self.options.links // 2)
        self.keep(apart[1], 2 * self.options.links, self.options.links // 2)
        first = apart[0].door.items("/v1/bookmarks?")[0]
        apart[0].ask("PATCH", f"/v1/bookmarks/{first['id']}", {"title": "Loom, renamed"})
        self.word = "renamed"
        self.keep(self.members[0], 3 * self.options.links, 1)
        rest = [person for person in self.members if person not in apart]
        until("the others go on without them", lambda: self.is_agreed(rest), 60)
        time.sleep(self.options.apart)
        if self.has_all(rest[0]) or self.has_all(apart[0]):
            raise Broken("whoever is unplugged is cut off")
        for person in apart:
            person.machine.plug_in()
        seconds = self.agree(5)
        holds(f"agree again on {len(self.members[0].links())} links, "
              f"{seconds:.1f} s after they were plugged in (at most 5)")

    def without_head(self):
        chapter("Whoever made the group is away")
        head, *others = self.members
        head.machine.unplug()
        self.keep(others[2], 4 * self.options.links, 10)
        seconds = self.agree(30, others)
        holds(f"the others agree without, after {seconds:.1f} s")
        head.machine.plug_in()
        seconds = self.agree(5)
        holds(f"and with, {seconds:.1f} s after it is back")

    def move(self):
        chapter("All move to another network: no address that they know holds any more")
        for machine in self.machines:
            machine.settle(SECOND)
        self.keep(self.members[3], 5 * self.options.links, 10)
        # The system tells of new addresses within the two seconds between two looks.
        seconds = self.agree(15)
        holds(f"found each other and agree, after {seconds:.1f} s")
        everybody = [
            f"{SECOND}.{machine.number + 1}" for machine in self.machines[:len(self.members)]]
        peers = self.members[0].ask("GET", "/v1/peers")["items"]
        open_now = [peer for peer in peers if "end_reason" not in peer]
        if not all(peer["address"].split(":")[0] in everybody for peer in open_now):
            raise Broken(f"links are between the new addresses: {open_now}")
        self.check_stranger()

    def flood(self):
        chapter("Somebody floods the network with beacons that are none")
        victim = self.members[0]
        before = victim.processor_seconds()
        began = time.monotonic()
        sent = self.send_noise(victim, self.options.flood)
        time.sleep(1)
        used, passed = victim.processor_seconds() - before, time.monotonic() - began
        holds(f"{sent} datagrams in {passed:.1f} s cost {used:.2f} s of the processor, "
              f"{used / sent * 1e6:.1f} us each")
        if used / sent > 50e-6:
            raise Broken("a datagram of a stranger costs at most 50 us")
        self.keep(self.members[1], 6 * self.options.links, 1)
        seconds = self.agree(10)
        holds(f"what is kept arrives as before, after {seconds:.1f} s")

    def send_noise(self, victim, count):
        """From within the stranger's namespace, so that the addresses are right."""
        own = os.open("/proc/self/ns/net", os.O_RDONLY)
        theirs = os.open(f"/proc/{self.stranger.machine.holder.pid}/ns/net", os.O_RDONLY)
        try:
            os.setns(theirs)
            caller = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        except (AttributeError, OSError):
            import ctypes
            if ctypes.CDLL(None, use_errno=True).setns(theirs, 0) != 0:
                raise SystemExit("lan: setns failed") from None
            caller = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            ctypes.CDLL(None).setns(own, 0)
        else:
            os.setns(own)
        self.noise = {CONTROL}
        caller.sendto(CONTROL, (victim.machine.address, packets.BEACON_PORT))
        for number in range(count):
            data = struct.pack("!Q", number) + os.urandom(56)
            self.noise.add(data)
            caller.sendto(data, (victim.machine.address, packets.BEACON_PORT))
        caller.close()
        return count

    # --- What holds

    def keep(self, person, start, count):
        drafts = [
            {"url": f"https://quilt.example/{number}", "title": f"Threadbare {number}",
             "tags": ["loomcraft"]} for number in range(start, start + count)]
        for place in range(0, len(drafts), 500):
            person.ask("POST", "/v1/bookmarks:batch",
                       {"drafts": drafts[place:place + 500], "audience": f"group:{GROUP}"})
        self.kept += count

    def has_all(self, person):
        """As many links as there are, the changed one among them: quick to ask."""
        status = person.ask("GET", "/v1/status")
        if status["own_links"] + status["seen_links"] != self.kept:
            return False
        return person.ask("GET", f"/v1/bookmarks?q={self.word}&limit=1")["items"] != []

    def is_agreed(self, people):
        """The same, link by link: slow to ask."""
        first, *others = people
        shown = first.links()
        return all(other.links() == shown for other in others)

    def agree(self, seconds, people=None):
        """How long it takes until all have all; and then they show the same."""
        people = people or self.members
        passed = until("all have all", lambda: all(map(self.has_all, people)), seconds)
        until("all show the same", lambda: self.is_agreed(people), 60)
        return passed

    def check_stranger(self):
        status = self.stranger.ask("GET", "/v1/status")
        if status["own_links"] + status["seen_links"] or self.stranger.linked():
            raise Broken("a stranger on the network gets nothing")
        if not status.get("networks"):
            raise Broken("the stranger looks for friends as well")
        # Members who have not heard of each other yet may have asked; the stranger has not.
        stranger = self.stranger.ask("GET", "/v1/me")["person"]
        for person in self.members:
            asked = [one["person"] for one in person.ask("GET", "/v1/pending")["items"]]
            if self.stranger.name in person.linked() or stranger in asked:
                raise Broken("a stranger on the network is nobody to the others")
        holds("the stranger looks for friends as they do, and finds nobody")

    def look_at_packets(self):
        chapter("What was on the network")
        self.tap.stop()
        if self.tap.missed:
            raise Broken(f"every packet is caught: {self.tap.missed} were missed")
        caught = [packets.read(frame) for frame in self.tap.frames]
        noise = getattr(self, "noise", set())
        addresses = [f"{net}.{machine.number + 1}"
                     for net in (FIRST, SECOND) for machine in self.machines]
        strays = packets.strays(caught, (FIRST, SECOND), addresses)
        if strays:
            raise Broken(f"nothing leaves the network: {strays[:3]}")
        holds(f"{len(caught)} packets, none to or from anywhere else")
        told = [packet for packet in packets.beacons(caught)
                if packet.payload not in noise and packet.kind == "4"]
        wrong = [packet for packet in told if len(packet.payload) != packets.BEACON_BYTES]
        if not told or wrong:
            raise Broken(f"beacons have 64 bytes: {wrong[:3]}")
        why = packets.looks_like_noise([bytes(packet.payload) for packet in told])
        if why:
            raise Broken(f"beacons are noise: {why}")
        holds(f"{len(told)} beacons of 64 bytes, which nothing tells from chance")
        strangers = {f"{net}.{self.stranger.machine.number + 1}" for net in (FIRST, SECOND)}
        answers = [packet for packet in told if str(packet.target) in strangers]
        if answers:
            raise Broken(f"a stranger is not answered: {answers[:3]}")
        holds("none was an answer to the stranger")
        self.secrets |= {"a title": b"Threadbare", "an address": b"quilt.example",
                         "a tag": b"loomcraft", "the group": GROUP.encode()}
        found = packets.readable(caught, self.secrets | {"the control": CONTROL[:16]})
        if "the control" not in found:
            raise Broken("what can be read is found")
        found.remove("the control")
        if found:
            raise Broken(f"nothing can be read: {', '.join(found)}")
        holds(f"no name, key, ticket, title or tag can be read ({len(self.secrets)} looked for)")


def main():
    parser = argparse.ArgumentParser(prog="lan")
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--weft", default="")
    parser.add_argument("--links", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--apart", type=float, default=12.0)
    parser.add_argument("--flood", type=int, default=100_000)
    options = parser.parse_args()
    options.weft = os.path.abspath(
        options.weft or os.path.join(options.root, ".build", "release", "weft"))
    if not os.access(options.weft, os.X_OK):
        print(f"lan: no weft at {options.weft}; build it, or name it", file=sys.stderr)
        return 3
    folder = tempfile.mkdtemp(prefix="weft.")
    lan = None
    try:
        lan = LAN(options, folder)
        lan.make_friends()
        lan.meet_without_four()
        lan.meet_by_code()
        lan.make_group()
        lan.unplug()
        lan.without_head()
        lan.move()
        lan.flood()
        lan.look_at_packets()
        print("\nAll of it holds.")
        return 0
    finally:
        if lan:
            lan.end()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
