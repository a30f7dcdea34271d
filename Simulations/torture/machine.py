"""What this machine lets a driver do, each thing tried once, with the reason where it cannot."""

import concurrent.futures
import ctypes
import fcntl
import os
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time

import sodium

# A thousand callers (floods.py), and what the driver itself has open.
DESCRIPTORS = 1400


class Machine:
    """`lacks[thing]` says why a thing cannot be had here; what is absent from it can."""

    def __init__(self, folder):
        self.folder = folder
        self.lacks = {}
        self.clock_library = None
        isolated = os.environ.get("TORTURE_NAMESPACES") == "yes"
        alone = "" if isolated else "no namespaces here (unshare: missing, or no privilege)"
        if isolated:
            bring_up_loopback()
        self._look("strace", self._strace)
        self._look("clock", self._clock)
        self._look("tmpfs", lambda: alone or self._tmpfs())
        self._look("network", lambda: alone or self._network())
        self._look("callers", room_for_callers)
        self._look("sodium", can_attack)
        self._look("prlimit", lambda: "" if sys.platform == "linux" else "not on this system")

    def has(self, thing):
        return thing not in self.lacks

    def _look(self, thing, trial):
        why = trial()
        if why:
            self.lacks[thing] = why

    def _strace(self):
        if not shutil.which("strace"):
            return "strace is not installed (apt-get install strace)"
        trial = run(["strace", "-o", "/dev/null", "-e", "inject=fdatasync:error=EIO", "true"])
        return "" if trial.returncode == 0 else f"strace may not trace here: {trial.stderr.strip()}"

    def _clock(self):
        """Compiles clock.c; whoever has built weft has a compiler, beside swift if nowhere else."""
        beside = os.path.dirname(os.path.realpath(shutil.which("swift") or ""))
        compiler = shutil.which("cc") or shutil.which("clang") or os.path.join(beside, "clang")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
        made, path = os.path.join(self.folder, "clock.so"), os.path.join(self.folder, "trial.clock")
        if not os.path.exists(compiler):
            return "no C compiler (apt-get install gcc)"
        done = run([compiler, "-shared", "-fPIC", "-O1", "-o", made, source])
        if done.returncode != 0:
            return f"clock.c cannot be compiled: {done.stderr.strip().splitlines()[0]}"
        set_clock(path, 400 * 86_400)
        variables = dict(os.environ, LD_PRELOAD=made, TORTURE_CLOCK=path)
        shown = run(["date", "+%s"], env=variables).stdout.strip()
        if not shown or int(shown) < time.time() + 399 * 86_400:
            return "LD_PRELOAD shifts no clock here"
        self.clock_library = made
        return ""

    def _tmpfs(self):
        place = os.path.join(self.folder, "trial")
        os.makedirs(place)
        trial = run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place])
        if trial.returncode == 0:
            run(["umount", place])
        os.rmdir(place)
        return "" if trial.returncode == 0 else f"tmpfs: {trial.stderr.strip().splitlines()[0]}"

    def _network(self):
        for tool, package in (("ip", "iproute2"), ("nft", "nftables"), ("nsenter", "util-linux")):
            if not shutil.which(tool):
                return f"{tool} is not installed (apt-get install {package})"
        commands = [
            ["ip", "link", "add", "trial", "type", "veth", "peer", "name", "laitr"],
            ["ip", "link", "del", "trial"],
            ["nft", "add", "table", "inet", "cut"],
            ["nft", "add chain inet cut forward { type filter hook forward priority 0; }"],
        ]
        for command in commands:
            trial = run(command)
            if trial.returncode != 0:
                why = (trial.stderr.strip() or "it failed").splitlines()[0]
                return f"{' '.join(command)}: {why}"
        try:
            with open("/proc/sys/net/ipv4/ip_forward", "w") as file:
                file.write("1")
        except OSError as error:
            return f"no routing in the namespace: {error}"
        return ""


def room_for_callers():
    """Has this process open as many files as a thousand callers need; why it may not, if so."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= DESCRIPTORS:
        return ""
    if hard != resource.RLIM_INFINITY and hard < DESCRIPTORS:
        return f"a process may open {hard} files here, and {DESCRIPTORS} are needed (ulimit -Hn)"
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, hard))
    return ""


def can_attack():
    if not sodium.LIBRARY:
        return "libsodium is not found (apt-get install libsodium23)"
    return "" if sys.platform == "linux" else "not on this system"


def bring_up_loopback():
    """A new network namespace has it down; `ip`, which could do this, may be missing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        request = struct.pack("16sh14x", b"lo", 1)  # struct ifreq with IFF_UP, netdevice(7)
        fcntl.ioctl(door, 0x8914, request)  # SIOCSIFFLAGS


def set_clock(path, seconds):
    """From now on who reads `path` as clock.c does has a clock that is so many seconds ahead."""
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(bytes(8))
    with open(path, "r+b", buffering=0) as file:
        file.write(struct.pack("=q", int(seconds)))


def run(command, **options):
    """Runs a tool to its end, its output as text."""
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def must(command, **options):
    """Runs a tool that has to succeed."""
    done = run(command, **options)
    if done.returncode != 0:
        raise SystemExit(
            f"torture: {' '.join(command)} ends with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def started(command, **options):
    """A process in a session of its own that ends when the driver does, however that ends."""
    options.setdefault("stdin", subprocess.DEVNULL)
    return STARTER.submit(
        subprocess.Popen, command, preexec_fn=dies_with_starter, start_new_session=True,
        **options).result()


def dies_with_starter():
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


# The system looks at the thread that has started a process, so one that lives long starts them all.
STARTER = concurrent.futures.ThreadPoolExecutor(1)
