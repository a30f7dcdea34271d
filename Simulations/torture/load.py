"""Persons at their nodes: each writes, one thing after another, and keeps a diary of it."""

import collections
import threading
import time

from diary import Diary, Link, state
from door import Broken, Door, Unsent

GROUP = "loom"
# Seconds between what a writer does, on average; and of who is about to be killed.
PACE, HASTE = 0.08, 0.002


class Words:
    """128 random bits in everything that is written, and for whom they are."""

    def __init__(self, dice):
        self._dice = dice
        self._lock = threading.Lock()
        self.of = {}

    def new(self, author, audience):
        with self._lock:
            word = f"tz{self._dice.getrandbits(128):032x}"
            self.of[word] = (author, audience)
            return word


class Writer(threading.Thread):
    """Keeps, edits, tags and removes links of one node, as long as its gate is open.

    Whoever holds `busy` knows that nothing is being asked.
    """

    def __init__(self, node, words, figures, dice, pace=PACE, audiences=None):
        super().__init__(daemon=True)
        self.node = node
        self.words = words
        self.figures = figures
        self.dice = dice
        self.pace = pace
        self.audiences = audiences or ["private", "friends", "friends"]
        self.diary = Diary()
        self.busy = threading.Lock()
        self.working = threading.Event()
        self.ended = False
        # When the last things were asked that were acknowledged, and when the answer came.
        self.recent = collections.deque(maxlen=2000)
        self.door = Door(node.socket)

    def run(self):
        while not self.ended:
            self.working.wait(0.1)
            if not self.working.is_set() or not self.node.gate.wait(0.1):
                continue
            with self.busy:
                if self.node.gate.is_set() and self.working.is_set():
                    self.write()
            time.sleep(self.dice.expovariate(1 / self.pace))
        self.door.close()

    def write(self):
        living = [
            link for link in self.diary.links[-300:]
            if link.sure and not link.maybe and not link.sure[2]]
        roll = self.dice.random()
        if roll < 0.5 or not living:
            self._keep()
        elif roll < 0.52:
            self._keep_many()
        else:
            link = self.dice.choice(living)
            title, tags, _ = link.sure
            if roll < 0.8:
                new = self._title(link.audience)
                self._change(link, {"title": new}, state(new, tags))
            elif roll < 0.92:
                tag = f"t{self.dice.randrange(20)}"
                self._change(link, {"add_tags": [tag]}, state(title, {*tags, tag}))
            else:
                self._change(link, None, state(title, tags, trashed=True))

    def _title(self, audience):
        return f"{self.node.name} {self.words.new(self.node.name, audience)}"

    def _draft(self, audience):
        word = self.words.new(self.node.name, audience)
        return {"url": f"https://{self.node.name}.example/{word}",
                "title": self._title(audience), "tags": [f"t{self.dice.randrange(20)}"]}

    def _keep(self):
        audience = self.dice.choice(self.audiences)
        draft = self._draft(audience)
        self._ask_to_keep([draft], audience, "/v1/bookmarks", dict(draft, audience=audience))

    def _keep_many(self):
        audience = self.dice.choice(self.audiences)
        drafts = [self._draft(audience) for _ in range(self.dice.randrange(2, 30))]
        self._ask_to_keep(
            drafts, audience, "/v1/bookmarks:batch", {"drafts": drafts, "audience": audience})

    def _ask_to_keep(self, drafts, audience, path, body):
        links = [Link(draft["url"], audience) for draft in drafts]
        for link, draft in zip(links, drafts):
            link.maybe = [state(draft["title"], draft["tags"])]
        self.diary.links += links
        answer = self.ask("POST", path, body, links)
        if answer:
            for link, outcome in zip(links, answer["outcomes"]):
                link.id = outcome["id"]

    def _change(self, link, body, new):
        link.maybe = [new]
        self.ask("PATCH" if body else "DELETE", f"/v1/bookmarks/{link.id}", body, [link])

    def ask(self, method, path, body, links):
        """Asks for a change of `links`. Acknowledged, what may be is sure."""
        self.diary.touched += links
        began = time.time()
        try:
            status, answer = self.door.ask(method, path, body)
        except Unsent:
            for link in links:
                link.maybe = []
            time.sleep(0.02)
            return None
        except Broken:
            self.figures.add("unanswered")
            return None
        if status not in (200, 201):
            # Of a step that failed all is there, or nothing; the next look tells.
            self.figures.add("refused")
            time.sleep(0.02)
            return None
        self.figures.add("acknowledged")
        self.recent.append((began, time.time()))
        for link in links:
            link.sure, link.maybe = link.maybe[-1], []
        return answer


class Load:
    """The writers of several nodes."""

    def __init__(self, writers):
        self.writers = writers
        for writer in writers:
            writer.start()

    def of(self, node):
        return [writer for writer in self.writers if writer.node is node]

    def hurry(self, node, pace):
        for writer in self.of(node):
            writer.pace = pace

    def go(self):
        for writer in self.writers:
            writer.working.set()

    def rest(self):
        """Returns when nobody asks for anything any more."""
        for writer in self.writers:
            writer.working.clear()
        for writer in self.writers:
            with writer.busy:
                pass

    def work(self, seconds):
        """All ask for so long, and rest."""
        self.go()
        time.sleep(seconds)
        self.rest()

    def end(self):
        self.rest()
        for writer in self.writers:
            writer.ended = True
        for writer in self.writers:
            writer.join(30)
