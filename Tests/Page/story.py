"""Real nodes and a real browser for the stories of the page.

    WEFT_BINARY=.build/debug/weft python3 -m pytest Tests/Page

Each story has a node of its own in a temporary home, which is stopped and removed afterwards. The page is served from
the folder `Sources/CPage/files` of this tree, so that a changed line needs no build. `WEFT_BROWSER` is `chromium` or
`firefox`, and `BROWSER` names another program of that kind.
"""

import atexit
import contextlib
import functools
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import zlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("WEFT_BINARY", str(ROOT / ".build/debug/weft"))
ENGINE = os.environ.get("WEFT_BROWSER", "chromium")
BROWSER = os.environ.get("BROWSER", {"chromium": "/usr/bin/chromium", "firefox": "/usr/bin/firefox-esr"}[ENGINE])
# WebDriver BiDi moves a mouse and types in Firefox; as playwright speaks it, it neither starts a drag nor touches.
only_chromium = pytest.mark.skipif(ENGINE != "chromium", reason="Firefox cannot be told to drag or touch")
# One story a screen, for where there is not the time for all.
smoke = pytest.mark.smoke
# Before a screenshot in Firefox, playwright puts the style `body {}` into the page, which the page's policy refuses.
OF_SCREENSHOT = "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA="
# For what changes: it is asked until it is so. Long, for a machine that is busy.
expect.set_options(timeout=15_000)
WIDE = (1280, 800)
PHONE = (390, 844)
NARROW = (320, 640)


# The page that is in the program, in place of a folder.
EMBEDDED = "embedded"


