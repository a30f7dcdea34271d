"""What must hold, looked at from outside: over the API, and in the files that lie on the disk."""

import os
import re
import shutil
import sqlite3
import tempfile
import time

from door import Broken, Door
from load import GROUP
from node import NotStarted

WORD = re.compile(rb"tz[0-9a-f]{32}")


def node_starts(node, figures):
    """A node that has ended, however it did, starts and answers. False if not."""
    try:
        node.start()
    except NotStarted as error:
        figures.breaks("a node starts again", str(error), node.log)
        return False
    return True


def nothing_is_lost(node, writers, figures, is_whole, forgets_trash=False):
    """What was acknowledged is there. The node runs, and nobody writes."""
    try:
        with Door(node.socket, patience=60.0) as door:
            for writer in writers:
                count, lost = writer.diary.look(door, is_whole, forgets_trash)
                figures.add("read again", count)
                figures.add("lost", len(lost))
                for what in lost:
                    figures.breaks(
                        "what was acknowledged is there", f"{node.name}: {what}", node.home)
    except Broken as error:
        figures.breaks("a node that was started answers", f"{node.name}: {error}", node.log)


def database_is_whole(node, figures):
    """SQLite finds no fault in a copy of the files of a node that does not run."""
    paths = node.database_files()
    if os.path.join(node.data, "weft.sqlite") not in paths:
        return
    with tempfile.TemporaryDirectory(dir=os.path.dirname(node.home)) as folder:
        for path in paths:
            shutil.copy(path, folder)
        try:
            database = sqlite3.connect(os.path.join(folder, "weft.sqlite"))
            found = [row[0] for row in database.execute("PRAGMA integrity_check(3)")]
            found += [str(row) for row in database.execute("PRAGMA foreign_key_check")][:3]
            database.close()
        except sqlite3.DatabaseError as error:
            found = [str(error)]
    figures.add("databases looked through")
    if found != ["ok"]:
        figures.add("corrupt")
        figures.breaks("a database is whole", f"{node.name}: {found}", node.data)


# --- Agreement


def shown_by(door):
    """What a node shows outside its own privacy: (author, audience, address) to title and tags."""
    shown = {}
    for item in door.items("/v1/bookmarks?"):
        for audience in item["placement"]:
            key = (item["author"]["id"], audience, item["url"])
            shown[key] = (item["title"], tuple(sorted(item["tags"])))
    return shown


def differences(world):
    """How the nodes disagree, in at most five sentences; none when they agree."""
    shown = {}
    for node in world.nodes:
        try:
            with Door(node.socket, patience=60.0) as door:
                shown[node.name] = shown_by(door)
        except Broken as error:
            return [f"{node.name} does not answer: {error}"]

    def part(name, person, audience):
        return {
            key: value for key, value in shown[name].items()
            if key[1] == audience and person in (None, key[0])}

    found = []
    for one, other in world.pairs():
        for author, reader in ((one, other), (other, one)):
            at_home = part(author.name, author.person, "friends")
            found += unlike(author, reader, at_home, part(reader.name, author.person, "friends"))
    first, *others = world.members
    for other in others:
        in_group = part(first.name, None, "group:" + GROUP)
        found += unlike(first, other, in_group, part(other.name, None, "group:" + GROUP))
    return found[:5]


def unlike(one, other, first, second):
    if first == second:
        return []
    keys = sorted(key for key in first.keys() | second.keys() if first.get(key) != second.get(key))
    key = keys[0]
    return [f"{len(keys)} differ between {one.name} and {other.name}, such as {key[2]}: "
            f"{first.get(key)} and {second.get(key)}"]


def links_between(world):
    """Bytes sent over each link of people who belong together, and whether all are in sync."""
    sent, is_settled, persons = {}, True, {node.person: node for node in world.nodes}
    for node in world.nodes:
        with Door(node.socket, patience=60.0) as door:
            peers = door.get("/v1/status")["peers"]
        met = set()
        for peer in peers:
            other = persons.get(peer.get("person"))
            if other is None or not world.belong_together(node, other):
                continue
            key = (node.name, other.name, peer["address"], peer["outbound"])
            sent[key] = peer["bytes_sent"]
            if peer["state"] == "in sync":
                met.add(other)
                is_settled &= peer["i_lack"] == 0 and peer["they_lack"] == 0
        is_settled &= all(
            other in met for other in world.nodes
            if other is not node and world.are_friends(node, other))
    return sent, is_settled


def nodes_agree(world, figures, patience):
    """Nobody writes; within `patience` all show the same. False if not."""
    began = time.monotonic()
    pause, found = 0.1, ["they are not in sync"]
    while time.monotonic() - began < patience:
        try:
            if links_between(world)[1]:
                looked = time.monotonic()
                found = differences(world)
                if not found:
                    figures.sample("convergence", looked - began)
                    return True
        except Broken as error:
            found = [str(error)]
        time.sleep(pause)
        pause = min(pause * 1.3, 2.0)
    figures.breaks(
        "after healing all show the same", f"after {patience:.0f} s: " + "; ".join(found),
        world.folder)
    return False


def nodes_are_quiet(world, figures, patience, silence=6.0):
    """Once they agree nothing but heartbeats is sent, from some moment within `patience` on."""
    began = time.monotonic()
    since, before, said = began, None, ""
    while time.monotonic() - began < patience:
        try:
            now = links_between(world)[0]
        except Broken as error:
            now, said = None, str(error)
        if now is None or before is None or now.keys() != before.keys():
            since, before = time.monotonic(), now
            said = said or "links open and close"
        else:
            loud = [key for key in now if now[key] - before[key] > HEARTBEATS_MAX]
            if loud:
                since, before = time.monotonic(), now
                said = f"{loud[0][0]} goes on sending to {loud[0][1]}"
            elif time.monotonic() - since >= silence:
                figures.sample("quiet after", since - began)
                return True
        time.sleep(0.5)
    figures.breaks(
        "agreement is quiet", f"not for {silence:.0f} s in {patience:.0f} s: {said}", world.folder)
    return False


# --- Privacy


def words_stay(world, figures):
    """No word lies in any file of who may not read it."""
    for node in world.nodes:
        for path in node.files():
            try:
                with open(path, "rb") as file:
                    found = set(WORD.findall(file.read()))
            except FileNotFoundError:
                continue  # A log of the database that went with an orderly end.
            for word in found:
                known = world.words.of.get(word.decode())
                if known is None:
                    continue
                if node.name in world.readers(*known):
                    figures.add("words at those who may read")
                    continue
                figures.add("words at those who may not")
                figures.breaks(
                    "who may not read has not a word",
                    f"{known[0]}'s {word.decode()} for {known[1]} at {node.name}", path)


# A heartbeat is some dozen bytes every 20 to 30 seconds.
HEARTBEATS_MAX = 300
