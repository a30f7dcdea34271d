"""What attackers do to a node: each a process of its own, which siege.py starts and waits for.

It is told what to do in its argument; a line each way follows for what both have to know.
"""

import errno
import json
import os
import select
import socket
import sys
import threading
import time

import chains
import doorsteps
from wirepeer import (
    CREDIT, DIGESTS, FRONTIER, MESSAGE_MAX, MORE, RUN, Device, Person, Refused, Wire, from_base32)

# An arriving run has at most so many bytes, a frontier so many chains, so many in a message.
RUN_MAX = 1 << 20
CHAINS_MAX = 100_000
ENTRIES_MAX = (MESSAGE_MAX - 3) // 24
# Who was sent away calls again after so long: sooner, and calling would be the attack.
PAUSE = 0.1


class Assault:
    """What all have in common: the node, addresses to come from, and how long it lasts."""

    def __init__(self, order):
        self.order = order
        self.place = (order["host"], order["port"])
        self.remote = bytes.fromhex(order["agreement"])
        self.person = from_base32(order["person"])
        self.sources = order["sources"]
        self.sent = 0
        self.ends = None

    def tell(self, **what):
        print(json.dumps(what), flush=True)

    def wait(self):
        if not sys.stdin.readline():
            raise SystemExit(1)

    def become_friend(self, device):
        self.tell(ticket=device.ticket(device.person.name[:12]))
        self.wait()

    def begin(self, **what):
        """All is prepared: from the word on it lasts so many seconds."""
        self.tell(ready=True, **what)
        self.wait()
        self.ends = time.monotonic() + self.order["seconds"]

    @property
    def is_over(self):
        return time.monotonic() > self.ends

    @property
    def left(self):
        """Seconds, or next to nothing."""
        return max(self.ends - time.monotonic(), 0.001)

    def rest(self):
        """Until it is over."""
        time.sleep(self.left)

    def send_slowly(self, wire, said):
        """All of it, or as much as is taken until it is over."""
        try:
            for at in range(0, len(said), 1 << 16):
                wire.socket.settimeout(self.left)
                wire.socket.sendall(said[at:at + (1 << 16)])
                self.sent += len(said[at:at + (1 << 16)])
        except OSError:
            pass  # The node has ended the link, or reads no more of it.

    def end(self, **what):
        self.tell(sent=self.sent, **what)

    def source(self, number):
        return self.sources[number % len(self.sources)]

    def open(self, device, number=0, **options):
        """A link on which all is said that comes before runs; nth audience: the node's own public
        one, that of this person, and what the node has told keys of."""
        wire = Wire(device, self.place, self.remote, self.source(number), **options)
        wire.audiences = wire.open([self.person, device.person.key])
        return wire


def junk(assault):
    """Connections that send what is no handshake, as fast as they can, and come again."""
    piece, waits, open_now = os.urandom(1 << 18), select.epoll(), {}
    count, calls, due = assault.order["count"], 0, {}

    def call(number):
        caller = socket.socket()
        caller.setblocking(False)
        caller.bind((assault.source(number), 0))
        if caller.connect_ex(assault.place) not in (0, errno.EINPROGRESS):
            caller.close()
            due[number] = time.monotonic() + PAUSE
            return
        open_now[caller.fileno()] = (caller, number)
        waits.register(caller, select.EPOLLOUT)

    assault.begin()
    due.update((number, 0) for number in range(count))
    while not assault.is_over:
        for number in [number for number, at in due.items() if at <= time.monotonic()]:
            calls += 1
            del due[number]
            call(number)
        for descriptor, _ in waits.poll(0.01):
            caller, number = open_now[descriptor]
            try:
                assault.sent += caller.send(piece)
            except BlockingIOError:
                continue
            except OSError:
                waits.unregister(descriptor)
                del open_now[descriptor]
                caller.close()
                due[number] = time.monotonic() + PAUSE
    assault.end(calls=calls)


def pour(assault):
    """Strangers who have proved who they are, and send what is let through, as fast as they can."""
    waiting = [pouring(assault, number) for number in range(assault.order["count"])]
    ready = [next(one) for one in waiting]
    assault.begin()
    threads = [threading.Thread(target=lambda one=one: list(one), daemon=True) for one in waiting]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(assault.order["seconds"] + 1)
    assault.end(links=len(ready))


def pouring(assault, number):
    """Prepares some of it before the first yield; goes on with another link where one is ended."""
    is_first = True
    while is_first or not assault.is_over:
        try:
            wire = assault.open(Device(Person()), number)
            # An even one begins a run that it never ends, an odd one says what concerns nobody.
            said = start_of_run(wire, 2) if number % 2 == 0 else b""
            said += b"".join(wire.sealed(IDLE) for _ in range(4000))
            if is_first:
                is_first = False
                yield True
            while not assault.is_over:
                for at in range(0, len(said), 1 << 18):
                    wire.socket.sendall(said[at:at + (1 << 18)])
                    assault.sent += len(said[at:at + (1 << 18)])
                    if assault.is_over:
                        break
                said = b"".join(wire.sealed(IDLE) for _ in range(100))
            wire.close()
        except (OSError, Refused):
            if is_first:
                raise
            time.sleep(0.01)


