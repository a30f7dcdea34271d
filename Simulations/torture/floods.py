"""A thousand callers who never prove who they are, at the door to other nodes."""

import errno
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
# A first message has 56 bytes behind its length (docs/reference/wire.md, 9).
FRAME = b"\x00\x38" + b"\x55" * 20
LINKS = 40
# What a node may have in memory meanwhile, in MiB, and how much slower a friend may hear of a link.
MEMORY_MAX = 96
SLOWER_MAX = 2
# So soon is soon enough, whatever it was before: of medians of a few ms a factor says nothing.
SOON_SECONDS = 0.01
IS_ONE = "a flood is a thousand callers"
IS_AS_QUICK = "in a flood a friend hears at most twice as late, or within 10 ms"
# How long a thousand may take to come.
PATIENCE = 20


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
            if not is_flood(figures, writer, callers, PATIENCE):
                return
            began, former = time.monotonic(), callers.connected
            flooded = hears_of_links(world, writer, reader, "flooded")
            figures.sample(
                "callers in a flood", (callers.connected - former) / (time.monotonic() - began))
            memory = writer.memory()
        finally:
            callers.end()
        figures.add("floods")
        figures.add("callers who proved nothing", callers.connected)
        figures.sample("memory in a flood", memory)
        if memory > MEMORY_MAX:
            figures.breaks(
                "a flood takes no memory", f"{writer.name}: {memory:.0f} MiB", writer.log)
        if calm is not None and flooded is not None:
            is_as_quick(figures, writer, reader, calm, flooded)
        if not claims.nodes_agree(world, figures, 480):
            return
    world.settle()


def is_flood(figures, node, callers, patience):
    """Each of the thousand is connected, or was until it was sent away. False if not."""
    count = callers.wait_until_there(patience)
    if count < CALLERS:
        figures.breaks(
            IS_ONE, f"{count} of {CALLERS} reached {node.name} in {patience} s", node.log)
    return count >= CALLERS


def is_as_quick(figures, writer, reader, calm, flooded):
    """A friend hears of links in a flood almost as soon as before, in seconds."""
    figures.sample("a friend hears of a link", calm * 1000)
    figures.sample("the same in a flood", flooded * 1000)
    if flooded > max(calm * SLOWER_MAX, SOON_SECONDS):
        figures.breaks(
            IS_AS_QUICK,
            f"{reader.name} of {writer.name}: {flooded * 1000:.1f} ms, {calm * 1000:.1f} before",
            writer.log)


def hears_of_links(world, writer, reader, when):
    """Seconds from a request at one to the answer of the other that shows it: the median."""
    took = []
    try:
        with Door(writer.socket) as here, Door(reader.socket) as there:
            for number in range(LINKS):
                title = f"{when} {world.figures.count('floods')} {number}"
                draft = {
                    "url": f"https://flood.example/{writer.name}/{title.replace(' ', '/')}",
                    "title": title, "audience": "friends", "tags": [title.replace(" ", "-")]}
                began = time.monotonic()
                status, answer = here.ask("POST", "/v1/bookmarks", draft)
                if status not in (200, 201):
                    raise Broken(f"a link: {status} {answer}")
                while not shows(there, writer, draft["tags"][0]):
                    if time.monotonic() - began > 30:
                        world.figures.breaks(
                            IS_AS_QUICK, f"{reader.name} has not heard of {title!r} after 30 s", reader.log)
                        return None
                took.append(time.monotonic() - began)
                time.sleep(0.02)
    except Broken as error:
        world.figures.breaks("a node that runs answers", str(error), writer.log)
        return None
    return statistics.median(took)


# Not the newest: what was kept while a clock stood in 2200 stays on top of all that comes.
def shows(door, writer, tag):
    """Whether a link of somebody else's with this tag is there."""
    items = door.get(f"/v1/bookmarks?q=%23{tag}")["items"]
    return any(item["author"]["id"] == writer.person for item in items)


class Callers(threading.Thread):
    """Holds so many connections to a node open, and calls again for each that is ended."""

    def __init__(self, node):
        super().__init__(daemon=True)
        self.host, port = node.listen.rsplit(":", 1)
        self.port = int(port)
        # Connections so far, and who has had one.
        self.connected = 0
        self.there = set()
        self.failure = None
        self.open = {}
        self.due = [0.0] * CALLERS
        self.is_over = False
        self.waits = selectors.DefaultSelector()
        self.start()

    def wait_until_there(self, patience):
        """How many of them have been connected, as soon as all have or the time is over."""
        deadline = time.monotonic() + patience
        while len(self.there) < CALLERS and self.is_alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        return len(self.there)

    def run(self):
        try:
            self.hold()
        except BaseException as failure:  # It is told at the end.
            self.failure = failure

    def hold(self):
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
        if caller.connect_ex((self.host, self.port)) not in (0, errno.EINPROGRESS):
            caller.close()
            return
        self.open[number] = [caller, 0]
        # What can be written to is connected, or never will be.
        self.waits.register(caller, selectors.EVENT_WRITE, number)

    # Nothing is said to who has said nothing: what can be read is the end.
    def look(self, key):
        number = key.data
        if key.events == selectors.EVENT_WRITE:
            self.arrive(key.fileobj, number)
            return
        try:
            if key.fileobj.recv(4096):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self.hang_up(number)

    def arrive(self, caller, number):
        error = caller.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        # The last two: connected, and sent away since.
        if error in (0, errno.ECONNRESET, errno.EPIPE):
            self.connected += 1
            self.there.add(number)
        if error:
            self.hang_up(number)
        else:
            self.waits.modify(caller, selectors.EVENT_READ, number)

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
        if self.failure:
            raise self.failure
