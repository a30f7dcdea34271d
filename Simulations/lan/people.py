"""One person's node on one machine of the network."""

import base64
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "torture"))
from door import Broken, Door  # noqa: E402

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Person:
    def __init__(self, name, machine, folder, program):
        self.name = name
        self.machine = machine
        self.home = os.path.join(folder, name)
        self.program = program
        self.log = os.path.join(folder, f"{name}.log")
        self.process = None
        os.makedirs(self.home, mode=0o700)
        clean = {key: value for key, value in os.environ.items()
                 if not key.startswith(("WEFT_", "XDG_"))}
        self.environment = dict(clean, WEFT_HOME=self.home, HOME=self.home, NO_COLOR="1")
        self.kept = Door(os.path.join(self.home, "run", "weft.sock"))
        self.used = 0.0
        self.run("init", "-q", "--name", name)

    @property
    def door(self):
        """A connection to the node; it closes one that has said nothing for ten seconds."""
        if time.monotonic() - self.used > 5:
            self.kept.close()
        self.used = time.monotonic()
        return self.kept

    def run(self, *words):
        done = subprocess.run(
            [self.program, "--no-input", *words], env=self.environment, capture_output=True,
            text=True, stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            raise SystemExit(f"lan: weft {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def up(self, *words):
        """Starts the node, and returns the moment at which that was asked."""
        began = time.monotonic()
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*self.machine.inside, self.program, "up", "--foreground", *words],
                env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/")
        return began

    def is_ready(self):
        if self.process.poll() is not None:
            raise SystemExit(f"lan: {self.name}'s node ended: {open(self.log).read()[-500:]}")
        try:
            return self.door.get("/v1/health")["status"] == "ok"
        except Broken:
            return False

    def down(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
        self.door.close()
        self.process = None

    def ask(self, method, path, body=None):
        status, answer = self.door.ask(method, path, body)
        if status >= 300:
            raise SystemExit(f"lan: {self.name}: {method} {path}: {status} {answer}")
        return answer

    @property
    def ticket(self):
        return self.ask("GET", "/v1/me")["ticket"]

    def links(self):
        """What the node shows: of each link its address, title and tags."""
        return sorted((item["url"], item["title"], sorted(item["tags"]))
                      for item in self.door.items("/v1/bookmarks?"))

    def linked(self, is_near=None):
        """With whom it is linked, and agrees."""
        return sorted(peer["name"] for peer in self.ask("GET", "/v1/peers")["items"]
                      if peer["state"] == "in sync" and "end_reason" not in peer
                      and is_near in (None, peer["near"]))

    def is_in(self, group):
        return self.ask("GET", f"/v1/groups/{group}")["state"] == "member"

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def secrets(self):
        """What nobody on the way may read: names, keys as they are and as people spell them."""
        ticket = self.ticket
        bits = "".join(f"{ALPHABET.index(letter):05b}" for letter in ticket.split(":1")[1])
        data = int(bits[:160 * 8], 2).to_bytes(160, "big")
        me = self.ask("GET", "/v1/me")
        return {
            f"{self.name}'s name": self.name.encode(),
            f"{self.name}'s person": data[:32], f"{self.name}'s device": data[32:64],
            f"{self.name}'s agreement key": data[64:96],
            f"{self.name}'s person in text": me["person"].encode()[:16],
            f"{self.name}'s ticket": ticket.encode()[8:40],
            f"{self.name}'s person in base 64": base64.b64encode(data[:30]),
        }
