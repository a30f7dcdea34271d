"""Every packet on the bridge's cables, and what must hold of them all."""

import collections
import ipaddress
import socket
import struct
import threading

ETH_ALL, SOL_PACKET, PACKET_ADD_MEMBERSHIP, PACKET_MR_PROMISC = 3, 263, 1, 1
PACKET_STATISTICS, SO_RCVBUFFORCE = 6, 33
BEACON_PORT, BEACON_BYTES = 7433, 64

Packet = collections.namedtuple("Packet", "kind source target protocol ports payload")


class Wiretap:
    """Catches what goes over the bridge, each packet once, from now on until `stop`."""

    def __init__(self, interface):
        self.frames = []
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_ALL))
        self.missed = 0
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 256 << 20)
        except PermissionError:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 << 20)
        self.socket.bind((interface, ETH_ALL))
        index = socket.if_nametoindex(interface)
        self.socket.setsockopt(SOL_PACKET, PACKET_ADD_MEMBERSHIP,
                               struct.pack("IHH8s", index, PACKET_MR_PROMISC, 0, b""))
        self.socket.settimeout(0.2)
        self.is_on = True
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while self.is_on:
            try:
                self.frames.append(self.socket.recv(65_600))
            except TimeoutError:
                continue

    def stop(self):
        self.is_on = False
        self.thread.join()
        _, self.missed = struct.unpack(
            "II", self.socket.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8))
        self.socket.close()


def read(frame):
    """A packet of the frame; `kind` is arp, 4, 6 or the number of what it is instead."""
    kind = struct.unpack("!H", frame[12:14])[0]
    body = frame[14:]
    if kind == 0x0806:
        return Packet("arp", None, None, None, None, body)
    if kind == 0x0800:
        length = (body[0] & 15) * 4
        whole = struct.unpack("!H", body[2:4])[0]
        source, target = ipaddress.ip_address(body[12:16]), ipaddress.ip_address(body[16:20])
        return upper("4", source, target, body[9], body[length:whole])
    if kind == 0x86DD:
        source, target = ipaddress.ip_address(body[8:24]), ipaddress.ip_address(body[24:40])
        protocol, rest = body[6], body[40:]
        while protocol == 0:
            protocol, rest = rest[0], rest[8 + rest[1] * 8:]
        return upper("6", source, target, protocol, rest)
    return Packet(hex(kind), None, None, None, None, body)


def upper(kind, source, target, protocol, rest):
    ports, payload = None, rest
    if protocol == socket.IPPROTO_UDP:
        ports, payload = struct.unpack("!HH", rest[:4]), rest[8:]
    elif protocol == socket.IPPROTO_TCP:
        ports, payload = struct.unpack("!HH", rest[:4]), rest[(rest[12] >> 4) * 4:]
    return Packet(kind, source, target, protocol, ports, payload)


def strays(packets, networks, machines):
    """What is neither between these machines nor to everybody on their networks."""
    homes = [ipaddress.ip_network(f"{network}.0/24") for network in networks]
    everybody = {ipaddress.ip_address("239.255.74.33")} | {
        home.broadcast_address for home in homes}
    known = {ipaddress.ip_address(address) for address in machines}
    found = []
    for packet in packets:
        if packet.kind == "arp":
            continue
        if packet.kind == "4":
            if packet.protocol == 2:  # IGMP: who wants to hear which group.
                continue
            if packet.source in known and (packet.target in known or packet.target in everybody):
                continue
        if packet.kind == "6" and packet.source is not None:
            # Neighbours, groups: what the system says by itself on every network.
            if packet.protocol == 58 or packet.target == ipaddress.ip_address("ff02::7433"):
                continue
            if packet.source.is_link_local and packet.target.is_link_local:
                continue
        found.append(packet)
    return found


def beacons(packets):
    return [packet for packet in packets if packet.protocol == socket.IPPROTO_UDP]


def streams(packets):
    """What each end of each link has sent, one behind the other."""
    sent = collections.defaultdict(bytearray)
    for packet in packets:
        if packet.protocol == socket.IPPROTO_TCP:
            sent[packet.source, packet.target, packet.ports] += packet.payload
    return list(sent.values())


def readable(packets, secrets):
    """The names of what can be read somewhere, of `secrets`: name -> bytes."""
    texts = [bytes(packet.payload) for packet in packets] + [bytes(one) for one in streams(packets)]
    whole = b"\0\0\0\0".join(texts)
    lower = whole.lower()
    return sorted(name for name, text in secrets.items() if text in whole or text.lower() in lower)


def looks_like_noise(datagrams):
    """Why these datagrams could be told from chance; nothing if they could not."""
    words = collections.Counter()
    for data in set(datagrams):
        words.update(data[place:place + 8] for place in range(0, len(data), 8))
    again = [word.hex() for word, count in words.items() if count > 1]
    if again:
        return f"{len(again)} words stand in more than one, such as {again[0]}"
    counts = collections.Counter(b"".join(set(datagrams)))
    expected = sum(counts.values()) / 256
    chi = sum((counts[byte] - expected) ** 2 / expected for byte in range(256))
    # 255 degrees of freedom: 400 is exceeded once in ten million times.
    return f"bytes are not equally frequent: chi square {chi:.0f}" if chi > 400 else ""