class Node:
    """A node in a home of its own, whose page is in the folder `files`; `variables` are for its environment."""

    def __init__(self, name, files=None, home=None, variables=None):
        self.home = str(home or tempfile.mkdtemp(prefix="weft-page-"))
        self.name = name
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("WEFT_")},
            "WEFT_HOME": self.home,
            **(variables or {}),
        }
        if files != EMBEDDED:
            self.environment["WEFT_PAGE"] = str(files or os.environ.get("WEFT_PAGE", ROOT / "Sources/CPage/files"))
        self.weft("init", "--name", name)
        self.up()

    def weft(self, *words, text=None, limit=120):
        """Runs a command and gives what it printed; fails with what it said if it fails."""
        done = subprocess.run(
            [BINARY, *words], env=self.environment, input=text, capture_output=True, text=True, timeout=limit)
        if done.returncode:
            raise AssertionError(f"weft {' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    def json(self, *words):
        """What a command prints with --json."""
        return json.loads(self.weft(*words, "--json"))

    def up(self, web="127.0.0.1:0"):
        self.weft("up", "--listen", "127.0.0.1:0", "--no-discovery", "--web", web)

    def down(self):
        self.weft("down")

    def add(self, address, *words):
        """Keeps a link and gives its id."""
        outcomes = self.json("add", address, *words)
        found = find(outcomes, "id")
        assert found, outcomes
        return found

    @property
    def address(self):
        """An address that opens the page once, with a code in it."""
        return self.weft("open", "--print").strip().splitlines()[-1]

    @property
    def listening(self):
        """Where other nodes come in, as host:port."""
        return find(self.json("status"), "listening_on")

    @property
    def process(self):
        """The number of its process."""
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"WEFT_HOME={self.home}".encode() in (entry / "environ").read_bytes().split(b"\0") \
                        and b"--foreground" in (entry / "cmdline").read_bytes():
                    return int(entry.name)
        raise AssertionError("the node does not run")

    def end(self):
        # Its home goes away with it, so that there is nothing to be put in order.
        with contextlib.suppress(AssertionError, ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        shutil.rmtree(self.home, ignore_errors=True)


def find(value, name):
    """The first member of this name, however deep it stands."""
    if isinstance(value, dict):
        if name in value:
            return value[name]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            found = find(one, name)
            if found is not None:
                return found
    return None


@contextlib.contextmanager
def node(name="Alice", **options):
    """A node that runs."""
    one = Node(name, **options)
    try:
        yield one
    finally:
        one.end()


@contextlib.contextmanager
def friends(*names):
    """Nodes whose people are friends, each with the first, and connected to it."""
    with contextlib.ExitStack() as stack:
        nodes = [stack.enter_context(node(name)) for name in names]
        first = nodes[0]
        for other in nodes[1:]:
            first.weft("friend", "add", other.weft("friend", "id").strip().splitlines()[0], "--name", other.name)
            other.weft("friend", "add", first.weft("friend", "id").strip().splitlines()[0], "--name", first.name)
            # A ticket tells where the first is, so that they may have met by themselves.
            with contextlib.suppress(AssertionError):
                other.weft("connect", first.listening)
        yield nodes


@functools.cache
def play():
    """What drives the browsers."""
    started = sync_playwright().start()
    atexit.register(started.stop)
    return started


# Where Firefox puts what it downloads, which it does not tell playwright.
DOWNLOADS = pathlib.Path(tempfile.mkdtemp(prefix="weft-page-"))
atexit.register(shutil.rmtree, DOWNLOADS, ignore_errors=True)


@functools.cache
def browser(dark=False, still=False):
    """One browser for all stories: each page has a context of its own, which shares nothing with others."""
    if ENGINE == "chromium":
        opened = play().chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
    else:
        # Firefox as it is installed, over WebDriver BiDi, which cannot tell a page what the person prefers.
        opened = play().firefox.launch(executable_path=BROWSER, channel="moz-firefox", firefox_user_prefs={
            "ui.systemUsesDarkTheme": int(dark), "ui.prefersReducedMotion": int(still),
            "browser.download.folderList": 2, "browser.download.dir": str(DOWNLOADS),
        })
    atexit.register(opened.close)
    return opened


@contextlib.contextmanager
def page(one, path="/links", size=WIDE, dark=False, touch=False, language="en", quiet=False, still=False):
    """The page of a node, opened and at this path. What goes wrong in it fails the story; `still` is for little motion."""
    prefers = (dark, still) if ENGINE == "firefox" else ()
    context = browser(*prefers).new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light",
        reduced_motion="reduce" if still else "no-preference", has_touch=touch, locale=language)
    # Long, for a machine that is busy: what comes comes at once.
    context.set_default_timeout(30_000)
    shown = context.new_page()
    faults = []
    shown.on("pageerror", lambda fault: OF_SCREENSHOT not in str(fault) and faults.append(str(fault)))
    shown.on("console", lambda message: message.type == "error"
             and "Failed to load resource" not in message.text and faults.append(message.text))
    try:
        origin, code = one.address.split("/#")
        shown.goto(f"{origin}{path}#{code}")
        shown.wait_for_selector("body.open #main > *")
        yield shown
        assert quiet or not faults, faults
    finally:
        context.close()


def axe(shown):
    """Fails with what axe finds."""
    found = Axe().run(shown).response["violations"]
    assert not found, [(one["id"], one["impact"], [item["html"][:200] for item in one["nodes"][:3]]) for one in found]


def visit(shown, path):
    """Goes to a path as a link of the page would."""
    shown.evaluate("path => navigation.navigate(path).finished", path)


def said(shown, words):
    """Waits until these words stand on the page."""
    shown.get_by_text(words).first.wait_for()


def tap(target):
    """Taps on it with a finger; with the mouse where there is none."""
    target.tap() if ENGINE == "chromium" else target.click()


def paste(field, text):
    """Puts a text of several lines into a field; where playwright types it in, each end of a line would be a key."""
    field.evaluate("(one, text) => { one.focus(); one.select(); document.execCommand('insertText', false, text) }", text)


@contextlib.contextmanager
def saved(shown):
    """A list that gets the file that is downloaded: its name and its path."""
    found = []
    if ENGINE == "chromium":
        with shown.expect_download() as download:
            yield found
        found += [download.value.suggested_filename, download.value.path()]
        return
    before = set(DOWNLOADS.iterdir())
    yield found
    path = wait(lambda: next((one for one in set(DOWNLOADS.iterdir()) - before if one.suffix != ".part"), None))
    wait(lambda: path.stat().st_size and not path.with_name(path.name + ".part").exists())
    found += [path.name, path]


def wait(claim, seconds=15):
    """Waits until something is so, and gives what the claim gave."""
    end = time.monotonic() + seconds
    while not (found := claim()):
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.2)
    return found


def picture(path, width=320, height=240, color=(40, 90, 160)):
    """Writes a PNG of one color and gives its path as text."""
    rows = b"".join(b"\0" + bytes(color) * width for _ in range(height))

    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))
    return str(path)
