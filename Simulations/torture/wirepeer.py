"""Somebody who speaks as docs/reference/wire.md has it, and need not mean well: keys, handshake, frames.

It shares no code with the node, so what gets through to it has also been read from that page.
"""

import hashlib
import hmac
import os
import socket

import sodium

PROLOGUE = b"weft/3 main"
PROTOCOL = b"Noise_XK_25519_ChaChaPoly_SHA512"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CERTIFICATE, KEYS, INTEREST, DIGESTS, FRONTIER, RUN, CREDIT, CLOSE, MORE = 1, 2, 3, 4, 5, 6, 7, 8, 9
# Bytes of one message, and names of epochs, keys and tags in one that carries them.
MESSAGE_MAX = 65_518
PADDING = 32


class Refused(Exception):
    """The node ended the link, or said what it should not."""


def frame_length(count):
    """Of the plain text that a message of so many bytes, the mark behind it among them, is filled up to."""
    length = 256
    while length < min(count, 4096):
        length *= 2
    if count <= length:
        return length
    power = 1 << (count - 1).bit_length()
    step = power // 32
    return min(-(-count // step) * step, 65519)


def h(count, message, key=b""):
    return hashlib.blake2b(message, digest_size=count, key=key).digest()


def base32(data):
    """Crockford's, as ids and tickets are spelled."""
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 5)
    return "".join(ALPHABET[int(bits[at:at + 5], 2)] for at in range(0, len(bits), 5))


def from_base32(text):
    bits = "".join(f"{ALPHABET.index(letter):05b}" for letter in text)
    return bytes(int(bits[at:at + 8], 2) for at in range(0, len(bits) - 7, 8))


class Person:
    """A root key, which certifies as many devices as it likes."""

    def __init__(self):
        self.secret, self.key = sodium.signing_key()

    @property
    def name(self):
        return base32(self.key)


class Device:
    """The keys of a device, with its person's word for it."""

    def __init__(self, person):
        self.person = person
        self.secret, self.key = sodium.signing_key()
        self.agreement = sodium.agreement_key()
        said = person.key + self.key + self.agreement[1]
        self.certificate = said + sodium.sign(b"weft certificate v1" + said, person.secret)

    def ticket(self, name):
        """Nobody is told an address: it calls, and is not called."""
        data = self.certificate + bytes([len(name)]) + name.encode() + b"\0"
        return "weft:1" + base32(data + h(32, data)[:4])


def agreement_in(ticket):
    """The agreement key of who is named by a ticket."""
    return from_base32(ticket.strip()[len("weft:1"):].replace("-", ""))[64:96]


class Symmetric:
    """One hash over all that was said, one chain of keys over all that was agreed (Noise, 5.2)."""

    def __init__(self, remote):
        self.hash = self.chain = PROTOCOL.ljust(64, b"\0")
        self.key, self.counter = None, 0
        self.mix_hash(PROLOGUE)
        self.mix_hash(remote)

    def mix_hash(self, data):
        self.hash = hashlib.sha512(self.hash + data).digest()

    def mix_key(self, secret):
        self.chain, key = self.derive(secret)
        self.key, self.counter = key[:32], 0

    def derive(self, secret):
        extracted = hmac.digest(self.chain, secret, "sha512")
        first = hmac.digest(extracted, b"\x01", "sha512")
        return first, hmac.digest(extracted, first + b"\x02", "sha512")

    def seal(self, plain):
        sealed = sodium.seal(plain, self.key, self.counter, self.hash)
        self.counter += 1
        self.mix_hash(sealed)
        return sealed

    def unseal(self, sealed):
        plain = sodium.unseal(sealed, self.key, self.counter, self.hash)
        self.counter += 1
        self.mix_hash(sealed)
        return plain


class Wire:
    """A link to a node, opened by `device`; blocking, each step within `patience` seconds."""

    def __init__(self, device, place, remote, source=None, patience=10.0, buffer=None):
        self.device = device
        self.socket = socket.socket()
        self.rest = b""
        try:
            if buffer:
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            self.socket.settimeout(patience)
            if source:
                self.socket.bind((source, 0))
            self.socket.connect(place)
            self.shake_hands(remote)
        except (OSError, ValueError) as error:
            self.socket.close()
            raise Refused(str(error)) from error
        except Refused:
            self.socket.close()
            raise

    def close(self):
        self.socket.close()

    def shake_hands(self, remote):
        state, (secret, public) = Symmetric(remote), sodium.agreement_key()
        state.mix_hash(public)
        state.mix_key(sodium.agree(secret, remote))
        self.put(public + state.seal(os.urandom(8)))
        answer = self.frame()
        state.mix_hash(answer[:32])
        state.mix_key(sodium.agree(secret, answer[:32]))
        state.unseal(answer[32:])
        last = state.seal(self.device.agreement[1])
        state.mix_key(sodium.agree(self.device.agreement[0], answer[:32]))
        self.put(last + state.seal(b""))
        self.hash = state.hash
        mine, theirs = state.derive(b"")
        self.mine, self.theirs = [mine[:32], 0], [theirs[:32], 0]

    def greet(self):
        """Shows who it is, and proves it. Returns the keys that it is told, once it is believed."""
        self.expect(CERTIFICATE)
        said = b"weft device proof v1\x01" + self.hash
        proof = sodium.sign(said, self.device.secret)
        self.send(bytes([CERTIFICATE]) + self.device.certificate + proof)
        told = self.expect(KEYS)
        keys = [told[at + 16:at + 48] for at in range(2, len(told), 48)]
        return [key for key in keys if any(key)]

    def open(self, people):
        """Greets, and asks for what is public of these people and what it was told keys of.

        Returns when the link is open; audience n is that of the nth of them.
        """
        keys = [person for person in people] + self.greet()
        self.send(bytes([KEYS, 0]) + bytes(48 * PADDING))
        tags = [h(16, self.hash + b"\x01", key) for key in keys[:PADDING]]
        tags += [os.urandom(16) for _ in range(PADDING - len(tags))]
        self.send(bytes([INTEREST]) + b"".join(tags))
        self.expect(INTEREST)
        self.expect(DIGESTS)
        return min(len(keys), PADDING)

    def expect(self, kind):
        message = self.receive()
        if message[0] != kind:
            why = f"close {message[1]}" if message[0] == CLOSE else f"message {message[0]}"
            raise Refused(f"{why} instead of message {kind}")
        return message

    # --- Frames

    def put(self, frame):
        self.socket.sendall(len(frame).to_bytes(2, "big") + frame)

    def send(self, message):
        self.socket.sendall(self.sealed(message))

    def sealed(self, message):
        """The frame that carries it; the next one that is sent has to be this."""
        plain = message + b"\1"
        frame = sodium.seal(plain.ljust(frame_length(len(plain)), b"\0"), *self.mine)
        self.mine[1] += 1
        return len(frame).to_bytes(2, "big") + frame

    def receive(self):
        """The next message. Raises Refused when there is none any more."""
        try:
            message = sodium.unseal(self.frame(), *self.theirs).rstrip(b"\0")[:-1]
        except (OSError, ValueError) as error:
            raise Refused(str(error)) from error
        self.theirs[1] += 1
        return message

    def frame(self):
        while len(self.rest) < 2 or len(self.rest) < 2 + int.from_bytes(self.rest[:2], "big"):
            piece = self.socket.recv(1 << 18)
            if not piece:
                raise Refused("the node hung up")
            self.rest += piece
        end = 2 + int.from_bytes(self.rest[:2], "big")
        frame, self.rest = self.rest[2:end], self.rest[end:]
        return frame
