"""What is done to the nodes: killed, stopped, cut apart, left without descriptors.

Each part takes the world, its own dice and a budget, and leaves every node running.
"""

import os
import resource
import signal
import socket
import subprocess
import threading
import time

import claims
from load import HASTE, PACE
from node import Tracer


class Budget:
    """So many rounds, for at most so many seconds; one at least. Several threads may share it."""

    def __init__(self, rounds, seconds):
        self.rounds = rounds
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.done = 0
        self.told = time.monotonic()
        self.lock = threading.Lock()

    @property
    def is_long(self):
        """It is the last round of a run that may take its time."""
        return self.deadline is None and self.done == self.rounds

    def more(self):
        with self.lock:
            return self._more()

    def _more(self):
        late = self.deadline is not None and time.monotonic() > self.deadline
        if self.done >= self.rounds or (late and self.done > 0):
            return False
        if time.monotonic() - self.told > TOLD_SECONDS:
            self.told = time.monotonic()
            print(f"  {self.done} of {self.rounds}", flush=True)
        self.done += 1
        return True


# A long part says how far it is.
TOLD_SECONDS = 20


# --- kill


def kill(world, dice, budget):
    """kill -9 at any moment under load: while serving, at a call to the disk, while starting."""
    world.load.go()
    killers = [Killer(world, node, budget) for node in world.nodes]
    for killer in killers:
        killer.join()
    world.settle()


class Killer(threading.Thread):
    """Kills one node again and again, and looks after each start; several may be down at once."""

    def __init__(self, world, node, budget):
        super().__init__(daemon=True)
        self.world, self.node, self.budget = world, node, budget
        self.dice = world.dice(f"kill {node.name}")
        self.start()

    def run(self):
        while self.budget.more() and self.kill_once():
            pass

    def kill_once(self):
        world, node, dice = self.world, self.node, self.dice
        figures = world.figures
        world.load.hurry(node, HASTE)
        if dice.random() < 0.25 and world.machine.has("strace"):
            self.kill_at_call()
        else:
            time.sleep(dice.uniform(0, 0.6))
            node.kill()
        world.load.hurry(node, PACE)
        figures.add("kills")
        if dice.random() < 0.2:
            with world.silenced(node):
                node.spawn()
                time.sleep(dice.uniform(0, 0.3))
                node.kill()
            figures.add("kills")
            figures.add("kills in a start")
        if dice.random() < 0.1:
            claims.database_is_whole(node, figures)
        return world.start_again(node)

    def kill_at_call(self):
        world, node, dice = self.world, self.node, self.dice
        call = dice.choice(["pwrite64", "pwrite64", "pwrite64", "fdatasync"])
        number = dice.randrange(1, 80 if call == "pwrite64" else 6)
        log = os.path.join(world.folder, f"{node.name}.strace")
        tracer = Tracer(node, f"{call}:signal=KILL:when={number}", log)
        try:
            node.process.wait(1.5)
            world.figures.add("kills at a call")
        except subprocess.TimeoutExpired:
            pass  # So many calls did not come about: it is killed by hand.
        node.kill()
        tracer.end()


# --- pause


def pause(world, dice, budget):
    """SIGSTOP under load, others go on; SIGCONT. The last round of a long run lasts 100 seconds."""
    world.load.go()
    while budget.more():
        node = dice.choice(world.nodes)
        time.sleep(dice.uniform(0, 0.2))
        node.process.send_signal(signal.SIGSTOP)
        # Links are given up after 90 seconds of silence.
        time.sleep(100 if budget.is_long else dice.uniform(0.2, 3))
        node.process.send_signal(signal.SIGCONT)
        world.figures.add("pauses")
    world.settle()


# --- cut


def cut(world, dice, budget):
    """Firewall rules between network namespaces; friends write on both sides, and agree again."""
    while budget.more():
        shape, ways = some_cut(world, dice)
        world.load.go()
        world.cut(ways)
        time.sleep(100 if budget.is_long else dice.uniform(1, 6))
        world.load.rest()
        world.heal()
        world.figures.add("partitions")
        world.figures.add(f"partitions: {shape}")
        if not claims.nodes_agree(world, world.figures, 480):
            return
    world.settle()


def some_cut(world, dice):
    """Which ways are closed: (name, [(source, target)])."""
    shape = dice.choice(["one alone", "halves", "two apart", "one way"])
    if shape == "one alone":
        return shape, world.ways_of([dice.choice(world.nodes)])
    if shape == "halves":
        return shape, world.ways_of(dice.sample(world.nodes, 2))
    one, other = dice.choice(world.pairs())
    return shape, [(one, other)] + ([(other, one)] if shape == "two apart" else [])


# --- descriptors


def descriptors(world, dice, budget):
    """No file descriptor is left (prlimit): open connections go on, others once there are again."""
    figures = world.figures
    while budget.more():
        world.load.go()
        node = dice.choice(world.nodes)
        time.sleep(0.5)
        pid = node.process.pid
        former = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        have = len(os.listdir(f"/proc/{pid}/fd"))
        room = dice.randrange(0, 4)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (have + room, former[1]))
        callers = crowd(node)
        before = sum(len(writer.recent) for writer in world.load.of(node))
        for writer in world.load.of(node):
            writer.recent.clear()
        time.sleep(1.5)
        went_on = sum(len(writer.recent) for writer in world.load.of(node))
        world.load.rest()
        node_rests(node, figures)
        for caller in callers:
            caller.close()
        resource.prlimit(pid, resource.RLIMIT_NOFILE, former)
        figures.add("descriptors used up")
        figures.add("acknowledged without descriptors", went_on)
        if not node.runs:
            figures.breaks("a node without descriptors lives", node.last_words(), node.log)
            world.start_again(node)
        elif before and not went_on:
            figures.breaks(
                "who is connected is served without descriptors", f"{node.name} served nobody",
                node.log)
        if not claims.nodes_agree(world, figures, 480):
            return
    world.settle()


def node_rests(node, figures):
    """A node that is asked for nothing computes, or wants to, next to nothing."""
    time.sleep(0.7)  # The index of words follows the last write.
    before = node.seconds_computed()
    time.sleep(1)
    computed = node.seconds_computed() - before
    if computed > COMPUTED_MAX:
        figures.breaks(
            "a node without descriptors rests", f"{node.name}: {computed:.2f} s a second", node.log)


# Of a second; an idle node needs some hundredths, one that calls accept in vain all of it.
COMPUTED_MAX = 0.5


def crowd(node):
    """Callers on both doors, more than there is room for."""
    callers = []
    host, port = node.listen.rsplit(":", 1)
    for number in range(24):
        kind = socket.AF_UNIX if number % 3 == 0 else socket.AF_INET
        caller = socket.socket(kind, socket.SOCK_STREAM)
        caller.settimeout(0.2)
        try:
            caller.connect(node.socket if kind == socket.AF_UNIX else (host, int(port)))
        except OSError:
            pass  # Refused, or not answered: what is tried here.
        callers.append(caller)
    return callers
