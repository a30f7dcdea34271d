"""What attackers, and who means well among them, do at the door: they come, hold, knock and go."""

import os
import select
import socket
import threading
import time

from wirepeer import Device, Person, Refused, Wire

# How long an honest caller tries, and how soon they call again when they were sent away; after
# twice as long each time, as nodes do.
HONEST_PATIENCE = 5.0
HONEST_PAUSE = 1.0


def hold_sockets(assault):
    """So many connections on which nothing is said, each made again as soon as it is ended."""
    count, calls = assault.order["count"], 0
    assault.begin()
    held, due = {}, list(range(count))
    while not assault.is_over:
        for number in list(due):
            caller = socket.socket()
            caller.settimeout(1)
            try:
                caller.bind((assault.source(number), 0))
                caller.connect(assault.place)
            except OSError:
                caller.close()
                continue
            due.remove(number)
            held[caller] = number
            calls += 1
        for caller in select.select(list(held), [], [], 0.01)[0]:
            try:
                is_over = not caller.recv(4096)
            except OSError:
                is_over = True
            if is_over:
                due.append(held.pop(caller))
                caller.close()
    assault.end(calls=calls)


def mean_well(assault):
    """Callers that each come from an address of their own, prove who they are, and go."""
    count, took = assault.order["count"], []
    assault.begin()
    began = time.monotonic()

    def call(number):
        time.sleep(max(began + number * assault.order["seconds"] / count - time.monotonic(), 0))
        device, called, tries = Device(Person()), time.monotonic(), 0
        while time.monotonic() - called < HONEST_PATIENCE:
            tries += 1
            try:
                left = called + HONEST_PATIENCE - time.monotonic()
                wire = Wire(
                    device, assault.place, assault.remote, assault.source(number),
                    patience=max(left, 0.01))
                wire.greet()
                wire.close()
                took.append((time.monotonic() - called, tries))
                return
            except (OSError, Refused):
                time.sleep(HONEST_PAUSE * 2 ** (tries - 1))

    threads = [threading.Thread(target=call, args=[number], daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(assault.order["seconds"] + 2 * HONEST_PATIENCE)
    through = [seconds for seconds, _ in took if seconds <= HONEST_PATIENCE]
    assault.end(
        tried=count, through=len(through), slowest=max(through, default=None),
        at_once=sum(tries == 1 for seconds, tries in took if seconds <= HONEST_PATIENCE))


def ask(assault):
    """One asks from an address of their own; then many do from another, each as somebody new."""
    honest = Person()
    kept = Wire(Device(honest), assault.place, assault.remote, assault.source(1))
    kept.greet()
    assault.begin(honest=honest.name)
    heard = 0
    for _ in range(assault.order["count"]):
        try:
            wire = Wire(Device(Person()), assault.place, assault.remote, assault.source(0))
            wire.greet()
            wire.close()
            heard += 1
        except Refused:
            continue
    assault.rest()
    kept.close()
    assault.end(heard=heard)


def be_rejected(assault):
    """Connections that each say one frame of junk and wait until they are ended."""
    assault.begin()
    ended = 0
    for number in range(assault.order["count"]):
        caller = socket.socket()
        caller.settimeout(2)
        try:
            caller.bind((assault.source(number), 0))
            caller.connect(assault.place)
            caller.sendall(b"\0\x38" + os.urandom(56))
            ended += not caller.recv(4096)
        except OSError:
            pass
        caller.close()
    assault.rest()
    assault.end(ended=ended)


KINDS = {each.__name__: each for each in (hold_sockets, mean_well, ask, be_rejected)}