# As long as digests can be, and of audiences that are not shared.
IDLE = bytes([DIGESTS]) + b"".join(bytes([place]) + os.urandom(16) for place in range(256))


def start_of_run(wire, audience):
    """Of a run that goes on: as much of it as is let through."""
    said, left = wire.sealed(
        bytes([RUN, 0, audience]) + bytes(16) + b"\0" + bytes(60_000)), RUN_MAX - 60_000 - 64
    while left:
        part = min(left, MESSAGE_MAX - 2)
        said += wire.sealed(bytes([MORE, 0]) + bytes(part))
        left -= part
    return said


def start_of_frontier(wire, audience):
    """Of one that goes on: almost as many chains as it may have."""
    return b"".join(
        wire.sealed(bytes([FRONTIER, audience, at == 0]) + b"".join(
            (at + number).to_bytes(16, "big") + (1).to_bytes(8, "big")
            for number in range(ENTRIES_MAX)))
        for at in range(0, CHAINS_MAX - ENTRIES_MAX, ENTRIES_MAX))


def empty_parts(assault):
    """Something of almost its greatest length, which then goes on with parts that hold nothing."""
    device = Device(Person())
    if assault.order["who"] == "friend":
        assault.become_friend(device)
    wire = assault.open(device)
    if assault.order["what"] == "run":
        said, part = start_of_run(wire, 1), bytes([MORE, 0])
    else:
        said, part = start_of_frontier(wire, 1), bytes([FRONTIER, 1, 0])
    said += b"".join(wire.sealed(part) for _ in range(assault.order["count"]))
    assault.begin()
    assault.send_slowly(wire, said)
    assault.rest()
    assault.end()


def reads_nothing(assault):
    """A friend with some chains, who compares without end, and reads no answer."""
    device = Device(Person())
    assault.become_friend(device)
    wire = assault.open(device, buffer=4096)
    try:
        for _ in range(assault.order["chains"]):
            chain = chains.PublicChain(device)
            chains.send_run(wire, 1, chain, 0, chain.next(chain.opening))
    except OSError:
        pass  # So many are too many, and the link has ended: the rest shows it.
    places = range(min(wire.audiences, 3))
    said = b"".join(
        wire.sealed(bytes([DIGESTS]) + b"".join(
            bytes([place]) + os.urandom(16) for place in places))
        for _ in range(assault.order["bytes"] // (19 + 17 * len(places))))
    assault.begin()
    assault.send_slowly(wire, said)
    assault.rest()
    assault.end()


def many_devices(assault):
    """One person's devices, all linked at once, and again whenever a link ends; it is stopped."""
    person = Person()
    devices = [Device(person) for _ in range(assault.order["count"])]
    assault.become_friend(devices[0])
    assault.begin(attacker=person.name)

    def hold(number):
        while True:
            try:
                wire = assault.open(devices[number], number)
                wire.socket.settimeout(None)
                while wire.socket.recv(1 << 16):
                    pass
                wire.close()
            except (OSError, Refused):
                pass
            time.sleep(0.2)

    threads = [
        threading.Thread(target=hold, args=[number], daemon=True)
        for number in range(len(devices))]
    for thread in threads:
        thread.start()
    threads[0].join()


def fills_disk(assault):
    """A friend who writes in public, as long and as fast as deltas may be."""
    device = Device(Person())
    assault.become_friend(device)
    wire = assault.open(device)
    chain, heavy = chains.PublicChain(device), chains.heavy_payload()
    hash_of_it, credit = chains.h(32, heavy), 4 << 20
    assault.begin()
    try:
        credit -= chains.send_run(wire, 1, chain, 0, chain.next(chain.opening))
        while not assault.is_over:
            wire.socket.settimeout(assault.left)
            if credit <= len(heavy) or select.select([wire.socket], [], [], 0)[0]:
                message = wire.receive()
                if message[0] == CREDIT:
                    credit += int.from_bytes(message[1:5], "big")
                continue
            count = chains.send_run(
                wire, 1, chain, chain.sequence, chain.next(heavy, hash_of_it))
            credit -= count
            assault.sent += count
    except (OSError, Refused):
        assault.rest()  # The node has ended the link, or takes no more of it.
    assault.end()


KINDS = doorsteps.KINDS | {
    each.__name__: each
    for each in (junk, pour, empty_parts, reads_nothing, many_devices, fills_disk)}


def main():
    order = json.loads(sys.argv[1])
    if order["kind"] not in doorsteps.KINDS:
        os.nice(19)  # An attacker is elsewhere; here they get what the others leave.
    KINDS[order["kind"]](Assault(order))


if __name__ == "__main__":
    main()
