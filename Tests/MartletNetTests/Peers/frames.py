"""Plays every case of cases.py against an echoing WebSocket peer; wsproto reads what it answers.

usage: frames.py client PORT     plays the client
       frames.py server          plays the server; prints its port, then waits for a connection to /NUMBER for each case
Prints one line of JSON for each case: its name, and what went wrong or null.
"""

import json
import socket
import sys

import wsproto
from wsproto.events import AcceptConnection, Request
from wsproto.frame_protocol import FrameProtocol, Opcode, ParseFailed

from cases import CLOSE, Frame, all_cases

PATIENCE = 20


class Failure(Exception):
    pass


def shorten(payload):
    return f"{payload[:40]!r} ({len(payload)} bytes)" if len(payload) > 40 else repr(payload)


class Wire:
    """One connection after its handshake."""

    def __init__(self, connection, by_client):
        self.connection = connection
        self.by_client = by_client
        self.protocol = FrameProtocol(client=by_client, extensions=[])
        self.frames = []
        self.partial = b""
        self.ended = False

    def send(self, frames, chop):
        data = b"".join(frame.encode(self.by_client) for frame in frames)
        try:
            for start in range(0, len(data), chop or len(data) or 1):
                self.connection.sendall(data[start : start + chop] if chop else data)
        except (BrokenPipeError, ConnectionResetError):
            # The peer may have closed before it saw everything; what it said first is still to be read.
            pass

    def feed(self, data):
        self.protocol.receive_bytes(data)
        for frame in self.protocol.received_frames():
            payload = frame.payload
            if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
                self.partial += payload.encode() if isinstance(payload, str) else bytes(payload)
                if not (frame.frame_finished and frame.message_finished):
                    continue
                payload, self.partial = self.partial, b""
            self.frames.append((frame.opcode.name.lower(), payload))

    def next(self):
        while not self.frames:
            if self.ended:
                return None
            try:
                data = self.connection.recv(65536)
            except ConnectionResetError:
                data = b""
            if data:
                self.feed(data)
            else:
                self.ended = True
        return self.frames.pop(0)


def play(case, wire):
    wire.send(case.send, case.chop)
    for kind, payload in case.expect:
        came = wire.next()
        if came is None:
            raise Failure(f"the connection ended instead of {kind} {shorten(payload)}")
        if came[0] != kind or bytes(came[1]) != payload:
            raise Failure(f"{came[0]} {shorten(came[1])} came instead of {kind} {shorten(payload)}")
    code = case.close
    if code is None:
        code = 1000
        wire.send([Frame(CLOSE, (1000).to_bytes(2, "big"))], 0)
    came = wire.next()
    if came is None or came[0] != "close":
        raise Failure(f"{came} came instead of a close frame")
    if came[1][0] != code:
        raise Failure(f"close code {int(came[1][0])} ({came[1][1]}) came instead of {code}")
    try:
        wire.connection.shutdown(socket.SHUT_WR)
    except OSError:
        pass
    if wire.next() is not None:
        raise Failure("something came after the close frame")


def verdict(case, run):
    try:
        run()
        problem = None
    except (Failure, ParseFailed, OSError) as error:
        problem = f"{type(error).__name__}: {error}"
    print(json.dumps({"case": case.name, "problem": problem}), flush=True)


def shake_hands(connection, protocol, wanted):
    """Feeds a wsproto connection until the event comes; returns it and the bytes behind the handshake."""
    while True:
        data = connection.recv(65536)
        if not data:
            raise Failure("the connection ended in the handshake")
        head, mark, rest = data.partition(b"\r\n\r\n")
        protocol.receive_data(head + mark)
        for event in protocol.events():
            if not isinstance(event, wanted):
                raise Failure(f"{event} came in the handshake")
            return event, rest


def as_client(port):
    for case in all_cases():
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:

            def run(connection=connection, case=case):
                protocol = wsproto.WSConnection(wsproto.ConnectionType.CLIENT)
                connection.sendall(protocol.send(Request(host="localhost", target="/")))
                _, rest = shake_hands(connection, protocol, AcceptConnection)
                wire = Wire(connection, by_client=True)
                wire.feed(rest)
                play(case, wire)

            verdict(case, run)


def as_server():
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(60)
    cases = all_cases()
    print(json.dumps({"port": listener.getsockname()[1], "cases": len(cases)}), flush=True)
    for _ in cases:
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(PATIENCE)
            protocol = wsproto.WSConnection(wsproto.ConnectionType.SERVER)
            request, rest = shake_hands(connection, protocol, Request)
            case = cases[int(request.target[1:])]

            def run(connection=connection, case=case, protocol=protocol, rest=rest):
                connection.sendall(protocol.send(AcceptConnection()))
                wire = Wire(connection, by_client=False)
                wire.feed(rest)
                play(case, wire)

            verdict(case, run)


if sys.argv[1:2] == ["client"]:
    as_client(int(sys.argv[2]))
else:
    as_server()
