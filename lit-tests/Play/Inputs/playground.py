"""`pdll-opt play`, and what its page asks and says.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import base64
import glob
import json
import os
import signal
import socket
import struct
import subprocess


class Playground:
    """`pdll-opt play` with these arguments, in a `with` statement."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            ["pdll-opt", "play", *arguments], stdout=subprocess.PIPE, text=True
        )
        self.address = self.process.stdout.readline().strip()
        _, _, self.host, self.secret = self.address.split("#")[0].rstrip("/").split("/")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """Ends the playground, and returns its exit code."""
        self.process.terminate()
        return self.process.wait()

    def kill_language_server(self):
        """Ends the only language server, as if it had crashed."""
        for path in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(path) as file:
                    # The name of the program may have blanks and parentheses in it.
                    fields = file.read().rpartition(")")[2].split()
                with open(path.replace("stat", "cmdline")) as file:
                    command = file.read().split("\0")
            except OSError:
                continue
            if int(fields[1]) == self.process.pid and "lsp" in command:
                os.kill(int(path.split("/")[2]), signal.SIGKILL)

    def connect(self):
        name, port = self.host.split(":")
        return socket.create_connection((name, int(port)), timeout=60)

    def send(self, connection, path, headers=(), method="GET", **more):
        """Sends a request. Headers may be in place of the usual ones."""
        headers = {"Host": self.host, **dict(headers), **more}
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        connection.sendall("\r\n".join(lines + ["", ""]).encode())

    def ask(self, path, *arguments, secret=None, **more):
        """The status, the headers and the text of the answer to a request."""
        with self.connect() as connection:
            path = f"/{self.secret if secret is None else secret}/{path}"
            self.send(connection, path, *arguments, **more)
            try:
                answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
            except ConnectionResetError:
                # So ends a connection by which more comes than anybody reads.
                return 0, {}, ""
        head, _, text = answer.partition("\r\n\r\n")
        lines = head.split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:])
        return int(lines[0].split()[1]), headers, text


class Page:
    """What a page says to a playground, in a `with` statement."""

    def __init__(self, playground, **headers):
        self.playground = playground
        self.runs = 0
        self.connection = playground.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": key,
            "Origin": f"http://{playground.host}",
            **headers,
        }
        playground.send(self.connection, f"/{playground.secret}/live", upgrade)
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.receive(1)
        self.status = int(head.split()[1])
        if self.status == 101:
            [self.tab] = self.hear().values()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def receive(self, count):
        """So many bytes, which may be any number from 0 if the connection ends."""
        received = b""
        while len(received) < count:
            more = self.connection.recv(count - len(received))
            if not more:
                raise EOFError
            received += more
        return received

    def say(self, **said):
        text = json.dumps(said).encode()
        mask = os.urandom(4)
        length = struct.pack("!BBQ", 0x81, 0x80 | 127, len(text))
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(text))
        self.connection.sendall(length + mask + masked)

    def hear(self):
        """What the playground says next, or None after the end of the connection."""
        try:
            kind, length = self.receive(2)
            if length > 125:
                size = 2 if length == 126 else 8
                length = int.from_bytes(self.receive(size), "big")
            text = self.receive(length)
        except (EOFError, ConnectionResetError):
            return None
        return json.loads(text) if kind == 0x81 else None

    def hear_about(self, key):
        """The next thing that is said about something."""
        while (heard := self.hear()) is not None:
            if key in heard:
                return heard[key]
        return None

    def apply(self, patterns, program="", options="", **more):
        """What becomes of a program."""
        documents = {"p.pdll": patterns, "in.mlir": program, **more}
        documents = [{"name": name, "text": text} for name, text in documents.items()]
        self.runs += 1
        self.say(run={"number": self.runs, "documents": documents, "options": options})
        return self.hear_about("ran")["answer"]

    def messages(self, *arguments, **more):
        """What goes wrong with these texts."""
        answer = self.apply(*arguments, **more)
        texts = [
            one["message"] + "".join(f"; {note['message']}" for note in one["notes"])
            for one in answer["messages"]
        ]
        return "; ".join(texts + [answer["problem"]] * bool(answer["problem"]))

    def frame(self, name, number):
        return self.playground.ask(f"frame/{self.tab}/{name}/{number}")
