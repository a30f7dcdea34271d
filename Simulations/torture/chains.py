"""Chains that somebody writes about nothing, in what is public of them; docs/reference/wire.md, 4 to 6."""

import os
import time

import sodium
from wirepeer import MESSAGE_MAX, MORE, RUN, h

PUBLIC = 3
# An operation of a kind that nobody knows is kept and relayed as it is.
UNKNOWN = 20
OPERATION_MAX = 65_536
PAYLOAD_MAX = 262_144
SIGNED, PLAIN = 1, 4


def varint(number):
    said = b""
    while number > 0x7F:
        said += bytes([number & 0x7F | 0x80])
        number >>= 7
    return said + bytes([number])


def payload(*operations):
    """Without foreign chains, and without strings."""
    return b"\0\0" + b"".join(varint(len(each)) + each for each in operations)


def heavy_payload():
    """Almost as long as a payload may be."""
    body = bytes([UNKNOWN]) + os.urandom(OPERATION_MAX - 8)
    return payload(*[body] * (PAYLOAD_MAX // OPERATION_MAX))


class PublicChain:
    """One of the chains that a device may write."""

    def __init__(self, device):
        self.device = device
        incarnation = os.urandom(8)
        self.id = h(16, device.key + incarnation, device.person.key)
        self.sequence, self.previous = 0, bytes(32)
        self.stamp = 0
        self.opening = payload(
            b"\x01" + bytes([PUBLIC]) + device.person.key + device.certificate + incarnation
            + bytes(8))

    def next(self, said, hash_of_it=None):
        """The next delta in its compact form, signed, with this payload."""
        stamp = max(self.stamp + 1, int(time.time() * 1000) << 16)
        header = b"\x81" + self.id + self.sequence.to_bytes(8, "big") + self.previous
        header += stamp.to_bytes(8, "big") + bytes(16) + len(said).to_bytes(4, "big")
        header += hash_of_it or h(32, said)
        compact = bytes([SIGNED | PLAIN]) + varint(stamp - self.stamp) + varint(len(said)) + said
        self.sequence, self.previous, self.stamp = self.sequence + 1, h(32, header), stamp
        return compact + sodium.sign(b"weft delta v1" + header, self.device.secret)


def send_run(wire, audience, chain, sequence, deltas):
    """A whole run in as many messages as it takes. Returns its bytes."""
    head = bytes([audience]) + chain.id + varint(sequence)
    room = MESSAGE_MAX - 2 - len(head)
    parts = [deltas[:room]] + [
        deltas[at:at + MESSAGE_MAX - 2] for at in range(room, len(deltas), MESSAGE_MAX - 2)]
    said = b""
    for number, part in enumerate(parts):
        is_last = bytes([number == len(parts) - 1])
        first = bytes([RUN]) + is_last + head if number == 0 else bytes([MORE]) + is_last
        said += wire.sealed(first + part)
    wire.socket.sendall(said)
    return len(deltas)
