"""A node of its own with its door open, for programs that speak with one over loopback.

`check-clients` and others run `run`: it makes an environment of Python with the packages that are wanted, in
a temporary folder, and the script a second time in it. Where the packages are not to be had it says so and
ends with 0.
"""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request
import venv

NAME = pathlib.Path(sys.argv[0]).name
ROOT = pathlib.Path(__file__).resolve().parent.parent


class Check:
    """Counts what was compared; the first difference ends the run."""

    def __init__(self):
        self.count = 0

    def same(self, what, found, expected):
        self.count += 1
        if found != expected:
            raise SystemExit(f"{NAME}: {what}: {found!r} instead of {expected!r}")

    def true(self, what, found):
        self.same(what, bool(found), True)

    def raises(self, what, error, call):
        self.count += 1
        try:
            call()
        except error:
            return
        raise SystemExit(f"{NAME}: {what} was not refused")


class Node:
    """A node of its own, with its door open."""

    def __init__(self, program, home):
        self.program, self.environment = program, dict(os.environ, WEFT_HOME=home)
        for name in ("WEFT_SOCKET", "WEFT_PROFILE"):
            self.environment.pop(name, None)
        self.weft("init", "--name", "Ana")
        self.weft("up", "--no-listen", "--no-discovery", "--web", "127.0.0.1:0")
        self.web = json.loads(self.weft("web", "--json"))

    def weft(self, *words):
        ran = subprocess.run(
            [self.program, *words], env=self.environment, capture_output=True, text=True
        )
        if ran.returncode != 0:
            raise SystemExit(f"{NAME}: weft {' '.join(words)}: {ran.stderr}")
        return ran.stdout

    def get(self, path):
        """What is answered over loopback, as JSON."""
        headers = {"Authorization": "Bearer " + self.web["token"]}
        request = urllib.request.Request(self.web["address"] + path, headers=headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def links(self, query=""):
        return json.loads(self.weft("ls", "--json", "-N", "0", query))["items"]


@contextlib.contextmanager
def node():
    """A new node of the built program that the command line names; it is stopped at the end."""
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/release/weft")
    with tempfile.TemporaryDirectory(prefix="weft.") as home:
        started = Node(os.path.abspath(program), home)
        try:
            yield started
        finally:
            started.weft("down")


def run(packages, main):
    """Runs `main` where these packages are installed."""
    if os.environ.get("WEFT_CHECK_INSIDE") == NAME:
        main()
        return
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = os.path.join(folder, "bin", "python")
        got = subprocess.run([python, "-m", "pip", "install", "--quiet", *packages])
        if got.returncode != 0:
            print(f"{NAME}: left out, the packages are not to be had")
            return
        environment = dict(os.environ, WEFT_CHECK_INSIDE=NAME)
        sys.exit(subprocess.run([python, *sys.argv], env=environment).returncode)
