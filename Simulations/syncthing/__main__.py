"""See scripts/syncthing."""

import argparse
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "torture"))
from carrier import Carrier, pair  # noqa: E402
from door import Broken, Door  # noqa: E402

# Syncthing waits for quiet before it looks, weft looks every two seconds.
PATIENCE = 60


class Unkept(SystemExit):
    def __init__(self, text):
        print(f"\nsyncthing: this does not hold: {text}", file=sys.stderr)
        super().__init__(1)


def holds(text):
    print(f"  ✓ {text}", flush=True)


def until(claim, condition, seconds=PATIENCE):
    """Waits, and returns how long it took."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise Unkept(f"{claim}, within {seconds} s")
        time.sleep(0.1)
    return time.monotonic() - began


class Person:
    """A node that nobody can dial, and the folder that is carried for it."""

    def __init__(self, name, folder, program):
        self.name, self.program = name, program
        self.home = os.path.join(folder, name)
        self.carried = os.path.join(folder, f"{name}-carried")
        os.makedirs(self.home, mode=0o700)
        os.makedirs(self.carried)
        clean = {key: value for key, value in os.environ.items()
                 if not key.startswith(("WEFT_", "XDG_"))}
        self.environment = dict(clean, WEFT_HOME=self.home, HOME=self.home, NO_COLOR="1")
        self.log = open(os.path.join(folder, f"{name}.log"), "ab")
        self.process = None
        self.run("init", "-q", "--name", name)

    def run(self, *words, codes=(0,)):
        done = subprocess.run(
            [self.program, "--no-input", *words], env=self.environment, capture_output=True,
            text=True, stdin=subprocess.DEVNULL, check=False, timeout=PATIENCE)
        if done.returncode not in codes:
            raise SystemExit(f"syncthing: weft {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def up(self):
        self.process = subprocess.Popen(
            [self.program, "up", "--foreground", "--no-listen", "--no-discovery"],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        until(f"{self.name}'s node starts", self.is_ready, 30)

    def is_ready(self):
        door = Door(os.path.join(self.home, "run", "weft.sock"))
        try:
            return door.get("/v1/health")["status"] == "ok"
        except Broken:
            return False
        finally:
            door.close()

    def down(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def links(self, query=""):
        """Address, title and tags of each, sorted."""
        rows = self.run("ls", "--plain", "-N", "0", *([query] if query else [])).splitlines()
        return sorted(tuple(row.split("\t")[1:4]) for row in rows)

    def files(self):
        return sorted(os.path.basename(path)
                      for path in glob.glob(os.path.join(self.carried, "*.weft")))

    def add(self, name, count):
        lines = "\n".join(f"https://{self.name}.example/{name}/{number}" for number in range(count))
        path = os.path.join(self.home, f"{name}.txt")
        with open(path, "w") as file:
            file.write(lines + "\n")
        self.run("import", path, "--format", "urls", "--audience", "friends", "--tag", name)


def play(options, folder):
    ana, ben = (Person(name, folder, options.weft) for name in ("ana", "ben"))
    people = [ana, ben]
    carriers = [Carrier(person.name, folder, person.carried) for person in people]
    try:
        for person in people:
            person.up()
        tickets = [person.run("id", "--plain").strip() for person in people]
        ana.run("friend", "add", tickets[1])
        ben.run("friend", "add", tickets[0])
        for person in people:
            person.run("folder", "add", person.carried)
        pair(carriers)
        for carrier in carriers:
            carrier.up()
        converge(options, people, carriers)
    finally:
        for each in carriers + people:
            each.down()


def converge(options, people, carriers):
    ana, ben = people
    print(f"\nTwo nodes that take no links, and between them {carriers[0].version()}")

    ana.add("first", options.links)
    took = until("what Ana keeps is at Ben's",
                 lambda: len(ben.links("by:@ana")) == options.links)
    if ben.links("by:@ana") != ana.links("#first"):
        raise Unkept("what Ben shows is what Ana keeps")
    holds(f"{options.links} links of Ana's are at Ben's after {took:.1f} s")

    ben.add("second", 20)
    took = until("what Ben keeps is at Ana's", lambda: len(ana.links("by:@ben")) == 20)
    holds(f"20 links of Ben's are at Ana's after {took:.1f} s")

    carriers[1].kill()
    ana.add("third", options.links)
    ben.add("fourth", 20)
    carriers[1].up()
    # In the middle of it, perhaps.
    until("something is carried again", lambda: len(set(ana.files()) & set(ben.files())) > 0)
    carriers[0].kill()
    carriers[0].up()
    total = 2 * options.links + 40
    took = until("both have everything",
                 lambda: all(len(person.links()) == total for person in people))
    holds(f"killed Syncthings, and changes on both sides: all is everywhere after {took:.1f} s")

    if ana.links() != ben.links():
        raise Unkept("both show the same")
    holds(f"both show the same {total} links, titles and tags")

    def is_tidy():
        try:
            sizes = [os.path.getsize(os.path.join(person.carried, name))
                     for person in people for name in person.files()]
        except FileNotFoundError:
            return False  # Deleted since it was listed: there was something to tidy up.
        return ana.files() == ben.files() and all(size <= 8192 for size in sizes)
    took = until("what both have goes from the folder, on both sides", is_tidy)
    holds(f"what both have has gone from the folder after {took:.1f} s:"
          f" {len(ana.files())} small files stay")

    odd = [name for person in people for name in os.listdir(person.carried)
           if "sync-conflict" in name]
    if odd:
        raise Unkept(f"Syncthing sees no conflict: {odd}")
    for person in people:
        if person.run("peers", "--plain").strip():
            raise Unkept(f"{person.name}'s node has no link")
    routes = subprocess.run(["ip", "route"], capture_output=True, text=True, check=True).stdout
    devices = subprocess.run(
        ["ip", "-o", "link", "show", "up"], capture_output=True, text=True, check=True).stdout
    names = [line.split(": ")[1] for line in devices.splitlines()]
    if routes.strip() or names != ["lo"]:
        raise Unkept(f"there is no way out: {routes} {names}")
    holds("no conflict, no link between the nodes, and no way out of this network")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--weft")
    parser.add_argument("--links", type=int, default=300)
    options = parser.parse_args()
    options.weft = os.path.abspath(
        options.weft or os.path.join(options.root, ".build/release/weft"))
    if not os.access(options.weft, os.X_OK):
        raise SystemExit(f"syncthing: no weft at {options.weft}")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    # Short on purpose: the path of a socket may have about 100 bytes.
    folder = tempfile.mkdtemp(prefix="weft.", dir="/tmp")
    began = time.monotonic()
    try:
        play(options, folder)
        shutil.rmtree(folder, ignore_errors=True)
    except BaseException:
        print(f"syncthing: all files of it are in {folder}", file=sys.stderr)
        raise
    print(f"\nall of it holds, in {time.monotonic() - began:.0f} s")


main()
