"""One real node: a process of the program, its folder, its socket, its place in the network."""

import os
import re
import signal
import subprocess
import threading
import time

from door import Broken, Door
from machine import must, started


class Node:
    """Starts, ends and watches `weft up --foreground` with a home of its own.

    `gate` is open while the process serves; who writes waits before it.
    """

    def __init__(self, name, home, program, figures):
        self.name = name
        self.home = home
        self.program = program
        self.figures = figures
        self.process = None
        self.gate = threading.Event()
        self.starts = 0
        self.listen = None
        # Words before the program, such as nsenter and the namespace it enters.
        self.place = []
        self.variables = {}
        self.person = self.ticket = ""

    @property
    def socket(self):
        return os.path.join(self.home, "run", "weft.sock")

    @property
    def data(self):
        return os.path.join(self.home, "data")

    def database_files(self):
        """The database and what SQLite keeps beside it, none before the first start."""
        names = sorted(os.listdir(self.data))
        return [os.path.join(self.data, name) for name in names if name.startswith("weft.sqlite")]

    @property
    def log(self):
        return os.path.join(os.path.dirname(self.home), f"{self.name}.log")

    def environment(self):
        clean = {
            name: value for name, value in os.environ.items()
            if not name.startswith(("WEFT_", "XDG_", "FAKETIME", "LD_PRELOAD"))}
        return dict(clean, WEFT_HOME=self.home, HOME=self.home, NO_COLOR="1")

    def make(self):
        """Makes keys and profile."""
        os.makedirs(self.home, mode=0o700, exist_ok=True)
        must([self.program, "init", "-q", "--no-input", "--name", self.name],
             env=self.environment())

    # --- The process

    def spawn(self, around=()):
        """Starts the process, and does not wait. `around`: words before it, such as strace."""
        where = ["--listen", self.listen] if self.listen else ["--no-listen"]
        up = ["up", "--foreground", "--no-discovery", *where]
        command = [*self.place, *around, self.program, *up]
        self.starts += 1
        with open(self.log, "ab") as log:
            self.process = started(
                command, stdout=log, stderr=log, cwd="/",
                env=dict(self.environment(), **self.variables))
        return time.monotonic()

    def wait_until_ready(self, patience=60.0):
        """Returns as soon as the node answers a question; false if it ended before."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                return False
            with Door(self.socket, patience=5.0) as door:
                try:
                    door.get("/v1/status")
                    return True
                except Broken:
                    time.sleep(0.001)
        return False

    def start(self):
        """Starts the process and measures until it answers. Raises NotStarted."""
        began = self.spawn()
        if not self.wait_until_ready():
            ended = self.process.poll()
            if ended is None:
                self.kill()
            raise NotStarted(
                f"{self.name}: " + ("no answer for a minute" if ended is None
                                    else f"ended with {ended}: {self.last_words()}"))
        self.figures.sample("restart to ready", (time.monotonic() - began) * 1000)

    def kill(self):
        """kill -9, and waits until it is gone."""
        self.gate.clear()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self):
        """Ends it in good order."""
        self.gate.clear()
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def last_words(self):
        with open(self.log, "rb") as file:
            file.seek(max(0, os.path.getsize(self.log) - 2000))
            lines = file.read().decode("utf-8", "replace").strip().splitlines()
        return " / ".join(lines[-2:]) if lines else "it said nothing"

    def seconds_computed(self):
        """Seconds that its threads have computed, or waited for a processor to."""
        sum_of = 0
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            try:
                with open(f"/proc/{self.process.pid}/task/{task}/schedstat") as file:
                    ran, waited, _ = file.read().split()
            except FileNotFoundError:
                continue  # A thread that has ended.
            sum_of += int(ran) + int(waited)
        return sum_of / 1e9

    def memory(self):
        """MiB that were resident at most since its start."""
        with open(f"/proc/{self.process.pid}/status") as file:
            line = next(line for line in file if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024

    def files(self):
        """Every file below its home."""
        return [
            os.path.join(folder, name)
            for folder, _, names in os.walk(self.home) for name in names
            if not name.endswith(".sock")]


class NotStarted(Exception):
    """The program ended or stayed silent, with what it said."""


class Tracer:
    """strace on a node's main thread, the one that owns the database; it counts calls from now."""

    def __init__(self, node, injection, log):
        self.log = log
        call = injection.split(":", 1)[0]
        self.process = started(
            ["strace", "-ttt", "-o", log, "-p", str(node.process.pid),
             "-e", f"trace={call}", "-e", f"inject={injection}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        said = self.process.stderr.readline()
        self.attached = "attached" in said
        self.said = said.strip()

    def end(self):
        """Lets go of the process. Returns the times, by the wall clock, of what was injected."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.process.stderr.close()
        return injections(self.log)


def around_start(injection, log):
    """Words before the program that trace it from its first call; its process id stays its own."""
    call = injection.split(":", 1)[0]
    return ["strace", "-D", "-ttt", "-o", log, "-e", f"trace={call}", "-e", f"inject={injection}"]


def injections(log):
    """The times in a log of strace at which something was injected, error or signal."""
    if not os.path.exists(log):
        return []
    with open(log) as file:
        return [float(line.split(" ", 1)[0]) for line in file if re.search(r"INJECTED", line)]
