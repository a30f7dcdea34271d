"""A bridge in this network namespace, and machines on it, each in a namespace of its own."""

import os
import signal
import subprocess
import time

BRIDGE = "lan"


def must(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"lan: {' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def make_bridge():
    must(["ip", "link", "set", "lo", "up"])
    must(["ip", "link", "add", BRIDGE, "type", "bridge", "mcast_snooping", "0"])
    must(["ip", "link", "set", BRIDGE, "up"])


class Machine:
    """One place on the network: `inside` stands before a command that runs there."""

    def __init__(self, number):
        self.number = number
        self.cable = f"cable{number}"
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        own = os.readlink("/proc/self/ns/net")
        deadline = time.monotonic() + 10
        while self._namespace() in ("", own):
            if time.monotonic() > deadline:
                raise SystemExit("lan: a network namespace was not made in time")
            time.sleep(0.01)
        self.inside = ["nsenter", "--target", str(self.holder.pid), "--net"]
        must(["ip", "link", "add", self.cable, "type", "veth", "peer", "name", "eth0",
              "netns", str(self.holder.pid)])
        must(["ip", "link", "set", self.cable, "master", BRIDGE])
        must(["ip", "link", "set", self.cable, "up"])
        must([*self.inside, "ip", "link", "set", "lo", "up"])
        must([*self.inside, "ip", "link", "set", "eth0", "up"])
        self.address = ""

    def _namespace(self):
        try:
            return os.readlink(f"/proc/{self.holder.pid}/ns/net")
        except OSError:
            return ""

    def leave(self):
        """Gives its IPv4 address up; what IPv6 gives every interface stays."""
        must([*self.inside, "ip", "-4", "addr", "flush", "dev", "eth0"])

    def settle(self, network):
        """Takes an address in `network`, such as 10.77.0, in place of the one before."""
        self.leave()
        self.address = f"{network}.{self.number + 1}"
        must([*self.inside, "ip", "addr", "add", f"{self.address}/24", "dev", "eth0"])
        if must([*self.inside, "ip", "route", "show", "default"]):
            raise SystemExit("lan: there is a default route")

    def unplug(self):
        must(["ip", "link", "set", self.cable, "down"])

    def plug_in(self):
        must(["ip", "link", "set", self.cable, "up"])

    def end(self):
        self.holder.send_signal(signal.SIGKILL)
        self.holder.wait()
