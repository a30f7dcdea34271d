"""Clocks that are wrong, and jump (clock.c): an edit must win over what its editor saw, all the same."""

import datetime
import os
import time

from door import Broken, Door
from load import GROUP
from machine import set_clock
from world import until

# Seconds.
SHIFTS = [300, 86_400, 400 * 86_400, 10 * 365 * 86_400]
# Stamps stand between 2020 and 2200, whatever a clock shows.
MOMENTS = {"1970": 0, "2300": 10_413_792_000}


def clock(world, dice, budget):
    """Clocks jump by up to ten years, to 1970 and beyond 2200, while nodes write and start."""
    machine, figures = world.machine, world.figures
    for node in world.nodes:
        path = os.path.join(world.folder, f"{node.name}.clock")
        set_clock(path, 0)
        node.variables = {"LD_PRELOAD": machine.clock_library, "TORTURE_CLOCK": path}
        restart(world, node)
    page = shared_page(world)
    # What is in the trash for thirty days is over, and a clock that jumps says that it is.
    world.forgets_trash = True
    world.load.go()
    while budget.more():
        node = dice.choice(world.nodes)
        seconds = dice.choice([*SHIFTS, *(-shift for shift in SHIFTS), *MOMENTS])
        if budget.done == 1:
            seconds = SHIFTS[2]  # Forwards: no stamp falls, so that going back shows nowhere.
        if seconds in MOMENTS:
            seconds = MOMENTS[seconds] - time.time()
        set_clock(node.variables["TORTURE_CLOCK"], seconds)
        figures.add("clock shifts")
        figures.add("clocks seen shifted", shows(node, seconds))
        time.sleep(dice.uniform(0.1, 0.5))
        if dice.random() < 0.3:
            restart(world, node)
        if not later_edit_wins(world, page, dice, figures):
            break
    if figures.count("clock shifts") and not figures.count("clocks seen shifted"):
        figures.breaks("a clock that is shifted is seen", "nobody saw it", node.log)
    # Clocks stay wrong while all come to agree.
    world.settle()
    for node in world.nodes:
        node.variables = {}
        restart(world, node)
    world.settle()


def shows(node, seconds):
    """1 if what is kept now bears the shifted time, which the program therefore sees; else 0."""
    try:
        url = f"https://clock.example/{time.monotonic_ns()}"
        with Door(node.socket) as door:
            door.ask("POST", "/v1/bookmarks", {"url": url, "audience": "private"})
            found = door.get("/v1/bookmarks?q=site:clock.example&limit=500")["items"]
        added = next(item["created_at"] for item in found if item["url"] == url)
        moment = datetime.datetime.fromisoformat(added.replace("Z", "+00:00")).timestamp()
        return int(abs(moment - time.time() - seconds) < 60)
    except (Broken, StopIteration):
        return 0


def restart(world, node):
    with world.silenced(node):
        node.end()
    world.figures.add("ends in good order")
    world.start_again(node)


def shared_page(world):
    """A link in the group, which every member edits."""
    url = "https://page.example/" + world.words.new(MEMBER, "group:" + GROUP)
    body = {"url": url, "title": "0", "audience": "group:" + GROUP}
    with Door(world.node(MEMBER).socket) as door:
        until(
            "the page is kept",
            lambda: door.ask("POST", "/v1/bookmarks", body)[0] in (200, 201), 30)
    for node in world.members:
        until(f"the page is at {node.name}'s", lambda: title_of(node, url)[0], 60)
    return url


MEMBER = "ana"


def later_edit_wins(world, url, dice, figures, patience=120):
    """A member edits what another has just written and sees; no clock may turn this order."""
    writer = dice.choice(world.members)
    title = f"{writer.name} {dice.getrandbits(64):x}"
    number = title_of(writer, url)[0]
    with Door(writer.socket) as door:
        status, answer = door.ask("PATCH", f"/v1/bookmarks/{number}", {"title": title})
    if status != 200:
        figures.breaks("a clock stops nobody from writing", f"{status} {answer}", writer.log)
        return False
    deadline = time.monotonic() + patience
    for node in world.members:
        shown = None
        while shown != title and time.monotonic() < deadline:
            try:
                shown = title_of(node, url)[1]
            except Broken:
                shown = None
            time.sleep(0.02)
        if shown != title:
            figures.breaks(
                "an edit wins over what its editor saw, whatever clocks show",
                f"{writer.name} wrote {title}, {node.name} shows {shown}", node.home)
            return False
    figures.add("edits in order")
    return True


def title_of(node, url):
    with Door(node.socket) as door:
        found = door.items("/v1/bookmarks?q=site:page.example")
    return next(((item["id"], item["title"]) for item in found if item["url"] == url), ("", None))
