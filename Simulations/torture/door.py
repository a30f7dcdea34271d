"""A client of the JSON API on a node's Unix socket (docs/reference/http.md). One connection, kept open."""

import json
import socket


class Broken(Exception):
    """The connection ended before an answer was here: what was asked may have been done, or not."""


class Unsent(Broken):
    """Nobody listens: nothing was asked."""


class Door:
    def __init__(self, path, patience=20.0):
        self.path = path
        self.patience = patience
        self.socket = None
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.socket:
            self.socket.close()
        self.socket, self.rest = None, b""

    def open(self):
        if self.socket:
            return
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        made.settimeout(self.patience)
        try:
            made.connect(self.path)
        except OSError as error:
            made.close()
            raise Unsent(str(error)) from error
        self.socket = made

    def ask(self, method, path, body=None):
        """The status and the JSON that was answered.

        Raises Broken; the next call then opens another connection.
        """
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
        payload = b""
        if body is not None:
            payload = json.dumps(body).encode()
            head += f"Content-Type: application/json\r\nContent-Length: {len(payload)}\r\n"
        self.open()
        try:
            self.socket.sendall(head.encode() + b"\r\n" + payload)
            return self._answer()
        except (OSError, ValueError) as error:
            self.close()
            raise Broken(str(error)) from error
        except Broken:
            self.close()
            raise

    def _more(self):
        piece = self.socket.recv(65536)
        if not piece:
            raise Broken("the node hung up")
        self.rest += piece

    def _answer(self):
        while b"\r\n\r\n" not in self.rest:
            self._more()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in lines[1:])
        length = int(fields.get("content-length", "0"))
        while len(self.rest) < length:
            self._more()
        body, self.rest = self.rest[:length], self.rest[length:]
        if fields.get("connection") == "close":
            self.close()
        return int(lines[0].split(" ")[1]), json.loads(body) if body else None

    def get(self, path):
        """What a question is answered. Raises Broken, also when it is refused."""
        status, answer = self.ask("GET", path)
        if status != 200:
            raise Broken(f"GET {path}: {status} {answer}")
        return answer

    def items(self, path):
        """All items of a list, page by page; `path` has a `?`."""
        found, cursor = [], ""
        while True:
            page = self.get(f"{path}&limit=500{cursor}")
            found += page["items"]
            if "next_cursor" not in page:
                return found
            cursor = "&cursor=" + page["next_cursor"]
