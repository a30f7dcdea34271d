"""A thousand callers who never prove who they are, at the door to other nodes."""

import selectors
import socket
import statistics
import threading
import time

import claims
from door import Broken, Door

CALLERS = 1000
# A caller who was sent away waits so long, and calls again.
PAUSE = 1.0
# Who does not only hold the line says a byte so often: of a frame that is never whole.
DRIP = 0.2
# A first message has 56 bytes behind its length (docs/wire.md, 9).
FRAME = b"\x00\x38" + b"\x55" * 20
LINKS = 40
# What a node may have in memory meanwhile, in MiB, and how much slower a friend may hear of a link.
MEMORY_MAX = 96
SLOWER_MAX = 2
# Of less than this a factor says nothing: two commits and a thread that was not woken at once.
NOISE_SECONDS = 0.005


def flood(world, dice, budget):
    """A thousand half-open connections, half of which say a byte now and then; friends go on."""
    figures = world.figures
    while budget.more():
        world.load.rest()
        if not claims.nodes_agree(world, figures, 480):
            return
        writer, reader = dice.choice(world.pairs())
        calm = hears_of_links(world, writer, reader, "calm")
        callers = Callers(writer)
        try:
            callers.wait_until_there(20)
            flooded = hears_of_links(world, writer, reader, "flooded")
            memory = writer.memory()
        finally:
            callers.end()
        figures.add("floods")
        figures.add("callers who proved nothing", callers.made)
        figures.sample("memory in a flood", memory)
        if memory > MEMORY_MAX:
            figures.breaks(
                "a flood takes no memory", f"{writer.name}: {memory:.0f} MiB", writer.log)
        if calm is not None and flooded is not None:
            is_as_quick(figures, writer, reader, calm, flooded)
        if not claims.nodes_agree(world, figures, 480):
            return
    world.settle()


def is_as_quick(figures, writer, reader, calm, flooded):
    """A friend hears of links in a flood almost as soon as before, in seconds."""
    figures.sample("a friend hears of a link", calm * 1000)
    figures.sample("the same in a flood", flooded * 1000)
    if flooded > max(calm, NOISE_SECONDS) * SLOWER_MAX:
        figures.breaks(
            "in a flood a friend hears at most twice as late",
            f"{reader.name} of {writer.name}: {flooded * 1000:.1f} ms, {calm * 1000:.1f} before",
            writer.log)


def hears_of_links(world, writer, reader, when):
    """Seconds from a request at one to the answer of the other that shows it: the median."""
    took = []
    batch = f"{when}{world.figures.count('floods')}.{writer.name}.flood.example"
    try:
        with Door(writer.socket) as here, Door(reader.socket) as there:
            for number in range(LINKS):
                title = f"{when} {world.figures.count('floods')} {number}"
                draft = {
                    "url": f"https://{batch}/{number}",
                    "title": title, "audience": "friends"}
                began = time.monotonic()
                status, answer = here.ask("POST", "/v1/bookmarks", draft)
                if status not in (200, 201):
                    raise Broken(f"a link: {status} {answer}")
                while not shows(there, batch, title):
                    if time.monotonic() - began > 30:
                        world.figures.breaks(
                            "in a flood a friend hears at most twice as late",
                            f"{reader.name} has not heard of {title!r} after 30 s", reader.log)
                        return None
                took.append(time.monotonic() - began)
                time.sleep(0.02)
    except Broken as error:
        world.figures.breaks("a node that runs answers", str(error), writer.log)
        return None
    return statistics.median(took)


def shows(door, batch, title):
    """Whether a link of this batch shows. What is newest says nothing: a clock that has jumped has kept
    links in times to come, and its node goes on from there."""
    items = door.get(f"/v1/bookmarks?q=site:{batch}&limit=50")["items"]
    return any(item["title"] == title for item in items)


class Callers(threading.Thread):
    """Holds so many connections to a node open, and calls again for each that is ended."""

    def __init__(self, node):
        super().__init__(daemon=True)
        self.host, port = node.listen.rsplit(":", 1)
        self.port = int(port)
        self.made = 0
        self.open = {}
        self.due = [0.0] * CALLERS
        self.is_over = False
        self.waits = selectors.DefaultSelector()
        self.start()

    def wait_until_there(self, patience):
        """All of them have called once."""
        deadline = time.monotonic() + patience
        while self.made < CALLERS and time.monotonic() < deadline:
            time.sleep(0.01)

    def run(self):
        spoken = 0.0
        while not self.is_over:
            now = time.monotonic()
            for number in range(CALLERS):
                if number not in self.open and now >= self.due[number]:
                    self.call(number)
            for key, _ in self.waits.select(0.05):
                self.look(key)
            if now - spoken > DRIP:
                spoken = now
                self.drip()

    def call(self, number):
        self.due[number] = time.monotonic() + PAUSE
        caller = socket.socket()
        caller.setblocking(False)
        caller.connect_ex((self.host, self.port))
        self.open[number] = [caller, 0]
        self.made += 1
        self.waits.register(caller, selectors.EVENT_READ, number)

    # Nothing is said to who has said nothing: what can be read is the end.
    def look(self, key):
        number = key.data
        try:
            if key.fileobj.recv(4096):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self.hang_up(number)

    def hang_up(self, number):
        caller, _ = self.open.pop(number)
        self.waits.unregister(caller)
        caller.close()
        self.due[number] = time.monotonic() + PAUSE

    # Every other caller: a byte of the first message each time.
    def drip(self):
        for number in [number for number in self.open if number % 2 == 0]:
            caller, said = self.open[number]
            try:
                caller.send(FRAME[said % len(FRAME):][:1])
                self.open[number][1] = said + 1
            except BlockingIOError:
                continue
            except OSError:
                self.hang_up(number)

    def end(self):
        self.is_over = True
        self.join()
        for number in list(self.open):
            self.hang_up(number)
        self.waits.close()
